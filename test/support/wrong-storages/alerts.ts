/** Wrong storages of alerts. */
import type { Alert, AlertReview, StoredAlert } from "../../../src/domain/alerts/alert.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { deliver } from "../../../src/testing/storage/records.js";
import { allAlerts } from "../storage-records.js";
import { altered, answers, asks, elsewhere, over, pageByOffset, sorted, type WrongStorages } from "./altered.js";

/** Lists all alerts in another order. */
function sortedAlerts(compare: (a: Alert, b: Alert) => number): () => ComplianceStorage {
  return over("alerts.list", (list) => async ({ size, ...filter }) => {
    const all = await allAlerts({ list }, filter);
    return pageByOffset(
      sorted(all, (a, b) => compare(a.alert, b.alert)),
      size,
      undefined,
    );
  });
}

function missing(): never {
  throw new Error("There is no such alert.");
}

export const wrongAlerts: WrongStorages = {
  "any sequence of lease calls agrees with the reference model": {
    "alerts stored as delivered": over("alerts.insert", (insert, { alerts }) => async (alert) => {
      const outcome = await insert(alert);
      await deliver(alerts, alert.alert_id);
      return outcome;
    }),
    "ids without regard to case": over("alerts.insert", (insert, { alerts }) => async (given) => {
      const ids = (await allAlerts(alerts)).map(({ alert }) => alert.alert_id.toLowerCase());
      return ids.includes(given.alert_id.toLowerCase()) ? "taken" : insert(given);
    }),
    "a read and then a write": over("alerts.insert", (insert, { alerts }) => async (alert) => {
      if ((await alerts.find(alert.alert_id)) !== undefined) return "taken";
      await elsewhere();
      await insert(alert);
      return "inserted";
    }),
    "a delivery that is not stored": over("alerts.markDelivered", () => async () => undefined),
    "an error for an unknown alert": over(
      "alerts.markDelivered",
      (markDelivered, { alerts }) =>
        async (id, lease) =>
          (await alerts.find(id)) === undefined ? missing() : markDelivered(id, lease),
    ),
    "false treated as absent": asks("alerts.list", ({ delivered, ...page }) => [
      delivered ? { ...page, delivered } : page,
    ]),
    "a next page of all states": asks("alerts.list", ({ size, cursor, delivered }) => [
      { size, cursor, ...(cursor === undefined && { delivered }) },
    ]),
    "the oldest first": sortedAlerts((a, b) => (a.raised_at < b.raised_at ? -1 : 1)),
    "ties in another order each time": sortedAlerts((a, b) =>
      a.raised_at < b.raised_at ? 1 : a.raised_at > b.raised_at ? -1 : Math.random() - 0.5,
    ),
    "pages that overlap by one": over("alerts.list", (list) => async ({ size, cursor, ...filter }) => {
      const all = await allAlerts({ list }, filter);
      const { items, next_cursor } = pageByOffset(all, size, cursor);
      return { items: [...all.slice(0, Number(cursor ?? 0)).slice(-1), ...items], next_cursor };
    }),
  },
};

const NEVER = "9999-12-31T00:00:00.000+00:00";

/** Replaces the lease of a call by the latest lease of the alert. */
function underLatestLease(name: "markDelivered" | "release"): () => ComplianceStorage {
  return altered(({ alerts }) => {
    const latest = new Map<string, string>();
    return {
      "alerts.lease": async (query) => {
        const leased = await alerts.lease(query);
        for (const { alert, lease } of leased) latest.set(alert.alert_id, lease);
        return leased;
      },
      [`alerts.${name}`]: (id: string) => alerts[name](id, latest.get(id) ?? ""),
    };
  });
}

export const wrongLeases: WrongStorages = {
  "any sequence of lease calls agrees with the reference model": {
    "the newest first": answers("alerts.lease", (leased) => [...leased].reverse()),
    "leases that end a moment early": asks("alerts.lease", ({ now, ...query }) => [
      { ...query, now: new Date(Date.parse(now) + 1).toISOString().replace("Z", "+00:00") },
    ]),
    "leases that end a moment late": asks("alerts.lease", ({ now, ...query }) => [
      { ...query, now: new Date(Date.parse(now) - 1).toISOString().replace("Z", "+00:00") },
    ]),
    "an ignored limit": asks("alerts.lease", (query) => [{ ...query, limit: 1000 }]),
    "delivered alerts": over("alerts.markDelivered", () => async () => undefined),
    "an ignored alert_id": asks("alerts.lease", ({ alert_id, ...query }) => [{ ...query, limit: alert_id ? 1 : 1000 }]),
    "one alert whatever its state": over("alerts.lease", (lease, { alerts }) => async (query) => {
      const leased = await lease(query);
      const found = query.alert_id === undefined ? undefined : await alerts.find(query.alert_id);
      return leased.length > 0 || found === undefined ? leased : [{ alert: found.alert, lease: "own", round: 1 }];
    }),
    "an ignored round": asks("alerts.lease", ({ round: _, ...query }) => [query]),
    "one round for ever": asks("alerts.lease", ({ round = 1, ...query }) => [{ ...query, round }]),
    "the oldest alert each time": over("alerts.lease", (lease, { alerts }) => async (query) => {
      const leased = await lease({ ...query, limit: 1000 });
      for (const { alert, lease: own } of leased.slice(query.limit)) await alerts.release(alert.alert_id, own);
      return leased.slice(0, query.limit);
    }),
    "leases that exclude no one": asks("alerts.lease", (query) => [{ ...query, until: query.now }]),
    "one text for all leases": answers("alerts.lease", (leased) => leased.map((each) => ({ ...each, lease: "own" }))),
    "leases that never end too late": asks("alerts.lease", (query) => [{ ...query, latest: NEVER }]),
    "a mark under any lease": underLatestLease("markDelivered"),
    "no mark under a released lease": altered(({ alerts }) => {
      const released = new Set<string>();
      return {
        "alerts.release": (id, lease) => alerts.release(id, released.add(lease) && lease),
        "alerts.markDelivered": async (id, lease) =>
          released.has(lease) ? undefined : alerts.markDelivered(id, lease),
      };
    }),
    "a release without effect": over("alerts.release", () => async () => undefined),
    "a release of whatever lease there is": underLatestLease("release"),
    "a read and then a write": over("alerts.lease", (_, { alerts }) => {
      const taken = new Set<string>();
      return async ({ limit }) => {
        const pending = (await allAlerts(alerts, { delivered: false })).map(({ alert }) => alert);
        const free = pending.filter(({ alert_id }) => !taken.has(alert_id)).slice(0, limit);
        await elsewhere();
        for (const { alert_id } of free) taken.add(alert_id);
        return free.map((alert) => ({ alert, lease: "own", round: 1 }));
      };
    }),
  },
  "of concurrent leases of an alert or an exchange, one gets it": {
    "leases without an end": asks("alerts.lease", (query) => [{ ...query, until: NEVER }]),
  },
};

