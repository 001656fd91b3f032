/** The sorted lists of tables, compared with rows that are sorted anew. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lazyList, type SortedList, sortedList } from "../../src/adapters/storage/sorted-list.js";
import type { Table } from "../../src/adapters/storage/table.js";
import { emptyTables, putRows } from "../../src/adapters/storage/tables.js";
import { alerts } from "../../src/ports/collections.js";
import { holds, orderOf } from "../../src/ports/rows.js";
import type { Condition, RangeRead } from "../../src/ports/storage-engine.js";
import { alert, vasp } from "../../src/testing/storage/records.js";
import { runs } from "../support/runs.js";
import { rowsOf, tableRow } from "../support/table-rows.js";

interface Asked {
  readonly index: string | undefined;
  readonly descending: boolean;
  readonly delivered: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

function expectFound(table: Table, id: string, { index, descending, delivered, from, to, limit, offset }: Asked): void {
  const where = (
    [
      ["delivered", "=", delivered],
      ["reviewed", "=", 0],
      ["transaction_id", "=", id],
      ["raised_at", ">=", from],
      ["raised_at", "<", to],
    ] as const
  ).filter((each): each is Condition & typeof each => each[2] !== undefined);
  const range: RangeRead = { collection: "alerts", index, descending, where };
  const shape = (index && alerts.indexes[index]) || { by: [] };
  const expected = [...table.rows.values()].filter((row) => holds(row, where)).sort(orderOf(shape, descending));
  expect(table.find(range)).toEqual(expected);
  expect(table.count(range)).toBe(expected.length);
  const [start, count] = [offset ?? 0, limit ?? 100];
  expect(table.find({ ...range, limit, offset })).toEqual(expected.slice(start, start + count));
  const [by] = shape.by;
  if (by === "round") return;
  for (const [place, { key, columns }] of expected.entries()) {
    const after = [by === undefined ? null : (columns[by] ?? null), key] as const;
    expect(table.find({ ...range, after })).toEqual(expected.slice(place + 1));
  }
}

describe("the lists of a table", () => {
  const anyPut = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e", "\uffff", "\u{1f600}"),
    raised_at: fc.constantFrom("1", "2", "3"),
    delivered: fc.nat(1),
    round: fc.nat(2),
  });
  const step = fc.record({
    put: anyPut,
    isRemoved: fc.boolean(),
    asks: fc.array(
      fc.record({
        index: fc.constantFrom(undefined, ...Object.keys(alerts.indexes)),
        descending: fc.boolean(),
        delivered: fc.nat(1),
        from: fc.option(fc.constantFrom("0", "2", "4"), { nil: undefined }),
        to: fc.option(fc.constantFrom("1", "2", "4"), { nil: undefined }),
        limit: fc.option(fc.nat(3), { nil: undefined }),
        offset: fc.option(fc.nat(2), { nil: undefined }),
      }),
      { maxLength: 4 },
    ),
  });

  it("return what sorting and filtering all rows does, whatever is put and removed", () => {
    const property = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const table = emptyTables().of("alerts");
      for (const { put, isRemoved, asks } of steps) {
        const { id, raised_at, delivered, round } = put;
        const row = tableRow("alerts", { alert: { ...alert(id), raised_at, transaction_id: id }, reviews: [] });
        table.put(row.key, isRemoved ? undefined : { ...row, columns: { ...row.columns, delivered, round } });
        for (const asked of asks) expectFound(table, id, asked);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("are sorted once, and dropped by a large load, because sorting anew is faster", () => {
    const tables = emptyTables();
    const vasps = (...ids: readonly string[]) => putRows(tables, rowsOf({ vasps: ids.map((id) => vasp(id)) }));
    const range = { collection: "vasps" };
    vasps("b");
    expect(tables.of("vasps").unsorted(range)).toBeDefined();
    expect(tables.of("vasps").find(range)).toHaveLength(1);
    vasps("c", "a");
    expect(tables.of("vasps").unsorted(range)).toBeUndefined();
    expect(
      tables
        .of("vasps")
        .find(range)
        .map(({ key }) => key),
    ).toEqual(["a", "b", "c"]);
    vasps(...Array.from({ length: 1001 }, (_, index) => `c${index}`));
    expect(tables.of("vasps").unsorted(range)).toBeDefined();
    expect(tables.of("vasps").count(range)).toBe(1004);
  });
});

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

function apply(list: Pick<SortedList<number>, "add" | "remove">, held: Set<number>, { removes, items }: Change): void {
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

describe("a sorted list", () => {
  it("returns any page after any additions and removals", () => {
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

  it("may begin empty, and ignores the removal of an item that it does not have", () => {
    const list = sortedList<number>([], descending);
    list.remove(1);
    expect(list.slice(0, 10)).toEqual([]);
    list.add(1);
    list.add(3);
    list.remove(2);
    expect([list.length, ...list.slice(0, 10)]).toEqual([2, 3, 1]);
  });
});

describe("a list that is sorted in slices", () => {
  it("is like a list sorted at once, whatever is added and removed while it is sorted", async () => {
    const changes = fc.array(change, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(4000), changes, async (size, all) => {
        const held = new Set(range(0, size).map((each) => (each * 2654435761) % 4001));
        const list = lazyList(() => [...held], descending);
        // Before the sort, changes are only in what will be sorted.
        held.delete(7);
        list.remove(7);
        const sorting = list.sort();
        const applied = all.map(async (each, turn) => {
          for (let waited = 0; waited < turn; waited += 1) await undefined;
          apply(list, held, each);
        });
        expect(list.sorted()).toBeUndefined();
        await Promise.all([sorting, list.sort(), ...applied]);
        const sorted = list.sorted();
        expect(sorted?.slice(0, sorted.length)).toEqual([...held].sort(descending));
        apply(list, held, { removes: true, items: range(0, 2000) });
        expect(sorted?.slice(0, sorted.length)).toEqual([...held].sort(descending));
      }),
      { numRuns: runs(40) },
    );
  });

  it("lets timers run while it is sorted", async () => {
    const list = lazyList(() => range(0, 200_000).map((each) => (each * 2654435761) % 4_000_037), descending);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await list.sort();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
  });
});
