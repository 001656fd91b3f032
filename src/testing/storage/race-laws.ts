/** The law of calls at once: they are answered as if they came one after another, in some order. */
import * as fc from "fast-check";
import type { ComplianceStorage } from "../../ports/storage.js";
import type { ConformanceCheck } from "../law.js";
import { accountSteps, vaspSteps } from "./directory-steps.js";
import { everything } from "./history-laws.js";
import { alertSteps, oneAddressSteps } from "./record-steps.js";
import { isSame, Seen, same } from "./same.js";
import { copyOfModel, emptyModel, type Model, noPause, type Step, type StepKinds } from "./steps.js";
import { drawnLaw, type Making } from "./storage-law.js";

/** Mostly calls that can meet, which are those of one directory. */
const anyKind = fc.constantFrom(oneAddressSteps, accountSteps, vaspSteps, alertSteps, everything);

/** All orders of so many calls are soon tried. */
const MOST_RIVALS = 6;

export function raceLaws(making: Making): readonly ConformanceCheck[] {
  return [
    drawnLaw(
      making,
      "calls at once are answered as in some order",
      "what calls at once answer, and what is stored afterwards, is what they answer and leave one after another in one of their orders",
      {
        drawn: () => anyKind.chain(anyRace),
      },
      async (trial, { before, rivals, looks, scheduler }) => {
        const model = emptyModel();
        for (const { told, ask, right } of before) same(told, await ask(trial.storage, noPause), right(model));
        const calls = await callAtOnce(trial.storage, rivals, scheduler);
        const left = await answersOf(trial.unwatched, looks);
        if (!isExplained(model, calls, (last) => looks.every(({ right }, index) => isSame(left[index], right(last))))) {
          throw new Seen(
            "no order of the last calls, which were made at once, has these answers and leaves what is left",
          );
        }
      },
    ),
  ];
}

interface Race {
  readonly before: readonly Step[];
  readonly rivals: readonly Step[];
  readonly looks: readonly Step[];
  readonly scheduler: fc.Scheduler;
}

function anyRace({ writes, reads, looks }: StepKinds): fc.Arbitrary<Race> {
  const anyWrite = fc.oneof(...writes);
  // Searches and pages are left out: what they say of calls that are not over is theirs.
  const anyRival = fc.oneof({ weight: 3, arbitrary: anyWrite }, fc.oneof(...reads));
  return fc.record({
    before: fc.array(anyWrite, { minLength: 1, maxLength: 4 }),
    rivals: fc.array(anyRival, { minLength: 2, maxLength: MOST_RIVALS }),
    looks: fc.constant(looks),
    scheduler: fc.scheduler(),
  });
}

/** A call that is over: when it began and ended, counted in beginnings and ends. */
interface Call {
  readonly step: Step;
  readonly answer: unknown;
  readonly began: number;
  readonly ended: number;
}

/** Makes the calls, each when the scheduler lets it; so do the streams that are loaded. */
async function callAtOnce(
  storage: ComplianceStorage,
  steps: readonly Step[],
  scheduler: fc.Scheduler,
): Promise<readonly Call[]> {
  let time = 0;
  const pause = (): Promise<void> => scheduler.schedule(Promise.resolve());
  const calls = steps.map(async (step): Promise<Call> => {
    await pause();
    time += 1;
    const began = time;
    const answer = await step.ask(storage, pause);
    time += 1;
    return { step, answer, began, ended: time };
  });
  // All of them, for the storage is closed afterwards, and that waits for what is under way.
  const outcomes = await scheduler.waitFor(Promise.allSettled(calls));
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

async function answersOf(storage: ComplianceStorage, looks: readonly Step[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const { ask } of looks) answers.push(await ask(storage, noPause));
  return answers;
}

/** Whether the calls, one after another in some order, have their answers and leave what `isLeft` accepts. */
function isExplained(model: Model, calls: readonly Call[], isLeft: (model: Model) => boolean): boolean {
  if (calls.length === 0) return isLeft(model);
  return calls.some((call) => {
    // What was over before it began came before it.
    if (calls.some(({ ended }) => ended < call.began)) return false;
    const next = copyOfModel(model);
    if (!isSame(call.answer, call.step.right(next))) return false;
    const others = calls.filter((other) => other !== call);
    return isExplained(next, others, isLeft);
  });
}
