/** Checks of the leases of AlertRepository. */
import type { AlertLease, AlertRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { jsonText } from "../outcome.js";
import { expectSame, RIVALS } from "./compare.js";
import { alert, deliver, leaseQuery, review, storedAlert } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function leaseChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [...orderChecks(suite), ...walkChecks(suite), ...exclusionChecks(suite), ...holderChecks(suite)];
}

/** After every alert of the checks. */
const NEVER = "2090-01-01T00:00:00.000Z";

const AGES = { old: "2026-01-01T00:00:00.000Z", middle: "2026-01-02T00:00:00.000Z", new: "2026-01-03T00:00:00.000Z" };

/** Inserts three alerts, each named after its age, in another order. */
async function insertAges(alerts: AlertRepository): Promise<void> {
  for (const id of ["middle", "new", "old"] as const) await alerts.insert(alert(id, AGES[id]));
}

function idsOf(leases: readonly AlertLease[]): readonly string[] {
  return leases.map((leased) => leased.alert.alert_id);
}

function orderChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "leases are of pending alerts, oldest first",
      "lease returns at most limit pending alerts without a lease, the oldest first.",
      async ({ storage: { alerts } }) => {
        await insertAges(alerts);
        await alerts.insert(alert("delivered", "2025-01-01T00:00:00.000Z"));
        await deliver(alerts, "delivered");
        const first = await alerts.lease(leaseQuery(6, { limit: 2 }));
        expectSame("the first leased alerts", idsOf(first), ["old", "middle"]);
        expectSame("the first leased alert", first.at(0)?.alert, alert("old", AGES.old));
        expectSame("the leased alerts of a second call", idsOf(await alerts.lease(leaseQuery(6))), ["new"]);
        expectSame("those of a third", idsOf(await alerts.lease(leaseQuery(6))), []);
      },
    ),
    caseCheck(
      suite,
      "a lease can be of one alert",
      "With alert_id, lease returns that alert, if it is pending and has no lease.",
      async ({ storage: { alerts } }) => {
        await insertAges(alerts);
        await deliver(alerts, "new");
        for (const [id, expected] of [
          ["middle", ["middle"]],
          ["middle", []],
          ["new", []],
          ["unknown", []],
        ] as const) {
          expectSame(`a lease of ${id}`, idsOf(await alerts.lease(leaseQuery(0, { alert_id: id }))), expected);
        }
        expectSame("a lease of any", idsOf(await alerts.lease(leaseQuery())), ["old"]);
      },
    ),
  ];
}

function walkChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "leases of one round reach each alert once",
      "With the round of the lease before, lease returns only alerts of lower rounds. Equal times leave out none.",
      async ({ storage: { alerts } }) => {
        await insertAges(alerts);
        for (const id of ["a", "b", "c", "d"]) await alerts.insert(alert(id, AGES.middle));
        for (const walk of ["first", "second"]) {
          const reached = await walkOf(alerts);
          const expected = ["a", ...(walk === "first" ? ["b"] : []), "c", "d", "middle", "new", "old"];
          expectSame(`the sorted alerts of the ${walk} round`, [...reached].sort(), expected);
          expectSame("the first and the last", [reached.at(0), reached.at(-1)], ["old", "new"]);
          await deliver(alerts, "b");
        }
      },
    ),
    caseCheck(
      suite,
      "alerts that fail do not hold up others",
      "A released alert is leased after those of lower rounds: first alerts that were not leased, then the earlier rounds.",
      async (trial) => {
        await insertAges(trial.storage.alerts);
        const next = async (): Promise<string | undefined> => {
          const { alerts } = trial.storage;
          const [leased] = await alerts.lease(leaseQuery(0, { limit: 1 }));
          if (leased !== undefined) await alerts.release(leased.alert.alert_id, leased.lease);
          return leased?.alert.alert_id;
        };
        expectSame("the first two alerts", [await next(), await next()], ["old", "middle"]);
        await trial.storage.alerts.insert(alert("newest", "2026-01-04T00:00:00.000Z"));
        await trial.reopen?.();
        expectSame("the next two", [await next(), await next()], ["new", "newest"]);
        expectSame("those after all were leased", [await next(), await next()], ["old", "middle"]);
        const one = await trial.storage.alerts.lease(leaseQuery(0, { alert_id: "old" }));
        expectSame("a lease of one alert", idsOf(one), ["old"]);
        await trial.storage.alerts.release("old", one.at(0)?.lease ?? "");
        expectSame("the next three", [await next(), await next(), await next()], ["new", "newest", "middle"]);
        await deliver(trial.storage.alerts, "old");
        expectSame("those after a delivery", [await next(), await next()], ["new", "newest"]);
      },
    ),
  ];
}

/** Leases and releases all alerts in one round. Returns their ids. */
async function walkOf(alerts: AlertRepository): Promise<readonly string[]> {
  const reached: string[] = [];
  let round: number | undefined;
  for (;;) {
    const [leased] = await alerts.lease(leaseQuery(0, { limit: 1, ...(round !== undefined && { round }) }));
    if (leased === undefined) return reached;
    ({ round } = leased);
    reached.push(leased.alert.alert_id);
    if (reached.length > 7) throw new Violation(`the leased alerts are ${jsonText(reached)}, expected 7`);
    await alerts.release(leased.alert.alert_id, leased.lease);
  }
}

function exclusionChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a lease ends at its time",
      "An alert with a lease is not leased again before the lease ends. Then it is, with another text.",
      async ({ storage: { alerts } }) => {
        await alerts.insert(alert("a"));
        const [first] = await alerts.lease(leaseQuery(0));
        expectSame("a lease before the end", idsOf(await alerts.lease(leaseQuery(4))), []);
        const [second] = await alerts.lease(leaseQuery(5));
        expectSame("the alert of a lease at the end", second?.alert, alert("a"));
        expectSame("whether both leases have the same text", first?.lease === second?.lease, false);
        expectSame("a lease before the end of the second", idsOf(await alerts.lease(leaseQuery(9))), []);
      },
    ),
    caseCheck(
      suite,
      "a released alert can be leased at once",
      "release ends this lease of the alert. Another lease of it, and an unknown alert, are left alone.",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b"]) await alerts.insert(alert(id));
        const leased = await alerts.lease(leaseQuery(0));
        const earlier = leased.find((each) => each.alert.alert_id === "a")?.lease ?? "";
        await alerts.release("a", earlier);
        const [again] = await alerts.lease(leaseQuery(1));
        expectSame("the alert leased after the release", again?.alert, alert("a"));
        for (const id of ["a", "unknown"]) await alerts.release(id, earlier);
        expectSame("leases after a release of the earlier lease", idsOf(await alerts.lease(leaseQuery(2))), []);
        await alerts.release("a", again?.lease ?? "");
        expectSame("leases after the last release", idsOf(await alerts.lease(leaseQuery(2))), ["a"]);
        await alerts.markDelivered("a", again?.lease ?? "");
        expectSame("the alert after a mark under the earlier lease", await alerts.find("a"), storedAlert("a"));
        await deliver(alerts, "b");
        expectSame("leases after the delivery", idsOf(await alerts.lease(leaseQuery(3))), []);
      },
    ),
    caseCheck(
      suite,
      "of concurrent leases of an alert, one gets it",
      "lease is atomic: each of several pending alerts is leased to one of several concurrent calls.",
      async ({ storage: { alerts } }) => {
        const ids = ["a", "b", "c"];
        for (const id of ids) await alerts.insert(alert(id));
        const leases = await Promise.all(RIVALS.map(() => alerts.lease(leaseQuery(0, { limit: 2 }))));
        const rest = await alerts.lease(leaseQuery(0));
        expectSame("the leased alerts", [...idsOf([...leases.flat(), ...rest])].sort(), ids);
      },
    ),
  ];
}

function holderChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a lease that ends too late has expired",
      "lease ignores leases that end after latest: a clock that was wrong took them.",
      async ({ storage: { alerts } }) => {
        await alerts.insert(alert("a"));
        const far = "2099-01-01T00:00:00.000+00:00";
        const [first] = await alerts.lease(leaseQuery(0, { until: far, latest: far }));
        expectSame("the alert of the lease", first?.alert, alert("a"));
        const [second] = await alerts.lease(leaseQuery(0, { until: leaseQuery(0).latest }));
        expectSame("the alert that was leased too long", second?.alert, alert("a"));
        expectSame("a lease until the latest end", idsOf(await alerts.lease(leaseQuery(0))), []);
      },
    ),
    caseCheck(
      suite,
      "a delivery counts under its lease only",
      "markDelivered ignores a lease that was replaced, and one of an alert that was removed. A released one counts.",
      async ({ storage: { alerts } }) => {
        const lease = async (minutes: number): Promise<string> => {
          const [leased] = await alerts.lease(leaseQuery(minutes, { alert_id: "a" }));
          if (leased === undefined) throw new Violation("a pending alert without a lease was not leased");
          return leased.lease;
        };
        const isDelivered = async (): Promise<boolean | undefined> => (await alerts.find("a"))?.delivered;
        await alerts.insert(alert("a"));
        const replaced = await lease(0);
        const current = await lease(5);
        await alerts.markDelivered("a", replaced);
        expectSame("whether it is delivered under a replaced lease", await isDelivered(), false);
        await alerts.release("a", current);
        await alerts.markDelivered("a", current);
        expectSame("whether it is delivered under a released lease", await isDelivered(), true);
        await alerts.review("a", review());
        expectSame("the number of removed alerts", await alerts.prune(NEVER), 1);
        await alerts.insert(alert("a"));
        const late = await lease(10);
        await alerts.review("a", review());
        expectSame("the number of removed pending alerts", await alerts.prune(NEVER, true), 1);
        await alerts.insert(alert("a"));
        for (const each of [current, late]) await alerts.markDelivered("a", each);
        expectSame("whether a new alert is delivered under a lease of the removed one", await isDelivered(), false);
      },
    ),
  ];
}
