/** Tables in memory with their search indexes and listings, and the rows to put into them. */
import type { Account } from "../../domain/accounts/account.js";
import { searchTextsOf } from "../../domain/accounts/search.js";
import type { AddressLink, Screening, StoredAddress } from "../../domain/addresses/address.js";
import type { Chain } from "../../domain/chains/chain.js";
import { bare, own } from "../../domain/own.js";
import { joinTexts } from "../../domain/ranking.js";
import type { LinkedTransaction } from "../../domain/thresholds/linked.js";
import { vaspTextsOf } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type Background, createBackground } from "./background.js";
import { type LinkedListing, linkedId, linkedListing } from "./linked-listing.js";
import {
  type AccountListings,
  type AddressListing,
  type AlertListings,
  type AlertRow,
  accountListings,
  addressListing,
  alertListings,
  type VaspListings,
  vaspListings,
} from "./listings.js";
import { type TextRow, type TextSearch, textSearch } from "./text-search.js";

export type AccountRow = TextRow<Account>;
export type VaspRow = TextRow<Vasp>;

/** A stored address. */
export interface AddressRow {
  /** With its newest screening. */
  readonly stored: StoredAddress;
  /** How many screenings came before that one. */
  readonly earlier: number;
  /** How many links have ended; absent for none. */
  readonly pastLinks?: number;
}

/** A screening that a newer one of its address has replaced. */
interface ScreeningRow {
  readonly chain: Chain;
  readonly address: string;
  /** Counts the screenings of the address from 0, the oldest. */
  readonly number: number;
  readonly screening: Screening;
}

/** A link under a tag, or a link that has ended. The current link without a tag is in the row of its address. */
export interface LinkRow {
  readonly chain: Chain;
  readonly address: string;
  /** Counts the ended links of the address from 0; absent for a current link. */
  readonly number?: number;
  readonly link: AddressLink;
}

/** The rows of a change by id: the new ones, and undefined for each row that it removes. */
export interface Rows {
  readonly accounts: ReadonlyMap<string, AccountRow | undefined>;
  readonly vasps: ReadonlyMap<string, VaspRow | undefined>;
  readonly alerts: ReadonlyMap<string, AlertRow | undefined>;
  /** By {@link addressId}. */
  readonly addresses: ReadonlyMap<string, AddressRow | undefined>;
  /** By {@link screeningId}. */
  readonly screenings: ReadonlyMap<string, ScreeningRow | undefined>;
  /** By {@link tagLinkId} if current, else by {@link pastLinkId}. */
  readonly links: ReadonlyMap<string, LinkRow | undefined>;
  /** By {@link linkedId}. */
  readonly linked: ReadonlyMap<string, LinkedTransaction | undefined>;
}

export type TableName = keyof Rows;

/** The tables in the order in which files list them. */
export const tableNames: readonly TableName[] = [
  ...(["accounts", "vasps", "alerts", "addresses", "screenings", "links", "linked"] as const),
];

/** The ids of rows by what they belong to. May contain ids of other and of removed rows, so look each one up. */
export type RowIds = { readonly get: (owner: string) => Iterable<string> | undefined };

/** The tables whose rows the ids of an index identify. */
export const indexedTables = { addressesOf: "addresses", linksOf: "links", linksOfAccount: "links" } as const;

/** Rows that can be looked up: the acknowledged ones, or also those of earlier changes that are not durable yet. */
export type Lookup = { readonly [Table in TableName]: Pick<Rows[Table], "get" | "keys"> } & {
  readonly [Index in keyof typeof indexedTables]: RowIds;
};

