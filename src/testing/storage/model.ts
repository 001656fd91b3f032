/** The reference model: what a storage must return, as plain code without caches or indexes. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountSort } from "../../domain/accounts/list.js";
import type { AccountQuery } from "../../domain/accounts/search.js";
import type {
  AddressLink,
  AddressUpdate,
  AddressUse,
  LinkedAddress,
  StoredAddress,
  StoredAddressHistory,
} from "../../domain/addresses/address.js";
import type { Alert } from "../../domain/alerts/alert.js";
import { foldText } from "../../domain/text.js";
import type { AddressPlaceOfUse } from "../../domain/transfers/record.js";
import type { VaspSort } from "../../domain/vasps/list.js";
import type { VaspSyncCounts, VaspSyncEntry } from "../../domain/vasps/sync.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AlertLease, AlertLeaseQuery } from "../../ports/storage.js";
import type { AddressChange, AddressEvent } from "./records.js";
import type { Model } from "./step.js";

export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

/** Returns the account after a put: a replaced one keeps `created`, and `last_modified` becomes later. */
export function expectedPut(stored: Account | undefined, account: Account): Account {
  if (stored === undefined) return account;
  const next = new Date(Date.parse(stored.last_modified) + 1).toISOString().replace("Z", "+00:00");
  const times = { created: stored.created, last_modified: [next, account.last_modified].sort().at(-1) ?? next };
  return { ...account, ...times };
}

/** Returns the accounts in the order of a list, those of equal time by reference_id. */
export function expectedAccountOrder(all: readonly Account[], sort: AccountSort): Account[] {
  const time = sort.endsWith("created") ? "created" : "last_modified";
  const sign = sort.startsWith("-") ? -1 : 1;
  return [...all].sort((a, b) => sign * byCodeUnits(a[time], b[time]) || byCodeUnits(a.reference_id, b.reference_id));
}

/** Returns the texts of a VASP record that a search compares. */
export function vaspTexts({ name_legal, name_business }: Vasp): unknown[] {
  return [name_legal, name_business];
}

export function expectedVasps(all: readonly Vasp[], term: string): Vasp[] {
  return matches(all, term, vaspTexts, ({ vasp_id }) => vasp_id);
}

/** Returns the records after a synchronization, and its counts. */
export function expectedSync(
  stored: readonly Vasp[],
  entries: readonly VaspSyncEntry[],
): VaspSyncCounts & { readonly records: readonly Vasp[] } {
  const before = new Map(stored.map((record) => [record.vasp_id, record]));
  const records = [...new Set(entries.map(({ vasp_id }) => vasp_id))].flatMap((id) => {
    const given = entries.filter((entry) => entry.vasp_id === id && entry.record !== undefined).at(-1)?.record;
    return given ?? before.get(id) ?? [];
  });
  const known = records.filter(({ vasp_id }) => before.has(vasp_id));
  const unchanged = known.filter((record) => textOfVasp(record) === textOfVasp(before.get(record.vasp_id)));
  return {
    records,
    added: records.length - known.length,
    replaced: known.length - unchanged.length,
    unchanged: unchanged.length,
    removed: stored.length - known.length,
  };
}

