/**
 * Every kind of record, declared once. The tables of memory and file, the schema of SQL and what an encryption hides follow
 * from these declarations.
 */
import type { Account } from "../domain/accounts/account.js";
import { searchTextsOf } from "../domain/accounts/search.js";
import type { AddressLink, AddressUse, Screening, StoredAddress } from "../domain/addresses/address.js";
import type { Alert, AlertReview } from "../domain/alerts/alert.js";
import type { AuditHold } from "../domain/audit/hold.js";
import type { Chain } from "../domain/chains/chain.js";
import { type Exchange, exchangeEnd } from "../domain/exchanges/exchange.js";
import { bare, own } from "../domain/own.js";
import type { OwnershipRecord, UsedTransaction } from "../domain/ownership/proof.js";
import type { LinkedTransaction } from "../domain/thresholds/linked.js";
import { endOf, type TransferRecord } from "../domain/transfers/record.js";
import { VASP_FIELDS, vaspTextsOf } from "../domain/vasps/list.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type {
  Change,
  Collection,
  ColumnShape,
  Columns,
  ColumnValue,
  Draft,
  IndexShape,
  KeyRead,
  Row,
} from "./storage-engine.js";

/** A column, with its value in a record. Without `of` it is in no record, and has an initial value. */
interface ColumnDeclaration<T> extends ColumnShape {
  readonly of?: (record: T) => ColumnValue | undefined;
}

interface Declaration<T> {
  /** The parts of the key. */
  readonly key: (record: T) => readonly string[];
  readonly columns?: Readonly<Record<string, ColumnDeclaration<T>>>;
  readonly indexes?: Readonly<Record<string, IndexShape>>;
  /** The folded texts of a search. */
  readonly texts?: (record: T) => readonly string[];
  /** @default true */
  readonly isPersonal?: boolean;
}

/** A collection whose records have the type `T`. */
export interface CollectionOf<T> extends Collection {
  draftOf(record: T): Draft;
  keyOf(record: T): string;
  textsOf(record: T): readonly string[];
  /** Returns the record of a row of this collection. */
  recordOf(row: Row): T;
  recordOf(row: Row | undefined): T | undefined;
  recordsOf(rows: readonly Row[]): readonly T[];
  /** Returns the read of the row with these parts of its key. */
  at(...parts: readonly string[]): KeyRead;
  /** Returns the change that stores a record where none is, or in place of the row that was read. */
  put(record: T, before: Row | undefined): Change;
}

/** Joins texts to one that orders like the list of them. */
export function tuple(parts: readonly string[]): string {
  if (parts.length === 1) return parts.at(0) ?? "";
  return parts.map((part) => part.replaceAll("\0", "\0\u0001")).join("\0\0");
}

/** Whose absent properties are undefined, whatever `Object.prototype` has. */
function withBareValues<T extends object>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bare(value)]));
}

function declare<T>(name: string, declaration: Declaration<T>): CollectionOf<T> {
  const { key, texts, isPersonal = true, columns: given = {}, indexes: orders = {} } = bare(declaration);
  const [columns, indexes] = [withBareValues(given), withBareValues(orders)];
  const declared = Object.entries(columns);
  const keyOf = (record: T): string => tuple(key(record));
  const textsOf = (record: T): readonly string[] => texts?.(record) ?? [];
  const noValues: Columns = Object.fromEntries(declared.map(([column]) => [column, null]));
  const draftOf = (record: T): Draft => {
    // Own properties already, so that no setter of `Object.prototype` is called.
    const values: Record<string, ColumnValue> = { ...noValues };
    for (const [column, { of, initial }] of declared)
      values[column] = (of === undefined ? initial : of(record)) ?? null;
    return { key: keyOf(record), columns: values, record, texts: textsOf(record) };
  };
  return {
    name,
    columns,
    indexes,
    isSearched: texts !== undefined,
    isPersonal,
    draftOf,
    keyOf,
    textsOf,
    // The cast: an engine returns the records that were stored in this collection.
    recordOf: (row: Row | undefined) => row?.record as T,
    recordsOf: (rows) => rows.map((row) => row.record as T),
    at: (...parts) => ({ collection: name, key: tuple(parts) }),
    put: (record, before) => {
      const put = draftOf(record);
      return { collection: name, key: put.key, expect: before ? [["version", "=", before.version]] : "absent", put };
    },
  };
}

