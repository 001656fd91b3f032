/** The list that stays in order, against an array that is sorted anew. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SortedList, sortedList } from "../../src/adapters/storage/sorted-list.js";
import { runs } from "../support/runs.js";

const descending = (a: number, b: number): number => b - a;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

interface Change {
  readonly removes: boolean;
  readonly items: readonly number[];
}

const change: fc.Arbitrary<Change> = fc
  .record({ removes: fc.boolean(), from: fc.nat(4000), count: fc.nat(1500), step: fc.constantFrom(1, 3, 2654435761) })
  .map(({ removes, from, count, step }) => ({
    removes,
    items: range(from, from + count).map((each) => (each * step) % 4001),
  }));

function apply(list: SortedList<number>, held: Set<number>, { removes, items }: Change): void {
  for (const item of items) {
    if (removes) {
      list.remove(item);
      held.delete(item);
    } else if (!held.has(item)) {
      list.add(item);
      held.add(item);
    }
  }
}

describe("a list that stays in order", () => {
  it("gives the pages of what it holds, whatever came and went, in whichever order", () => {
    const changes = fc.array(change, { maxLength: 8 });
    fc.assert(
      fc.property(fc.nat(3000), changes, fc.nat(5000), fc.nat(1200), (size, all, start, count) => {
        const held = new Set(range(0, size));
        const list = sortedList([...held].sort(descending), descending);
        for (const each of all) apply(list, held, each);
        const expected = [...held].sort(descending);
        expect(list.length).toBe(expected.length);
        expect(list.slice(start, start + count)).toEqual(expected.slice(start, start + count));
        expect(list.slice(0, expected.length)).toEqual(expected);
      }),
      { numRuns: runs(60) },
    );
  });

  it("takes no notice of a removal of what it does not hold, and begins from nothing", () => {
    const list = sortedList<number>([], descending);
    list.remove(1);
    expect(list.slice(0, 10)).toEqual([]);
    list.add(1);
    list.add(3);
    list.remove(2);
    expect([list.length, ...list.slice(0, 10)]).toEqual([2, 3, 1]);
  });
});
