/** The listings of VASPs and alerts, kept in order while rows come and change, against those that are sorted anew. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyTables, putRows, type Tables, vaspRow } from "../../src/adapters/storage/tables.js";
import type { Alert } from "../../src/domain/alerts/alert.js";
import { VASP_FIELDS, type VaspSort } from "../../src/domain/vasps/list.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { expectedAlerts, expectedListing } from "../../src/testing/storage/model.js";
import { anyAlert, anyVasp } from "../../src/testing/storage/records.js";
import { runs } from "../support/runs.js";
import { alert, vasp } from "../support/storage-records.js";

function putVasps(tables: Tables, vasps: readonly Vasp[]): void {
  putRows(tables, { vasps: new Map(vasps.map((record) => [record.vasp_id, vaspRow(record)])) });
}

function putAlert(tables: Tables, given: Alert, delivered: boolean): void {
  putRows(tables, { alerts: new Map([[given.alert_id, { alert: given, delivered }]]) });
}

const sort: fc.Arbitrary<VaspSort | undefined> = fc.option(
  fc.record({ field: fc.constantFrom(...VASP_FIELDS), descending: fc.boolean() }),
  { nil: undefined },
);

describe("the listings of VASPs", () => {
  it("stay in order, in all of their orders, while records come and are replaced", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ loads: fc.array(anyVasp, { maxLength: 3 }), sorts: fc.array(sort, { maxLength: 6 }) })),
        (steps) => {
          const tables = emptyTables();
          for (const { loads, sorts } of steps) {
            putVasps(tables, loads);
            const all = [...tables.vasps.values()].map(({ record }) => record);
            for (const each of sorts) {
              const order = tables.vaspListings.inOrder(each);
              expect(order.slice(0, order.length)).toEqual(expectedListing(all, each));
            }
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("are sorted once, not again for the next page, and not again after a small load", () => {
    const tables = emptyTables();
    putVasps(tables, [vasp("b"), vasp("a")]);
    const order = tables.vaspListings.inOrder(undefined);
    putVasps(tables, [vasp("c")]);
    expect(tables.vaspListings.inOrder(undefined)).toBe(order);
    expect(order.slice(0, 9).map(({ vasp_id }) => vasp_id)).toEqual(["a", "b", "c"]);
  });

  it("are dropped for a load of very many, which sorting anew serves sooner", () => {
    const tables = emptyTables();
    putVasps(tables, [vasp("b")]);
    const order = tables.vaspListings.inOrder(undefined);
    putVasps(
      tables,
      Array.from({ length: 1001 }, (_, index) => vasp(`c${index}`)),
    );
    expect(tables.vaspListings.inOrder(undefined)).not.toBe(order);
    expect(tables.vaspListings.inOrder(undefined).length).toBe(1002);
  });

  it("are kept in the eight orders that were asked for last", () => {
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
  it("stay in order, all and by whether they are delivered, whatever comes when", () => {
    const step = fc.record({
      given: anyAlert,
      delivered: fc.boolean(),
      asks: fc.subarray([true, false, undefined]),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const tables = emptyTables();
        for (const { given, delivered, asks } of steps) {
          putAlert(tables, given, delivered);
          const rows = [...tables.alerts.values()];
          for (const asked of asks) {
            const listing = tables.alertListings.inOrder(asked);
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
    const [all, waiting] = [tables.alertListings.inOrder(undefined), tables.alertListings.inOrder(false)];
    putAlert(tables, alert("b"), false);
    putAlert(tables, alert("a"), true);
    expect([tables.alertListings.inOrder(undefined), tables.alertListings.inOrder(false)]).toEqual([all, waiting]);
    expect(tables.alertListings.inOrder(false)).toBe(waiting);
    expect(waiting.slice(0, 9)).toEqual([alert("b")]);
  });
});
