/** The laws of AlertRepository. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ALL, forAll, type Opened, spoil } from "./laws.js";
import { expectedAlerts, firstOfEach } from "./model.js";
import { alert, anyAlert } from "./records.js";

export function alertLaws(opened: Opened, runs: number): void {
  it("stores an alert as not delivered unless its alert_id is taken", async () => {
    const { alerts } = await opened();
    expect(await alerts.find("a")).toBeUndefined();
    expect(await alerts.insert(alert("a"))).toBe("inserted");
    expect(await alerts.find("a")).toEqual({ alert: alert("a"), delivered: false });
    expect(await alerts.insert(alert("a", "2030-01-01T00:00:00.000Z"))).toBe("taken");
    expect(await alerts.find("a")).toEqual({ alert: alert("a"), delivered: false });
  });

  it("records the delivery, once and for good; of an unknown id nothing happens", async () => {
    const { alerts } = await opened();
    await alerts.insert(alert("a"));
    await alerts.insert(alert("b"));
    await alerts.markDelivered("a");
    await alerts.markDelivered("a");
    await alerts.markDelivered("unknown");
    expect(await alerts.insert(alert("a"))).toBe("taken");
    expect((await alerts.find("a"))?.delivered).toBe(true);
    expect((await alerts.find("b"))?.delivered).toBe(false);
    expect(await alerts.find("unknown")).toBeUndefined();
    expect((await alerts.list(ALL)).pagination.total).toBe(2);
  });

  it("gives exactly one of many racing inserts of an alert_id", async () => {
    const { alerts } = await opened();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => alerts.insert(alert("a"))));
    expect(outcomes.filter((outcome) => outcome === "inserted")).toHaveLength(1);
  });

  it("keeps nothing that a caller holds", async () => {
    const { alerts } = await opened();
    const given = structuredClone(alert("a"));
    const inserting = alerts.insert(given);
    spoil(given);
    await inserting;
    const found = await alerts.find("a");
    const page = await alerts.list(ALL);
    expect(page.items).toEqual([alert("a")]);
    if (found !== undefined) spoil(found);
    spoil(page);
    expect(await alerts.find("a")).toEqual({ alert: alert("a"), delivered: false });
    expect((await alerts.list(ALL)).items).toEqual([alert("a")]);
  });

  it("lists those that are delivered, or those that are not", async () => {
    const { alerts } = await opened();
    for (const id of ["a", "b", "c"]) await alerts.insert(alert(id));
    await alerts.markDelivered("b");
    const listed = async (delivered: boolean): Promise<readonly string[]> =>
      (await alerts.list({ ...ALL, delivered })).items.map(({ alert_id }) => alert_id);
    expect(await listed(true)).toEqual(["b"]);
    expect(await listed(false)).toEqual(["a", "c"]);
    expect((await alerts.list({ page: 2, size: 1, delivered: false })).pagination.total).toBe(2);
  });

  it("lists the newest first, ties by alert_id, as the plain model does", async () => {
    const page = fc.record({ page: fc.integer({ min: 1, max: 3 }), size: fc.integer({ min: 1, max: 5 }) });
    await forAll(
      opened,
      runs,
      fc.array(anyAlert, { maxLength: 8 }),
      page,
      async ({ alerts }, given, { page, size }) => {
        for (const one of given) await alerts.insert(one);
        const stored = expectedAlerts(firstOfEach(given, ({ alert_id }) => alert_id));
        expect(await alerts.list({ page, size })).toEqual({
          items: stored.slice((page - 1) * size, page * size),
          pagination: { total: stored.length, page, size },
        });
      },
    );
  });
}
