/** Lists of alerts (§4.9.3), by number of the page or by cursor, and alerts of rows. */
import {
  type Alert,
  type AlertCursorQuery,
  type AlertFilter,
  type AlertListing,
  type AlertListQuery,
  type AlertPlace,
  type AlertReview,
  compareAlerts,
  type StoredAlert,
} from "../../../domain/alerts/alert.js";
import { type Cursors, cursorsOf } from "../../../domain/cursor.js";
import type { CursorPage } from "../../../domain/page.js";
import { bytesOf, numberOf, type Row, recordOf, runWithRetry, type SqlValue, textOf } from "./database.js";
import { corrupt, retryOnFault } from "./failures.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";

const COLUMNS = ["alert_key", "raised_at", "delivered", "record", "reviews", "reviewed"];

/** Returns a numbered page. */
export async function listAlerts(db: OpenDatabase, query: AlertListQuery): Promise<AlertListing> {
  const conditions = await conditionsOf(db, query);
  const { items, total } = await (db.codec.encrypts ? encryptedPage : plainPage)(db, query, conditions);
  const { page, size } = query;
  checkTransactions(items, query);
  const next_cursor = page * size < total ? cursorAfter(db, items) : null;
  return { items, next_cursor, pagination: { total, size, page } };
}

/** Returns the page after a cursor, or undefined for a text that is no cursor. */
export async function listAlertsAfter(
  db: OpenDatabase,
  query: AlertCursorQuery,
): Promise<CursorPage<StoredAlert> | undefined> {
  const [raised_at, alert_id] = alertCursors(db).read(LISTING, query.cursor, 2) ?? [];
  if (raised_at === undefined || alert_id === undefined) return undefined;
  const conditions = await conditionsOf(db, query);
  const place = { raised_at, alert_id };
  const found = await (db.codec.encrypts ? encryptedAfter : plainAfter)(db, place, query.size + 1, conditions);
  const items = found.slice(0, query.size);
  checkTransactions(items, query);
  return { items, next_cursor: found.length > items.length ? cursorAfter(db, items) : null };
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

async function conditionsOf(db: OpenDatabase, filter: AlertFilter): Promise<Conditions> {
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
    await fillTransactionKeys(db);
    texts.push("transaction_key = ?");
    values.push(transactionKey(db, transaction_id));
  }
  return { texts, values };
}

function transactionKey({ codec }: OpenDatabase, transaction_id: string): Uint8Array {
  return codec.storedKey("transaction", keyOf(transaction_id));
}

/** Rows in one transaction. */
const BATCH = 500;
const UNFILLED = `select alert_key, record from vaspkit_alerts where transaction_key is null limit ${BATCH}`;
const FILL = "update vaspkit_alerts set transaction_key = ? where alert_key = ? and transaction_key is null";

