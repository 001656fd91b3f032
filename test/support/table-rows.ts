/** Rows of every table with a canary in ids and texts, and their removal. */
import { linkedId } from "../../src/adapters/storage/linked-listing.js";
import type { TableHost } from "../../src/adapters/storage/table-host.js";
import {
  accountRow,
  addressId,
  type Rows,
  screeningId,
  type TableName,
  tableNames,
  tagLinkId,
  vaspRow,
} from "../../src/adapters/storage/tables.js";
import { addLinkedAmount } from "../../src/domain/thresholds/linked.js";
import { alert, individual, linkedEvaluation, screening, vasp } from "./storage-records.js";

/** In each id and text of {@link ROWS}. */
export const CANARY = "Canary";

const ADDRESS = { chain: "tezos", address: `x${CANARY}` } as const;
const ID = addressId(ADDRESS.chain, ADDRESS.address);
const LINKED = { is_self_hosted: false, account_ref_id: `a${CANARY}`, created: "2024-01-01T00:00:00Z" };

const LINK = { account_ref_id: `a${CANARY}`, tag: CANARY, linked: "2024-01-01T00:00:00Z", unlinked: null };

const LINKED_TRANSACTION = addLinkedAmount(undefined, linkedEvaluation(`l${CANARY}`, `t${CANARY}`));

/** One row of each table. */
export const ROWS = {
  accounts: new Map([[`a${CANARY}`, accountRow(individual(`a${CANARY}`, { name_first: CANARY }))]]),
  vasps: new Map([[`v${CANARY}`, vaspRow(vasp(`v${CANARY}`, { summary: CANARY }))]]),
  alerts: new Map([[`t${CANARY}`, { alert: alert(`t${CANARY}`), delivered: false }]]),
  addresses: new Map([[ID, { stored: { ...ADDRESS, ...LINKED }, earlier: 1 }]]),
  screenings: new Map([[screeningId(ID, 0), { ...ADDRESS, number: 0, screening: screening(5, CANARY) }]]),
  links: new Map([[tagLinkId(ID, CANARY), { ...ADDRESS, link: LINK }]]),
  linked: new Map([[linkedId(LINKED_TRANSACTION), LINKED_TRANSACTION]]),
} satisfies Rows;

/** The cast: each table has the ids of its rows. */
export const REMOVALS = Object.fromEntries(
  tableNames.map((table) => [table, new Map([...ROWS[table].keys()].map((id) => [id, undefined]))]),
) as unknown as Rows;

export async function putRow(host: TableHost, rows: Partial<Rows>): Promise<void> {
  await host.change(() => ({ result: undefined, rows }));
}

/** Returns the ids of the tables that have rows. */
export async function idsIn(host: TableHost): Promise<Partial<Record<TableName, readonly string[]>>> {
  const tables = await host.tables();
  const ids = tableNames.map((table) => [table, [...tables[table].keys()]] as const);
  return Object.fromEntries(ids.filter(([, keys]) => keys.length > 0));
}
