/** Records as rows of the tables: what a journal's line puts, and what a snapshot holds. */
import type { StoredAddress } from "../../../domain/addresses/address.js";
import {
  type AlertRow,
  accountRow,
  addressId,
  emptyTables,
  putRows,
  type Rows,
  type Tables,
  vaspRow,
} from "../tables.js";
import type { JournalRef, Snapshot } from "./format.js";

type Records = Partial<Omit<Snapshot, "folded">>;

/** Rows that a storage makes of records at a stretch, before it gives way to others. */
const STRETCH = 1000;

/** The rows as JSON text, whole records of each; undefined: they are more than `most` records or units of text. */
export function payloadOf(
  rows: Partial<Rows>,
  most: { readonly records: number; readonly units: number },
): string | undefined {
  let count = 0;
  for (const table of Object.values(rows)) count += table.size;
  if (count > most.records) return undefined;
  const lists: readonly (readonly [table: string, records: Iterable<unknown> | undefined])[] = [
    ["accounts", rows.accounts && records(rows.accounts.values())],
    ["vasps", rows.vasps && records(rows.vasps.values())],
    ["alerts", rows.alerts?.values()],
    ["addresses", rows.addresses?.values()],
  ];
  const members: string[] = [];
  let units = 0;
  for (const [table, list] of lists) {
    if (list === undefined) continue;
    const texts: string[] = [];
    // One by one: all of them may be more text than a string can hold.
    for (const record of list) {
      const text = JSON.stringify(record);
      units += text.length;
      if (units > most.units) return undefined;
      texts.push(text);
    }
    members.push(`"${table}":[${texts.join(",")}]`);
  }
  return `{${members.join(",")}}`;
}

/** The rows of what {@link payloadOf} wrote. Throws for any other text. */
export function rowsOfPayload(payload: string): Partial<Rows> {
  // Its line's checksum stands for the types.
  return rowsOf(JSON.parse(payload) as Records);
}

/** The tables of what a file holds. Throws for records of another shape. */
export async function tablesOf(snapshot: Snapshot): Promise<Tables> {
  const tables = emptyTables();
  for (const accounts of stretches(snapshot.accounts)) await put(tables, { accounts });
  for (const vasps of stretches(snapshot.vasps)) await put(tables, { vasps });
  for (const alerts of stretches(snapshot.alerts)) await put(tables, { alerts });
  for (const addresses of stretches(snapshot.addresses)) await put(tables, { addresses });
  return tables;
}

/** The tables as they will be with these rows. Read lazily: no change may happen meanwhile. */
export function snapshotOf(tables: Rows, folded: JournalRef, rows: Partial<Rows> = {}): Snapshot {
  return {
    accounts: { [Symbol.iterator]: () => records(merged(tables.accounts, rows.accounts)) },
    vasps: { [Symbol.iterator]: () => records(merged(tables.vasps, rows.vasps)) },
    alerts: { [Symbol.iterator]: () => merged(tables.alerts, rows.alerts) },
    addresses: { [Symbol.iterator]: () => merged(tables.addresses, rows.addresses) },
    folded,
  };
}

/** The tables as they are now, whatever changes after. Rows are never changed, only replaced. */
export function cutOf(tables: Rows, folded: JournalRef): Snapshot {
  const [accounts, vasps] = [[...tables.accounts.values()], [...tables.vasps.values()]];
  return {
    accounts: { [Symbol.iterator]: () => records(accounts) },
    vasps: { [Symbol.iterator]: () => records(vasps) },
    alerts: [...tables.alerts.values()],
    addresses: [...tables.addresses.values()],
    folded,
  };
}

async function put(tables: Tables, records: Records): Promise<void> {
  putRows(tables, rowsOf(records));
  await new Promise(setImmediate);
}

function rowsOf({ accounts, vasps, alerts, addresses }: Records): Partial<Rows> {
  return {
    ...(accounts && { accounts: byId(accounts, accountRow, ({ id }) => id) }),
    ...(vasps && { vasps: byId(vasps, vaspRow, ({ id }) => id) }),
    ...(alerts && { alerts: byId(alerts, alertRow, ({ alert }) => alert.alert_id) }),
    ...(addresses && { addresses: byId(addresses, addressRow, ({ chain, address }) => addressId(chain, address)) }),
  };
}

function byId<T, R>(records: Iterable<T>, rowOf: (record: T) => R, idOf: (row: R) => string): ReadonlyMap<string, R> {
  const rows = new Map<string, R>();
  for (const record of records) {
    const row = rowOf(record);
    rows.set(idOf(row), row);
  }
  return rows;
}

function alertRow(row: AlertRow): AlertRow {
  return row;
}

/** Copied, so that a row without a list of screenings shows now. */
function addressRow(row: StoredAddress): StoredAddress {
  return { ...row, screenings: [...row.screenings] };
}

function* stretches<T>(records: Iterable<T>): Generator<T[]> {
  let stretch: T[] = [];
  for (const record of records) {
    stretch.push(record);
    if (stretch.length < STRETCH) continue;
    yield stretch;
    stretch = [];
  }
  if (stretch.length > 0) yield stretch;
}

/** The rows of the table in its order, replaced ones in their place, then the new ones. */
function* merged<R>(table: ReadonlyMap<string, R>, changes: ReadonlyMap<string, R> = new Map()): Generator<R> {
  for (const [id, row] of table) yield changes.get(id) ?? row;
  for (const [id, row] of changes) if (!table.has(id)) yield row;
}

function* records<T>(rows: Iterable<{ readonly record: T }>): Generator<T> {
  for (const { record } of rows) yield record;
}
