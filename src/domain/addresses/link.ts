/** Links of addresses to accounts: at most one account at a time for an address and tag. */
import { bare } from "../own.js";
import { compareText } from "../text.js";
import type { AddressLink, AddressUpdate, StoredAddress } from "./address.js";

/** The link of an update, if it has one. */
type LinkUpdate = Pick<AddressUpdate, "account_ref_id" | "tag" | "relink" | "created" | "actor">;

/** What a link changes: the new link, and the one that it ends. */
export interface LinkChange {
  readonly link: AddressLink;
  readonly past: AddressLink | undefined;
}

/**
 * Decides what a link changes. A storage must read `current` and store the result in one atomic step.
 *
 * @param current - the link of the address that has the tag of the update now; `linkOf(stored)` without a tag
 * @param update - the account, the tag and whether to relink
 * @returns The change; undefined if there is none, because the update has no account or it is linked already. Or
 *   "linked_elsewhere" if another account is linked and `relink` is not true.
 * @example
 * linkChangeOf(undefined, { account_ref_id: "C-1", created: now }); // { link: { account_ref_id: "C-1", … }, past: undefined }
 */
export function linkChangeOf(
  current: AddressLink | undefined,
  update: LinkUpdate,
): LinkChange | "linked_elsewhere" | undefined {
  const { account_ref_id, tag = null, relink, created, actor } = bare(update);
  if (account_ref_id === undefined || account_ref_id === current?.account_ref_id) return undefined;
  if (current !== undefined && relink !== true) return "linked_elsewhere";
  return {
    link: { account_ref_id, tag, linked: created, unlinked: null, ...(actor !== undefined && { actor }) },
    past: current && { ...current, unlinked: created },
  };
}

/** Returns the link without a tag of a stored address. */
export function linkOf(stored: StoredAddress | undefined): AddressLink | undefined {
  if (stored === undefined) return undefined;
  const { account_ref_id, linked = null } = bare(stored);
  return account_ref_id === undefined ? undefined : { account_ref_id, tag: null, linked, unlinked: null };
}

/**
 * Sorts links: oldest `linked` first, ties by tag, then by `unlinked`, then by account, in code units. Null is before every
 * text, except that a current link is after those that have ended.
 *
 * @param links - the links, left in their order
 * @returns a new array
 * @example
 * sortLinks([...past, ...current]);
 */
export function sortLinks(links: Iterable<AddressLink>): AddressLink[] {
  return [...links].sort(
    (a, b) =>
      compareNullable(a.linked, b.linked) ||
      compareTags(a.tag, b.tag) ||
      compareText(a.unlinked ?? END, b.unlinked ?? END) ||
      compareText(a.account_ref_id, b.account_ref_id),
  );
}

/** After every time. */
const END = "\uffff";

/** Compares tags in code units. Null, which is no tag, comes first. */
export function compareTags(a: string | null, b: string | null): number {
  return compareNullable(a, b);
}

function compareNullable(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareText(a, b);
}
