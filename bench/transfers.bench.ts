/** Measures what packs of jurisdictions add to `transfers.check`, and `transfers.decide` beside the same flow by hand. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Compliance,
  type ComplianceStorage,
  createCompliance,
  fixedRates,
  memoryStorage,
  type TransferDraft,
} from "vaspkit";
import { eu, sg, us } from "vaspkit/jurisdictions";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { asyncLoopOf, type Contender, inTurns, timesAsFast, timesAsLong, timingTable, turnsOf } from "./kit/timing.js";
import { table } from "./kit/transactions.js";
import { own } from "./peers/storages.js";

const WITHOUT = "without packs";
const WITH = "with three packs";
const CONVERTED = "with three packs, in another currency";
const NAMED = "with three packs, on Bitcoin, with a beneficiary that is only named";
const COUNT = 1_000;

const countries = ["DE", "FR", "US", "SG"] as const;

/** A compliance in memory with a VASP in each country. */
async function directory(jurisdictions?: readonly (typeof eu)[]): Promise<Compliance> {
  const compliance = createCompliance({
    storage: memoryStorage(),
    jurisdictions,
    rates: fixedRates(table),
    clock: () => new Date(`${table.date}T12:00:00Z`),
  });
  const records = countries.map((code) => ({ vasp_id: code, name_legal: code, address_country_code: code }));
  await compliance.vasps.load(records);
  return compliance;
}

/** A party that has everything that the three packs require. */
function customerAt(index: number) {
  const individual = {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: `Müller ${index}` },
    date_of_birth: "1984-02-29",
    place_of_birth: "Bern",
  } as const;
  const address = {
    address_type: "HOME",
    address_line: "1 Road",
    address_city: "Bern",
    address_country_code: "CH",
  } as const;
  return { account_type: "individual", customer_id: `C-${index}`, individual, address } as const;
}

/** A transfer whose parties have everything that the three packs require. */
function transferAt(index: number, currency: string): TransferDraft {
  const [originator_vasp_id = "DE", beneficiary_vasp_id = "FR"] = [countries[index % 4], countries[(index >> 2) % 4]];
  const party = customerAt(index);
  return {
    chain: "ethereum",
    originator_account: party,
    originator_address: "0x52908400098527886E0F7030069857D2E4169EE7",
    originator_vasp_id,
    beneficiary_account: { ...party, account_category: "non-customer" },
    beneficiary_address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    beneficiary_vasp_id,
    amount: `${100 + ((index * 37) % 5000)}.50`,
    currency,
  };
}

/** A transfer on Bitcoin, whose beneficiary has nothing but a name. */
function namedAt(index: number): TransferDraft {
  const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: `Ruiz ${index}` } as const;
  return {
    ...transferAt(index, "USD"),
    chain: "bitcoin",
    originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    beneficiary_account: { account_type: "individual", individual: { individual_name } },
  } as TransferDraft;
}

function checking(name: string, { transfers }: Compliance): Contender<TransferDraft> {
  return { name, run: asyncLoopOf(async (transfer: TransferDraft) => (await transfers.check(transfer)).ok) };
}

const DECIDED = "transfers.decide";
const BY_HAND = "the same by hand";

/** A compliance that decides withdrawals in Germany. */
async function deciding(storage: ComplianceStorage): Promise<Compliance> {
  const entry = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
  const clean = { provider_name: "P", risk_ratio: 0, risk_descriptors: ["nothing found"], ...entry };
  const compliance = createCompliance({
    storage,
    jurisdictions: [eu],
    thresholds: { DE: "1000" },
    rates: fixedRates(table),
    clock: () => new Date("2026-10-06T12:00:00Z"),
    riskProviders: { P: { screen: async () => [clean] } },
    policy: {
      ownVasp: "DE",
      screenWith: ["P"],
      rejectRisk: 90,
      suspendRisk: 50,
      suspendOnBreach: false,
      otherAccounts: "suspend",
      claimedVasp: "suspend",
      decisionMaxAgeMs: 900_000,
      retentionMs: 900_000,
    },
  });
  await compliance.vasps.load([{ vasp_id: "DE", name_legal: "DE", address_country_code: "DE" }]);
  await compliance.accounts.create({ reference_id: "A-1", ...customerAt(0) });
  return compliance;
}

let withdrawals = 0;

/** A withdrawal that was not decided yet, to a wallet of its own. */
function nextWithdrawal(kind: string) {
  withdrawals += 1;
  return {
    transfer_id: `${kind}-${withdrawals}`,
    chain: "ethereum",
    originator_vasp_id: "DE",
    beneficiary_vasp_id: "DE",
    originator_account_reference_id: "A-1",
    originator_address: "0x52908400098527886e0f7030069857d2e4169ee7",
    beneficiary_account_reference_id: "A-1",
    beneficiary_address: `0x${withdrawals.toString(16).padStart(40, "0")}`,
    beneficiary_address_is_self_hosted: true,
    amount: "100.50",
    currency: "EUR",
  } as const;
}

async function decide({ transfers }: Compliance): Promise<boolean> {
  const evidence = [{ duty: "mitigating_measure", side: "originator", note: "n", at: "2026-10-06" }] as const;
  const withdrawal = nextWithdrawal("W");
  const decided = await transfers.decide(withdrawal, { evidence });
  return decided.ok && decided.value.decision === "execute";
}

/** Stores a text in a table of the caller, as durably as the storage beside it. */
type Keep = (id: string, text: string) => Promise<unknown>;