const text = { type: "text" } as const;
const integer = { type: "integer" } as const;

/** The last day of the holds on a record: "" without one. */
const held = { ...text, initial: "" } as const;

/** Returns the last day of the holds on a record of accounts or transfers. */
export function heldOf({ columns }: Row): string {
  return String(own(columns, "held"));
}

/** Accounts (§2.2). */
export const accounts = declare<Account>("accounts", {
  key: ({ reference_id }) => [reference_id],
  columns: {
    account_type: { ...text, of: ({ account_type }) => account_type },
    account_category: { ...text, of: ({ account_category }) => account_category },
    created: { ...text, of: ({ created }) => created },
    last_modified: { ...text, of: ({ last_modified }) => last_modified },
    // Set by each decision about a transfer of the account, so that an erasure sees that there is a further one.
    touched: { ...integer, initial: 0, isVolatile: true },
    held,
  },
  indexes: { created: { by: ["created"] }, last_modified: { by: ["last_modified"] } },
  texts: searchTextsOf,
});

/** The properties of §2.7 with an order of their own: all but the key. */
const VASP_ORDERS = VASP_FIELDS.filter((field) => field !== "vasp_id");

/** VASP records (§2.7), a public register. */
export const vasps = declare<Vasp>("vasps", {
  key: ({ vasp_id }) => [vasp_id],
  columns: Object.fromEntries(VASP_ORDERS.map((field) => [field, { ...text, isLong: true, of: sorted(field) }])),
  indexes: Object.fromEntries(VASP_ORDERS.map((field) => [field, { by: [field], tiesAscend: true }])),
  texts: vaspTextsOf,
  isPersonal: false,
});

/** NUL sorts below every character of a text, so the joined text sorts like the list. */
function sorted(field: keyof Vasp): (vasp: Vasp) => string | undefined {
  return (vasp) => {
    const value = own(vasp, field);
    return value === undefined || typeof value === "string" ? value : value.join("\0");
  };
}

/** A stored address without its links. */
export interface AddressRecord extends Omit<StoredAddress, "account_ref_id" | "linked"> {
  /** How many screenings came before the newest one. */
  readonly earlier: number;
}

interface AddressPlace {
  readonly chain: Chain;
  readonly address: string;
}

/** Addresses (§2.8), each with its newest screening. */
export const addresses = declare<AddressRecord>("addresses", {
  key: ({ chain, address }) => [chain, address],
  columns: {
    chain: { ...text, personal: "chains", of: ({ chain }) => chain },
    // The key that the link without a tag has, if there is one.
    own_link: { ...text, personal: "links", of: (record) => linkAt(record, null).key },
  },
  indexes: { chain: { group: ["chain"], by: [] } },
});

/** A link of an address to an account. */
export interface LinkRecord extends AddressPlace {
  readonly link: AddressLink;
  /** The version that ended with the link; absent for a current one. So no two ended links have the same key. */
  readonly ended?: string;
}

/** Links. A current link has address and tag as its key, so there is one at most. */
export const links = declare<LinkRecord>("links", {
  key: ({ chain, address, link: { tag }, ...record }) => [chain, address, tagPart(tag), own(record, "ended") ?? ""],
  columns: {
    account: { ...text, personal: "accounts", of: ({ link }) => link.account_ref_id },
    address: { ...text, personal: "addresses", of: ({ chain, address }) => tuple([chain, address]) },
    own_link: { ...text, personal: "links", of: (record) => linkAt(record, null).key },
    is_current: { ...integer, of: (record) => (own(record, "ended") === undefined ? 1 : 0) },
  },
  indexes: { account: { group: ["account"], by: [] }, address: { group: ["address"], by: [] } },
});

/** Returns the read of the current link under a tag; null: without one. */
export function linkAt({ chain, address }: AddressPlace, tag: string | null): KeyRead {
  return links.at(chain, address, tagPart(tag), "");
}

function tagPart(tag: string | null): string {
  return tag === null ? "" : `=${tag}`;
}

/** A screening that a newer one has replaced. */
export interface ScreeningRecord extends AddressPlace {
  /** Counts the screenings of the address from 0, the oldest. */
  readonly number: number;
  readonly screening: Screening;
}

