/** The tables that a storage holds in memory, and the rows to put into them. */

import type { Account } from "../../domain/accounts/account.js";
import { searchTextsOf } from "../../domain/accounts/search.js";
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { Alert } from "../../domain/alerts/alert.js";
import type { Chain } from "../../domain/chains/chain.js";
import type { Searchable } from "../../domain/ranking.js";
import { sortVasps, type VaspSort } from "../../domain/vasps/list.js";
import { vaspTextsOf } from "../../domain/vasps/search.js";
import type { Vasp } from "../../domain/vasps/vasp.js";

export type AccountRow = Searchable<Account>;
export type VaspRow = Searchable<Vasp>;
export interface AlertRow {
  readonly alert: Alert;
  readonly delivered: boolean;
}

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
  /** The listing order asked for last, for whoever pages through it. Every change of the VASPs drops it. */
  listing: { readonly key: string; readonly vasps: readonly Vasp[] } | undefined;
}

export function emptyTables(): Tables {
  return {
    accounts: new Map(),
    vasps: new Map(),
    alerts: new Map(),
    addresses: new Map(),
    addressesOf: new Map(),
    listing: undefined,
  };
}

/** The row of an account that the storage may keep: fold now, so that a search does not have to. */
export function accountRow(record: Account): AccountRow {
  return { id: record.reference_id, record, texts: searchTextsOf(record) };
}

/** The row of a VASP record that the storage may keep. */
export function vaspRow(record: Vasp): VaspRow {
  return { id: record.vasp_id, record, texts: vaspTextsOf(record) };
}

/** The id of an address in its table. No chain's name has a space in it. */
export function addressId(chain: Chain, address: string): string {
  return `${chain} ${address}`;
}

/** Makes the rows visible. */
export function putRows(tables: Tables, { accounts, vasps, alerts, addresses }: Partial<Rows>): void {
  for (const [id, row] of accounts ?? []) tables.accounts.set(id, row);
  for (const [id, row] of vasps ?? []) tables.vasps.set(id, row);
  for (const [id, row] of alerts ?? []) tables.alerts.set(id, row);
  for (const row of addresses?.values() ?? []) putAddress(tables, row);
  if (vasps !== undefined) tables.listing = undefined;
}

/** Makes one address visible, to those who ask for an account's addresses as well. */
export function putAddress({ addresses, addressesOf }: Tables, row: StoredAddress): void {
  const id = addressId(row.chain, row.address);
  const before = addresses.get(id)?.account_ref_id;
  const { account_ref_id: now } = row;
  addresses.set(id, row);
  if (now === before) return;
  if (before !== undefined) addressesOf.get(before)?.delete(id);
  if (now !== undefined) addressesOf.set(now, (addressesOf.get(now) ?? new Set()).add(id));
}

/** All VASP records in the order asked for. Sorted once for all pages of a listing. */
export function sortedVasps(tables: Tables, sort: VaspSort | undefined): readonly Vasp[] {
  const key = JSON.stringify([sort?.field, sort?.descending]);
  if (tables.listing?.key !== key) tables.listing = { key, vasps: sortVasps(recordsOf(tables.vasps.values()), sort) };
  return tables.listing.vasps;
}

function* recordsOf(rows: Iterable<VaspRow>): Generator<Vasp> {
  for (const { record } of rows) yield record;
}
