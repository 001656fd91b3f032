/** Alerts (§4.9.3), one row each. An alert is stored by one statement, which is the whole transaction. */
import { type Alert, type AlertListQuery, sortAlerts } from "../../../domain/alerts/alert.js";
import { bare } from "../../../domain/own.js";
import type { Page } from "../../../domain/page.js";
import type { AlertRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { bytesOf, numberOf, type Row, recordOf, runWithRetry, textOf } from "./database.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { insertOnce, retryWrite } from "./writes.js";

const INSERT = `insert into vaspkit_alerts (alert_key, raised_at, delivered, record, token)
  values (?, ?, 0, ?, ?) on conflict (alert_key) do nothing`;
const IS_OWN = "select 1 as found from vaspkit_alerts where alert_key = ? and token = ?";
const FIND = "select alert_key, delivered, record from vaspkit_alerts where alert_key = ?";
const MARK = "update vaspkit_alerts set delivered = 1 where alert_key = ? and delivered = 0";

/** Returns the repository of alerts in a database. */
export function alertRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AlertRepository {
  return {
    insert: (alert) =>
      run(async () => {
        const json = JSON.stringify(alert);
        const { alert_id, raised_at } = alert;
        const { database, codec } = await open();
        const ref = { table: "alerts", key: codec.storedKey("alert", keyOf(alert_id)) } as const;
        const row = [ref.key, keyOf(raised_at), codec.encode(ref, json)] as const;
        return insertOnce(database, { insert: INSERT, isOwn: IS_OWN, row });
      }),
    find: (alert_id) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, FIND, [db.codec.storedKey("alert", keyOf(alert_id))]);
        return rows.map((row) => ({ alert: alertOf(db, row), delivered: numberOf(row, "delivered") === 1 })).at(0);
      }),
    markDelivered: (alert_id) =>
      run(async () => {
        const { database, codec } = await open();
        const key = codec.storedKey("alert", keyOf(alert_id));
        await retryWrite((send) => send(database.run(MARK, [key])));
      }),
    list: (given) =>
      run(async () => {
        const query = bare(given);
        const db = await open();
        return db.codec.encrypts ? listEncrypted(db, query) : list(db, query);
      }),
  };
}

/** Reads page and total in one statement, so that they fit together. An empty page returns one row without an alert. */
async function list(db: OpenDatabase, { page, size, delivered }: AlertListQuery): Promise<Page<Alert>> {
  const where = delivered === undefined ? "" : `where delivered = ${delivered ? 1 : 0}`;
  const statement = `select c.total as total, a.alert_key as alert_key, a.record as record
    from (select count(*) as total from vaspkit_alerts ${where}) c
    left join (select alert_key, raised_at, record from vaspkit_alerts ${where}
      order by raised_at desc, alert_key limit ? offset ?) a on 1 = 1
    order by a.raised_at desc, a.alert_key`;
  const { rows } = await runWithRetry(db.database, statement, [size, (page - 1) * size]);
  const items = rows.filter(({ record }) => record !== null).map((row) => alertOf(db, row));
  return { items, pagination: { total: numberOf(rows.at(0), "total"), size, page } };
}

/**
 * Lists alerts whose keys have no order: reads all alerts of the times on the page, and sorts those of equal time here. One
 * statement, so that page, total and position fit together.
 */
async function listEncrypted(db: OpenDatabase, { page, size, delivered }: AlertListQuery): Promise<Page<Alert>> {
  const start = (page - 1) * size;
  const state = delivered === undefined ? "" : `delivered = ${delivered ? 1 : 0}`;
  const where = state && `where ${state}`;
  const and = state && `and ${state}`;
  const timeAt = `(select raised_at from vaspkit_alerts ${where} order by raised_at desc limit 1 offset ?)`;
  // Every time is above the empty one: a page that is not full ends with the last alert.
  const statement = `select c.total as total, a.alert_key as alert_key, a.record as record,
      (select count(*) from vaspkit_alerts where raised_at > c.latest ${and}) as newer
    from (select count(*) as total, ${timeAt} as latest, coalesce(${timeAt}, ?) as earliest
      from vaspkit_alerts ${where}) c
    left join (select alert_key, raised_at, record from vaspkit_alerts ${where}) a
      on a.raised_at <= c.latest and a.raised_at >= c.earliest`;
  const { rows } = await runWithRetry(db.database, statement, [start, start + size - 1, new Uint8Array()]);
  const alerts = sortAlerts(rows.filter(({ record }) => record !== null).map((row) => alertOf(db, row)));
  const first = start - numberOf(rows.at(0), "newer");
  return { items: alerts.slice(first, first + size), pagination: { total: numberOf(rows.at(0), "total"), size, page } };
}

function alertOf({ codec }: OpenDatabase, row: Row): Alert {
  return recordOf<Alert>(codec.decode({ table: "alerts", key: bytesOf(row, "alert_key") }, textOf(row, "record")));
}
