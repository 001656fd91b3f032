/**
 * The alerts (§4.9.3), a row each. A decision is computed before its alert is stored, and nothing else is stored with it:
 * the one statement that inserts the alert is the whole transaction.
 */
import type { Alert, AlertListQuery } from "../../../domain/alerts/alert.js";
import type { Page } from "../../../domain/page.js";
import type { AlertRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { bytesOf, numberOf, type Row, textOf } from "./database.js";
import { insertOnce, newToken } from "./insert.js";
import { keyOf } from "./keys.js";
import { asked, type Opened } from "./opened.js";
import { recordOf } from "./records.js";

const INSERT = `insert into vaspkit_alerts (alert_key, raised_at, delivered, record, token)
  values (?, ?, 0, ?, ?) on conflict (alert_key) do nothing`;
const IS_OWN = "select 1 as found from vaspkit_alerts where alert_key = ? and token = ?";
const FIND = "select alert_key, delivered, record from vaspkit_alerts where alert_key = ?";
const MARK = "update vaspkit_alerts set delivered = 1 where alert_key = ? and delivered = 0";

/** The repository of alerts in an opened database. */
export function alertRepository(opened: () => Promise<Opened>, run: RunWhileOpen): AlertRepository {
  return {
    insert: (alert) =>
      run(async () => {
        const json = JSON.stringify(alert);
        const { alert_id, raised_at } = alert;
        const { database, sealing } = await opened();
        const place = { table: "alerts", key: keyOf(alert_id) } as const;
        const token = newToken();
        const values = [place.key, keyOf(raised_at), sealing.write(place, json), token];
        return insertOnce(database, { insert: INSERT, values, isOwn: IS_OWN, key: place.key, token });
      }),
    find: (alert_id) =>
      run(async () => {
        const here = await opened();
        const { rows } = await asked(here.database, FIND, [keyOf(alert_id)]);
        return rows.map((row) => ({ alert: alertOf(here, row), delivered: numberOf(row, "delivered") === 1 }))[0];
      }),
    markDelivered: (alert_id) =>
      run(async () => {
        const { database } = await opened();
        await asked(database, MARK, [keyOf(alert_id)]);
      }),
    list: (given) =>
      run(async () => {
        const query = { ...given };
        return list(await opened(), query);
      }),
  };
}

/** One statement, so that the page and the total are of one moment. Of an empty page it has one row, without an alert. */
async function list(here: Opened, { page, size, delivered }: AlertListQuery): Promise<Page<Alert>> {
  const where = delivered === undefined ? "" : `where delivered = ${delivered ? 1 : 0}`;
  const statement = `select c.total as total, a.alert_key as alert_key, a.record as record
    from (select count(*) as total from vaspkit_alerts ${where}) c
    left join (select alert_key, raised_at, record from vaspkit_alerts ${where}
      order by raised_at desc, alert_key limit ? offset ?) a on 1 = 1
    order by a.raised_at desc, a.alert_key`;
  const { rows } = await asked(here.database, statement, [size, (page - 1) * size]);
  const items = rows.filter(({ record }) => record !== null).map((row) => alertOf(here, row));
  return { items, pagination: { total: numberOf(rows[0], "total"), size, page } };
}

function alertOf({ sealing }: Opened, row: Row): Alert {
  return recordOf<Alert>(sealing.read({ table: "alerts", key: bytesOf(row, "alert_key") }, textOf(row, "record")));
}
