/** Rows of every collection with a canary in keys and texts, and their removal. */

import type { TableRow } from "../../src/adapters/storage/table.js";
import type { TableHost } from "../../src/adapters/storage/table-engine.js";
import { type Rows, rowOf } from "../../src/adapters/storage/tables.js";
import { addLinkedAmount } from "../../src/domain/thresholds/linked.js";
import { collections } from "../../src/ports/collections.js";
import { newToken } from "../../src/ports/rows.js";
import {
  alert,
  challengeRecord,
  exchangeRecord,
  holdRecord,
  individual,
  linkedEvaluation,
  STAMP,
  screening,
  transferRecord,
  vasp,
} from "./storage-records.js";

/** In each key and text of {@link ROWS}. */
export const CANARY = "Canary";

/** The names of the collections, in the order in which files list them. */
export const NAMES: readonly string[] = collections.map(({ name }) => name);

const ADDRESS = {
  chain: "tezos",
  address: `x${CANARY}`,
  is_self_hosted: false,
  created: "2024-01-01T00:00:00Z",
} as const;
const { chain, address } = ADDRESS;
const USE = {
  transfer_id: `w${CANARY}`,
  side: "originator",
  account_ref_id: `a${CANARY}`,
  at: "2024-01-01T00:00:00Z",
} as const;
const LINK = { account_ref_id: `a${CANARY}`, tag: CANARY, linked: "2024-01-01T00:00:00Z", unlinked: null };

/** Returns the row of a record. */
export function tableRow(collection: string, record: unknown): TableRow {
  const draft = collections.find(({ name }) => name === collection)?.draftOf(record);
  if (draft === undefined) throw new Error(`There is no collection ${collection}.`);
  return rowOf(draft, newToken());
}

/** Returns the rows of these records. */
export function rowsOf(records: Readonly<Record<string, readonly unknown[]>>): Rows {
  return new Map(
    Object.entries(records).map(([name, all]) => {
      const rows = all.map((record) => tableRow(name, record));
      return [name, new Map(rows.map((row) => [row.key, row]))];
    }),
  );
}

/** One record of each collection. */
export const RECORDS = {
  accounts: [individual(`a${CANARY}`, { name_first: CANARY })],
  vasps: [vasp(`v${CANARY}`, { summary: CANARY })],
  alerts: [{ alert: alert(`t${CANARY}`), reviews: [] }],
  addresses: [{ ...ADDRESS, earlier: 1 }],
  screenings: [{ chain, address, number: 0, screening: screening(5, CANARY) }],
  links: [{ chain, address, link: LINK }],
  linked: [addLinkedAmount(undefined, linkedEvaluation(`l${CANARY}`, `t${CANARY}`))],
  transfers: [transferRecord(USE.transfer_id, 1, { sides: [USE.account_ref_id, null] })],
  uses: [{ chain, address, use: USE }],
  challenges: [challengeRecord(`c${CANARY}`, 2)],
  used_transactions: [{ chain, hash: CANARY, expires: STAMP }],
  audit: [{ chain: CANARY, seq: 1, at: STAMP, line: `{"hash":"${CANARY}","record":{}}` }],
  holds: [holdRecord(CANARY, { subject: { kind: "account", id: `a${CANARY}` } })],
  exchanges: [exchangeRecord(`e${CANARY}`, 1, { account: `a${CANARY}` })],
};

/** One row of each collection. */
export const ROWS = rowsOf(RECORDS);

export const REMOVALS: Rows = new Map(
  [...ROWS].map(([name, rows]) => [name, new Map([...rows.keys()].map((key) => [key, undefined]))]),
);

export async function putRow(host: TableHost, rows: Rows): Promise<void> {
  await host.change(() => ({ result: undefined, rows }));
}

/** Returns the keys of the collections that have rows. */
export async function idsIn(host: TableHost): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await host.tables();
  const keys = NAMES.map((name) => [name, [...tables.keys(name)]] as const);
  return Object.fromEntries(keys.filter(([, all]) => all.length > 0));
}