/** Changes the reviews of an alert that is read. */
function reviewed(change: (reviews: readonly AlertReview[]) => readonly AlertReview[]): () => ComplianceStorage {
  return answers("alerts.review", (found) => found && { ...found, reviews: change(found.reviews) });
}

export const wrongReviews: WrongStorages = {
  "any sequence of lease calls agrees with the reference model": {
    "only the last review": reviewed((reviews) => reviews.slice(-1)),
    "the newest first": reviewed((reviews) => [...reviews].reverse()),
    "equal reviews stored once": reviewed((reviews) => [
      ...new Map(reviews.map((review) => [JSON.stringify(review), review])).values(),
    ]),
    "an error for an unknown alert": answers("alerts.review", (found) => found ?? missing()),
    "a read and then a write": altered(({ alerts }) => {
      const kept = new Map<string, readonly AlertReview[]>();
      const find = async (id: string): Promise<StoredAlert | undefined> => {
        const found = await alerts.find(id);
        return found && { ...found, reviews: kept.get(id) ?? [] };
      };
      return {
        "alerts.find": find,
        "alerts.review": async (id, review) => {
          const before = kept.get(id) ?? [];
          await elsewhere();
          kept.set(id, [...before, review]);
          return find(id);
        },
      };
    }),
    "a next_cursor on the last page": answers(
      "alerts.list",
      (page, { cursor = null }) => page && { ...page, next_cursor: page.next_cursor ?? cursor },
    ),
    "a cursor that names a time only": over("alerts.list", (list) => {
      const times = new Map<string | null, string | undefined>();
      return async ({ cursor, ...query }) => {
        const page = await list(cursor === undefined ? query : { ...query, to: times.get(cursor) });
        if (page !== undefined) times.set(page.next_cursor, page.items.at(-1)?.alert.raised_at);
        return page;
      };
    }),
    "removal of alerts without a review": over("alerts.prune", (_, { alerts }) => async (before) => {
      return (await allAlerts(alerts, { delivered: true, to: before })).length;
    }),
    "undelivered alerts that are never removed": asks("alerts.prune", (before) => [before]),
    "alerts that stay findable": altered(({ alerts }) => {
      const found = new Map<string, StoredAlert | undefined>();
      return {
        "alerts.review": async (id, review) => {
          found.set(id, await alerts.review(id, review));
          return found.get(id);
        },
        "alerts.find": async (id) => (await alerts.find(id)) ?? found.get(id),
      };
    }),
    "undelivered alerts that are always removed": asks("alerts.prune", (before) => [before, true]),
    "removal of alerts of exactly that time": asks("alerts.prune", (before, all) => [
      new Date(Date.parse(before) + 1).toISOString(),
      all,
    ]),
  },
  "any sequence of alert calls agrees with the reference model": {
    ...Object.fromEntries(
      ["transaction_id", "delivered", "reviewed", "from", "to"].map((name) => [
        `an ignored ${name}`,
        asks("alerts.list", (query) => [{ ...query, [name]: undefined }]),
      ]),
    ),
    "conditions that a cursor forgets": asks("alerts.list", ({ cursor, size, ...filter }) => [
      cursor === undefined ? { size, ...filter } : { size, cursor },
    ]),
    "a cursor that counts": over(
      "alerts.list",
      (list) =>
        async ({ cursor, size, ...filter }) =>
          pageByOffset(await allAlerts({ list }, filter), size, cursor),
    ),
  },
  "a cursor is valid in its own list only": {
    "the first page for any text": over(
      "alerts.list",
      (list) =>
        async ({ cursor, ...first }) =>
          (await list({ cursor, ...first })) ?? list(first),
    ),
  },
};
