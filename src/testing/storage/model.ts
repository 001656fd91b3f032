/** The reference model: what a storage must return, as plain code without caches or indexes. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountQuery } from "../../domain/accounts/search.js";
import type { StoredAddress, StoredAddressHistory } from "../../domain/addresses/address.js";
import type { Alert } from "../../domain/alerts/alert.js";
import { foldText } from "../../domain/text.js";
import type { VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AddressChange } from "./records.js";

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** 0 whole, 1 beginning, 2 beginning of a word, 3 inside, 4 nowhere. */
function rank(term: string, text: string): number {
  if (term === "" || !text.includes(term)) return 4;
  if (text === term) return 0;
  if (text.startsWith(term)) return 1;
  const quoted = term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted}`, "u").test(text) ? 2 : 3;
}

/** Returns the texts among the values, as a search compares them. */
export function foldedTexts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").map(folded);
}

function folded(text: string): string {
  return foldText(text).trim().split(/\s+/u).join(" ");
}

function matches<T>(
  all: readonly T[],
  term: string,
  textsOf: (record: T) => unknown[],
  idOf: (record: T) => string,
): T[] {
  return all
    .map((record) => ({ record, best: Math.min(4, ...foldedTexts(textsOf(record)).map((text) => rank(term, text))) }))
    .filter(({ best }) => best < 4)
    .sort((a, b) => a.best - b.best || byCodeUnits(idOf(a.record), idOf(b.record)))
    .map(({ record }) => record);
}

/** Returns the texts of an account that a search compares. */
export function accountTexts(account: Account): unknown[] {
  if (account.account_type === "entity") {
    const { entity_name: name, entity_localname: local } = account.entity;
    return [name.name_legal, name.name_business, local?.name_legal, local?.name_business, account.email];
  }
  const { individual_name: name, individual_localname: local } = account.individual;
  const localParts = [local?.name_first, local?.name_middle, local?.name_last];
  const full = (parts: unknown[]): string => parts.filter((part) => part !== undefined).join(" ");
  const names = [name.name_first, name.name_last, full([name.name_first, name.name_middle, name.name_last])];
  const withoutMiddle = [full([name.name_first, name.name_last]), full([local?.name_first, local?.name_last])];
  return [...names, ...withoutMiddle, ...localParts, full(localParts), account.email];
}

export function expectedAccounts(all: readonly Account[], query: AccountQuery): Account[] {
  return matches(all, query.term, accountTexts, ({ reference_id }) => reference_id)
    .filter((account) => (query.account_category ?? account.account_category) === account.account_category)
    .filter((account) => (query.account_type ?? account.account_type) === account.account_type)
    .slice(0, query.limit ?? Number.POSITIVE_INFINITY);
}

/** Returns the texts of a VASP record that a search compares. */
export function vaspTexts({ name_legal, name_business }: Vasp): unknown[] {
  return [name_legal, name_business];
}

export function expectedVasps(all: readonly Vasp[], term: string): Vasp[] {
  return matches(all, term, vaspTexts, ({ vasp_id }) => vasp_id);
}

export function expectedListing(
  all: readonly Vasp[],
  sort: VaspSort = { field: "vasp_id", descending: false },
): Vasp[] {
  const { field, descending } = sort;
  const compare = (a: Vasp, b: Vasp): number => {
    const [x, y] = [a[field], b[field]].map((value) =>
      value === undefined || typeof value === "string" ? value : [...value],
    );
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    const order = compareElements([x].flat(), [y].flat());
    return descending ? -order : order;
  };
  return [...all].sort((a, b) => compare(a, b) || byCodeUnits(a.vasp_id, b.vasp_id));
}

/** Compares lists element by element. A list comes before a longer one with the same beginning. */
function compareElements(a: readonly string[], b: readonly string[]): number {
  for (const [index, element] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (element !== other) return byCodeUnits(element, other);
  }
  return a.length - b.length;
}

/** Returns the alerts in the order of a list. */
export function expectedAlerts(all: readonly Alert[]): Alert[] {
  return [...all].sort((a, b) => byCodeUnits(b.raised_at, a.raised_at) || byCodeUnits(a.alert_id, b.alert_id));
}

/** Returns the record after the changes of one address: the time of the first update, and the last value of each property. */
export function expectedAddress(changes: readonly AddressChange[]): StoredAddress | undefined {
  const creation = changes.findIndex(({ kind }) => kind === "save");
  const effective = changes.slice(creation);
  const saves = effective.filter((change) => change.kind === "save").map(({ update }) => update);
  const [first] = saves;
  if (first === undefined) return undefined;
  const lastOf = <T>(values: readonly (T | undefined)[]): T | undefined =>
    values.filter((value) => value !== undefined).at(-1);
  const account_ref_id = lastOf(effective.map(({ update }) => update.account_ref_id));
  const balance = lastOf(saves.map((save) => save.balance));
  const screening = lastOf(saves.map((save) => save.screening));
  return {
    chain: first.chain,
    address: first.address,
    is_self_hosted: lastOf(saves.map((save) => save.is_self_hosted)) ?? false,
    ...(account_ref_id === undefined ? {} : { account_ref_id }),
    ...(balance === undefined ? {} : { balance }),
    ...(screening === undefined ? {} : { screening }),
    created: first.created,
  };
}

/** Returns that record with all its screenings. */
export function expectedHistory(changes: readonly AddressChange[]): StoredAddressHistory | undefined {
  const record = expectedAddress(changes);
  const screenings = changes.flatMap((change) =>
    change.kind === "save" && change.update.screening !== undefined ? [change.update.screening] : [],
  );
  return record && { ...record, screenings };
}

/** Returns the addresses in the order of a list. */
export function expectedAddressOrder(all: readonly StoredAddress[]): StoredAddress[] {
  const key = ({ created, chain, address }: StoredAddress): string[] => [created, chain, address];
  return [...all].sort((a, b) => compareElements(key(a), key(b)));
}

/** Returns the first record of each id. */
export function firstOfEach<T>(records: readonly T[], idOf: (record: T) => string): T[] {
  return [...new Map([...records].reverse().map((record) => [idOf(record), record])).values()];
}

/** Returns the last record of each id. */
export function lastOfEach<T>(records: readonly T[], idOf: (record: T) => string): T[] {
  return [...new Map(records.map((record) => [idOf(record), record])).values()];
}
