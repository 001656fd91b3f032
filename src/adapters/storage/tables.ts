/** The tables that a storage holds in memory, and the rows to put into them. */

import type { Account } from "../../domain/accounts/account.js";
import { searchTextsOf } from "../../domain/accounts/search.js";
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { Chain } from "../../domain/chains/chain.js";
import { joinTexts } from "../../domain/ranking.js";
import { vaspTextsOf } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type AlertListings, alertListings, type ListedAlert } from "./alert-listings.js";
import { type TextRow, type TextSearch, textSearch } from "./text-search.js";
import { type VaspListings, vaspListings } from "./vasp-listings.js";

export type AccountRow = TextRow<Account>;
export type VaspRow = TextRow<Vasp>;
export type AlertRow = ListedAlert;

/** Rows by id. No change ever deletes a row: it puts new ones or replaces some. */
export interface Rows {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  readonly vasps: ReadonlyMap<string, VaspRow>;
  readonly alerts: ReadonlyMap<string, AlertRow>;
  /** By {@link addressId}. */
  readonly addresses: ReadonlyMap<string, StoredAddress>;
}

/** Rows that can be looked up: the acknowledged ones, or what they will be once earlier changes are durable too. */
export type Lookup = { readonly [Table in keyof Rows]: Pick<Rows[Table], "get" | "has"> };

/** The stored rows. Nothing outside the storage ever holds one: see copy.ts. */
export interface Tables extends Rows {
  readonly accounts: Map<string, AccountRow>;
  readonly vasps: Map<string, VaspRow>;
  readonly alerts: Map<string, AlertRow>;
  readonly addresses: Map<string, StoredAddress>;
  /** The ids of the addresses that are linked to an account, by its reference_id. */
  readonly addressesOf: Map<string, Set<string>>;
  readonly accountSearch: TextSearch<Account>;
  readonly vaspSearch: TextSearch<Vasp>;
  readonly vaspListings: VaspListings;
  readonly alertListings: AlertListings;
}

/** Tables without rows. Rows get in by {@link putRows} and {@link putAddress} alone, which tell the searches and listings. */
export function emptyTables(): Tables {
  const accounts = new Map<string, AccountRow>();
  const vasps = new Map<string, VaspRow>();
  const alerts = new Map<string, AlertRow>();
  return {
    accounts,
    vasps,
    alerts,
    addresses: new Map(),
    addressesOf: new Map(),
    accountSearch: textSearch(accounts),
    vaspSearch: textSearch(vasps),
    vaspListings: vaspListings(vasps),
    alertListings: alertListings(alerts),
  };
}

/** The row of an account that the storage may keep: fold now, so that a search does not have to. */
export function accountRow(record: Account): AccountRow {
  return { id: record.reference_id, record, folded: joinTexts(searchTextsOf(record)) };
}

/** The row of a VASP record that the storage may keep. */
export function vaspRow(record: Vasp): VaspRow {
  return { id: record.vasp_id, record, folded: joinTexts(vaspTextsOf(record)) };
}

/** The id of an address in its table. No chain's name has a space in it. */
export function addressId(chain: Chain, address: string): string {
  return `${chain} ${address}`;
}

/** Makes the rows visible. */
export function putRows(tables: Tables, { accounts, vasps, alerts, addresses }: Partial<Rows>): void {
  if (accounts !== undefined) putEach(tables.accounts, accounts, tables.accountSearch.put);
  if (vasps !== undefined) putVasps(tables, vasps);
  if (alerts !== undefined) putEach(tables.alerts, alerts, tables.alertListings.put);
  for (const row of addresses?.values() ?? []) putAddress(tables, row);
}

function putVasps({ vasps, vaspSearch, vaspListings }: Tables, rows: ReadonlyMap<string, VaspRow>): void {
  vaspListings.expect(rows.size);
  putEach(vasps, rows, (row, before) => {
    vaspSearch.put(row, before);
    vaspListings.put(row, before);
  });
}

function putEach<R>(
  table: Map<string, R>,
  rows: ReadonlyMap<string, R>,
  tell: (row: R, before: R | undefined) => void,
): void {
  for (const [id, row] of rows) {
    const before = table.get(id);
    table.set(id, row);
    tell(row, before);
  }
}

/** Makes one address visible, to those who ask for an account's addresses as well. */
function putAddress({ addresses, addressesOf }: Tables, row: StoredAddress): void {
  const id = addressId(row.chain, row.address);
  const before = addresses.get(id)?.account_ref_id;
  const { account_ref_id: now } = row;
  addresses.set(id, row);
  if (now === before) return;
  if (before !== undefined) addressesOf.get(before)?.delete(id);
  if (now !== undefined) addressesOf.set(now, (addressesOf.get(now) ?? new Set()).add(id));
}