/** Earlier screenings. */
export const screenings = declare<ScreeningRecord>("screenings", {
  key: ({ chain, address, number }) => [chain, address, String(number)],
  columns: { address: { ...text, personal: "addresses", of: ({ chain, address }) => tuple([chain, address]) } },
  indexes: { address: { group: ["address"], by: [] } },
});

/** An alert and its reviews, oldest first. */
export interface AlertRecord {
  readonly alert: Alert;
  readonly reviews: readonly AlertReview[];
}

/** The columns of a lease. `until` is "" without one; `lease` stays, because a delivery may end after its release. */
export interface AlertColumns extends Columns {
  readonly delivered: number;
  readonly round: number;
  readonly lease: string;
  readonly until: string;
}

/** Alerts (§4.9.3). Delivery and lease are in columns, so they change without a read. */
export const alerts = declare<AlertRecord>("alerts", {
  key: ({ alert }) => [alert.alert_id],
  columns: {
    raised_at: { ...text, of: ({ alert }) => alert.raised_at },
    transaction_id: { ...text, personal: "transactions", of: ({ alert }) => alert.transaction_id },
    reviewed: { ...integer, of: ({ reviews }) => (reviews.length > 0 ? 1 : 0) },
    delivered: { ...integer, initial: 0 },
    round: { ...integer, initial: 0 },
    lease: { ...text, initial: "", isVolatile: true },
    until: { ...text, initial: "", isVolatile: true },
  },
  indexes: {
    raised: { by: ["raised_at"], tiesAscend: true },
    delivered: { group: ["delivered"], by: ["raised_at"], tiesAscend: true },
    reviewed: { group: ["reviewed"], by: ["raised_at"], tiesAscend: true },
    transaction: { group: ["transaction_id"], by: ["raised_at"], tiesAscend: true },
    due: { group: ["delivered"], by: ["round", "raised_at"] },
  },
});

/** Linked transactions. */
export const linked = declare<LinkedTransaction>("linked", {
  key: ({ link_key, transaction_id }) => [link_key, transaction_id],
  columns: {
    link_key: { ...text, personal: "link keys", of: ({ link_key }) => link_key },
    time: { ...text, of: ({ time }) => time },
  },
  indexes: { link_key: { group: ["link_key"], by: ["time"] }, time: { by: ["time"] } },
});

/** Transfers with their decisions. */
export const transfers = declare<TransferRecord>("transfers", {
  key: ({ transfer_id }) => [transfer_id],
  columns: {
    decided_at: { ...text, of: ({ decided_at }) => decided_at },
    decision: { ...text, of: ({ decision }) => decision },
    state: { ...text, of: ({ state }) => state },
    // A transfer between two customers has two accounts.
    account: { ...text, isNullable: true, personal: "accounts", of: ({ accounts: [account] }) => account },
    counterparty: { ...text, isNullable: true, personal: "accounts", of: ({ accounts: [, account] }) => account },
    unpermitted: { ...integer, of: (record) => Number(record.executed_without_permission) },
    ended: { ...text, isNullable: true, of: endOf },
    revision: { ...integer, of: ({ revision }) => revision },
    held,
  },
  indexes: {
    decided: { by: ["decided_at"] },
    queue: { group: ["decision", "state"], by: ["decided_at"] },
    account: { group: ["account"], by: ["decided_at"] },
    counterparty: { group: ["counterparty"], by: ["decided_at"] },
    unpermitted: { group: ["unpermitted"], by: ["decided_at"] },
    ended: { by: ["ended"] },
  },
});

/** A use of an address by an executed transfer. */
export interface UseRecord extends AddressPlace {
  readonly use: AddressUse;
}

/** Uses of addresses. */
export const uses = declare<UseRecord>("uses", {
  key: ({ chain, address, use: { transfer_id, side } }) => [chain, address, transfer_id, side],
  columns: {
    account: { ...text, isNullable: true, personal: "accounts", of: ({ use }) => use.account_ref_id },
    address: { ...text, personal: "addresses", of: ({ chain, address }) => tuple([chain, address]) },
  },
  indexes: { account: { group: ["account"], by: [] }, address: { group: ["address"], by: [] } },
});

