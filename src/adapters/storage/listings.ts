/** Sorted listings of VASPs (§4.8) and alerts (§4.9.3): created when first needed, kept sorted afterwards. */
import type { Alert } from "../../domain/alerts/alert.js";
import { compareAlerts, sortAlerts } from "../../domain/alerts/alert.js";
import type { Listed } from "../../domain/page.js";
import { compareVasps, sortVasps, type VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";

/** An alert, and whether it was delivered. */
export interface AlertRow {
  readonly alert: Alert;
  readonly delivered: boolean;
}

interface VaspRecord {
  readonly record: Vasp;
}

export interface VaspListings {
  /** Returns all records in this order. */
  inOrder(sort: VaspSort | undefined): SortedList<Vasp>;
  /** Must be called before `rows` rows are put. Drops the listings if sorting again costs less than updating them. */
  prepareFor(rows: number): void;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: VaspRecord, before: VaspRecord | undefined): void;
}

/** Each listing takes about eight bytes per record. The least recently used one is dropped. */
const MAX_VASP_LISTINGS = 8;
/** A load drops the listings if it has more rows than this, and than this share of the table. */
const LARGE_LOAD = { rows: 1000, share: 1 / 64 };

/** Returns the listings of `rows`. */
export function vaspListings(rows: ReadonlyMap<string, VaspRecord>): VaspListings {
  // The least recently used one first.
  const listings = new Map<string, SortedList<Vasp>>();
  return {
    inOrder: (sort) => {
      const key = JSON.stringify([sort?.field, sort?.descending]);
      const records = (): Vasp[] => Array.from(rows.values(), ({ record }) => record);
      const listing = listings.get(key) ?? sortedList(sortVasps(records(), sort), compareVasps(sort));
      listings.delete(key);
      listings.set(key, listing);
      const [oldest] = listings.keys();
      if (listings.size > MAX_VASP_LISTINGS && oldest !== undefined) listings.delete(oldest);
      return listing;
    },
    prepareFor: (count) => {
      if (count > Math.max(LARGE_LOAD.rows, rows.size * LARGE_LOAD.share)) listings.clear();
    },
    put: (row, before) => {
      for (const listing of listings.values()) {
        if (before !== undefined) listing.remove(before.record);
        listing.add(row.record);
      }
    },
  };
}

export interface AlertListings {
  /** Returns the alerts in this state of delivery, or all of them. */
  inOrder(delivered: boolean | undefined): SortedList<Alert>;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: AlertRow, before: AlertRow | undefined): void;
}

/** Returns the listings of `rows`. */
export function alertListings(rows: ReadonlyMap<string, AlertRow>): AlertListings {
  const listings = new Map<boolean | undefined, SortedList<Alert>>();
  const lists = (delivered: boolean | undefined, row: AlertRow): boolean =>
    delivered === undefined || row.delivered === delivered;
  return {
    inOrder: (delivered) => {
      const listed = (): Alert[] => [...rows.values()].filter((row) => lists(delivered, row)).map(({ alert }) => alert);
      const listing = listings.get(delivered) ?? sortedList(sortAlerts(listed()), compareAlerts);
      listings.set(delivered, listing);
      return listing;
    },
    put: (row, before) => {
      for (const [delivered, listing] of listings) {
        if (before !== undefined && lists(delivered, before)) listing.remove(before.alert);
        if (lists(delivered, row)) listing.add(row.alert);
      }
    },
  };
}

/** Items in order, no two of which compare as equal. */
export interface SortedList<T> extends Listed<T> {
  add(item: T): void;
  /** Removes the item that compares as equal, if there is one. */
  remove(item: T): void;
}

/** A block of twice as many items is split. */
const BLOCK = 512;

/**
 * Returns a list of `sorted`, which must be in the order of `compare`. The items are in blocks of bounded length, so that a
 * change moves the items of one block only.
 */
export function sortedList<T>(sorted: readonly T[], compare: (a: T, b: T) => number): SortedList<T> {
  const blocks: T[][] = [];
  for (let start = 0; start < sorted.length; start += BLOCK) blocks.push(sorted.slice(start, start + BLOCK));
  let length = sorted.length;

  /** The first block that ends with the item or after it. */
  const blockFor = (item: T): number => firstWhere(blocks, (block) => compare(block[block.length - 1] as T, item) >= 0);
  const placeIn = (block: readonly T[], item: T): number => firstWhere(block, (other) => compare(other, item) >= 0);

  return {
    get length() {
      return length;
    },
    add: (item) => {
      const index = Math.min(blockFor(item), Math.max(0, blocks.length - 1));
      const block = blocks.at(index) ?? [];
      block.splice(placeIn(block, item), 0, item);
      length += 1;
      if (block.length < 2 * BLOCK) blocks[index] = block;
      else blocks.splice(index, 1, block.slice(0, BLOCK), block.slice(BLOCK));
    },
    remove: (item) => {
      const index = blockFor(item);
      const block = blocks.at(index) ?? [];
      const place = placeIn(block, item);
      if (place === block.length || compare(block[place] as T, item) !== 0) return;
      block.splice(place, 1);
      length -= 1;
      if (block.length === 0) blocks.splice(index, 1);
    },
    slice: (start, end) => {
      const items: T[] = [];
      let before = 0;
      for (const block of blocks) {
        if (before >= end) break;
        if (before + block.length > start) items.push(...block.slice(Math.max(0, start - before), end - before));
        before += block.length;
      }
      return items;
    },
  };
}

/** Returns the first index for which the condition holds, if it holds from there on; the length if it never does. */
function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
