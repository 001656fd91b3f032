/** Checks of AlertRepository. */
import * as fc from "fast-check";
import type { AlertRepository } from "../../ports/storage.js";
import type { ConformanceCheck } from "../check.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS, SIMILAR_TEXTS, UNKNOWN_TEXTS } from "./compare.js";
import { leaseChecks } from "./lease-checks.js";
import { expectedAlerts, firstOfEach } from "./model.js";
import { allAlerts, listedAlerts } from "./pages.js";
import { alert, anyAlert, deliver, storedAlert, unreviewed } from "./records.js";
import { idsOf, reviewChecks } from "./review-checks.js";
import { caseCheck, drawnCaseCheck, type StorageSuite } from "./trial.js";

const NEWER = "2030-01-01T00:00:00.000Z";

export function alertChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...insertChecks(suite),
    ...deliveryChecks(suite),
    ...leaseChecks(suite),
    ...listChecks(suite),
    ...reviewChecks(suite),
  ];
}

function insertChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "an alert is stored as pending unless its alert_id is taken",
      "insert stores the alert, and find returns it as not delivered. A second alert with the same alert_id changes nothing.",
      async ({ storage: { alerts } }) => {
        const expected = storedAlert("a");
        expectSame("find before the first insert", await alerts.find("a"), undefined);
        expectSame("the first insert", await alerts.insert(alert("a")), "inserted");
        expectSame("find after it", await alerts.find("a"), expected);
        expectSame("the second insert", await alerts.insert(alert("a", NEWER)), "taken");
        expectSame("find after both", await alerts.find("a"), expected);
        expectSame("the list", await allAlerts(alerts), [storedAlert("a")]);
      },
    ),
    caseCheck(
      suite,
      "alert ids are compared by code units",
      "Two alert ids are the same only if all their code units are.",
      async ({ storage: { alerts } }) => {
        const quoted = (id: string): string => JSON.stringify(id);
        for (const id of SIMILAR_TEXTS)
          expectSame(`the insert of ${quoted(id)}`, await alerts.insert(alert(id)), "inserted");
        for (const id of SIMILAR_TEXTS) expectSame(`the alert ${quoted(id)}`, await alerts.find(id), storedAlert(id));
        for (const id of UNKNOWN_TEXTS) expectSame(`the alert ${quoted(id)}`, await alerts.find(id), undefined);
      },
    ),
    caseCheck(
      suite,
      "concurrent inserts of one alert_id store one alert",
      "insert is atomic: one of several concurrent alerts with the same alert_id is inserted, and the others are taken.",
      async ({ storage: { alerts } }) => {
        const rivals = RIVALS.map((index) => alert("a", `2026-01-01T00:00:00.${100 + index}Z`));
        const outcomes = await Promise.all(rivals.map((rival) => alerts.insert(rival)));
        const countOf = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
        expectSame("the number of inserted alerts", countOf("inserted"), 1);
        expectSame("the number of taken ones", countOf("taken"), rivals.length - 1);
        const winner = rivals[outcomes.indexOf("inserted")];
        expectSame("the found alert", await alerts.find("a"), { ...storedAlert("a"), alert: winner });
      },
    ),
  ];
}

function deliveryChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a delivery is stored, and ignored for an unknown alert",
      "markDelivered stores that this alert is delivered. A second time, or for an unknown id, it changes nothing.",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b"]) await alerts.insert(alert(id));
        for (const id of ["a", "a", "unknown"]) await deliver(alerts, id);
        expectSame("the insert of a delivered alert", await alerts.insert(alert("a", NEWER)), "taken");
        expectSame("the delivered alert", await alerts.find("a"), storedAlert("a", { delivered: true }));
        expectSame("the other alert", await alerts.find("b"), storedAlert("b"));
        expectSame("the unknown alert", await alerts.find("unknown"), undefined);
        expectSame("the number of stored alerts", (await allAlerts(alerts)).length, 2);
      },
    ),
    caseCheck(
      suite,
      "alert lists filter by delivery",
      "With delivered, a list has only alerts of that state. Without it, a list has all alerts.",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b", "c", "d"]) await alerts.insert(alert(id));
        await deliver(alerts, "b");
        expectSame("the delivered alerts", await listed(alerts, true), ["b"]);
        expectSame("the pending alerts", await listed(alerts, false), ["a", "c", "d"]);
        expectSame("all alerts", await listed(alerts), ["a", "b", "c", "d"]);
        const pages = idsOf(await allAlerts(alerts, { delivered: false }, 1));
        expectSame("the pending alerts in pages of one", pages, ["a", "c", "d"]);
      },
    ),
  ];
}

async function listed(alerts: AlertRepository, delivered?: boolean): Promise<readonly string[]> {
  return idsOf(await allAlerts(alerts, { ...(delivered !== undefined && { delivered }) }));
}

function listChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "alert lists are newest first",
      "A list has the newest raised_at first. Alerts of equal time are in one fixed order.",
      async ({ storage: { alerts } }) => {
        for (const id of OUT_OF_ORDER) await alerts.insert(alert(id));
        await alerts.insert(alert("new", NEWER));
        await alerts.insert(alert("a old", "2000-01-01T00:00:00.000Z"));
        const first = await listedAlerts(alerts);
        expectSame("the order", await listed(alerts), ["new", ...IN_ORDER, "a old"]);
        expectSame("a second list", await listedAlerts(alerts), first);
      },
    ),
    drawnCaseCheck(
      suite,
      "every alert list agrees with the reference model",
      "list returns the first page, and whether it is the last one. With cursors it returns every alert once.",
      { arbitrary: () => fc.tuple(fc.array(anyAlert, { maxLength: 8 }), fc.integer({ min: 1, max: 5 })) },
      async ({ storage: { alerts } }, [given, size]) => {
        for (const each of given) await alerts.insert(each);
        const stored = expectedAlerts(firstOfEach(given, ({ alert_id }) => alert_id)).map(unreviewed);
        const page = await alerts.list({ size });
        const listed = await listedAlerts(alerts);
        expectSame(`the first page of ${size}`, page?.items, listed.slice(0, size));
        expectSame("whether next_cursor is null", page?.next_cursor === null, size >= stored.length);
        expectSame(`all pages of ${size}`, await allAlerts(alerts, {}, size), stored);
      },
    ),
  ];
}
