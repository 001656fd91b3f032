/**
 * The repository of alerts in tables. Leases are in memory: a file has one writer, whose end frees them. Only a release
 * stores the round of a lease, so that a delivery that succeeds costs no further write.
 */
import {
  type Alert,
  type AlertFilter,
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
  return { ...outbox(host, runWhileOpen), ...lists(host, runWhileOpen, cursors) };
}

/** The methods that store, deliver and review alerts. */
function outbox(host: TableHost, runWhileOpen: RunWhileOpen): Omit<AlertRepository, "list" | "listAfter" | "prune"> {
  const leases = leaseTable();
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
    markDelivered: (alert_id) =>
      runWhileOpen(async () => {
        await host.change(({ alerts }) => {
          const row = alerts.get(alert_id);
          if (row === undefined || row.delivered) return { result: undefined };
          return { result: undefined, rows: { alerts: new Map([[alert_id, { ...row, delivered: true }]]) } };
        });
        leases.end(alert_id);
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
): Pick<AlertRepository, "list" | "listAfter" | "prune"> {
  return {
    list: (given) =>
      runWhileOpen(async () => {
        const { page, size, ...filter } = bare(copyOf(given));
        const found = matching(await host.tables(), filter);
        const start = (page - 1) * size;
        const pagination = { total: found.length, size, page };
        return copyOf({ ...pageFrom(found, start, size, cursors), pagination });
      }),
    listAfter: (given) =>
      runWhileOpen(async () => {
        const { cursor, size, ...filter } = bare(copyOf(given));
        const [raised_at, alert_id] = cursors.read(LISTING, cursor, 2) ?? [];
        const tables = await host.tables();
        if (raised_at === undefined || alert_id === undefined) return undefined;
        const found = matching(tables, filter, { raised_at, alert_id });
        return copyOf(pageFrom(found, 0, size, cursors));
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
          // Looked up again, because an earlier change may have removed one.
          const removed = ids.filter(({ alert_id }) => alerts.get(alert_id) !== undefined);
          if (removed.length === 0) return { result: 0 };
          const rows = { alerts: new Map(removed.map(({ alert_id }) => [alert_id, undefined])) };
          return { result: removed.length, rows };
        });
      }),
  };
}

function storedAlert(row: AlertRow): StoredAlert {
  return { alert: row.alert, delivered: row.delivered, reviews: own(row, "reviews") ?? [] };
}

/** The matching alerts in order. */
interface Matching {
  readonly length: number;
  slice(start: number, end: number): readonly StoredAlert[];
}

/** Returns the alerts of the filter, with `after` only those behind that place. */
function matching({ alerts, alertListings }: Tables, given: AlertFilter, after?: AlertPlace): Matching {
  const filter = bare(given);
  const { transaction_id, from, to } = filter;
  const list =
    transaction_id === undefined ? alertListings.inOrder(filter) : alertListings.ofTransaction(transaction_id, filter);
  const isBefore = (alert: AlertPlace): boolean =>
    (to !== undefined && alert.raised_at >= to) || (after !== undefined && compareAlerts(alert, after) <= 0);
  const first = list.countWhile(isBefore);
  const end = from === undefined ? list.length : list.countWhile(({ raised_at }) => raised_at >= from);
  const length = Math.max(0, end - first);
  return {
    length,
    slice: (start, stop) => {
      const found = list.slice(first + start, first + Math.min(stop, length));
      return found
        .map(({ alert_id }) => alerts.get(alert_id))
        .filter((row) => row !== undefined)
        .map(storedAlert);
    },
  };
}

const LISTING = "alerts";

function pageFrom(found: Matching, start: number, size: number, cursors: Cursors): CursorPage<StoredAlert> {
  const items = start < found.length ? found.slice(start, start + size) : [];
  const last = start + size < found.length ? items.at(-1)?.alert : undefined;
  return { items, next_cursor: last ? cursors.write(LISTING, [last.raised_at, last.alert_id]) : null };
}

/** The leases of pending alerts. */
interface LeaseTable {
  /** Must be called without an await after `tables` was read. */
  take(tables: Tables, query: AlertLeaseQuery): readonly AlertLease[];
  /** Returns the round of this lease, if it was not replaced by another. */
  roundOf(alert_id: string, lease: string): number | undefined;
  release(alert_id: string, lease: string): void;
  /** Ends any lease of the alert. */
  end(alert_id: string): void;
}

/** Alerts to look at in one step. */
const STEP = 64;

function leaseTable(): LeaseTable {
  const leases = new Map<string, { readonly lease: string; readonly until: string; readonly round: number }>();
  let count = 0;
  const takeOne = (alert: Alert, round: number, { now, until, ...query }: AlertLeaseQuery): AlertLease | undefined => {
    const held = leases.get(alert.alert_id);
    // A lease that has expired was not released, so its round is not stored.
    if (held !== undefined && (held.until > now || held.round === query.round)) return undefined;
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
      if (leases.get(alert_id)?.lease === lease) leases.delete(alert_id);
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
