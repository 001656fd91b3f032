/** Wrong storages of leases of alerts. */
import type { AlertLease, AlertRepository } from "../../../src/ports/storage.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

type Lease = AlertRepository["lease"];

function leasing(lease: (alerts: AlertRepository) => Lease): WrongStorage["subject"] {
  return altered(({ alerts }) => ({ alerts: { lease: lease(alerts) } }));
}

const orderCheck = "leases are of pending alerts, oldest first";
const oneCheck = "a lease can be of one alert";
const walkCheck = "leases of one round reach each alert once";
const fairCheck = "alerts that fail do not hold up others";
const endCheck = "a lease ends at its time";
const releaseCheck = "a released alert can be leased at once";

export const wrongLeases: readonly WrongStorage[] = [
  {
    check: orderCheck,
    fault: "the newest first",
    subject: leasing((alerts) => async (query) => [...(await alerts.lease(query))].reverse()),
  },
  {
    check: orderCheck,
    fault: "an ignored limit",
    subject: leasing((alerts) => (query) => alerts.lease({ ...query, limit: 1000 })),
  },
  {
    check: orderCheck,
    fault: "delivered alerts",
    subject: altered(({ alerts }) => {
      const delivered = new Set<string>();
      return {
        alerts: {
          markDelivered: async (id) => void delivered.add(id),
          find: async (id) => {
            const found = await alerts.find(id);
            return found && { ...found, delivered: delivered.has(id) };
          },
        },
      };
    }),
  },
  {
    check: oneCheck,
    fault: "an ignored alert_id",
    subject: leasing(
      (alerts) =>
        ({ alert_id, ...query }) =>
          alerts.lease({ ...query, limit: alert_id ? 1 : 1000 }),
    ),
  },
  {
    check: oneCheck,
    fault: "one alert whatever its state",
    subject: leasing((alerts) => async (query) => {
      const leased = await alerts.lease(query);
      const found = query.alert_id === undefined ? undefined : await alerts.find(query.alert_id);
      return leased.length > 0 || found === undefined ? leased : [{ alert: found.alert, lease: "own", round: 1 }];
    }),
  },
  {
    check: walkCheck,
    fault: "an ignored round",
    subject: leasing(
      (alerts) =>
        ({ round: _, ...query }) =>
          alerts.lease(query),
    ),
  },
  {
    check: walkCheck,
    fault: "one round for ever",
    subject: leasing(
      (alerts) =>
        ({ round = 1, ...query }) =>
          alerts.lease({ ...query, round }),
    ),
  },
  {
    check: fairCheck,
    fault: "the oldest alert each time",
    subject: leasing((alerts) => async (query) => {
      const leased = await alerts.lease({ ...query, limit: 1000 });
      for (const { alert, lease } of leased.slice(query.limit)) await alerts.release(alert.alert_id, lease);
      return leased.slice(0, query.limit);
    }),
  },
  {
    check: endCheck,
    fault: "leases without an end",
    subject: leasing((alerts) => (query) => alerts.lease({ ...query, until: "9999-12-31T00:00:00.000+00:00" })),
  },
  {
    check: endCheck,
    fault: "leases that exclude no one",
    subject: leasing((alerts) => (query) => alerts.lease({ ...query, until: query.now })),
  },
  {
    check: endCheck,
    fault: "one text for all leases",
    subject: leasing(
      (alerts) => async (query) =>
        (await alerts.lease(query)).map((leased): AlertLease => ({ ...leased, lease: "own" })),
    ),
  },
  {
    check: releaseCheck,
    fault: "a release without effect",
    subject: altered(() => ({ alerts: { release: async () => undefined } })),
  },
  {
    check: releaseCheck,
    fault: "a release of whatever lease there is",
    subject: altered(({ alerts }) => {
      const latest = new Map<string, string>();
      return {
        alerts: {
          lease: async (query) => {
            const leased = await alerts.lease(query);
            for (const { alert, lease } of leased) latest.set(alert.alert_id, lease);
            return leased;
          },
          release: (id) => alerts.release(id, latest.get(id) ?? ""),
        },
      };
    }),
  },
  {
    check: "of concurrent leases of an alert, one gets it",
    fault: "a read and then a write",
    subject: altered(({ alerts }) => {
      const taken = new Set<string>();
      return {
        alerts: {
          lease: async ({ limit }) => {
            const { items } = await alerts.list({ page: 1, size: 1000, delivered: false });
            const free = items
              .map(({ alert }) => alert)
              .filter(({ alert_id }) => !taken.has(alert_id))
              .slice(0, limit);
            await elsewhere();
            for (const { alert_id } of free) taken.add(alert_id);
            return free.map((alert) => ({ alert, lease: "own", round: 1 }));
          },
        },
      };
    }),
  },
];
