/** Alerts (§4.9.3), one row each. An alert is stored by one statement, which is the whole transaction. */
import type { Alert, AlertListQuery } from "../../../domain/alerts/alert.js";
import type { Page } from "../../../domain/page.js";
import type { AlertRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { bytesOf, numberOf, type Row, recordOf, runWithRetry, textOf } from "./database.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { insertOnce, newToken } from "./writes.js";

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
        const ref = { table: "alerts", key: keyOf(alert_id) } as const;
        const token = newToken();
        const values = [ref.key, keyOf(raised_at), codec.encode(ref, json), token];
        return insertOnce(database, { insert: INSERT, values, isOwn: IS_OWN, key: ref.key, token });
      }),
    find: (alert_id) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, FIND, [keyOf(alert_id)]);
        return rows.map((row) => ({ alert: alertOf(db, row), delivered: numberOf(row, "delivered") === 1 }))[0];
      }),
    markDelivered: (alert_id) =>
      run(async () => {
        const { database } = await open();
        await runWithRetry(database, MARK, [keyOf(alert_id)]);
      }),
    list: (given) =>
      run(async () => {
        const query = { ...given };
        return list(await open(), query);
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
  return { items, pagination: { total: numberOf(rows[0], "total"), size, page } };
}

function alertOf({ codec }: OpenDatabase, row: Row): Alert {
  return recordOf<Alert>(codec.decode({ table: "alerts", key: bytesOf(row, "alert_key") }, textOf(row, "record")));
}
