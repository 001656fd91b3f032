/**
 * A program that pollutes `Object.prototype` with the names of each group and a value, runs the battery, and compares its
 * results with those of a clean process. After a difference it runs each name of the group alone: `pollution-child <bundle of pollution-battery.ts> <JSON of the task>`. It prints the
 * differences as JSON.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
import { answersOf, described, pollutions, whilePolluted } from "./pollution-answers.js";
import type * as battery from "./pollution-battery.js";

type Battery = typeof battery;

/** What to run. */
export interface PollutionTask {
  readonly names: readonly string[];
  /** Labels of `pollutions`. */
  readonly values: readonly string[];
  /** Whether the library is loaded again under each pollution, so that its first use is polluted as well. */
  readonly fresh: boolean;
  readonly parts: readonly battery.Part[];
  /** How many names are there at once. The battery takes about as long for a group as for one. */
  readonly group: number;
}

/** A pollution and the operations whose answer it changed. */
export interface Difference {
  readonly pollution: string;
  readonly operations: readonly string[];
  readonly example: string;
}

const [program = "", given = "{}"] = process.argv.slice(2);
const task: PollutionTask = JSON.parse(given);
// A function of the modules' parameters, like Node's own wrapper.
const script = new Script(`(function (exports, require, module) {${readFileSync(program, "utf8")}\n})`, {
  filename: program,
});
const requireFrom = createRequire(program);

function load(): Battery {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireFrom, module);
  // The cast: the bundle is that of this module.
  return module.exports as Battery;
}

let failure: string | undefined;
const fail = (error: unknown): void => {
  failure = `uncaught ${described(error)}`;
};
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

/** A pollution can make a call wait forever. */
const LIMIT_MS = 20_000;

/** Returns the text of each answer while `Object.prototype` has this property. */
async function answersWith(
  library: () => Battery,
  names: readonly string[],
  value: unknown,
): Promise<ReadonlyMap<string, string>> {
  const around = clean.surroundings();
  failure = undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, "the battery did not end");
  });
  const act = () => Promise.race([library().runBattery(task.parts, around), late]);
  // Hidden while the bundle is loaded: the bundler's own code lists what a module exports with `for … in`.
  const run = whilePolluted(names, value, act, task.fresh);
  const outcomes = await run.catch((error: unknown) => `the battery threw ${described(error)}`);
  clearTimeout(timer);
  await around.end();
  const answers = typeof outcomes === "string" ? new Map([["battery", outcomes]]) : answersOf(outcomes);
  if (failure !== undefined) answers.set("process", failure);
  return answers;
}

const clean = load();
const expected = await answersWith(() => clean, ["polluted"], undefined);

/** Returns the difference that these names make together. */
async function differenceBy(names: readonly string[], label: string): Promise<Difference | undefined> {
  const answers = await answersWith(task.fresh ? load : () => clean, names, pollutions[label]);
  const operations = [...new Set([...expected.keys(), ...answers.keys()])].filter(
    (operation) => answers.get(operation) !== expected.get(operation),
  );
  const [first] = operations;
  if (first === undefined) return undefined;
  const example = `${first}\n  clean:    ${expected.get(first)}\n  polluted: ${answers.get(first)}`;
  return { pollution: `${names.join(", ")} = ${label}`, operations, example };
}

/** Returns the differences that names of a group make alone, or else the one that they make together. */
async function differencesBy(group: readonly string[], label: string): Promise<readonly Difference[]> {
  const together = await differenceBy(group, label);
  if (together === undefined || group.length === 1) return together ? [together] : [];
  const alone: Difference[] = [];
  for (const name of group) alone.push(...[await differenceBy([name], label)].flatMap((each) => each ?? []));
  return alone.length > 0 ? alone : [together];
}

for (let at = 0; at < task.names.length; at += task.group) {
  for (const label of task.values) {
    const differences = await differencesBy(task.names.slice(at, at + task.group), label);
    for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
  }
}
// Shows that no pollution ended the process.
process.stdout.write(`${JSON.stringify({ operations: "done" })}\n`, () => process.exit(0));
