/**
 * The repository of alerts in tables. Leases are in memory: a file has one writer, whose end frees them. Only a release
 * stores the round of a lease, so that a delivery that succeeds costs no further write.
 */
import {
  type Alert,
  type AlertFilter,
  type AlertListQuery,
  type AlertPlace,
  compareAlerts,
  type StoredAlert,
} from "../../domain/alerts/alert.js";
import type { Cursors } from "../../domain/cursor.js";
import { bare, own } from "../../domain/own.js";
import type { CursorPage } from "../../domain/page.js";
import type { AlertLease, AlertLeaseQuery, AlertRepository } from "../../ports/storage.js";
import type { RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import type { AlertRow } from "./listings.js";
import type { TableHost } from "./table-host.js";
import type { Tables } from "./tables.js";

/** Returns the repository of the alerts of `host`. */
export function alertRepository(host: TableHost, runWhileOpen: RunWhileOpen, cursors: Cursors): AlertRepository {
  const leases = leaseTable();
  return { ...outbox(host, runWhileOpen, leases), ...lists(host, runWhileOpen, cursors, leases) };
}

/** The methods that store, deliver and review alerts. */
function outbox(
  host: TableHost,
  runWhileOpen: RunWhileOpen,
  leases: LeaseTable,
): Omit<AlertRepository, "list" | "prune"> {
  return {
    insert: (given: Alert) =>
      runWhileOpen(() => {
        // Shares the texts of the decision with other alerts, which keptCopyOf would not.
        const alert = copyOf(given);
        const rows = { alerts: new Map([[alert.alert_id, { alert, delivered: false }]]) };
        return host.change(({ alerts }) =>
          alerts.get(alert.alert_id) === undefined ? { result: "inserted", rows } : { result: "taken" },
        );
      }),
    find: (alert_id) =>
      runWhileOpen(async () => {
        const row = (await host.tables()).alerts.get(alert_id);
        return copyIfAny(row && storedAlert(row));
      }),
    lease: (given) =>
      runWhileOpen(async () => {
        const query = bare(copyOf(given));
        // Rejects on a file that is open for reading, whose deliveries could not be recorded.
        await host.change(() => ({ result: undefined }));
        return copyOf(leases.take(await host.tables(), query));
      }),
    release: (alert_id, lease) =>
      runWhileOpen(async () => {
        const round = leases.roundOf(alert_id, lease);
        if (round === undefined) return;
        try {
          await host.change(({ alerts }) => {
            const row = alerts.get(alert_id);
            if (row === undefined || row.delivered) return { result: undefined };
            return { result: undefined, rows: { alerts: new Map([[alert_id, { ...row, round }]]) } };
          });
        } finally {
          leases.release(alert_id, lease);
        }
      }),
    markDelivered: (alert_id, lease) =>
      runWhileOpen(async () => {
        const isMarked = await host.change(({ alerts }) => {
          const row = alerts.get(alert_id);
          if (row === undefined || row.delivered) return { result: false };
          // Compared here, because an earlier change may have removed the alert and its lease.
          if (leases.roundOf(alert_id, lease) === undefined) return { result: false };
          return { result: true, rows: { alerts: new Map([[alert_id, { ...row, delivered: true }]]) } };
        });
        if (isMarked) leases.end(alert_id);
      }),
    review: (alert_id, given) =>
      runWhileOpen(async () => {
        const review = keptCopyOf(given);
        const reviewed = await host.change(({ alerts }) => {
          const row = alerts.get(alert_id);
          if (row === undefined) return { result: undefined };
          const changed = { ...row, reviews: [...(own(row, "reviews") ?? []), review] };
          return { result: changed, rows: { alerts: new Map([[alert_id, changed]]) } };
        });
        return copyIfAny(reviewed && storedAlert(reviewed));
      }),
  };
}

function lists(
  host: TableHost,
  runWhileOpen: RunWhileOpen,
  cursors: Cursors,
  leases: LeaseTable,
): Pick<AlertRepository, "list" | "prune"> {
  return {
    list: (given) =>
      runWhileOpen(async () => {
        const query = bare(copyOf(given));
        return copyIfAny(pageOf(await host.tables(), query, cursors));
      }),
    prune: (before, includeUndelivered = false) =>
      runWhileOpen(async () => {
        const { alertListings } = await host.tables();
        const done = alertListings.inOrder({ delivered: includeUndelivered ? undefined : true, reviewed: true });
        const ids = done.slice(
          done.countWhile(({ raised_at }) => raised_at >= before),
          done.length,
        );
        return host.change(({ alerts }) => {
          // Looked up again: an earlier change may have removed one, and a new alert may have its id.
          const isDone = (row: AlertRow): boolean =>
            row.alert.raised_at < before && own(row, "reviews") !== undefined && (includeUndelivered || row.delivered);
          const removed = ids.filter(({ alert_id }) => {
            const row = alerts.get(alert_id);
            return row !== undefined && isDone(row);
          });
          if (removed.length === 0) return { result: 0 };
          for (const { alert_id } of removed) leases.end(alert_id);
          const rows = { alerts: new Map(removed.map(({ alert_id }) => [alert_id, undefined])) };
          return { result: removed.length, rows };
        });
      }),
  };
}

function storedAlert(row: AlertRow): StoredAlert {
  return { alert: row.alert, delivered: row.delivered, reviews: own(row, "reviews") ?? [] };
}

const LISTING = "alerts";

/** Returns one page; undefined for a text that is no cursor. */
function pageOf(tables: Tables, query: AlertListQuery, cursors: Cursors): CursorPage<StoredAlert> | undefined {
  const { size, cursor } = query;
  const [raised_at, alert_id] = cursor === undefined ? [] : (cursors.read(LISTING, cursor, 2) ?? []);
  const after = raised_at === undefined || alert_id === undefined ? undefined : { raised_at, alert_id };
  if (cursor !== undefined && after === undefined) return undefined;
  // One more shows whether there is a next page.
  const found = matching(tables, query, after, size + 1);
  const items = found.slice(0, size);
  const last = found.length > size ? items.at(-1)?.alert : undefined;
  return { items, next_cursor: last ? cursors.write(LISTING, [last.raised_at, last.alert_id]) : null };
}

/** Returns the first alerts of the filter, with `after` only those behind that place. */
function matching(
  { alerts, alertListings }: Tables,
  filter: AlertFilter,
  after: AlertPlace | undefined,
  count: number,
): readonly StoredAlert[] {
  const { transaction_id, from, to } = filter;
  const list =
    transaction_id === undefined ? alertListings.inOrder(filter) : alertListings.ofTransaction(transaction_id, filter);
  const isBefore = (alert: AlertPlace): boolean =>
    (to !== undefined && alert.raised_at >= to) || (after !== undefined && compareAlerts(alert, after) <= 0);
  const first = list.countWhile(isBefore);
  const end = from === undefined ? list.length : list.countWhile(({ raised_at }) => raised_at >= from);
  return list
    .slice(first, Math.max(first, Math.min(first + count, end)))
    .map(({ alert_id }) => alerts.get(alert_id))
    .filter((row) => row !== undefined)
    .map(storedAlert);
}

/** The leases of pending alerts. */
interface LeaseTable {
  /** Must be called without an await after `tables` was read. */
  take(tables: Tables, query: AlertLeaseQuery): readonly AlertLease[];
  /** Returns the round of this lease, if it was not replaced by another. It may have been released. */
  roundOf(alert_id: string, lease: string): number | undefined;
  release(alert_id: string, lease: string): void;
  /** Forgets the lease of an alert that is not pending any more. */
  end(alert_id: string): void;
}

/** Alerts to look at in one step. */
const STEP = 64;

interface Lease {
  readonly lease: string;
  /** Undefined if it was released. It stays, because a delivery may end after its release. */
  readonly until: string | undefined;
  readonly round: number;
}

function leaseTable(): LeaseTable {
  const leases = new Map<string, Lease>();
  let count = 0;
  const takeOne = (alert: Alert, round: number, query: AlertLeaseQuery): AlertLease | undefined => {
    const { now, until, latest } = query;
    const held = leases.get(alert.alert_id);
    // A lease that has expired was not released, so its round is not stored.
    if (held !== undefined && held.round === query.round) return undefined;
    if (held?.until !== undefined && held.until > now && held.until <= latest) return undefined;
    count += 1;
    const lease = String(count);
    leases.set(alert.alert_id, { lease, until, round });
    return { alert, lease, round };
  };
  return {
    take: (tables, query) => {
      const { length, slice } = tables.alertListings.pending();
      const round = query.round ?? (slice(length - 1, length).at(0)?.round ?? 0) + 1;
      const taken: AlertLease[] = [];
      for (const alert of pendingAlerts(tables, query)) {
        if (taken.length === query.limit) break;
        const lease = takeOne(alert, round, query);
        if (lease !== undefined) taken.push(lease);
      }
      return taken.sort((a, b) => compareAlerts(b.alert, a.alert));
    },
    roundOf: (alert_id, lease) => {
      const held = leases.get(alert_id);
      return held?.lease === lease ? held.round : undefined;
    },
    release: (alert_id, lease) => {
      const held = leases.get(alert_id);
      if (held?.lease === lease) leases.set(alert_id, { ...held, until: undefined });
    },
    end: (alert_id) => {
      leases.delete(alert_id);
    },
  };
}

/** Yields the pending alerts of a query in the order of leases. */
function* pendingAlerts({ alerts, alertListings }: Tables, { alert_id, round }: AlertLeaseQuery): Generator<Alert> {
  if (alert_id !== undefined) {
    const row = alerts.get(alert_id);
    if (row !== undefined && !row.delivered) yield row.alert;
    return;
  }
  const pending = alertListings.pending();
  for (let start = 0; start < pending.length; start += STEP) {
    for (const place of pending.slice(start, start + STEP)) {
      if (round !== undefined && place.round >= round) return;
      const row = alerts.get(place.alert_id);
      if (row !== undefined) yield row.alert;
    }
  }
}
