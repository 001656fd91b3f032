/** Calls of AlertRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { Alert, AlertFilter, StoredAlert } from "../../domain/alerts/alert.js";
import type { AlertLease, AlertLeaseQuery } from "../../ports/storage.js";
import { expectedAlerts, expectedLeases } from "./model.js";
import { alert, anyAlert, anyTime, deliver, leaseQuery, leaseTime, NO_LEASE, review, unreviewed } from "./records.js";
import { anyId, IDS, type Model, type Step, type Steps, step } from "./step.js";
import { listAll, type Walk, walkAmid } from "./walk.js";

export function insertAlert(alert_id: string, alert: Alert): Step {
  const given = { ...alert, alert_id };
  return step("alerts.insert", [given], {
    call: ({ alerts }) => alerts.insert(given),
    expected: ({ alerts }) => {
      if (alerts.has(alert_id)) return "taken";
      alerts.set(alert_id, unreviewed(given));
      return "inserted";
    },
  });
}

export const insertAnyAlert = fc.tuple(anyId, anyAlert).map(([id, alert]) => insertAlert(id, alert));

const deliverAlert = anyId.map((id) =>
  step("alerts.markDelivered under a new lease", [id], {
    call: ({ alerts }) => deliver(alerts, id),
    expected: (model) => setDelivered(model, id),
  }),
);

function setDelivered({ alerts, leases }: Model, id: string): undefined {
  const stored = alerts.get(id);
  if (stored !== undefined && !stored.delivered) alerts.set(id, { ...stored, delivered: true });
  leases.delete(id);
}

function lease(query: AlertLeaseQuery): Step {
  return step("alerts.lease", [query], {
    call: async ({ alerts }, { leases }) => {
      const found = await alerts.lease(query);
      for (const { alert, lease } of found) {
        leases.set(alert.alert_id, [...(leases.get(alert.alert_id) ?? []), lease]);
      }
      return found;
    },
    // The cast: that is what `call` returns.
    expected: (model, answer) => expectedLeases(model, query, answer as readonly AlertLease[]),
  });
}

/** In minutes. */
const MOMENT = 1 / 60_000;

/** Leases alerts. `minutes` is the time of the call, and how long the leases last. */
const leaseAlerts = fc
  .record({
    // Leases of minute 0 end in minute 5. A moment is a thousandth of a second.
    minutes: fc.tuple(fc.constantFrom(0, 5 - MOMENT, 5, 9, 20), fc.constantFrom(5, 5 + MOMENT, 10, 30)),
    limit: fc.integer({ min: 1, max: 4 }),
    only: fc.record({ alert_id: anyId, round: fc.integer({ min: 1, max: 4 }) }, { requiredKeys: [] }),
  })
  .map(({ minutes: [now, lasting], limit, only }) =>
    lease(leaseQuery(now, { limit, until: leaseTime(now + lasting), ...only })),
  );

/** Ends one of the last leases of an alert, or marks it as delivered under it. */
export function useLease(method: "release" | "markDelivered", id: string, before: number): Step {
  return step(`alerts.${method} under a lease`, [id, `the last but ${before}`], {
    call: async ({ alerts }, { leases }) => {
      const lease = leases.get(id)?.at(-1 - before) ?? NO_LEASE;
      await alerts[method](id, lease);
      return lease;
    },
    expected: (model, lease) => {
      const last = model.leases.get(id);
      if (last === undefined || last.lease !== lease) return lease;
      if (method === "release") model.leases.set(id, { ...last, until: undefined });
      else setDelivered(model, id);
      return lease;
    },
  });
}

const useAnyLease = fc
  .tuple(fc.constantFrom("release" as const, "markDelivered" as const), anyId, fc.constantFrom(0, 0, 1))
  .map((given) => useLease(...given));

export function findAlert(id: string): Step {
  return step("alerts.find", [id], {
    call: ({ alerts }) => alerts.find(id),
    expected: ({ alerts }) => alerts.get(id),
  });
}

function alertWalk(filter: AlertFilter, size: number): Walk<StoredAlert> {
  return {
    name: "alerts.list",
    query: { ...filter, size },
    page: ({ alerts }, cursor) => alerts.list({ ...filter, size, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ alert }) => alert.alert_id,
    stored: ({ alerts }) => new Map(expectedMatches(alerts, filter).map((each) => [each.alert.alert_id, each])),
  };
}

