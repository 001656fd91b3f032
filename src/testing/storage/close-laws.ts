/** The laws of Storage.close, and of what is left after it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import type { ConformanceCheck } from "../law.js";
import { pause } from "../soon.js";
import { LIKE_TEXTS, rejectionOf } from "./common.js";
import { ALL, addressUpdate, alert, bareAddress, individual, screening, streamOf, vasp } from "./records.js";
import { Seen, same } from "./same.js";
import { caseLaw, type Making } from "./storage-law.js";
import type { Trial } from "./trial.js";
import { failureText } from "./watched.js";

export function closeLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "close waits for what is under way",
      "close resolves after every call that was made before it, and each of them is answered",
      async ({ storage }) => {
        const over: string[] = [];
        const loading = storage.vasps.load(slowStream()).then(() => over.push("load"));
        const inserting = storage.accounts.insert(individual("r1")).then(() => over.push("insert"));
        const closing = storage.close().then(() => over.push("close"));
        await Promise.all([loading, inserting, closing]);
        same("the last that was over", over.at(-1), "close");
      },
    ),
    caseLaw(
      making,
      "a closed storage refuses every call",
      "after close every other method rejects with a ComplianceError of the code storage_closed",
      async ({ storage }) => {
        await storage.accounts.insert(individual("r1"));
        await storage.close();
        for (const [name, call] of callsOf(storage)) await expectClosed(`${name} after close`, call);
      },
    ),
    caseLaw(
      making,
      "closing again does nothing",
      "close resolves of a storage that was never used, that is closing, and that is closed",
      async ({ storage }) => {
        await Promise.all([storage.close(), storage.close()]);
        await storage.close();
      },
    ),
  ];
}

/** Ends so late that a `close` that does not wait is over long before. */
async function* slowStream(): AsyncGenerator<Vasp> {
  await pause(30);
  yield vasp("a");
}

function callsOf(storage: ComplianceStorage): readonly (readonly [name: string, call: () => Promise<unknown>])[] {
  const { accounts, vasps, alerts, addresses } = storage;
  return [
    ["accounts.insert", () => accounts.insert(individual("r2"))],
    ["accounts.find", () => accounts.find("r1")],
    ["accounts.search", () => accounts.search({ term: "zzz" })],
    ["vasps.load", () => vasps.load(streamOf([vasp("a")]))],
    ["vasps.load of an empty stream", () => vasps.load(streamOf([]))],
    ["vasps.find", () => vasps.find("a")],
    ["vasps.search", () => vasps.search("a")],
    ["vasps.list", () => vasps.list(ALL)],
    ["alerts.insert", () => alerts.insert(alert("a"))],
    ["alerts.find", () => alerts.find("a")],
    ["alerts.markDelivered", () => alerts.markDelivered("a")],
    ["alerts.list", () => alerts.list(ALL)],
    ["addresses.save", () => addresses.save(addressUpdate("a"))],
    ["addresses.link", () => addresses.link("tezos", "a", "r1")],
    ["addresses.find", () => addresses.find("tezos", "a")],
    ["addresses.ofAccount", () => addresses.ofAccount("r1")],
  ];
}

async function expectClosed(what: string, call: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(what, call);
  if (error instanceof ComplianceError && error.code === "storage_closed") return;
  throw new Seen(`${what} rejected with ${failureText(error)} where a ComplianceError storage_closed is right`);
}

/** The laws of a storage that keeps its records. */
export function durableLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "what was acknowledged is there after close",
      "a storage that is opened again on its place has every record as it was acknowledged, and goes on from there",
      async (trial) => {
        await fill(trial.storage);
        await trial.reopen?.();
        await expectFilled(trial);
        await trial.reopen?.();
        await expectFilled(trial);
        const { accounts, alerts, vasps } = trial.storage;
        same("the insert of an account that was there", await accounts.insert(individual("r")), "taken");
        same("the insert of an alert that was there", await alerts.insert(alert("a")), "taken");
        const report = await vasps.load(streamOf([vasp("a"), vasp("b")]));
        same("the report of a VASP record that was there and a new one", report, { loaded: 1, replaced: 1 });
      },
    ),
  ];
}

async function fill({ accounts, vasps, alerts, addresses }: ComplianceStorage): Promise<void> {
  for (const id of LIKE_TEXTS) await accounts.insert(individual(id));
  await vasps.load(streamOf([vasp("a", { summary: "first" }), vasp("a")]));
  for (const id of ["a", "b"]) await alerts.insert(alert(id));
  await alerts.markDelivered("b");
  for (const ratio of [1, 2]) await addresses.save(addressUpdate("a", { screening: screening(ratio) }));
  await addresses.link("tezos", "a", "r");
}

async function expectFilled({ storage: { accounts, vasps, alerts, addresses } }: Trial): Promise<void> {
  for (const id of LIKE_TEXTS) same(`the account ${JSON.stringify(id)}`, await accounts.find(id), individual(id));
  same("the number of accounts searched", (await accounts.search({ term: "zzz" })).length, LIKE_TEXTS.length);
  same("the VASP records", (await vasps.list(ALL)).items, [vasp("a")]);
  same("alert a", await alerts.find("a"), { alert: alert("a"), delivered: false });
  same("alert b", await alerts.find("b"), { alert: alert("b"), delivered: true });
  const address = { ...bareAddress("a"), account_ref_id: "r", screenings: [screening(1), screening(2)] };
  same("the address", await addresses.find("tezos", "a"), address);
  same("the addresses of the account", await addresses.ofAccount("r"), [address]);
}
