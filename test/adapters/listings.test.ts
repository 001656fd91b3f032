/** The sorted listings of VASPs and alerts, compared with listings that are sorted anew. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lazyList, type SortedList, sortedList } from "../../src/adapters/storage/sorted-list.js";
import { emptyTables, putRows, type Tables, vaspRow } from "../../src/adapters/storage/tables.js";
import type { Alert } from "../../src/domain/alerts/alert.js";
import { VASP_FIELDS, type VaspSort } from "../../src/domain/vasps/list.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { expectedAlerts, expectedListing } from "../../src/testing/storage/model.js";
import { alert, anyAlert, anyVasp, vasp } from "../../src/testing/storage/records.js";
import { runs } from "../support/runs.js";

function putVasps(tables: Tables, vasps: readonly Vasp[]): void {
  putRows(tables, { vasps: new Map(vasps.map((record) => [record.vasp_id, vaspRow(record)])) });
}

function putAlert(tables: Tables, given: Alert, delivered: boolean): void {
  putRows(tables, { alerts: new Map([[given.alert_id, { alert: given, delivered }]]) });
}

function removeVasp(tables: Tables, vasp_id: string): void {
  putRows(tables, { vasps: new Map([[vasp_id, undefined]]) });
}

const sort: fc.Arbitrary<VaspSort | undefined> = fc.option(
  fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() }),
  { nil: undefined },
);

describe("the listings of VASPs", () => {
  it("stay sorted in every order while records are added, replaced and removed", () => {
    const step = fc.record({
      loads: fc.array(anyVasp, { maxLength: 3 }),
      removals: fc.array(fc.nat(), { maxLength: 1 }),
      sorts: fc.array(sort, { maxLength: 6 }),
    });
    const property = fc.property(fc.array(step), (steps) => {
      const tables = emptyTables();
      for (const { loads, removals, sorts } of steps) {
        putVasps(tables, loads);
        for (const number of removals) removeVasp(tables, [...tables.vasps.keys()][number % 5] ?? "none");
        const all = [...tables.vasps.values()].map(({ record }) => record);
        for (const each of sorts) {
          const order = tables.vaspListings.inOrder(each);
          expect(order.slice(0, order.length)).toEqual(expectedListing(all, each));
        }
      }
    });
    fc.assert(property, { numRuns: runs(100) });
  });

  it("are sorted once, and not again for the next page or after a small load", () => {
    const tables = emptyTables();
    putVasps(tables, [vasp("b"), vasp("a")]);
    const order = tables.vaspListings.inOrder(undefined);
    putVasps(tables, [vasp("c")]);
    expect(tables.vaspListings.inOrder(undefined)).toBe(order);
    expect(order.slice(0, 9).map(({ vasp_id }) => vasp_id)).toEqual(["a", "b", "c"]);
  });

  it("are dropped by a large load, because sorting anew is faster", () => {
    const tables = emptyTables();
    putVasps(tables, [vasp("b")]);
    const order = tables.vaspListings.inOrder(undefined);
    const many = Array.from({ length: 1001 }, (_, index) => vasp(`c${index}`));
    putVasps(tables, many);
    expect(tables.vaspListings.inOrder(undefined)).not.toBe(order);
    expect(tables.vaspListings.inOrder(undefined).length).toBe(1002);
  });

  it("are kept for the eight orders that were used last", () => {
    const tables = emptyTables();
    putVasps(tables, [vasp("a")]);
    const inOrder = (index: number): unknown =>
      tables.vaspListings.inOrder({ field: VASP_FIELDS[index] ?? "vasp_id", descending: false });
    const orders = [0, 1, 2, 3, 4, 5, 6, 7].map(inOrder);
    expect(inOrder(0)).toBe(orders[0]);
    inOrder(8);
    expect(inOrder(0)).toBe(orders[0]);
    expect(inOrder(2)).toBe(orders[2]);
    expect(inOrder(1)).not.toBe(orders[1]);
  });
});

describe("the listings of alerts", () => {
  it("stay sorted, all of them and by delivery, while alerts are added and delivered", () => {
    const step = fc.record({
      given: anyAlert,
      delivered: fc.boolean(),
      isRemoved: fc.boolean(),
      asks: fc.subarray([true, false, undefined]),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const tables = emptyTables();
        for (const { given, delivered, isRemoved, asks } of steps) {
          putAlert(tables, given, delivered);
          if (isRemoved) putRows(tables, { alerts: new Map([[given.alert_id, undefined]]) });
          const rows = [...tables.alerts.values()];
          for (const asked of asks) {
            const listing = tables.alertListings.inOrder({ delivered: asked });
            const expected = rows.filter((row) => asked === undefined || row.delivered === asked);
            expect(listing.slice(0, listing.length)).toEqual(expectedAlerts(expected.map((row) => row.alert)));
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("are sorted once", () => {
    const tables = emptyTables();
    putAlert(tables, alert("a"), false);
    const listings = () => [{}, { delivered: false }].map((filter) => tables.alertListings.inOrder(filter));
    const [all, waiting] = listings();
    putAlert(tables, alert("b"), false);
    putAlert(tables, alert("a"), true);
    expect(listings()).toEqual([all, waiting]);
    expect(listings()[1]).toBe(waiting);
    expect(waiting?.slice(0, 9)).toEqual([alert("b")]);
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
