/** The repository of alerts (§4.9.3). */
import { type Alert, type AlertReview, compareAlerts, type StoredAlert } from "../../../domain/alerts/alert.js";
import { bare } from "../../../domain/own.js";
import { type AlertColumns, alerts } from "../../../ports/collections.js";
import { newToken } from "../../../ports/rows.js";
import type { AlertLease, AlertLeaseQuery, AlertRepository } from "../../../ports/storage.js";
import type { Condition, Row, StorageEngine, Taking } from "../../../ports/storage-engine.js";
import { copyOf, keptCopyOf } from "../copy.js";
import { takeOnce } from "./leases.js";
import type { Plan } from "./perform.js";
import { cursorPage, given, removeRange, type Session } from "./session.js";

/** Returns the repository. */
export function alertRepository(session: Session): AlertRepository {
  const { engine, read, run, whileOpen } = session;
  return {
    // Not `keptCopyOf`: a copy that shares the texts of the decision with other alerts takes less memory.
    insert: (alert, recording) => whileOpen(() => run(insertion(copyOf(alert)), recording)),
    find: (alert_id) =>
      whileOpen(async () => {
        const [found] = await read([alerts.at(alert_id)]);
        return copyOf((found?.rows ?? []).map(storedAlert)).at(0);
      }),
    lease: (query) =>
      whileOpen(() => {
        const given = bare(copyOf(query));
        return lease(engine, given);
      }),
    release: (alert_id, token) => whileOpen(() => run(marking(alert_id, [["lease", "=", token]], { until: "" }))),
    markDelivered: (alert_id, token) => {
      const isLeased = [["lease", "=", token], PENDING] as const;
      return whileOpen(() => run(marking(alert_id, isLeased, { delivered: 1 })));
    },
    review: (alert_id, review, recording) => whileOpen(() => run(reviewing(alert_id, keptCopyOf(review)), recording)),
    list: (query) =>
      whileOpen(() => {
        const filter = bare(copyOf(query));
        const { transaction_id, delivered, reviewed, from, to, size, cursor } = filter;
        const where = given([
          ["transaction_id", "=", transaction_id],
          ["delivered", "=", delivered === undefined ? undefined : Number(delivered)],
          ["reviewed", "=", reviewed === undefined ? undefined : Number(reviewed)],
          ["raised_at", ">=", from],
          ["raised_at", "<", to],
        ]);
        const [[first] = []] = where;
        const index =
          first === "transaction_id" ? "transaction" : first === "raised_at" ? "raised" : (first ?? "raised");
        const listing = {
          name: "alerts",
          range: { collection: alerts.name, index, where, descending: true },
          timeOf: (row: Row) => alerts.recordOf(row).alert.raised_at,
          itemsOf: (rows: readonly Row[]) => rows.map(storedAlert),
        };
        return cursorPage(session, listing, { size, cursor });
      }),
    prune: (before, includeUndelivered = false) =>
      whileOpen(() => {
        const isDone: Condition[] = [
          ["reviewed", "=", 1],
          ["raised_at", "<", before],
        ];
        if (includeUndelivered)
          return removeRange(session, { collection: alerts.name, index: "reviewed", where: isDone });
        const where: Condition[] = [["delivered", "=", 1], ...isDone];
        return removeRange(session, { collection: alerts.name, index: "delivered", where });
      }),
  };
}

const PENDING: Condition = ["delivered", "=", 0];

/** The cast: the columns are those of the declaration. */
function columnsOf(row: Row): AlertColumns {
  return row.columns as AlertColumns;
}

function storedAlert(row: Row): StoredAlert {
  const { alert, reviews } = alerts.recordOf(row);
  return { alert, delivered: columnsOf(row).delivered === 1, reviews };
}

function insertion(alert: Alert): Plan<"inserted" | "taken"> {
  const changes = [alerts.put({ alert, reviews: [] }, undefined)];
  return { reads: [], run: () => ({ result: "inserted", otherwise: "taken", changes }) };
}

/** Sets columns if the conditions hold. */
function marking(alert_id: string, expect: readonly Condition[], set: Partial<AlertColumns>): Plan<void> {
  // The cast: the properties of a literal are never undefined.
  const changes = [{ ...alerts.at(alert_id), expect, set: set as AlertColumns }];
  return { reads: [], run: () => ({ result: undefined, otherwise: undefined, changes }) };
}

function reviewing(alert_id: string, review: AlertReview): Plan<StoredAlert | undefined> {
  return {
    reads: [alerts.at(alert_id)],
    run: ([row]) => {
      if (row === undefined) return { result: undefined };
      const { alert, reviews } = alerts.recordOf(row);
      const next = { alert, reviews: [...reviews, review] };
      const result = { ...next, delivered: columnsOf(row).delivered === 1 };
      return { result, changes: [alerts.put(next, row)] };
    },
  };
}

async function lease(engine: StorageEngine, query: AlertLeaseQuery): Promise<readonly AlertLease[]> {
  const token = newToken();
  const rows = await takeOnce(engine, token, takingOf(query, token), ownLeases(token));
  return copyOf(rows.map(leased(token)).sort((a, b) => compareAlerts(b.alert, a.alert)));
}

function leased(lease: string): (row: Row) => AlertLease {
  return (row) => ({ alert: alerts.recordOf(row).alert, lease, round: columnsOf(row).round });
}

function ownLeases(token: string) {
  return { collection: alerts.name, index: "due", where: [PENDING, ["lease", "=", token]] } as const;
}

function takingOf(query: AlertLeaseQuery, lease: string): Taking {
  const { limit, now, until, latest, alert_id, round } = query;
  const where: Condition[] = [PENDING, ["until", "outside", now, latest]];
  if (round !== undefined) where.push(["round", "<", round]);
  if (alert_id !== undefined) where.push(["key", "=", alert_id]);
  const range = { collection: alerts.name, index: "due", where, limit };
  if (round !== undefined) return { range, set: { lease, until, round } };
  return { range, set: { lease, until }, next: "round" };
}
