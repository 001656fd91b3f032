/** Sorted listings of linked transactions: created when first needed, kept sorted afterwards. */
import { compareText } from "../../domain/text.js";
import { compareLinked, type LinkedPlace, type LinkedTransaction } from "../../domain/thresholds/linked.js";
import type { LinkedQuery } from "../../ports/storage.js";
import { type SortedList, sortedList } from "./sorted-list.js";

/** Finds linked transactions by link key and time. */
export interface LinkedListing {
  /** Returns those of a link key in a period, oldest first, at most `limit`. */
  within(query: LinkedQuery): readonly LinkedPlace[];
  /** Returns all those of a link key. */
  of(link_key: string): readonly LinkedPlace[];
  /** Returns those before that time, of all link keys. */
  before(time: string): readonly LinkedPlace[];
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: LinkedTransaction, before: LinkedTransaction | undefined): void;
  /** Must be called after `row` was removed from the table. */
  remove(row: LinkedTransaction): void;
}

/** Returns the id of a linked transaction in its table. With a length, because both texts may contain spaces. */
export function linkedId({ link_key, transaction_id }: Pick<LinkedPlace, "link_key" | "transaction_id">): string {
  return `${link_key.length} ${link_key} ${transaction_id}`;
}

/** A period with all times. */
const EVER = { from: "", to: "\uffff", limit: Number.POSITIVE_INFINITY };

/** Transactions to look at in one step. */
const STEP = 64;

/** Returns the listing of `rows`. */
export function linkedListing(rows: ReadonlyMap<string, LinkedTransaction>): LinkedListing {
  let byKey: SortedList<LinkedPlace> | undefined;
  let byTime: SortedList<LinkedPlace> | undefined;
  const sorted = (compare: typeof compareLinked): SortedList<LinkedPlace> =>
    sortedList(Array.from(rows.values(), placeOf).sort(compare), compare);
  const listings = (): readonly SortedList<LinkedPlace>[] => [byKey, byTime].filter((list) => list !== undefined);
  const within = ({ link_key, from, to, limit }: LinkedQuery): readonly LinkedPlace[] => {
    byKey ??= sorted(compareLinked);
    const found: LinkedPlace[] = [];
    let isBehind = (place: LinkedPlace): boolean => isFrom(place, link_key, from);
    for (;;) {
      const step = byKey.from(isBehind, STEP);
      for (const place of step) {
        if (found.length === limit || place.link_key !== link_key || place.time > to) return found;
        found.push(place);
      }
      const last = step.at(-1);
      if (last === undefined || step.length < STEP) return found;
      isBehind = (place) => compareLinked(place, last) > 0;
    }
  };
  return {
    within,
    of: (link_key) => within({ link_key, ...EVER }),
    before: (time) => {
      byTime ??= sorted(compareTimes);
      return byTime.slice(
        0,
        byTime.countWhile((place) => place.time < time),
      );
    },
    put: (row, before) => {
      for (const listing of listings()) {
        if (before !== undefined) listing.remove(placeOf(before));
        listing.add(placeOf(row));
      }
    },
    remove: (row) => {
      for (const listing of listings()) listing.remove(placeOf(row));
    },
  };
}

/** Without the amounts, which may change. */
function placeOf({ link_key, transaction_id, time }: LinkedTransaction): LinkedPlace {
  return { link_key, transaction_id, time };
}

function isFrom(place: LinkedPlace, link_key: string, from: string): boolean {
  return place.link_key === link_key ? place.time >= from : place.link_key > link_key;
}

function compareTimes(a: LinkedPlace, b: LinkedPlace): number {
  return compareText(a.time, b.time) || compareLinked(a, b);
}
