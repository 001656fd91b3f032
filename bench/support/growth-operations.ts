/** The operations whose cost may grow with what is kept, and what each is asked. */
import { type Compliance, type ComplianceStorage, createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { each, indexed, type Tell, vaspAt, vaspsUpTo } from "./growth-filling.js";
import { accountAt, alertAt, referenceOf, screeningAt, termOf } from "./storage-records.js";

/** The day of the rates. */
const NOW = "2026-11-21T09:30:00.000Z";
const TABLE = { base: "EUR", date: "2026-11-20", source: "bench", rates: { SGD: "1.4513", USD: "1.0705" } } as const;

/** Records of some kinds, as many of each, in memory. */
export interface Kept {
  readonly size: number;
  readonly storage: ComplianceStorage;
  readonly compliance: Compliance;
}

export interface Operation {
  readonly name: string;
  /** Whether it is asked about something new, which it keeps. */
  readonly adds: boolean;
  /** What it is asked about record n; made beforehand, and not timed. */
  readonly input: (index: number) => unknown;
  /** Asks, and says whether the answer is right. */
  readonly ask: (compliance: Compliance, input: never) => Promise<boolean>;
}

/** Operations that are asked of the same records. */
export interface Group {
  readonly name: string;
  /** Keeps that many records of each kind; told now and then how much of it is done, from 0 to 1. */
  readonly fill: (storage: ComplianceStorage, size: number, tell: Tell) => Promise<void>;
  readonly operations: readonly Operation[];
}

function operation<T>(
  name: string,
  input: (index: number) => T,
  ask: (kit: Compliance, input: T) => Promise<boolean>,
): Operation {
  return { name, adds: false, input, ask };
}

function adding<T>(
  name: string,
  input: (index: number) => T,
  ask: (kit: Compliance, input: T) => Promise<boolean>,
): Operation {
  return { name, adds: true, input, ask };
}

export function emptyKept(size: number): Kept {
  const storage = memoryStorage();
  const clock = (): Date => new Date(NOW);
  const thresholds = { SG: "1500" };
  return { size, storage, compliance: createCompliance({ storage, thresholds, rates: fixedRates(TABLE), clock }) };
}

/** In the one spelling that there is of it: what is kept is found by it. */
function addressOf(index: number): string {
  return `${referenceOf(index)}.near`;
}

function accountInput(index: number): object {
  const { created: _, last_modified: __, ...account } = accountAt(index);
  return account;
}

const PAGE = 50;

const directories: Group = {
  name: "accounts and VASPs",
  fill: async ({ accounts, vasps }, size, tell) => {
    await each(
      size,
      (index) => accounts.insert(accountAt(index)),
      (done) => tell(done / 2),
    );
    await vasps.load(vaspsUpTo(size, (done) => tell((1 + done) / 2)));
    await indexed((term) => accounts.search({ term }));
    await indexed((term) => vasps.search(term));
  },
  operations: [
    operation(
      "accounts.retrieve",
      referenceOf,
      async ({ accounts }, id) => (await accounts.retrieve(id))?.reference_id === id,
    ),
    operation(
      "accounts.search",
      (index) => ({ id: referenceOf(index), query: { search_term: termOf(index), limit: PAGE } }),
      async ({ accounts }, { id, query }) => {
        const found = await accounts.search(query);
        // Namesakes: a full page may lack the one that was meant.
        return found.ok && (found.value.length === PAGE || found.value.some(({ reference_id }) => reference_id === id));
      },
    ),
    operation("vasps.retrieve", referenceOf, async ({ vasps }, id) => (await vasps.retrieve(id))?.vasp_id === id),
    operation("vasps.search", vaspAt, async ({ vasps }, { vasp_id, name_legal }) => {
      const found = await vasps.search({ search_term: name_legal });
      return found.ok && found.value.some((vasp) => vasp.vasp_id === vasp_id);
    }),
    operation(
      "vasps.list",
      (index) => ({ page: 1 + Math.floor(index / PAGE), size: PAGE, sort: "name_legal" as const }),
      async ({ vasps }, query) => {
        const page = await vasps.list(query);
        return page.ok && page.value.items.length === PAGE;
      },
    ),
    operation(
      "transfers.check",
      (index) => ({
        originator_account_reference_id: referenceOf(index),
        beneficiary_account_reference_id: referenceOf(index === 0 ? 1 : index - 1),
        originator_address: addressOf(index),
        beneficiary_address: addressOf(index + 1),
        originator_vasp_id: referenceOf(index),
        beneficiary_vasp_id: referenceOf(index === 0 ? 1 : index - 1),
      }),
      async ({ transfers }, transfer) => (await transfers.check(transfer)).ok,
    ),
    adding(
      "accounts.create",
      accountInput,
      async ({ accounts }, account: unknown) => (await accounts.create(account)).ok,
    ),
  ],
};

const addresses: Group = {
  name: "addresses",
  fill: ({ addresses: kept }, size, tell) =>
    each(size, (index) => kept.save({ ...screeningAt(index), chain: "near", address: addressOf(index) }), tell),
  operations: [
    operation(
      "addresses.retrieve",
      addressOf,
      async (kit, address) => (await kit.addresses.retrieve("near", address))?.chain === "near",
    ),
    adding(
      "addresses.create",
      (index) => ({ chain: "near" as const, address: addressOf(index) }),
      async (kit, input) => (await kit.addresses.create(input)).ok,
    ),
  ],
};

const alerts: Group = {
  name: "alerts",
  fill: ({ alerts: kept }, size, tell) => each(size, (index) => kept.insert(alertAt(index)), tell),
  operations: [
    operation(
      "alerts.list",
      (index) => ({ page: 1 + Math.floor(index / PAGE), size: PAGE }),
      async (kit, query) => {
        const page = await kit.alerts.list(query);
        return page.ok && page.value.items.length === PAGE;
      },
    ),
    adding(
      "rules.evaluate",
      (index) => ({
        transaction: { transaction_id: referenceOf(index), amount: "1500", currency: "EUR", country: "SG" },
        rule_codes: ["THRESHOLD_BY_COUNTRY" as const],
      }),
      async ({ rules }, request) => {
        const answer = await rules.evaluate(request);
        return answer.ok && answer.value.results[0]?.status === "breach";
      },
    ),
  ],
};

export const groups: readonly Group[] = [directories, addresses, alerts];