function listAlerts(filter: AlertFilter, size: number): Step {
  const walkOf = (each: number) => alertWalk(filter, each);
  return listAll(
    walkOf,
    size,
    ({ alert }) => alert.raised_at,
    ({ alerts }) => expectedMatches(alerts, filter),
  );
}

function expectedMatches(alerts: Model["alerts"], filter: AlertFilter): readonly StoredAlert[] {
  const { transaction_id, delivered, reviewed, from, to } = filter;
  const matching = [...alerts.values()].filter(
    (each) =>
      (delivered ?? each.delivered) === each.delivered &&
      (reviewed ?? each.reviews.length > 0) === each.reviews.length > 0 &&
      (transaction_id ?? each.alert.transaction_id) === each.alert.transaction_id &&
      (from ?? "") <= each.alert.raised_at &&
      (to === undefined || each.alert.raised_at < to),
  );
  const sorted = expectedAlerts(matching.map(({ alert }) => alert));
  return sorted.map(({ alert_id }) => alerts.get(alert_id)).filter((each) => each !== undefined);
}

export const reviewAlert = fc.tuple(anyId, fc.constantFrom("one", "two")).map(([id, by]) =>
  step("alerts.review", [id, review(by)], {
    call: ({ alerts }) => alerts.review(id, review(by)),
    expected: ({ alerts }) => {
      const stored = alerts.get(id);
      if (stored === undefined) return undefined;
      const reviewed = { ...stored, reviews: [...stored.reviews, review(by)] };
      alerts.set(id, reviewed);
      return reviewed;
    },
  }),
);

const pruneAlerts = fc.tuple(anyTime, fc.boolean()).map(([before, includeUndelivered]) =>
  step("alerts.prune", [before, includeUndelivered], {
    call: ({ alerts }) => alerts.prune(before, includeUndelivered),
    expected: ({ alerts, leases }) => {
      const isDone = ({ alert, delivered, reviews }: StoredAlert): boolean =>
        (delivered || includeUndelivered) && reviews.length > 0 && alert.raised_at < before;
      const done = [...alerts].filter(([, stored]) => isDone(stored));
      for (const [id] of done) {
        alerts.delete(id);
        leases.delete(id);
      }
      return done.length;
    },
  }),
);

/** Mostly of one condition, so that something matches. */
const anyAlertFilter: fc.Arbitrary<AlertFilter> = fc.oneof(
  fc.constantFrom({}, { reviewed: true }, { reviewed: false }, { delivered: true }, { delivered: false }),
  fc.record(
    {
      delivered: fc.boolean(),
      reviewed: fc.boolean(),
      transaction_id: fc.constantFrom("transaction of r1", "transaction of r2"),
      from: anyTime,
      to: anyTime,
    },
    { requiredKeys: [] },
  ),
);

const alertWrites = [insertAnyAlert, deliverAlert, reviewAlert];

/** Leaves one id free. */
const firstAlerts = IDS.slice(1).map((id) => insertAlert(id, alert(id)));

export const alertSteps: Steps = {
  first: firstAlerts,
  writes: alertWrites,
  reads: [anyId.map(findAlert)],
  lists: [
    pruneAlerts,
    fc.tuple(anyAlertFilter, fc.integer({ min: 1, max: 5 })).map(([filter, size]) => listAlerts(filter, size)),
    fc
      .tuple(
        anyAlertFilter,
        fc.integer({ min: 1, max: 2 }),
        fc.array(fc.oneof(...alertWrites, pruneAlerts), { maxLength: 3 }),
      )
      .map(([filter, size, changes]) => walkAmid(alertWalk(filter, size), changes)),
  ],
  finalReads: [
    ...IDS.map(findAlert),
    listAlerts({}, 2),
    listAlerts({ delivered: true }, 1_000),
    listAlerts({ delivered: false }, 1_000),
    listAlerts({ reviewed: true }, 1_000),
  ],
};

/** Steps on leases, with what makes and removes pending alerts. */
export const leaseSteps: Steps = {
  ...alertSteps,
  writes: [insertAnyAlert, fc.oneof(deliverAlert, reviewAlert)],
  lists: [leaseAlerts, leaseAlerts, leaseAlerts, useAnyLease, useAnyLease, useAnyLease, pruneAlerts],
};