/** Fills the column in rows that an earlier version wrote. `migrate` cannot, because it has no key to decrypt them. */
async function fillTransactionKeys(db: OpenDatabase): Promise<void> {
  for (;;) {
    const { rows } = await runWithRetry(db.database, UNFILLED);
    if (rows.length === 0) return;
    const filled = rows.map((row) => {
      const { transaction_id } = alertOf(db, row);
      return [transactionKey(db, transaction_id), bytesOf(row, "alert_key")] as const;
    });
    // Repeating it changes nothing.
    await retryOnFault(() =>
      db.database.transaction(async (execute) => {
        for (const values of filled) await execute(FILL, values);
      }),
    );
  }
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

interface NumberedPage {
  readonly items: readonly StoredAlert[];
  readonly total: number;
}

/** Reads page and total in one statement, so that they fit together. An empty page returns one row without an alert. */
async function plainPage(
  db: OpenDatabase,
  { page, size }: AlertListQuery,
  conditions: Conditions,
): Promise<NumberedPage> {
  const statement = `select c.total as total, ${COLUMNS.map((column) => `a.${column} as ${column}`).join(", ")}
    from (select count(*) as total from vaspkit_alerts ${where(conditions)}) c
    left join (select ${COLUMNS.join(", ")} from vaspkit_alerts ${where(conditions)}
      order by raised_at desc, alert_key limit ? offset ?) a on 1 = 1
    order by a.raised_at desc, a.alert_key`;
  const { values } = conditions;
  const { rows } = await runWithRetry(db.database, statement, [...values, ...values, size, (page - 1) * size]);
  const items = rows.filter(({ record }) => record !== null).map((row) => storedAlertOf(db, row));
  return { items, total: numberOf(rows.at(0), "total") };
}

/** Returns at most `limit` alerts after a place. */
async function plainAfter(
  db: OpenDatabase,
  { raised_at, alert_id }: AlertPlace,
  limit: number,
  conditions: Conditions,
): Promise<readonly StoredAlert[]> {
  const after = where(conditions, "raised_at <= ?", "(raised_at < ? or alert_key > ?)");
  const statement = `select ${COLUMNS.join(", ")} from vaspkit_alerts ${after}
    order by raised_at desc, alert_key limit ?`;
  const at = keyOf(raised_at);
  const { rows } = await runWithRetry(db.database, statement, [...conditions.values, at, at, keyOf(alert_id), limit]);
  return rows.map((row) => storedAlertOf(db, row));
}

/**
 * Lists alerts whose keys have no order: reads all alerts of the times on the page, and sorts those of equal time here. One
 * statement, so that page, total and position fit together.
 */
async function encryptedPage(
  db: OpenDatabase,
  { page, size }: AlertListQuery,
  conditions: Conditions,
): Promise<NumberedPage> {
  const { values } = conditions;
  const start = (page - 1) * size;
  const all = where(conditions);
  const timeAt = `(select raised_at from vaspkit_alerts ${all} order by raised_at desc limit 1 offset ?)`;
  // Every time is above the empty one: a page that is not full ends with the last alert.
  const statement = `select c.total as total, ${COLUMNS.map((column) => `a.${column} as ${column}`).join(", ")},
      (select count(*) from vaspkit_alerts ${where(conditions, "raised_at > c.latest")}) as newer
    from (select count(*) as total, ${timeAt} as latest, coalesce(${timeAt}, ?) as earliest
      from vaspkit_alerts ${all}) c
    left join (select ${COLUMNS.join(", ")} from vaspkit_alerts ${all}) a
      on a.raised_at <= c.latest and a.raised_at >= c.earliest`;
  const positions = [...values, start, ...values, start + size - 1, new Uint8Array()];
  const { rows } = await runWithRetry(db.database, statement, [...values, ...positions, ...values, ...values]);
  const found = sorted(rows.filter(({ record }) => record !== null).map((row) => storedAlertOf(db, row)));
  const first = start - numberOf(rows.at(0), "newer");
  return { items: found.slice(first, first + size), total: numberOf(rows.at(0), "total") };
}

/** Reads all alerts of the time of the place, and of the times after it that a page has. */
async function encryptedAfter(
  db: OpenDatabase,
  place: AlertPlace,
  limit: number,
  conditions: Conditions,
): Promise<readonly StoredAlert[]> {
  const { values } = conditions;
  const at = keyOf(place.raised_at);
  const earliest = `(select raised_at from vaspkit_alerts ${where(conditions, "raised_at < ?")}
    order by raised_at desc limit 1 offset ?)`;
  const statement = `select ${COLUMNS.join(", ")} from vaspkit_alerts
    ${where(conditions, "raised_at <= ?", `raised_at >= coalesce(${earliest}, ?)`)}`;
  const bounds = [...values, at, ...values, at, limit - 1, new Uint8Array()];
  const { rows } = await runWithRetry(db.database, statement, bounds);
  const found = sorted(rows.map((row) => storedAlertOf(db, row)));
  return found.filter(({ alert }) => compareAlerts(place, alert) < 0).slice(0, limit);
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
