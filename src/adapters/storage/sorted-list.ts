/**
 * A list that stays in order while items come and go, and gives any page of itself at once. It is kept in blocks of
 * bounded length, so that a change moves no more than a block, and a page is found by passing over whole blocks.
 */

import type { Listed } from "../../domain/page.js";

/** Items in order, no two of them equal in it. */
export interface SortedList<T> extends Listed<T> {
  add(item: T): void;
  /** Removes the item that is equal in order, if it is there. */
  remove(item: T): void;
}

/** A block of twice as many items is split. */
const BLOCK = 512;

/** A list of `sorted`, which is in the order of `compare`. */
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
      const block = blocks[index] ?? [];
      block.splice(placeIn(block, item), 0, item);
      length += 1;
      if (block.length < 2 * BLOCK) blocks[index] = block;
      else blocks.splice(index, 1, block.slice(0, BLOCK), block.slice(BLOCK));
    },
    remove: (item) => {
      const index = blockFor(item);
      const block = blocks[index] ?? [];
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

/** The first place where the condition holds, which holds from there on; the length when it never does. */
function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