/** Returns the content of a record as text, whatever the order of its properties. */
function textOfVasp(record: Vasp | undefined): string {
  return JSON.stringify(
    Object.entries({ ...record })
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
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
export function compareElements(a: readonly string[], b: readonly string[]): number {
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

/**
 * Takes the leases that the storage chose, if it could choose them. Otherwise returns possible ones. Written apart from
 * the code that is checked.
 */
export function expectedLeases(
  { alerts, leases }: Pick<Model, "alerts" | "leases">,
  { limit, now, latest, until, alert_id, round: below }: AlertLeaseQuery,
  answer: readonly AlertLease[],
): readonly AlertLease[] {
  const pending = [...alerts.values()].filter(({ delivered }) => !delivered).map(({ alert }) => alert);
  const roundOf = (id: string): number => leases.get(id)?.round ?? 0;
  const isFree = (id: string): boolean => {
    const end = leases.get(id)?.until;
    return end === undefined || end <= now || end > latest;
  };
  const free = pending.filter(({ alert_id: id }) => isFree(id) && (alert_id ?? id) === id);
  const possible = free.filter(({ alert_id: id }) => below === undefined || roundOf(id) < below);
  const round = below ?? 1 + Math.max(0, ...pending.map(({ alert_id: id }) => roundOf(id)));
  const rank = (alert: Alert): string[] => [String(roundOf(alert.alert_id)).padStart(9, "0"), alert.raised_at];
  const compare = (a: Alert, b: Alert): number => compareElements(rank(a), rank(b));
  const sorted = possible.sort(compare).slice(0, limit);
  const chosen = answer.flatMap((each) => possible.filter((alert) => alert.alert_id === each.alert.alert_id));
  const texts = new Map(answer.map(({ alert, lease }) => [alert.alert_id, lease]));
  const isNew = chosen.every(({ alert_id: id }) => texts.get(id) !== leases.get(id)?.lease);
  const isOrdered = chosen.every(({ raised_at }, index) => (chosen[index - 1]?.raised_at ?? "") <= raised_at);
  // Equal ranks may be chosen in place of each other.
  const ranks = (all: readonly Alert[]): string => JSON.stringify([...all].sort(compare).map(rank));
  const isPossible = isNew && isOrdered && texts.size === answer.length && ranks(chosen) === ranks(sorted);
  const right = isPossible ? chosen : sorted.sort((a, b) => byCodeUnits(a.raised_at, b.raised_at));
  return right.map((alert) => {
    const lease = isPossible ? (texts.get(alert.alert_id) ?? "") : "a new text";
    leases.set(alert.alert_id, { lease, round, until });
    return { alert, lease, round };
  });
}

/** Returns the answer to a change after the accepted updates of its address, while these accounts are stored. */
export function expectedAnswer(
  events: readonly AddressEvent[],
  { kind, update }: AddressChange,
  accounts: ReadonlyMap<string, Account>,
): StoredAddress | "unknown" | "unknown_account" | "linked_elsewhere" {
  if (events.length === 0 && kind === "update") return "unknown";
  if (update.account_ref_id !== undefined && !accounts.has(update.account_ref_id)) return "unknown_account";
  const { account_ref_id, tag, relink = false } = update;
  const current = expectedAccount(events, tag);
  if (account_ref_id !== undefined && current !== undefined && current !== account_ref_id && !relink) {
    return "linked_elsewhere";
  }
  // An update makes a record.
  return expectedAddress([...events, update]) as StoredAddress;
}

/** Returns the account that is linked under the tag. */
export function expectedAccount(events: readonly AddressEvent[], tag: string | undefined): string | undefined {
  const links = expectedLinks(events).filter(({ unlinked }) => unlinked === null);
  return links.find((link) => link.tag === (tag ?? null))?.account_ref_id;
}

/** Returns the record after the updates of one address: the time of the first, and the last value of each property. */
export function expectedAddress(events: readonly AddressEvent[]): StoredAddress | undefined {
  const updates = updatesOf(events);
  const [first] = updates;
  if (first === undefined) return undefined;
  const lastOf = <T>(values: readonly (T | undefined)[]): T | undefined =>
    values.filter((value) => value !== undefined).at(-1);
  const link = expectedLinks(events).find(({ tag, unlinked }) => tag === null && unlinked === null);
  const label = lastOf(
    updates.map(({ is_self_hosted, vasp_id }) => is_self_hosted ?? (vasp_id === undefined ? undefined : false)),
  );
  const vasp = lastOf(updates.map(({ is_self_hosted, vasp_id }) => (is_self_hosted ? null : vasp_id)));
  const labels = updates.filter(({ is_self_hosted, vasp_id }) => (is_self_hosted ?? vasp_id) !== undefined);
  const labelled_by = labels.at(-1)?.actor;
  const balance = lastOf(updates.map((update) => update.balance));
  const screening = lastOf(updates.map((update) => update.screening));
  return {
    chain: first.chain,
    address: first.address,
    ...(label === undefined ? {} : { is_self_hosted: label }),
    ...(vasp ? { vasp_id: vasp } : {}),
    ...(labelled_by === undefined ? {} : { labelled_by }),
    ...(link === undefined || link.linked === null ? {} : { account_ref_id: link.account_ref_id, linked: link.linked }),
    ...(balance === undefined ? {} : { balance }),
    ...(screening === undefined ? {} : { screening }),
    created: first.created,
  };
}

/** Returns all links after the updates, in the order of a history. */
export function expectedLinks(events: readonly AddressEvent[]): AddressLink[] {
  let links: AddressLink[] = [];
  for (const event of events) {
    if ("removedAccount" in event) {
      links = links.filter((link) => link.account_ref_id !== event.removedAccount);
      continue;
    }
    const { account_ref_id, tag = null, created, actor } = event;
    const index = links.findIndex((link) => link.tag === tag && link.unlinked === null);
    const current = links[index];
    if (account_ref_id === undefined || current?.account_ref_id === account_ref_id) continue;
    if (current !== undefined) links[index] = { ...current, unlinked: created };
    links.push({ account_ref_id, tag, linked: created, unlinked: null, ...(actor === undefined ? {} : { actor }) });
  }
  const key = ({ linked, tag, unlinked, account_ref_id }: AddressLink): string[] => [
    linked ?? "",
    tag === null ? "" : `tag ${tag}`,
    unlinked ?? "now",
    account_ref_id,
  ];
  return links.sort((a, b) => compareElements(key(a), key(b)));
}

/** Returns the record with all its screenings and links, and with these uses. */
export function expectedHistory(
  events: readonly AddressEvent[],
  uses: readonly (AddressUse & AddressPlaceOfUse)[],
): StoredAddressHistory | undefined {
  const record = expectedAddress(events);
  const screenings = updatesOf(events).flatMap(({ screening }) => (screening === undefined ? [] : [screening]));
  const used = uses.map(({ chain: _, address: _address, ...use }) => use);
  const key = ({ at, transfer_id, side }: AddressUse): string[] => [at, transfer_id, side];
  used.sort((a, b) => compareElements(key(a), key(b)));
  return record && { ...record, screenings, links: expectedLinks(events), uses: used };
}

/** Returns the record with the tags under which the account is linked; undefined if it is not. */
export function expectedLinked(events: readonly AddressEvent[], account: string): LinkedAddress | undefined {
  const record = expectedAddress(events);
  const links = expectedLinks(events).filter((link) => link.account_ref_id === account && link.unlinked === null);
  const tags = links.map(({ tag }) => tag).filter((tag) => tag !== null);
  if (record === undefined || links.length === 0) return undefined;
  return { ...record, tags: [...(tags.length < links.length ? [null] : []), ...tags.sort(byCodeUnits)] };
}

function updatesOf(events: readonly AddressEvent[]): readonly AddressUpdate[] {
  return events.flatMap((event) => ("removedAccount" in event ? [] : [event]));
}

/** Returns the addresses in the order of a list. */
export function expectedAddressOrder<T extends StoredAddress>(all: readonly T[]): T[] {
  const key = ({ created, chain, address }: StoredAddress): string[] => [created, chain, address];
  return [...all].sort((a, b) => compareElements(key(a), key(b)));
}
