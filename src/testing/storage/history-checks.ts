/** Checks of sequences of calls, one after another and concurrent, against the reference model. */
import * as fc from "fast-check";
import type { ComplianceStorage } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { accountSteps, insertAccount } from "./account-steps.js";
import { addressSteps, oneAddressSteps } from "./address-steps.js";
import { alertSteps, leaseSteps, useLease } from "./alert-steps.js";
import { auditSteps } from "./audit-steps.js";
import { expectSame, isSame } from "./compare.js";
import { exchangeRaces, exchangeSteps, releaseExchange } from "./exchange-steps.js";
import { holdRaces, holdSteps } from "./hold-steps.js";
import { linkedSteps } from "./linked-steps.js";
import { ownershipRaces, ownershipSteps } from "./ownership-steps.js";
import { REFERENCES } from "./records.js";
import { copyOfModel, emptyModel, type Model, newRun, type Run, type Step, type Steps, step } from "./step.js";
import { transferRaces, transferSteps } from "./transfer-steps.js";
import { drawnCaseCheck, type StorageSuite, type Trial } from "./trial.js";
import { vaspSteps } from "./vasp-steps.js";

const everySteps = [
  ...[accountSteps, vaspSteps, alertSteps, addressSteps, linkedSteps, transferSteps, ownershipSteps, exchangeSteps],
];

export const anyCompact = fc.constant(
  step("compact", [], { call: (storage) => storage.compact(), expected: () => undefined }),
);

/** Steps on all repositories. */
export const allSteps: Steps = {
  first: [insertAccount(REFERENCES[0])],
  writes: everySteps.flatMap(({ writes }) => writes),
  reads: everySteps.flatMap(({ reads }) => reads),
  lists: [...everySteps, leaseSteps].flatMap(({ lists }) => lists),
  finalReads: everySteps.flatMap(({ finalReads }) => finalReads),
};

/** @param isDurable whether sequences also close the storage and open it again */
export function historyChecks(suite: StorageSuite, isDurable: boolean): readonly ConformanceCheck[] {
  const end = isDurable ? ", also after the storage was closed and opened again" : "";
  const more = isDurable ? [fc.constant(reopening())] : [];
  const check = (of: string, steps: Steps): ConformanceCheck =>
    drawnCaseCheck(
      suite,
      `any sequence of ${of} calls agrees with the reference model`,
      `Every call after any other calls returns what the reference model returns, and so do all reads at the end${end}.`,
      {
        arbitrary: (replay) =>
          fc.commands([...commandsOf(steps), ...more], {
            maxCommands: 30,
            size: "max",
            ...(replay !== "" && { replayPath: replay }),
          }),
        replayOf: (found) => /replayPath="([^"]*)"/.exec(String(found))?.[1] ?? "",
      },
      async (trial, commands) => {
        const [model, run] = [emptyModel(), newRun()];
        await makeAll(steps.first, trial.storage, model, run);
        await fc.asyncModelRun(() => ({ model, real: { trial, run } }), commands);
      },
    );
  return [
    check("account", accountSteps),
    check("VASP", vaspSteps),
    check("alert", alertSteps),
    check("lease", leaseSteps),
    check("address", addressSteps),
    check("linked transaction", linkedSteps),
    check("transfer", transferSteps),
    check("ownership", ownershipSteps),
    check("audit", auditSteps),
    check("hold", holdSteps),
    check("exchange", exchangeSteps),
    check("mixed", allSteps),
  ];
}

/** Makes calls one after another and compares their answers. */
async function makeAll(steps: readonly Step[], storage: ComplianceStorage, model: Model, run: Run): Promise<void> {
  for (const each of steps) await make(each, storage, model, run);
}

async function make({ text, call, expected }: Step, storage: ComplianceStorage, model: Model, run: Run): Promise<void> {
  const answer = await call(storage, run);
  expectSame(text, answer, expected(model, answer));
}

type Command = fc.AsyncCommand<Model, { readonly trial: Trial; readonly run: Run }>;

function commandsOf({ writes, reads, lists, finalReads }: Steps): readonly fc.Arbitrary<Command>[] {
  const look = fc.constant(readingAll(finalReads));
  // Twice the writes, because there is little to read without them.
  return [...[...writes, ...writes, anyCompact, ...reads, ...lists].map((steps) => steps.map(commandOf)), look, look];
}

function commandOf(step: Step): Command {
  return {
    check: () => true,
    run: (model, { trial, run }) => make(step, trial.storage, model, run),
    toString: () => step.text,
  };
}

/** Closes and opens the storage. That may end leases, so they are released before, and not used afterwards. */
function reopening(): Command {
  const run: Command["run"] = async (model, { trial, run }) => {
    const releases = [
      ...heldIn(model.leases).map((id) => useLease("release", id, 0)),
      ...heldIn(model.exchangeLeases).map((id) => releaseExchange(id, 0)),
    ];
    await makeAll(releases, trial.storage, model, run);
    await trial.reopen?.();
    for (const leases of [run.leases, run.exchangeLeases]) leases.clear();
  };
  return { check: () => true, run, toString: () => "close and open again" };
}

