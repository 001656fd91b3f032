/** Measures what packs of jurisdictions add to `transfers.check`. */
import { type Compliance, createCompliance, fixedRates, memoryStorage, type TransferDraft } from "vaspkit";
import { eu, sg, us } from "vaspkit/jurisdictions";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { asyncLoopOf, type Contender, inTurns, timesAsLong, timingTable, turnsOf } from "./kit/timing.js";
import { table } from "./kit/transactions.js";

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

/** A transfer whose parties have everything that the three packs require. */
function transferAt(index: number, currency: string): TransferDraft {
  const [originator_vasp_id = "DE", beneficiary_vasp_id = "FR"] = [countries[index % 4], countries[(index >> 2) % 4]];
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
  const party = { account_type: "individual", customer_id: `C-${index}`, individual, address } as const;
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

async function measure({ scale, progress }: Run): Promise<Findings> {
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
  return { tables, ratios, wrong };
}

export const benchmark: Benchmark = {
  measures: "The time that packs of jurisdictions add to a check of a transfer.",
  packages: [],
  measure,
};
