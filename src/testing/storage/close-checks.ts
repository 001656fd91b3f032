/** Checks of ComplianceStorage.close, and of the records that remain after it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { pause } from "../timing.js";
import { expectSame, rejectionOf, SIMILAR_TEXTS } from "./compare.js";
import {
  ALL,
  addressLink,
  addressUpdate,
  alert,
  bareAddress,
  deliver,
  individual,
  leaseQuery,
  linkedEvaluation,
  linkedTo,
  minute,
  NO_LEASE,
  review,
  STAMP,
  screening,
  storedAlert,
  streamOf,
  vasp,
} from "./records.js";
import { caseCheck, type StorageSuite, type Trial } from "./trial.js";

export function closeChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "close waits for pending calls",
      "close resolves after every call that was made before it, and each of these calls completes.",
      async ({ storage }) => {
        const completed: string[] = [];
        const loading = storage.vasps.load(slowStream()).then(() => completed.push("load"));
        const inserting = storage.accounts.insert(individual("r1")).then(() => completed.push("insert"));
        const closing = storage.close().then(() => completed.push("close"));
        await Promise.all([loading, inserting, closing]);
        expectSame("the last completed call", completed.at(-1), "close");
      },
    ),
    caseCheck(
      suite,
      "a pending call that fails does not fail close",
      "close resolves after a pending call that fails, and the storage is closed.",
      async ({ storage }) => {
        const failure = new Error("The stream failed.");
        const loading = rejectionOf("a load whose stream fails", () => storage.vasps.load(slowStream(failure)));
        await storage.close();
        expectSame("whether the load rejected with the error of its stream", (await loading) === failure, true);
        await expectClosed("vasps.find after close", () => storage.vasps.find("a"));
      },
    ),
    caseCheck(
      suite,
      "a closed storage refuses every call",
      "After close, every other method rejects with a ComplianceError storage_closed.",
      async ({ storage }) => {
        await storage.accounts.insert(individual("r1"));
        await storage.close();
        for (const [name, call] of callsOf(storage)) await expectClosed(`${name} after close`, call);
      },
    ),
    caseCheck(
      suite,
      "close may be called again",
      "close resolves for a storage that is unused, closing or closed. Concurrent calls share one attempt.",
      async ({ storage }) => {
        await Promise.all([storage.close(), storage.close()]);
        await storage.close();
      },
    ),
  ];
}

/** Ends so late that a `close` that does not wait completes long before. */
async function* slowStream(failure?: Error): AsyncGenerator<Vasp> {
  await pause(30);
  if (failure !== undefined) throw failure;
  yield vasp("a");
}

function callsOf(storage: ComplianceStorage): readonly (readonly [name: string, call: () => Promise<unknown>])[] {
  const { accounts, vasps, alerts, addresses, linked } = storage;
  return [
    ["accounts.insert", () => accounts.insert(individual("r2"))],
    ["accounts.put", () => accounts.put(individual("r1"))],
    ["accounts.remove", () => accounts.remove("r1")],
    ["accounts.list", () => accounts.list({ size: 1, sort: "created" })],
    ["accounts.find", () => accounts.find("r1")],
    ["accounts.search", () => accounts.search({ term: "zzz" })],
    ["vasps.load", () => vasps.load(streamOf([vasp("a")]))],
    ["vasps.load of an empty stream", () => vasps.load(streamOf([]))],
    ["vasps.sync", () => vasps.sync(streamOf([]), () => true)],
    ["vasps.remove", () => vasps.remove("a")],
    ["vasps.find", () => vasps.find("a")],
    ["vasps.search", () => vasps.search("a")],
    ["vasps.list", () => vasps.list(ALL)],
    ["vasps.after", () => vasps.after("a", 1)],
    ["alerts.insert", () => alerts.insert(alert("a"))],
    ["alerts.find", () => alerts.find("a")],
    ["alerts.lease", () => alerts.lease(leaseQuery())],
    ["alerts.release", () => alerts.release("a", "1")],
    ["alerts.markDelivered", () => alerts.markDelivered("a", NO_LEASE)],
    ["alerts.review", () => alerts.review("a", review())],
    ["alerts.list", () => alerts.list({ size: 1 })],
    ["alerts.prune", () => alerts.prune(STAMP)],
    ["addresses.save", () => addresses.save(addressUpdate("a"))],
    ["addresses.update", () => addresses.update(addressUpdate("a", { account_ref_id: "r1" }))],
    ["addresses.remove", () => addresses.remove("tezos", "a")],
    ["addresses.accountOf", () => addresses.accountOf("tezos", "a")],
    ["addresses.list", () => addresses.list({ size: 10 })],
    ["addresses.find", () => addresses.find("tezos", "a")],
    ["addresses.ofAccount", () => addresses.ofAccount("r1")],
    ["addresses.history", () => addresses.history("tezos", "a")],
    ["linked.add", () => linked.add(linkedEvaluation("k", "t"))],
    ["linked.within", () => linked.within({ link_key: "k", from: minute(0), to: minute(1), limit: 9 })],
    ["linked.remove", () => linked.remove("k")],
    ["linked.prune", () => linked.prune(minute(0))],
    ["compact", () => storage.compact()],
  ];
}

