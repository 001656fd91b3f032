/** The listing orders of the VASPs (§4.8): sorted when first asked for, kept in order from then on. */
import { compareVasps, sortVasps, type VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type SortedList, sortedList } from "./sorted-list.js";

/** The orders that were asked for last. */
export interface VaspListings {
  /** All records in that order. */
  inOrder(sort: VaspSort | undefined): SortedList<Vasp>;
  /** So many rows are about to be put: of very many the orders are not kept up, but sorted when next asked for. */
  expect(rows: number): void;
  /** `row` stands in the table now, in the place of `before` if there was one. */
  put(row: VaspRecord, before: VaspRecord | undefined): void;
}

interface VaspRecord {
  readonly record: Vasp;
}

/** Each order costs about eight bytes of memory per record. The one that was not asked for longest gives way. */
const MOST_ORDERS = 8;
/** A load of more rows than this, and than one in {@link SMALL_SHARE} of those there are, drops the orders. */
const SMALL_LOAD = 1000;
const SMALL_SHARE = 64;

/** The orders of `rows`; none yet. */
export function vaspListings(rows: ReadonlyMap<string, VaspRecord>): VaspListings {
  // In the order of their last use.
  const orders = new Map<string, SortedList<Vasp>>();
  return {
    inOrder: (sort) => {
      const key = JSON.stringify([sort?.field, sort?.descending]);
      const order = orders.get(key) ?? sortedList(sortVasps(recordsOf(rows), sort), compareVasps(sort));
      orders.delete(key);
      orders.set(key, order);
      const [oldest] = orders.keys();
      if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
      return order;
    },
    expect: (count) => {
      if (count > Math.max(SMALL_LOAD, rows.size / SMALL_SHARE)) orders.clear();
    },
    put: (row, before) => {
      for (const order of orders.values()) {
        if (before !== undefined) order.remove(before.record);
        order.add(row.record);
      }
    },
  };
}

function* recordsOf(rows: ReadonlyMap<string, VaspRecord>): Generator<Vasp> {
  for (const { record } of rows.values()) yield record;
}
