/** Calls of several processes with an audit trail, and the records that the trail must have. Ids name the calls. */
import { auditTrail } from "../../src/audit.js";
import { type Compliance, type ComplianceStorage, createCompliance, unwrap } from "../../src/index.js";
import { CUSTOMER, DECIDING, OWN_VASP, PROVING, withdrawal } from "./deciding.js";
import { individual } from "./samples.js";
import { streamOf } from "./storage-records.js";

/** A call that has one record about one subject. */
interface RecordedCall {
  readonly subject: "account" | "transfer";
  readonly event: string;
  make(compliance: Compliance, id: string): Promise<unknown>;
}

const calls: Readonly<Record<string, RecordedCall>> = {
  account: {
    subject: "account",
    event: "accounts.create",
    make: async ({ accounts }, reference_id) => unwrap(await accounts.create({ ...individual, reference_id })),
  },
  alert: {
    subject: "transfer",
    event: "rules.evaluate",
    make: async ({ rules }, transaction_id) => {
      const transaction = { transaction_id, amount: "2000", currency: "EUR", country: "DE" };
      return unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    },
  },
  transfer: {
    subject: "transfer",
    event: "transfers.decide",
    make: async ({ transfers }, id) => unwrap(await transfers.decide(withdrawal(id))),
  },
};

/** Returns ids of calls of every kind, in turn. */
export function idsOfCalls(name: string, count: number): readonly string[] {
  const kinds = Object.keys(calls);
  return Array.from({ length: count }, (_, index) => `${kinds[index % kinds.length]} ${name}-${index}`);
}

function callOf(id: string): RecordedCall {
  const call = calls[id.split(" ")[0] ?? ""];
  if (call === undefined) throw new Error(`There is no call ${id}.`);
  return call;
}

/** Opens what every process opens: the trail has one key. */
export function withTrail(storage: ComplianceStorage): Compliance {
  const audit = auditTrail({ key: new Uint8Array(32).fill(9) });
  return createCompliance({ storage, ...DECIDING, ownership: PROVING, audit });
}

/** Stores what decisions need. */
export async function prepareTransfers({ accounts, vasps }: ComplianceStorage): Promise<void> {
  await accounts.insert(CUSTOMER);
  await vasps.load(streamOf([OWN_VASP]));
}

/** Makes the call of an id. */
export async function makeCall(compliance: Compliance, id: string): Promise<void> {
  await callOf(id).make(compliance, id);
}

/** Returns the events of the records about the subject of an id. */
async function eventsOf({ audit }: Compliance, id: string): Promise<readonly string[]> {
  const { items } = unwrap(await audit.list({ subject: { kind: callOf(id).subject, id } }));
  return items.map(({ record }) => record.event);
}

/** Returns the answered calls without their one record. */
export async function unrecorded(compliance: Compliance, ids: readonly string[]): Promise<readonly string[]> {
  const lacking: string[] = [];
  for (const id of ids) {
    const events = await eventsOf(compliance, id);
    if (events.join() !== callOf(id).event) lacking.push(`${id}: ${events.join()}`);
  }
  return lacking;
}

/** Returns how many changes of each kind are stored without a record, or have a record and are not stored. */
export async function unmatched({ accounts, alerts, transfers, audit }: Compliance): Promise<readonly number[]> {
  const stored = [await countOf(accounts.all()), await countOf(alerts.all()), await countOf(transfers.all())];
  const counts = new Map<string, number>();
  for await (const { record } of audit.all()) counts.set(record.event, (counts.get(record.event) ?? 0) + 1);
  // The customer was stored without a trail.
  return Object.values(calls).map(({ event }, index) => {
    const unrecordedCustomer = event === "accounts.create" ? 1 : 0;
    return (stored[index] ?? 0) - (counts.get(event) ?? 0) - unrecordedCustomer;
  });
}

async function countOf(records: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of records) count += 1;
  return count;
}
