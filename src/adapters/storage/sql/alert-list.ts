/** Lists of alerts (§4.9.3), and alerts of rows. */
import {
  type Alert,
  type AlertFilter,
  type AlertListQuery,
  type AlertPlace,
  type AlertReview,
  compareAlerts,
  type StoredAlert,
} from "../../../domain/alerts/alert.js";
import { type Cursors, cursorsOf } from "../../../domain/cursor.js";
import type { CursorPage } from "../../../domain/page.js";
import { bytesOf, numberOf, type Row, recordOf, runWithRetry, type SqlValue, textOf } from "./database.js";
import { corrupt } from "./failures.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";

const COLUMNS = ["alert_key", "raised_at", "delivered", "record", "reviews", "reviewed"];

/** Returns one page; undefined for a text that is no cursor. */
export async function listAlerts(
  db: OpenDatabase,
  query: AlertListQuery,
): Promise<CursorPage<StoredAlert> | undefined> {
  const { size, cursor } = query;
  const [raised_at, alert_id] = cursor === undefined ? [] : (alertCursors(db).read(LISTING, cursor, 2) ?? []);
  const place = raised_at === undefined || alert_id === undefined ? undefined : { raised_at, alert_id };
  if (cursor !== undefined && place === undefined) return undefined;
  const conditions = conditionsOf(db, query);
  // One more shows whether there is a next page.
  const found = await (db.codec.encrypts ? encryptedPage : plainPage)(db, place, size + 1, conditions);
  const items = found.slice(0, size);
  checkTransactions(items, query);
  return { items, next_cursor: found.length > size ? cursorAfter(db, items) : null };
}

const LISTING = "alerts";

/** In an encrypted database the positions in cursors are encrypted like records, because alert ids are data too. */
function alertCursors({ codec }: OpenDatabase): Cursors {
  const row = { table: "alerts", key: Buffer.from("cursor") } as const;
  return cursorsOf(
    (bytes) => Buffer.from(codec.encode(row, Buffer.from(bytes).toString())),
    (bytes) => Buffer.from(codec.decode(row, Buffer.from(bytes).toString())),
  );
}

function cursorAfter(db: OpenDatabase, items: readonly StoredAlert[]): string | null {
  const last = items.at(-1)?.alert;
  return last === undefined ? null : alertCursors(db).write(LISTING, [last.raised_at, last.alert_id]);
}

/** Conditions of a statement and their values. */
interface Conditions {
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
}

function conditionsOf(db: OpenDatabase, filter: AlertFilter): Conditions {
  const { transaction_id, delivered, reviewed, from, to } = filter;
  const texts: string[] = [];
  const values: SqlValue[] = [];
  if (delivered !== undefined) texts.push(`delivered = ${delivered ? 1 : 0}`);
  if (reviewed !== undefined) texts.push(reviewed ? "reviewed > 0" : "reviewed = 0");
  if (from !== undefined) {
    texts.push("raised_at >= ?");
    values.push(keyOf(from));
  }
  if (to !== undefined) {
    texts.push("raised_at < ?");
    values.push(keyOf(to));
  }
  if (transaction_id !== undefined) {
    texts.push("transaction_key = ?");
    values.push(db.codec.storedKey("transaction", keyOf(transaction_id)));
  }
  return { texts, values };
}

/** The column is not authenticated, so someone with write access to the database could have changed it. */
function checkTransactions(items: readonly StoredAlert[], { transaction_id }: AlertFilter): void {
  if (transaction_id === undefined || items.every(({ alert }) => alert.transaction_id === transaction_id)) return;
  throw corrupt("An alert has another transaction");
}

function where({ texts }: Conditions, ...more: readonly string[]): string {
  const all = [...texts, ...more];
  return all.length === 0 ? "" : `where ${all.join(" and ")}`;
}

/** Returns at most `limit` alerts, with a place those after it. */
async function plainPage(
  db: OpenDatabase,
  place: AlertPlace | undefined,
  limit: number,
  conditions: Conditions,
): Promise<readonly StoredAlert[]> {
  const after = place === undefined ? [] : ["raised_at <= ?", "(raised_at < ? or alert_key > ?)"];
  const at = place && keyOf(place.raised_at);
  const statement = `select ${COLUMNS.join(", ")} from vaspkit_alerts ${where(conditions, ...after)}
    order by raised_at desc, alert_key limit ?`;
  const position = place && at ? [at, at, keyOf(place.alert_id)] : [];
  const { rows } = await runWithRetry(db.database, statement, [...conditions.values, ...position, limit]);
  return rows.map((row) => storedAlertOf(db, row));
}

/**
 * Lists alerts whose keys have no order. It reads all alerts of the times on the page and of the place, and sorts those of
 * equal time here.
 */
async function encryptedPage(
  db: OpenDatabase,
  place: AlertPlace | undefined,
  limit: number,
  conditions: Conditions,
): Promise<readonly StoredAlert[]> {
  const { values } = conditions;
  const [until, before] = place === undefined ? [[], []] : [["raised_at <= ?"], ["raised_at < ?"]];
  const at = place === undefined ? [] : [keyOf(place.raised_at)];
  const earliest = `(select raised_at from vaspkit_alerts ${where(conditions, ...before)}
    order by raised_at desc limit 1 offset ?)`;
  // Every time is above the empty one: a page that is not full ends with the last alert.
  const statement = `select ${COLUMNS.join(", ")} from vaspkit_alerts
    ${where(conditions, ...until, `raised_at >= coalesce(${earliest}, ?)`)}`;
  const bounds = [...values, ...at, ...values, ...at, limit - 1, new Uint8Array()];
  const { rows } = await runWithRetry(db.database, statement, bounds);
  const found = sorted(rows.map((row) => storedAlertOf(db, row)));
  return found.filter(({ alert }) => place === undefined || compareAlerts(place, alert) < 0).slice(0, limit);
}

function sorted(found: readonly StoredAlert[]): StoredAlert[] {
  return [...found].sort((a, b) => compareAlerts(a.alert, b.alert));
}

/** Returns the alert of a row. */
export function alertOf({ codec }: OpenDatabase, row: Row): Alert {
  return recordOf<Alert>(codec.decode({ table: "alerts", key: bytesOf(row, "alert_key") }, textOf(row, "record")));
}

/** Returns the alert of a row with its state. */
export function storedAlertOf(db: OpenDatabase, row: Row): StoredAlert {
  const reviews = reviewEntriesOf(db, row).map(({ review }) => review);
  return { alert: alertOf(db, row), delivered: numberOf(row, "delivered") === 1, reviews };
}

/** A stored review, with the token of the write that added it. */
interface ReviewEntry {
  readonly token: string;
  readonly review: AlertReview;
}

/** Returns the stored reviews of a row. */
export function reviewEntriesOf({ codec }: OpenDatabase, row: Row): readonly ReviewEntry[] {
  const count = numberOf(row, "reviewed");
  if (row["reviews"] === null && count === 0) return [];
  const ref = { table: "reviews", key: bytesOf(row, "alert_key") } as const;
  const entries = recordOf<readonly ReviewEntry[]>(codec.decode(ref, textOf(row, "reviews")));
  // The count is not authenticated, and decides whether an alert may be removed.
  if (entries.length !== count) throw corrupt("An alert has another number of reviews");
  return entries;
}