/** What a caller did before: five calls, and a table of its own. */
function decidingByHand(keep: Keep) {
  return async ({ addresses, transfers, rules }: Compliance): Promise<boolean> => {
    const { transfer_id: transaction_id, ...transfer } = nextWithdrawal("H");
    const { chain, beneficiary_address: address, amount, currency } = transfer;
    const screened = await addresses.create({ chain, address, scan_for_risk: true, provider_name: "P" });
    const known = await addresses.history(chain, address);
    const checked = await transfers.check(transfer);
    const transaction = { transaction_id, amount, currency, country: "DE" };
    const evaluated = await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    const linked = await addresses.create({ chain, address, account_ref_id: "A-1" });
    await keep(transaction_id, JSON.stringify([screened, known, checked, evaluated]));
    return screened.ok && checked.ok && evaluated.ok && linked.ok;
  };
}

/** Measures whole decisions about withdrawals, one after another. */
async function measureDecisions(storage: ComplianceStorage, keep: Keep, { scale }: Run, wrong: string[]) {
  const compliance = await deciding(storage);
  const items = Array.from({ length: COUNT / 2 }, () => compliance);
  const contenders: readonly Contender<Compliance>[] = [
    { name: DECIDED, run: asyncLoopOf(decide) },
    { name: BY_HAND, run: asyncLoopOf(decidingByHand(keep)) },
  ];
  for (const { name, run } of contenders) {
    const permitted = await run(items);
    if (permitted !== items.length) wrong.push(`${name}: ${permitted} of ${items.length} withdrawals are permitted`);
  }
  const { rounds, turnMilliseconds, warmUpMilliseconds } = turnsOf[scale];
  // A decision takes a thousand times as long as what other benchmarks compare, and V8 compiles more code for it.
  const turns = {
    rounds,
    turnMilliseconds: turnMilliseconds * LONGER,
    warmUpMilliseconds: warmUpMilliseconds * LONGER,
  };
  return inTurns(contenders, items, turns);
}

const LONGER = 6;

/** Measures decisions on PostgreSQL. Returns undefined if no server responds. */
async function measureOnPostgres(run: Run, wrong: string[]) {
  const { open, unavailable, remove } = own["postgresql"] as (typeof own)[string];
  if ((await unavailable?.()) !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  try {
    const { storage, directory, pool } = await open(folder, false);
    await pool?.query("create table own_transfers (id text primary key, outcome text not null)");
    const keep: Keep = async (...row) => pool?.query("insert into own_transfers values ($1, $2)", row);
    return await measureDecisions(storage, keep, run, wrong).finally(() => directory.close());
  } finally {
    await remove?.(folder);
    await rm(folder, { recursive: true });
  }
}

async function measure(run: Run): Promise<Findings> {
  const { scale, progress } = run;
  const [plain, packed] = [await directory(), await directory([eu, us, sg])];
  const tables: Findings["tables"][number][] = [];
  const ratios: Record<string, Ratio> = {};
  const wrong: string[] = [];
  for (const [name, transfer] of [
    [WITH, (index: number) => transferAt(index, "USD")],
    [CONVERTED, (index: number) => transferAt(index, "JPY")],
    [NAMED, namedAt],
  ] as const) {
    progress(name);
    const items = Array.from({ length: COUNT }, (_, index) => transfer(index));
    const contenders = [checking(WITHOUT, plain), checking(name, packed)];
    for (const contender of contenders) {
      const valid = await contender.run(items);
      if (valid !== COUNT) wrong.push(`${contender.name}: ${valid} of ${COUNT} transfers are valid`);
    }
    const timings = await inTurns(contenders, items, turnsOf[scale]);
    tables.push(timingTable(`transfers.check in memory, ${name}`, "one transfer", timings, WITHOUT));
    // Most of those in another currency need a rate: only tiers from zero, or in the currency of the amount, need none.
    // Bounds of tiers and amounts are read with decimal.js, the one arithmetic. It costs more than the target allows.
    const target = name === CONVERTED ? {} : { atMost: 1.5, isOpen: true as const };
    ratios[`${name}: times as long as ${WITHOUT}`] = { ...timesAsLong(timings, name, WITHOUT), ...target };
  }
  progress(DECIDED);
  const outcomes = new Map<string, string>();
  const timings = await measureDecisions(memoryStorage(), async (...row) => outcomes.set(...row), run, wrong);
  tables.push(timingTable("a whole decision about a withdrawal, in memory", "one withdrawal", timings, BY_HAND));
  ratios[`${DECIDED}: times as long as ${BY_HAND}`] = timesAsLong(timings, DECIDED, BY_HAND);
  progress(`${DECIDED} on PostgreSQL`);
  const stored = await measureOnPostgres(run, wrong);
  if (stored !== undefined) {
    tables.push(timingTable("the same on PostgreSQL", "one withdrawal", stored, BY_HAND));
    const ratio = timesAsFast(stored, DECIDED, BY_HAND);
    // Depends on the disk of the server.
    ratios[`${DECIDED} on PostgreSQL: times as fast as ${BY_HAND}`] = { ...ratio, atLeast: 1.5, hasNoBudget: true };
  }
  return { tables, ratios, wrong };
}

export const benchmark: Benchmark = {
  measures: "What packs of jurisdictions add to a check of a transfer, and what a whole decision takes.",
  packages: [],
  measure,
};