/** Challenges to prove ownership, with their proofs. */
export const challenges = declare<OwnershipRecord>("challenges", {
  key: ({ challenge_id }) => [challenge_id],
  columns: {
    account: { ...text, personal: "accounts", of: ({ account_ref_id }) => account_ref_id },
    address: { ...text, personal: "addresses", of: ({ chain, address }) => tuple([chain, address]) },
    is_proved: { ...integer, of: (record) => (own(record, "proof") === undefined ? 0 : 1) },
    proved_at: { ...text, isNullable: true, of: (record) => own(record, "proof")?.proved_at },
    // Only of one without a proof, because only that is removed when it has expired.
    expires: { ...text, isNullable: true, of: (record) => (own(record, "proof") ? undefined : record.expires) },
    revision: { ...integer, of: ({ revision }) => revision },
  },
  indexes: {
    account: { group: ["account"], by: [] },
    proofs: { group: ["address", "is_proved"], by: ["proved_at"] },
    expires: { by: ["expires"] },
  },
});

/** Transactions that were a proof of ownership. */
export const usedTransactions = declare<UsedTransaction>("used_transactions", {
  key: ({ chain, hash }) => [chain, hash],
  columns: { expires: { ...text, of: ({ expires }) => expires } },
  indexes: { expires: { by: ["expires"] } },
});

/** A row of the audit trail: the line of a record, or an entry that finds the record of a subject. */
export interface AuditRow {
  /** The chain and the place of the record in it. */
  readonly chain: string;
  readonly seq: number;
  readonly at: string;
  readonly line?: string;
  /** Of an entry. The subject as a digest under the key of the trail. */
  readonly subject?: string;
  /** Of an entry. Without it nothing finds the subject in the record. */
  readonly salt?: string;
}

/** The audit trail. Lines are in the group of the subject "", and entries in that of the chain "". */
export const audit = declare<AuditRow>("audit", {
  key: ({ chain, seq, ...row }) => [chain, placeOf(seq), own(row, "subject") ?? ""],
  columns: {
    subject: { ...text, of: (row) => own(row, "subject") ?? "" },
    chain: { ...text, of: (row) => (own(row, "line") === undefined ? "" : row.chain) },
    moment: { ...text, of: auditMoment },
    line: { ...text, personal: "audit", of: ({ chain, seq }) => tuple([chain, placeOf(seq), ""]) },
  },
  indexes: { subject: { group: ["subject"], by: ["moment"] }, chain: { group: ["chain"], by: ["moment"] } },
});

/** Returns the time with the place in the chain. Records of one chain and time are in the order of the chain. */
export function auditMoment({ at, seq }: AuditRow): string {
  return `${at} ${placeOf(seq)}`;
}

/** Texts of one length order like their numbers. */
function placeOf(seq: number): string {
  return String(seq).padStart(16, "0");
}

/** Returns the column of the holds on a record. */
export function subjectPart({ kind, id }: AuditHold["subject"]): string {
  return tuple([kind, id]);
}

/** Holds on accounts and transfers. */
export const holds = declare<AuditHold>("holds", {
  key: ({ hold_id }) => [hold_id],
  columns: {
    subject: { ...text, personal: "hold subjects", of: ({ subject }) => subjectPart(subject) },
    created: { ...text, of: ({ created }) => created },
  },
  indexes: { subject: { group: ["subject"], by: [] }, created: { by: ["created"] } },
});

/** Exchanges of messages, one for each transfer. The lease is in columns, so it changes without a read. */
export const exchanges = declare<Exchange>("exchanges", {
  key: ({ transfer_id }) => [transfer_id],
  columns: {
    vasp: { ...text, of: ({ vasp_id }) => vasp_id },
    started: { ...text, of: ({ started_at }) => started_at },
    due: { ...text, isNullable: true, of: ({ due }) => due },
    account: { ...text, isNullable: true, personal: "accounts", of: ({ account }) => account },
    ended: { ...text, isNullable: true, of: exchangeEnd },
    revision: { ...integer, of: ({ revision }) => revision },
    lease: { ...text, initial: "", isVolatile: true },
    until: { ...text, initial: "", isVolatile: true },
  },
  indexes: {
    due: { by: ["due"] },
    counterparty: { group: ["vasp"], by: ["started"] },
    account: { group: ["account"], by: [] },
    ended: { by: ["ended"] },
  },
});

/** All collections. */
export const collections: readonly Collection[] = [
  accounts,
  vasps,
  alerts,
  addresses,
  screenings,
  links,
  linked,
  transfers,
  uses,
  challenges,
  usedTransactions,
  audit,
  holds,
  exchanges,
];
