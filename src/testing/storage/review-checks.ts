/** Checks of AlertRepository: reviews, conditions and cursors of lists, removal. */
import type { AlertFilter, StoredAlert } from "../../domain/alerts/alert.js";
import type { AlertRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { jsonText } from "../outcome.js";
import { expectSame, IN_ORDER, OUT_OF_ORDER, RIVALS } from "./compare.js";
import { allAlerts, listedAlerts } from "./pages.js";
import { alert, deliver, review, storedAlert } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

const DAYS = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"] as const;

export function idsOf(found: readonly StoredAlert[]): readonly string[] {
  return found.map((each) => each.alert.alert_id);
}

export function reviewChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [...historyChecks(suite), conditionCheck(suite), ...cursorChecks(suite), pruneCheck(suite)];
}

function historyChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "reviews of an alert are kept in order",
      "review adds to the reviews of the alert and returns it with all of them. An unknown id is undefined.",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b"]) await alerts.insert(alert(id));
        await deliver(alerts, "a");
        const reviews = [review("first"), review("second"), review("second")];
        for (const [index, each] of reviews.entries()) {
          const expected = storedAlert("a", { delivered: true, reviews: reviews.slice(0, index + 1) });
          expectSame(`the answer to review ${index + 1}`, await alerts.review("a", each), expected);
        }
        expectSame("the review of an unknown alert", await alerts.review("unknown", review()), undefined);
        expectSame("the unknown alert", await alerts.find("unknown"), undefined);
        expectSame("the reviewed alert", await alerts.find("a"), storedAlert("a", { delivered: true, reviews }));
        expectSame("the other alert", await alerts.find("b"), storedAlert("b"));
      },
    ),
    caseCheck(
      suite,
      "no concurrent review of an alert is lost",
      "review is atomic: of concurrent reviews of one alert, all are stored.",
      async ({ storage: { alerts } }) => {
        await alerts.insert(alert("a"));
        await Promise.all(RIVALS.map((index) => alerts.review("a", review(`rival ${index}`))));
        const names = (await alerts.find("a"))?.reviews.map(({ by }) => by) ?? [];
        expectSame("the reviewers", [...names].sort(), RIVALS.map((index) => `rival ${index}`).sort());
      },
    ),
  ];
}

/** Stores three alerts of two transactions on three days, one of them delivered, one reviewed, one both. */
async function fill(alerts: AlertRepository): Promise<void> {
  for (const [index, id] of ["a", "b", "c"].entries()) {
    await alerts.insert({ ...alert(id, DAYS[index]), transaction_id: id === "b" ? "t\u00e9" : "t" });
  }
  for (const id of ["a", "c"]) await deliver(alerts, id);
  for (const id of ["b", "c"]) await alerts.review(id, review());
}

function conditionCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "alert lists have only what matches every condition",
    "list applies transaction_id, delivered, reviewed, from (inclusive) and to (exclusive) together.",
    async ({ storage: { alerts } }) => {
      await fill(alerts);
      const [first, second, third] = DAYS;
      const cases: readonly (readonly [AlertFilter, readonly string[]])[] = [
        [{ transaction_id: "t" }, ["c", "a"]],
        [{ transaction_id: "T" }, []],
        [{ delivered: true }, ["c", "a"]],
        [{ reviewed: true }, ["c", "b"]],
        [{ reviewed: false }, ["a"]],
        [{ delivered: true, reviewed: true }, ["c"]],
        [{ delivered: false, reviewed: false }, []],
        [{ transaction_id: "t", reviewed: true, from: second }, ["c"]],
        [{ from: second }, ["c", "b"]],
        [{ to: second }, ["a"]],
        [{ from: first, to: third }, ["b", "a"]],
        [{ from: third, to: first }, []],
        [{ transaction_id: "t", to: third }, ["a"]],
      ];
      for (const [filter, expected] of cases) {
        expectSame(`the list with ${jsonText(filter)}`, idsOf(await allAlerts(alerts, filter)), expected);
        expectSame(`the pages of one with ${jsonText(filter)}`, idsOf(await allAlerts(alerts, filter, 1)), expected);
      }
    },
  );
}

function cursorChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "alert pages by cursor list every alert once, in order",
      "A page by cursor begins behind the last alert of the page before, whatever its size.",
      async ({ storage: { alerts } }) => {
        for (const id of OUT_OF_ORDER) await alerts.insert(alert(id));
        await alerts.insert(alert("old", "2000-01-01T00:00:00.000Z"));
        for (const size of [1, 3, 9, 10]) {
          expectSame(`the pages of ${size}`, idsOf(await allAlerts(alerts, {}, size)), [...IN_ORDER, "old"]);
        }
      },
    ),
    caseCheck(
      suite,
      "a cursor of alerts stays valid while alerts change",
      "A cursor names a position: alerts that are added, changed or removed between two pages neither skip nor repeat others.",
      async ({ storage: { alerts } }) => {
        for (const id of IN_ORDER) await alerts.insert(alert(id));
        const [newest = "", second = "", ...rest] = idsOf(await listedAlerts(alerts));
        const next_cursor = (await alerts.list({ size: 2, delivered: false }))?.next_cursor;
        if (typeof next_cursor !== "string") throw new Violation("the first of several pages has no next_cursor");
        await alerts.insert(alert("newer", "2030-01-01T00:00:00.000Z"));
        for (const id of [newest, second]) await deliver(alerts, id);
        await alerts.review(second, review());
        await alerts.prune("2029-01-01T00:00:00.000Z");
        const page = await alerts.list({ cursor: next_cursor, size: 100, delivered: false });
        expectSame("the next page", idsOf(page?.items ?? []), rest);
        expectSame("its next_cursor", page?.next_cursor, null);
      },
    ),
    caseCheck(
      suite,
      "a text that is no cursor is rejected",
      "list returns undefined for a text that no page had as next_cursor.",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b"]) await alerts.insert(alert(id));
        for (const cursor of ["", "a", "2", "null", "e30", "W10", "__proto__", "\u{1f600}"]) {
          const page = await alerts.list({ cursor, size: 1 });
          expectSame(`the page after ${JSON.stringify(cursor)}`, page, undefined);
        }
      },
    ),
  ];
}

function pruneCheck(suite: StorageSuite): ConformanceCheck {
  return caseCheck(
    suite,
    "delivered and reviewed alerts are removed",
    "prune removes alerts that are delivered, reviewed and raised before that time, and returns how many. It keeps all " +
      "others. With includeUndelivered it also removes pending ones, if they are reviewed.",
    async ({ storage: { alerts } }) => {
      await fill(alerts);
      const [first, , third] = DAYS;
      expectSame("the removed alerts before the time of the only one", await alerts.prune(third), 0);
      for (const id of ["a", "b"]) await alerts.review(id, review());
      expectSame("those before all others", await alerts.prune(first), 0);
      expectSame("those of all times but the last", await alerts.prune(third), 1);
      expectSame("those of all times", await alerts.prune("2027-01-01T00:00:00.000Z"), 1);
      for (const id of ["a", "c"]) expectSame(`the removed alert ${id}`, await alerts.find(id), undefined);
      expectSame("the remaining alerts", idsOf(await allAlerts(alerts)), ["b"]);
      expectSame("those of a transaction", idsOf(await allAlerts(alerts, { transaction_id: "t" })), []);
      expectSame("another insert of a removed alert", await alerts.insert(alert("a")), "inserted");
      expectSame("that alert", await alerts.find("a"), storedAlert("a"));
      expectSame("those that are not delivered", await alerts.prune("2027-01-01T00:00:00.000Z", true), 1);
      expectSame("the alerts without a review", idsOf(await allAlerts(alerts)), ["a"]);
    },
  );
}
