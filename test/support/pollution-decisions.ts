/** The part of pollution-battery.ts about decisions of transfers, on each storage. */
import { type Compliance, createCompliance, fixedPrices, fixedRates } from "../../src/index.js";
import { eu, us } from "../../src/jurisdictions.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import {
  CLEAN,
  HOT_WALLET,
  MEASURE,
  NOW,
  OFFICER,
  OUTGOING,
  POLICY,
  PRICES,
  PROGRAM,
  RATES,
  THIRD_WALLET,
  WALLET,
  WITHDRAWAL,
} from "./decision-samples.js";
import { OWNERSHIP, runOwnership } from "./pollution-ownership.js";
import { individual } from "./samples.js";
import { untyped } from "./untyped.js";

const { currency: _, chain: _chain, ...rest } = WITHDRAWAL;
const { beneficiary_address_is_self_hosted: _flag, ...unstated } = WITHDRAWAL;

/** Without optional properties, or with one that leads to another decision. */
const transfers: Readonly<Record<string, object>> = {
  empty: {},
  withdrawal: { ...WITHDRAWAL, link_key: "K-1" },
  "without a link key": { ...WITHDRAWAL, transfer_id: "W-2" },
  "without a chain": { ...rest, currency: "EUR", transfer_id: "W-3" },
  "in bitcoin": { ...rest, chain: "ethereum", asset: "BTC", amount: "0.001", transfer_id: "W-4" },
  large: { ...WITHDRAWAL, amount: "1000", currency: "USD", transfer_id: "W-5", link_key: "K-1" },
  "to another VASP": { ...OUTGOING, transfer_id: "W-6" },
  "to a known VASP": { ...OUTGOING, transfer_id: "W-7", beneficiary_address: THIRD_WALLET },
  "to an own address": {
    ...WITHDRAWAL,
    transfer_id: "W-8",
    beneficiary_address: HOT_WALLET,
    originator_address: WALLET,
  },
  "without a flag": { ...unstated, transfer_id: "W-9" },
  "of no own VASP": { ...OUTGOING, transfer_id: "W-10", originator_vasp_id: "V-3" },
  "of unknown records": {
    ...OUTGOING,
    transfer_id: "W-11",
    originator_account_reference_id: "N",
    beneficiary_vasp_id: "N",
  },
  "in the United States": { ...WITHDRAWAL, transfer_id: "W-12", originator_country: "US" },
  "in an unknown country": { ...OUTGOING, transfer_id: "W-13", beneficiary_country: "BR" },
};

/** Whose risk depends on the address. */
async function screen({ address }: { readonly address: string }) {
  return [{ ...CLEAN, ...(address === WALLET ? { risk_ratio: 60 } : { vasp_id: "V-2" }) }];
}

function complianceOn(storage: ComplianceStorage): Compliance {
  let time = NOW.getTime();
  return createCompliance({
    storage,
    clock: () => new Date(time++),
    thresholds: { DE: "1000", FR: "1000" },
    jurisdictions: [eu, us],
    rates: fixedRates(RATES),
    prices: fixedPrices(PRICES),
    riskProviders: { P: { screen } },
    ownership: OWNERSHIP,
    policy: {
      ...POLICY,
      suspendOnBreach: true,
      ownAddresses: [{ chain: "ethereum", address: HOT_WALLET }],
      answers: [
        {
          ...{ jurisdiction: "US", kind: "withdrawal_to_self_hosted", duties: ["verification"] },
          ...{ by: "counsel", note: "They said so", from: "2026-01-01" },
        },
      ],
    },
  });
}