async function expectClosed(what: string, call: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(what, call);
  if (error instanceof ComplianceError && error.code === "storage_closed") return;
  throw new Violation(`${what} rejected with ${errorText(error)}, expected a ComplianceError storage_closed`);
}

/** Checks of a storage that keeps its records. */
export function durableChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "acknowledged records are present after close",
      "A storage opened again on its place has every acknowledged record, and continues from there.",
      async (trial) => {
        await fill(trial.storage);
        await trial.reopen?.();
        await expectFilled(trial);
        await trial.reopen?.();
        await expectFilled(trial);
        const { accounts, alerts, vasps } = trial.storage;
        expectSame("the insert of a stored account", await accounts.insert(individual("r")), "taken");
        expectSame("the insert of a stored alert", await alerts.insert(alert("a")), "taken");
        const counts = await vasps.load(streamOf([vasp("a"), vasp("b")]));
        expectSame("the counts for a stored VASP record and a new one", counts, { loaded: 1, replaced: 1 });
      },
    ),
  ];
}

/** Stores records of every kind. */
export async function fill({ accounts, vasps, alerts, addresses, linked }: ComplianceStorage): Promise<void> {
  for (const id of SIMILAR_TEXTS) await accounts.insert(individual(id));
  await vasps.load(streamOf([vasp("a", { summary: "first" }), vasp("a")]));
  for (const id of ["a", "b"]) await alerts.insert(alert(id));
  await deliver(alerts, "b");
  await alerts.review("b", review());
  for (const ratio of [1, 2]) await addresses.save(addressUpdate("a", { screening: screening(ratio) }));
  await addresses.update(addressUpdate("a", { account_ref_id: "r" }));
  await addresses.update(addressUpdate("a", { account_ref_id: "r", tag: "1" }));
  await addresses.save(addressUpdate("removed", { account_ref_id: "r", tag: "1" }));
  await addresses.remove("tezos", "removed");
  await linked.add(linkedEvaluation("k", "removed", { time: minute(1) }));
  for (const amount of ["1", "2"]) await linked.add(linkedEvaluation("k", "t", { amount: { amount, asset: "BTC" } }));
  await linked.prune(minute(2));
  await linked.add(linkedEvaluation("removed", "t"));
  await linked.remove("removed");
}

/** Expects the records of {@link fill}. */
export async function expectFilled({ storage: { accounts, vasps, alerts, addresses, linked } }: Trial): Promise<void> {
  for (const id of SIMILAR_TEXTS) {
    expectSame(`the account ${JSON.stringify(id)}`, await accounts.find(id), individual(id));
  }
  const hits = await accounts.search({ term: "zzz" });
  expectSame("the number of accounts in a search", hits.length, SIMILAR_TEXTS.length);
  expectSame("the VASP records", (await vasps.list(ALL)).items, [vasp("a")]);
  expectSame("alert a", await alerts.find("a"), storedAlert("a"));
  expectSame("alert b", await alerts.find("b"), storedAlert("b", { delivered: true, reviews: [review()] }));
  const address = { ...bareAddress("a"), ...linkedTo("r"), screening: screening(2) };
  expectSame("the address", await addresses.find("tezos", "a"), address);
  expectSame("the addresses of the account", await addresses.ofAccount("r"), [{ ...address, tags: [null, "1"] }]);
  const links = [addressLink("r"), addressLink("r", { tag: "1" })];
  const history = { ...address, screenings: [screening(1), screening(2)], links };
  expectSame("the history of the address", await addresses.history("tezos", "a"), history);
  expectSame("the history of the removed address", await addresses.history("tezos", "removed"), undefined);
  const { amount: _, ...linkedPlace } = linkedEvaluation("k", "t");
  const amounts = ["1", "2"].map((amount) => ({ amount, asset: "BTC" }));
  const found = await linked.within({ link_key: "k", from: minute(0), to: minute(1439), limit: 9 });
  const removed = await linked.within({ link_key: "removed", from: minute(0), to: minute(1439), limit: 9 });
  expectSame("the removed linked transactions", removed, []);
  expectSame("the linked transactions", found, [{ ...linkedPlace, amounts }]);
}
