/** The laws of AlertRepository. */
import * as fc from "fast-check";
import type { AlertRepository } from "../../ports/storage.js";
import type { ConformanceCheck } from "../law.js";
import { IN_ORDER, LIKE_TEXTS, OUT_OF_ORDER, RIVALS, UNKNOWN_TEXTS } from "./common.js";
import { expectedAlerts, firstOfEach } from "./model.js";
import { ALL, alert, anyAlert, anyPage } from "./records.js";
import { same } from "./same.js";
import { caseLaw, drawnLaw, type Making } from "./storage-law.js";

const NEWER = "2030-01-01T00:00:00.000Z";

export function alertLaws(making: Making): readonly ConformanceCheck[] {
  return [...alertInsertLaws(making), ...alertDeliveryLaws(making), ...alertListLaws(making)];
}

function alertInsertLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an alert is stored as not delivered unless its alert_id is taken",
      "insert stores the alert, find gives it and that it is not delivered, and an alert of a taken alert_id changes nothing",
      async ({ storage: { alerts } }) => {
        const right = { alert: alert("a"), delivered: false };
        same("what is found before the first insert", await alerts.find("a"), undefined);
        same("the first insert", await alerts.insert(alert("a")), "inserted");
        same("what is found after it", await alerts.find("a"), right);
        same("the second insert", await alerts.insert(alert("a", NEWER)), "taken");
        same("what is found after both", await alerts.find("a"), right);
        same("what is listed", (await alerts.list(ALL)).items, [alert("a")]);
      },
    ),
    caseLaw(
      making,
      "alert ids are told apart by every code unit and by nothing else",
      "the alert of an alert_id is that of these code units, and no other",
      async ({ storage: { alerts } }) => {
        const right = (id: string): unknown => ({ alert: alert(id), delivered: false });
        const said = (id: string): string => JSON.stringify(id);
        for (const id of LIKE_TEXTS) same(`the insert of ${said(id)}`, await alerts.insert(alert(id)), "inserted");
        for (const id of LIKE_TEXTS) same(`the alert ${said(id)}`, await alerts.find(id), right(id));
        for (const id of UNKNOWN_TEXTS) same(`the alert ${said(id)}`, await alerts.find(id), undefined);
      },
    ),
    caseLaw(
      making,
      "of racing inserts of an alert_id one is stored",
      "insert is atomic: of alerts of one alert_id that are inserted at once one is inserted, and the others are taken",
      async ({ storage: { alerts } }) => {
        const rivals = RIVALS.map((index) => alert("a", `2026-01-01T00:00:00.${100 + index}Z`));
        const outcomes = await Promise.all(rivals.map((rival) => alerts.insert(rival)));
        same("the number of those inserted", outcomes.filter((outcome) => outcome === "inserted").length, 1);
        same("the number of those taken", outcomes.filter((outcome) => outcome === "taken").length, rivals.length - 1);
        const winner = rivals[outcomes.indexOf("inserted")];
        same("what is found", await alerts.find("a"), { alert: winner, delivered: false });
      },
    ),
  ];
}

function alertDeliveryLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "a delivery is recorded for good, and of an unknown alert nothing",
      "markDelivered records that the sink has taken this alert; a second time, or of an unknown id, nothing happens",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b"]) await alerts.insert(alert(id));
        for (const id of ["a", "a", "unknown"]) await alerts.markDelivered(id);
        same("the insert of an alert that was delivered", await alerts.insert(alert("a", NEWER)), "taken");
        same("the alert that was delivered", await alerts.find("a"), { alert: alert("a"), delivered: true });
        same("the other alert", await alerts.find("b"), { alert: alert("b"), delivered: false });
        same("the unknown alert", await alerts.find("unknown"), undefined);
        same("the number stored", (await alerts.list(ALL)).pagination.total, 2);
      },
    ),
    caseLaw(
      making,
      "alerts are listed by whether they are delivered",
      "with delivered a list has only those of that state, counts only those, and has all of them without it",
      async ({ storage: { alerts } }) => {
        for (const id of ["a", "b", "c", "d"]) await alerts.insert(alert(id));
        await alerts.markDelivered("b");
        same("those delivered", await listed(alerts, true), ["b"]);
        same("those not delivered", await listed(alerts, false), ["a", "c", "d"]);
        same("all", await listed(alerts), ["a", "b", "c", "d"]);
        const right = { items: [alert("d")], pagination: { total: 3, page: 2, size: 2 } };
        same("page 2 of those not delivered", await alerts.list({ page: 2, size: 2, delivered: false }), right);
      },
    ),
  ];
}

async function listed(alerts: AlertRepository, delivered?: boolean): Promise<readonly string[]> {
  const { items } = await alerts.list({ ...ALL, ...(delivered !== undefined && { delivered }) });
  return items.map(({ alert_id }) => alert_id);
}

function alertListLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "alerts are listed newest first, ties by the code units of alert_id",
      "a list has the newest raised_at first, and ties in the order of UTF-16 code units",
      async ({ storage: { alerts } }) => {
        for (const id of OUT_OF_ORDER) await alerts.insert(alert(id));
        await alerts.insert(alert("new", NEWER));
        await alerts.insert(alert("a old", "2000-01-01T00:00:00.000Z"));
        same("the order", await listed(alerts), ["new", ...IN_ORDER, "a old"]);
      },
    ),
    drawnLaw(
      making,
      "every list of alerts is that of the plain model",
      "list gives the page asked for, one beyond the last has no items, and each says how many there are in all",
      { drawn: () => fc.tuple(fc.array(anyAlert, { maxLength: 8 }), anyPage) },
      async ({ storage: { alerts } }, [given, { page, size }]) => {
        for (const one of given) await alerts.insert(one);
        const stored = expectedAlerts(firstOfEach(given, ({ alert_id }) => alert_id));
        const right = {
          items: stored.slice((page - 1) * size, page * size),
          pagination: { total: stored.length, page, size },
        };
        same(`the list ${JSON.stringify({ page, size })}`, await alerts.list({ page, size }), right);
      },
    ),
  ];
}
