/** Alerts (§4.9.3), one row each. An alert is stored by one statement, which is the whole transaction. */
import type { AlertReview, StoredAlert } from "../../../domain/alerts/alert.js";
import { bare } from "../../../domain/own.js";
import type { AlertLease, AlertLeaseQuery, AlertRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { copyOf } from "../copy.js";
import { alertOf, listAlerts, reviewEntriesOf, storedAlertOf } from "./alert-list.js";
import { bytesOf, numberOf, type Row, runWithRetry, type SqlValue } from "./database.js";
import { ConflictError, retryOnFault } from "./failures.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { insertOnce, newToken, removeInBatches, retryWrite } from "./writes.js";

const INSERT = `insert into vaspkit_alerts (alert_key, transaction_key, raised_at, delivered, record, token)
  values (?, ?, ?, 0, ?, ?) on conflict (alert_key) do nothing`;
const IS_OWN = "select 1 as found from vaspkit_alerts where alert_key = ? and token = ?";
const FIND = "select alert_key, delivered, record, reviews, reviewed from vaspkit_alerts where alert_key = ?";
const REVIEW = "update vaspkit_alerts set reviews = ?, reviewed = reviewed + 1 where alert_key = ? and reviewed = ?";
/** Alerts that may be removed. An alert never becomes pending or unreviewed again. */
const REVIEWED = "reviewed > 0 and raised_at < ?";
const DONE = `delivered = 1 and ${REVIEWED}`;
const MARK = "update vaspkit_alerts set delivered = 1 where alert_key = ? and lease = ? and delivered = 0";
/** The lease stays, because a delivery may end after its release. */
const RELEASE = "update vaspkit_alerts set lease_until = null where alert_key = ? and lease = ?";

/** Returns the repository of alerts in a database. */
export function alertRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AlertRepository {
  return {
    insert: (alert) =>
      run(async () => {
        const json = JSON.stringify(alert);
        const { alert_id, transaction_id, raised_at } = alert;
        const { database, codec } = await open();
        const ref = { table: "alerts", key: codec.storedKey("alert", keyOf(alert_id)) } as const;
        const row = [
          ref.key,
          codec.storedKey("transaction", keyOf(transaction_id)),
          keyOf(raised_at),
          codec.encode(ref, json),
        ] as const;
        return insertOnce(database, { insert: INSERT, isOwn: IS_OWN, row });
      }),
    find: (alert_id) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, FIND, [alertKey(db, alert_id)]);
        return rows.map((row) => storedAlertOf(db, row)).at(0);
      }),
    lease: (given) =>
      run(async () => {
        const query = bare(copyOf(given));
        return lease(await open(), query);
      }),
    release: (alert_id, token) =>
      run(async () => {
        const db = await open();
        await runWithRetry(db.database, RELEASE, [alertKey(db, alert_id), Buffer.from(token, "hex")]);
      }),
    markDelivered: (alert_id, token) =>
      run(async () => {
        const db = await open();
        await retryWrite((send) => send(db.database.run(MARK, [alertKey(db, alert_id), Buffer.from(token, "hex")])));
      }),
    review: (alert_id, given) =>
      run(async () => {
        const review = copyOf(given);
        const db = await open();
        return addReview(db, alertKey(db, alert_id), review);
      }),
    list: (given) =>
      run(async () => {
        const query = bare(copyOf(given));
        return listAlerts(await open(), query);
      }),
    prune: (before, includeUndelivered = false) =>
      run(async () => {
        const condition = includeUndelivered ? REVIEWED : DONE;
        const rows = { table: "vaspkit_alerts", key: "alert_key", condition, order: "raised_at" };
        return removeInBatches((await open()).database, rows, keyOf(before));
      }),
  };
}

/**
 * Adds a review, if no other was added since the row was read. Reviews are never changed, so its token shows whether an
 * attempt whose connection broke was executed.
 */
