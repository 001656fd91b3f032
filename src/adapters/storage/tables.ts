/** Tables in memory with their search indexes and listings, and the rows to put into them. */
import type { Account } from "../../domain/accounts/account.js";
import { searchTextsOf } from "../../domain/accounts/search.js";
import type { Screening, StoredAddress } from "../../domain/addresses/address.js";
import type { Chain } from "../../domain/chains/chain.js";
import { bare, own } from "../../domain/own.js";
import { joinTexts } from "../../domain/ranking.js";
import { vaspTextsOf } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type Background, createBackground } from "./background.js";
import { type AlertListings, type AlertRow, alertListings, type VaspListings, vaspListings } from "./listings.js";
import { type TextRow, type TextSearch, textSearch } from "./text-search.js";

export type AccountRow = TextRow<Account>;
export type VaspRow = TextRow<Vasp>;

/** A stored address. */
export interface AddressRow {
  /** With its newest screening. */
  readonly stored: StoredAddress;
  /** How many screenings came before that one. */
  readonly earlier: number;
}

/** A screening that a newer one of its address has replaced. */
interface ScreeningRow {
  readonly chain: Chain;
  readonly address: string;
  /** Counts the screenings of the address from 0, the oldest. */
  readonly number: number;
  readonly screening: Screening;
}

/** Rows by id. A change adds or replaces rows and never deletes one. */
export interface Rows {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  readonly vasps: ReadonlyMap<string, VaspRow>;
  readonly alerts: ReadonlyMap<string, AlertRow>;
  /** By {@link addressId}. */
  readonly addresses: ReadonlyMap<string, AddressRow>;
  /** By {@link screeningId}. */
  readonly screenings: ReadonlyMap<string, ScreeningRow>;
}

export type TableName = keyof Rows;

/** The tables in the order in which files list them. */
export const tableNames: readonly TableName[] = ["accounts", "vasps", "alerts", "addresses", "screenings"];

/** Rows that can be looked up: the acknowledged ones, or also those of earlier changes that are not durable yet. */
export type Lookup = { readonly [Table in TableName]: Pick<Rows[Table], "get"> };

/** The stored rows. They never leave the storage: see copy.ts. */
export interface Tables extends Rows {
  readonly accounts: Map<string, AccountRow>;
  readonly vasps: Map<string, VaspRow>;
  readonly alerts: Map<string, AlertRow>;
  readonly addresses: Map<string, AddressRow>;
  readonly screenings: Map<string, ScreeningRow>;
  /** The ids of the addresses that are linked to an account, by its reference_id. */
  readonly addressesOf: Map<string, Set<string>>;
  /** Builds the indexes of searches. */
  readonly indexing: Background;
  readonly accountSearch: TextSearch<Account>;
  readonly vaspSearch: TextSearch<Vasp>;
  readonly vaspListings: VaspListings;
  readonly alertListings: AlertListings;
}

/** Returns tables without rows. Only {@link putRows} adds rows, because it also updates indexes and listings. */
export function emptyTables(): Tables {
  const accounts = new Map<string, AccountRow>();
  const vasps = new Map<string, VaspRow>();
  const alerts = new Map<string, AlertRow>();
  const indexing = createBackground();
  return {
    accounts,
    vasps,
    alerts,
    addresses: new Map(),
    screenings: new Map(),
    addressesOf: new Map(),
    indexing,
    accountSearch: textSearch(indexing),
    vaspSearch: textSearch(indexing),
    vaspListings: vaspListings(vasps),
    alertListings: alertListings(alerts),
  };
}

/** Returns the row of an account, with its folded texts for searches. */
export function accountRow(record: Account): AccountRow {
  return { id: record.reference_id, record, folded: joinTexts(searchTextsOf(record)), document: 0 };
}

/** Returns the row of a VASP, with its folded texts for searches. */
export function vaspRow(record: Vasp): VaspRow {
  return { id: record.vasp_id, record, folded: joinTexts(vaspTextsOf(record)), document: 0 };
}

/** Returns the id of an address in its table. Chain names contain no space. */
export function addressId(chain: Chain, address: string): string {
  return `${chain} ${address}`;
}

/** Returns the id of a screening of the address with that id. */
export function screeningId(address: string, number: number): string {
  return `${number} ${address}`;
}

const entryOf: { readonly [Table in TableName]: (record: never) => readonly [id: string, row: object] } = {
  accounts: (record: Account) => [record.reference_id, accountRow(record)],
  vasps: (record: Vasp) => [record.vasp_id, vaspRow(record)],
  alerts: (row: AlertRow) => [row.alert.alert_id, row],
  addresses: (row: AddressRow) => [addressId(row.stored.chain, row.stored.address), row],
  screenings: (row: ScreeningRow) => [screeningId(addressId(row.chain, row.address), row.number), row],
};

/** Returns the rows of plain records, by table. Throws for records of another shape. */
export function rowsOf(records: Partial<Readonly<Record<TableName, Iterable<unknown>>>>): Partial<Rows> {
  const rows: Partial<Record<TableName, ReadonlyMap<string, object>>> = {};
  for (const table of tableNames) {
    const list = own(records, table);
    // The casts: a checksum guarantees that vaspkit wrote these records.
    if (list !== undefined) rows[table] = new Map(Array.from(list, (record) => entryOf[table](record as never)));
  }
  return rows as Partial<Rows>;
}

/** Returns the record of a row, as files hold it. */
export function recordOf(row: object): unknown {
  return own(row as Partial<AccountRow>, "record") ?? row;
}

/** Adds or replaces these rows. */
export function putRows(tables: Tables, rows: Partial<Rows>): void {
  const { accounts, vasps, alerts, addresses, screenings } = bare(rows);
  if (accounts !== undefined) putEach(tables.accounts, accounts, tables.accountSearch.put);
  if (vasps !== undefined) {
    tables.vaspListings.prepareFor(vasps.size);
    putEach(tables.vasps, vasps, (row, before) => {
      tables.vaspSearch.put(row, before);
      tables.vaspListings.put(row, before);
    });
  }
  if (alerts !== undefined) putEach(tables.alerts, alerts, tables.alertListings.put);
  if (addresses !== undefined) {
    putEach(tables.addresses, addresses, ({ stored }, before) =>
      updateLinks(tables.addressesOf, stored, before?.stored),
    );
  }
  for (const [id, row] of screenings ?? []) tables.screenings.set(id, row);
}

function putEach<R>(
  table: Map<string, R>,
  rows: ReadonlyMap<string, R>,
  update: (row: R, before: R | undefined) => void,
): void {
  for (const [id, row] of rows) {
    const before = table.get(id);
    table.set(id, row);
    update(row, before);
  }
}

function updateLinks(
  addressesOf: Map<string, Set<string>>,
  row: StoredAddress,
  before: StoredAddress | undefined,
): void {
  const { chain, address, account_ref_id } = bare(row);
  const earlier = before && own(before, "account_ref_id");
  if (account_ref_id === earlier) return;
  const id = addressId(chain, address);
  if (earlier !== undefined) addressesOf.get(earlier)?.delete(id);
  if (account_ref_id === undefined) return;
  addressesOf.set(account_ref_id, (addressesOf.get(account_ref_id) ?? new Set()).add(id));
}
