/** Sorted lists that stay sorted, and lists that are sorted in slices when they are first needed. */
import { pacer } from "../../runtime/turns.js";

/** Items in order, no two of which compare as equal. The order depends on the properties `K` only. */
export interface SortedList<T extends K, K = T> {
  readonly length: number;
  /** Returns the items from `start` to before `end`. */
  slice(start: number, end: number): readonly T[];
  /** Returns how many items the condition holds for, if it holds for the first ones only. */
  countWhile(holds: (item: K) => boolean): number;
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
export function sortedList<T extends K, K = T>(
  sorted: readonly T[],
  compare: (a: K, b: K) => number,
): SortedList<T, K> {
  const blocks: T[][] = [];
  for (let start = 0; start < sorted.length; start += BLOCK) blocks.push(sorted.slice(start, start + BLOCK));
  let length = sorted.length;

  /** The first block that ends with the item or after it. */
  const blockFor = (item: K): number => firstWhere(blocks, (block) => compare(block[block.length - 1] as T, item) >= 0);
  const placeIn = (block: readonly T[], item: K): number => firstWhere(block, (other) => compare(other, item) >= 0);

  return {
    get length() {
      return length;
    },
    countWhile: (holds) => {
      const index = firstWhere(blocks, (block) => !holds(block[block.length - 1] as T));
      const before = blocks.slice(0, index).reduce((sum, block) => sum + block.length, 0);
      return before + firstWhere(blocks.at(index) ?? [], (item) => !holds(item));
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

/** A list that is sorted when it is first needed. */
export interface LazyList<T> {
  /** Returns the list; undefined before `sort` has ended. */
  sorted(): SortedList<T> | undefined;
  /** Returns the list, and sorts it at once if it must. */
  sortedNow(): SortedList<T>;
  /** Sorts the items, and lets timers and I/O run in between. Calls that overlap share the work. */
  sort(): Promise<void>;
  add(item: T): void;
  /** Removes the item that compares as equal, if there is one. */
  remove(item: T): void;
}

/** Returns a list of the items, which are read when it is sorted. `add` and `remove` must follow every later change. */
export function lazyList<T>(items: () => T[], compare: (a: T, b: T) => number): LazyList<T> {
  let list: SortedList<T> | undefined;
  let sorting: Promise<void> | undefined;
  /** What happened while the items were sorted. */
  let changes: ((sorted: SortedList<T>) => void)[] = [];
  const change = (made: (sorted: SortedList<T>) => void): void => {
    if (list !== undefined) made(list);
    else if (sorting !== undefined) changes.push(made);
  };
  const sort = async (): Promise<void> => {
    const sorted = sortedList(await sortInSlices(items(), compare), compare);
    // Sorted at once meanwhile.
    if (list !== undefined) return;
    for (const made of changes) made(sorted);
    [list, changes] = [sorted, []];
  };
  return {
    sorted: () => list,
    sortedNow: () => {
      if (list === undefined) [list, changes] = [sortedList(items().sort(compare), compare), []];
      return list;
    },
    sort: () => {
      sorting ??= sort();
      return sorting;
    },
    add: (item) => change((sorted) => sorted.add(item)),
    remove: (item) => change((sorted) => sorted.remove(item)),
  };
}

/** How many items are sorted or merged between two looks at the clock. */
const SLICE = 1024;

async function sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<readonly T[]> {
  const turn = pacer();
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += SLICE) {
    runs.push(items.slice(start, start + SLICE).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await mergeInSlices(runs[index] ?? [], runs.at(index + 1) ?? [], compare, turn));
    }
    runs = merged;
  }
  return runs.at(0) ?? [];
}

async function mergeInSlices<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
  turn: () => Promise<void> | undefined,
): Promise<T[]> {
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < first.length && right < second.length) {
    const [a, b] = [first[left] as T, second[right] as T];
    const isFirst = compare(a, b) <= 0;
    merged.push(isFirst ? a : b);
    if (isFirst) left += 1;
    else right += 1;
    if (merged.length % SLICE === 0) await turn();
  }
  return merged.concat(first.slice(left), second.slice(right));
}