async function addReview(db: OpenDatabase, key: Uint8Array, review: AlertReview): Promise<StoredAlert | undefined> {
  const token = newToken().toString("hex");
  return retryWrite(async (send) => {
    const { rows } = await db.database.run(FIND, [key]);
    const [row] = rows;
    if (row === undefined) return undefined;
    const entries = reviewEntriesOf(db, row);
    if (entries.some((entry) => entry.token === token)) return storedAlertOf(db, row);
    const changed = [...entries, { token, review }];
    const reviews = db.codec.encode({ table: "reviews", key }, JSON.stringify(changed));
    const written = await send(db.database.run(REVIEW, [reviews, key, entries.length]));
    if (written.changed === 0) throw new ConflictError("Another review came first.");
    return { ...storedAlertOf(db, row), reviews: changed.map((entry) => entry.review) };
  });
}

function alertKey({ codec }: OpenDatabase, alert_id: string): Uint8Array {
  return codec.storedKey("alert", keyOf(alert_id));
}

/** A new round: one more than the highest of the pending alerts, which is at the end of `vaspkit_alerts_due`. */
const NEW_ROUND = `coalesce((select delivery_round from vaspkit_alerts where delivered = 0
  order by delivery_round desc, raised_at desc, alert_key limit 1), 0) + 1`;

/**
 * Leases pending alerts in the order of the index `vaspkit_alerts_due`. Rows that another instance is leasing at the same
 * time are skipped. A repeated attempt finds its own leases first, by their token.
 */
async function lease(db: OpenDatabase, query: AlertLeaseQuery): Promise<readonly AlertLease[]> {
  const token = newToken();
  const { rows } = await retryOnFault((isRetry) => {
    const [statement, values] = leaseStatement(db, query, token, isRetry);
    return db.database.run(statement, values);
  });
  const leased = rows.map((row) => ({ row, alert: alertOf(db, row) }));
  return leased.sort(byLeaseOrder).map(({ row, alert }) => {
    return { alert, lease: token.toString("hex"), round: numberOf(row, "delivery_round") };
  });
}

function leaseStatement(
  db: OpenDatabase,
  { limit, now, until, latest, alert_id, round }: AlertLeaseQuery,
  token: Uint8Array,
  isRetry: boolean,
): readonly [statement: string, values: readonly SqlValue[]] {
  const isFree = "(lease_until is null or lease_until <= ? or lease_until > ?)";
  const conditions = [isFree, ...(round === undefined ? [] : ["delivery_round < ?"])];
  const due = `(${conditions.join(" and ")}${isRetry ? " or lease = ?" : ""})`;
  const one = alert_id === undefined ? "" : "and alert_key = ?";
  const order = `${isRetry ? "case when lease = ? then 0 else 1 end, " : ""}delivery_round, raised_at, alert_key desc`;
  const own = isRetry ? [token] : [];
  // A list in its own step: PostgreSQL may run a subquery with a limit several times.
  const statement = `with due as materialized (select alert_key as due_key from vaspkit_alerts
      where delivered = 0 and ${due} ${one} order by ${order} limit ? ${db.database.dialect.skipLocked})
    update vaspkit_alerts set lease_until = ?, lease = ?, delivery_round = ${round === undefined ? NEW_ROUND : "?"}
    where alert_key in (select due_key from due) returning alert_key, raised_at, record, delivery_round`;
  const values = [
    ...[keyOf(now), keyOf(latest), ...(round === undefined ? [] : [round]), ...own],
    ...(alert_id === undefined ? [] : [alertKey(db, alert_id)]),
    ...[...own, limit, keyOf(until), token, ...(round === undefined ? [] : [round])],
  ];
  return [statement, values];
}

/** PostgreSQL returns updated rows in any order. */
function byLeaseOrder(a: { readonly row: Row }, b: { readonly row: Row }): number {
  const column = (name: string): number => Buffer.compare(bytesOf(a.row, name), bytesOf(b.row, name));
  return column("raised_at") || -column("alert_key");
}