/** Proves wallets, decides, reviews, confirms, lists, prunes and erases. */
export async function runDecisions(
  storage: ComplianceStorage,
  on: (name: string, run: () => unknown) => Promise<void>,
): Promise<void> {
  const compliance = complianceOn(storage);
  const { accounts, addresses, vasps, transfers: decided } = compliance;
  const loaded = { "V-OWN": "DE", "V-2": "FR", "V-3": "FR" };
  const records = Object.entries(loaded).map(([vasp_id, address_country_code]) => {
    return { vasp_id, name_legal: vasp_id, address_country_code };
  });
  await on("vasps.load of decisions", () => vasps.load(records));
  for (const reference_id of ["A-1", "A-2"]) {
    await on(`accounts.create ${reference_id}`, () => accounts.create({ ...individual, reference_id }));
  }
  await on("addresses.create with a VASP", () =>
    addresses.create({ chain: "ethereum", address: THIRD_WALLET, vasp_id: "V-2" }, { actor: OFFICER }),
  );
  await runOwnership(compliance, on);
  for (const [title, input] of Object.entries(transfers)) {
    await on(`transfers.decide ${title}`, () => decided.decide(untyped(input)));
    await on(`transfers.decide ${title} with evidence`, () =>
      decided.decide(untyped(input), { evidence: MEASURE, actor: PROGRAM }),
    );
  }
  await on("transfers.decide with wrong evidence", () => decided.decide(WITHDRAWAL, { evidence: [{}] } as never));
  await on("transfers.decide with a wrong actor", () => decided.decide(WITHDRAWAL, { actor: {} } as never));
  for (const id of ["W-1", "W-2", "N"]) {
    await on(`transfers.review ${id}`, () =>
      decided.review(id, { decision: id === "W-1" ? "execute" : "reject", note: "seen" }, { actor: OFFICER }),
    );
  }
  await on("transfers.review empty", () => decided.review("W-1", untyped({}), { actor: OFFICER }));
  for (const id of ["W-1", "W-3", "W-4", "W-7", "N"]) {
    await on(`transfers.confirm ${id}`, () => decided.confirm(id, { outcome: "executed" }));
    await on(`transfers.confirm ${id} again`, () =>
      decided.confirm(id, {
        outcome: "executed",
        transaction_hash: "0xabc",
        executed_at: "2026-12-01T00:00:00Z",
        note: "late",
      }),
    );
  }
  await on("transfers.confirm cancelled", () => decided.confirm("W-5", { outcome: "cancelled" }, { actor: PROGRAM }));
  await on("transfers.confirm empty", () => decided.confirm("W-5", untyped({})));
  await runLists(compliance, on);
  await on("accounts.erase", () => accounts.erase("A-1"));
  await on("transfers.confirm for the erasure", async () => {
    for (const id of ["W-2", "W-6", "W-8", "W-12", "W-13"]) await decided.confirm(id, { outcome: "cancelled" });
  });
  await on("accounts.erase while retention runs", () => accounts.erase("A-1"));
  await on("accounts.erase with kept transfers", () => accounts.erase("A-1", { keep: "transfers", actor: OFFICER }));
  await on("accounts.erase with a wrong option", () => accounts.erase("A-1", { keep: "all" } as never));
  await on("transfers.prune", () => decided.prune({ before: "2027-01-01" }));
  await on("transfers.prune empty", () => decided.prune({} as never));
}

async function runLists(
  { transfers: decided, addresses }: Compliance,
  on: (name: string, run: () => unknown) => Promise<void>,
): Promise<void> {
  const queries: Readonly<Record<string, object>> = {
    all: {},
    pages: { size: 2 },
    suspended: { decision: "suspend" },
    open: { state: "open", decision: "execute" },
    "of an account": { account_ref_id: "A-1", size: 3 },
    unpermitted: { executed_without_permission: true },
    "of a time": { from: "2026-12-01", to: "2026-12-02" },
    wrong: { decision: "polluted", cursor: "x" },
  };
  for (const [title, query] of Object.entries(queries)) {
    await on(`transfers.list ${title}`, () => decided.list(untyped(query)));
  }
  for (const id of ["W-1", "W-4", "N"]) await on(`transfers.retrieve ${id}`, () => decided.retrieve(id));
  await on("transfers.all", async () => {
    const ids: string[] = [];
    for await (const { transfer_id } of decided.all({ state: "executed" })) ids.push(transfer_id);
    return ids;
  });
  for (const address of [WALLET, HOT_WALLET, THIRD_WALLET]) {
    await on(`addresses.history of ${address}`, () => addresses.history("ethereum", address));
  }
}