function heldIn(leases: ReadonlyMap<string, { readonly until: string | undefined }>): readonly string[] {
  return [...leases].filter(([, { until }]) => until !== undefined).map(([id]) => id);
}

/**
 * Reads everything, without logging the calls. It is a command, because fast-check keeps the last command of a failing
 * sequence and removes what it can before it.
 */
function readingAll(finalReads: readonly Step[]): Command {
  const run: Command["run"] = async (model, { trial, run }) => {
    for (const { text, call, expected } of finalReads) {
      const answer = await call(trial.unlogged, run).catch((error: unknown) => {
        throw new Violation(`${text}, called afterwards, failed with ${errorText(error)}`);
      });
      expectSame(`${text}, called afterwards,`, answer, expected(model, answer));
    }
  };
  return { check: () => true, run, toString: () => "read everything" };
}

/** Mostly calls that can conflict: those of one repository. */
const anySteps = fc.constantFrom(
  ...[
    oneAddressSteps,
    accountSteps,
    vaspSteps,
    alertSteps,
    linkedSteps,
    transferRaces,
    transferRaces,
    transferRaces,
    ownershipRaces,
    holdRaces,
    exchangeRaces,
    auditSteps,
    allSteps,
  ],
);

/** Few enough to try all their orders. */
const MAX_CONCURRENT = 6;

export function concurrencyChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    drawnCaseCheck(
      suite,
      "concurrent calls behave as if made in some order",
      "What concurrent calls return and store is what they return and store in one of their orders.",
      { arbitrary: () => anySteps.chain(anyRace) },
      async (trial, { before, concurrent, finalReads, scheduler }) => {
        const model = emptyModel();
        await makeAll(before, trial.storage, model, newRun());
        const calls = await callConcurrently(trial.storage, concurrent, scheduler);
        const stored = await answersOf(trial.unlogged, finalReads);
        const isStored = (last: Model): boolean =>
          finalReads.every(({ expected }, index) => isSame(stored[index], expected(last, stored[index])));
        if (hasOrder(model, calls, isStored)) return;
        throw new Violation(
          "no order of the last calls, which were concurrent, explains their answers and the stored records",
        );
      },
    ),
  ];
}

interface Race {
  readonly before: readonly Step[];
  readonly concurrent: readonly Step[];
  readonly finalReads: readonly Step[];
  readonly scheduler: fc.Scheduler;
}

function anyRace({ first, writes, reads, finalReads }: Steps): fc.Arbitrary<Race> {
  const anyWrite = fc.oneof(...writes, anyCompact);
  // No searches and pages: the port does not say what they return of pending calls.
  const anyCall = fc.oneof({ weight: 3, arbitrary: anyWrite }, fc.oneof(...reads));
  return fc.record({
    before: fc.array(anyWrite, { minLength: 1, maxLength: 4 }).map((drawn) => [...first, ...drawn]),
    concurrent: fc.array(anyCall, { minLength: 2, maxLength: MAX_CONCURRENT }),
    finalReads: fc.constant(finalReads),
    scheduler: fc.scheduler(),
  });
}

/** A completed call. `began` and `ended` count the starts and ends of all calls. */
interface Call {
  readonly step: Step;
  readonly answer: unknown;
  readonly began: number;
  readonly ended: number;
}

/** Makes the calls in the order of the scheduler, which also controls loaded streams. */
async function callConcurrently(
  storage: ComplianceStorage,
  steps: readonly Step[],
  scheduler: fc.Scheduler,
): Promise<readonly Call[]> {
  let time = 0;
  const run = newRun(() => scheduler.schedule(Promise.resolve()));
  const calls = steps.map(async (step): Promise<Call> => {
    await run.pause();
    time += 1;
    const began = time;
    const answer = await step.call(storage, run);
    time += 1;
    return { step, answer, began, ended: time };
  });
  // All of them, because closing the storage waits for pending calls.
  const outcomes = await scheduler.waitFor(Promise.allSettled(calls));
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

async function answersOf(storage: ComplianceStorage, steps: readonly Step[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const { call } of steps) answers.push(await call(storage, newRun()));
  return answers;
}

/** Whether the calls in some order return their answers and store what `isStored` accepts. */
function hasOrder(model: Model, calls: readonly Call[], isStored: (model: Model) => boolean): boolean {
  if (calls.length === 0) return isStored(model);
  return calls.some((call) => {
    // A call that ended before this one began comes first.
    if (calls.some(({ ended }) => ended < call.began)) return false;
    const next = copyOfModel(model);
    if (!isSame(call.answer, call.step.expected(next, call.answer))) return false;
    const others = calls.filter((other) => other !== call);
    return hasOrder(next, others, isStored);
  });
}
