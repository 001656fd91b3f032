/** Checks of ComplianceStorage.close. */
import * as fc from "fast-check";
import { ComplianceError } from "../../domain/compliance-error.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { pause } from "../timing.js";
import { expectSame, rejectionOf } from "./compare.js";
import { allSteps, anyCompact } from "./history-checks.js";
import { individual, vasp } from "./records.js";
import { newRun } from "./step.js";
import { caseCheck, drawnCaseCheck, type StorageSuite } from "./trial.js";

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
        await expectClosed("accounts.find from the call of close on", () => storage.accounts.find("r1"));
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
    drawnCaseCheck(
      suite,
      "a closed storage refuses every call",
      "After close, every other method rejects with a ComplianceError storage_closed.",
      { arbitrary: () => fc.tuple(...allSteps.writes, ...allSteps.reads, ...allSteps.lists, anyCompact) },
      async ({ storage }, steps) => {
        await storage.accounts.insert(individual("r1"));
        await storage.close();
        for (const { text, call } of steps) await expectClosed(`${text} after close`, () => call(storage, newRun()));
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

async function expectClosed(what: string, call: () => Promise<unknown>): Promise<void> {
  const error = await rejectionOf(what, call);
  if (error instanceof ComplianceError && error.code === "storage_closed") return;
  throw new Violation(`${what} rejected with ${errorText(error)}, expected a ComplianceError storage_closed`);
}