/** The stored rows. They never leave the storage: see copy.ts. */
export interface Tables extends Rows {
  readonly accounts: Map<string, AccountRow>;
  readonly vasps: Map<string, VaspRow>;
  readonly alerts: Map<string, AlertRow>;
  readonly addresses: Map<string, AddressRow>;
  readonly screenings: Map<string, ScreeningRow>;
  readonly links: Map<string, LinkRow>;
  readonly linked: Map<string, LinkedTransaction>;
  /** The ids of the addresses that are linked to an account without a tag, by its reference_id. */
  readonly addressesOf: Map<string, Set<string>>;
  /** The ids of the links of an address, by its id. */
  readonly linksOf: Map<string, Set<string>>;
  /** The ids of the links of an account, by its reference_id. */
  readonly linksOfAccount: Map<string, Set<string>>;
  /** Builds the indexes of searches. */
  readonly indexing: Background;
  readonly accountSearch: TextSearch<Account>;
  readonly accountListings: AccountListings;
  readonly vaspSearch: TextSearch<Vasp>;
  readonly vaspListings: VaspListings;
  readonly alertListings: AlertListings;
  readonly addressListing: AddressListing;
  readonly linkedListing: LinkedListing;
}

/** Returns tables without rows. Only {@link putRows} changes rows, because it also updates indexes and listings. */
export function emptyTables(): Tables {
  const accounts = new Map<string, AccountRow>();
  const vasps = new Map<string, VaspRow>();
  const alerts = new Map<string, AlertRow>();
  const addresses = new Map<string, AddressRow>();
  const linked = new Map<string, LinkedTransaction>();
  const indexing = createBackground();
  return {
    accounts,
    vasps,
    alerts,
    addresses,
    screenings: new Map(),
    links: new Map(),
    linked,
    addressesOf: new Map(),
    linksOf: new Map(),
    linksOfAccount: new Map(),
    indexing,
    accountSearch: textSearch(indexing),
    accountListings: accountListings(accounts),
    vaspSearch: textSearch(indexing),
    vaspListings: vaspListings(vasps),
    alertListings: alertListings(alerts),
    addressListing: addressListing(addresses),
    linkedListing: linkedListing(linked),
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

/** Returns the id of the current link that the address with that id has under a tag. */
export function tagLinkId(address: string, tag: string): string {
  // With its length, because a tag may contain spaces.
  return `tag ${tag.length} ${tag} ${address}`;
}

/** Returns the id of an ended link of the address with that id. */
export function pastLinkId(address: string, number: number): string {
  return `past ${number} ${address}`;
}

/** Returns the id of a link in its table. */
function linkId({ chain, address, link: { tag }, ...row }: LinkRow): string {
  const id = addressId(chain, address);
  const number = own(row, "number");
  return number === undefined ? tagLinkId(id, tag ?? "") : pastLinkId(id, number);
}

const entryOf: { readonly [Table in TableName]: (record: never) => readonly [id: string, row: object] } = {
  accounts: (record: Account) => [record.reference_id, accountRow(record)],
  vasps: (record: Vasp) => [record.vasp_id, vaspRow(record)],
  alerts: (row: AlertRow) => [row.alert.alert_id, row],
  addresses: (row: AddressRow) => [addressId(row.stored.chain, row.stored.address), row],
  screenings: (row: ScreeningRow) => [screeningId(addressId(row.chain, row.address), row.number), row],
  links: (row: LinkRow) => [linkId(row), row],
  linked: (row: LinkedTransaction) => [linkedId(row), row],
};

/** Records or ids, by table. */
type RecordsByTable = Partial<Readonly<Record<TableName, Iterable<unknown>>>>;

/** Returns the rows of plain records and of the ids of removed ones. Throws for records of another shape. */
export function rowsOf(records: RecordsByTable, removed: RecordsByTable = {}): Partial<Rows> {
  const rows: Partial<Record<TableName, ReadonlyMap<string, object | undefined>>> = {};
  for (const table of tableNames) {
    const [list, ids] = [own(records, table), own(removed, table)];
    if (list === undefined && ids === undefined) continue;
    // The casts: a checksum guarantees that vaspkit wrote these records.
    const put = Array.from(list ?? [], (record) => entryOf[table](record as never));
    rows[table] = new Map([...put, ...Array.from(ids ?? [], (id) => [checkedId(id), undefined] as const)]);
  }
  return rows as Partial<Rows>;
}

function checkedId(id: unknown): string {
  if (typeof id === "string") return id;
  throw new TypeError("An id is not a text.");
}

/** Returns the record of a row, as files hold it. */
export function recordOf(row: object): unknown {
  return own(row as Partial<AccountRow>, "record") ?? row;
}

/** Adds, replaces or removes these rows. Removing a row that does not exist does nothing. */
export function putRows(tables: Tables, rows: Partial<Rows>): void {
  const { accounts, vasps, alerts, addresses, screenings, links, linked } = bare(rows);
  if (accounts !== undefined) putEach(tables.accounts, accounts, both(tables.accountSearch, tables.accountListings));
  if (vasps !== undefined) {
    tables.vaspListings.prepareFor(vasps.size);
    putEach(tables.vasps, vasps, both(tables.vaspSearch, tables.vaspListings));
  }
  if (alerts !== undefined) putEach(tables.alerts, alerts, tables.alertListings);
  if (addresses !== undefined) {
    const linked = ownerIndex(tables.addressesOf, linkedAccount, ({ stored }) =>
      addressId(stored.chain, stored.address),
    );
    putEach(tables.addresses, addresses, {
      put: (row, before) => {
        linked.put(row, before);
        tables.addressListing.put(row, before);
      },
      remove: (row) => {
        linked.remove(row);
        tables.addressListing.remove(row);
      },
    });
  }
  if (screenings !== undefined) putEach(tables.screenings, screenings, NO_INDEX);
  if (linked !== undefined) putEach(tables.linked, linked, tables.linkedListing);
  if (links !== undefined) {
    const ofAddress = ownerIndex(tables.linksOf, (row: LinkRow) => addressId(row.chain, row.address), linkId);
    const ofAccount = ownerIndex(tables.linksOfAccount, ({ link }: LinkRow) => link.account_ref_id, linkId);
    putEach(tables.links, links, {
      put: (row, before) => {
        ofAddress.put(row, before);
        ofAccount.put(row, before);
      },
      remove: (row) => {
        ofAddress.remove(row);
        ofAccount.remove(row);
      },
    });
  }
}

/** What must follow the changes of a table. */
interface Index<R> {
  put(row: R, before: R | undefined): void;
  remove(row: R): void;
}

const NO_INDEX: Index<unknown> = { put: () => undefined, remove: () => undefined };

function both<R>(first: Index<R>, second: Index<R>): Index<R> {
  return {
    put: (row, before) => {
      first.put(row, before);
      second.put(row, before);
    },
    remove: (row) => {
      first.remove(row);
      second.remove(row);
    },
  };
}

function putEach<R>(table: Map<string, R>, rows: ReadonlyMap<string, R | undefined>, index: Index<R>): void {
  for (const [id, row] of rows) {
    const before = table.get(id);
    if (row !== undefined) {
      table.set(id, row);
      index.put(row, before);
    } else if (before !== undefined) {
      table.delete(id);
      index.remove(before);
    }
  }
}

function linkedAccount({ stored }: AddressRow): string | undefined {
  return own(stored, "account_ref_id");
}

/** Returns what keeps the ids of rows by their owner up to date. */
function ownerIndex<R>(
  idsOf: Map<string, Set<string>>,
  ownerOf: (row: R) => string | undefined,
  idOf: (row: R) => string,
): Index<R> {
  const remove = (row: R): void => {
    const owner = ownerOf(row);
    const ids = owner === undefined ? undefined : idsOf.get(owner);
    if (ids === undefined || owner === undefined) return;
    ids.delete(idOf(row));
    if (ids.size === 0) idsOf.delete(owner);
  };
  return {
    put: (row, before) => {
      const owner = ownerOf(row);
      if (before !== undefined) {
        if (owner === ownerOf(before)) return;
        remove(before);
      }
      if (owner !== undefined) idsOf.set(owner, (idsOf.get(owner) ?? new Set()).add(idOf(row)));
    },
    remove,
  };
}
