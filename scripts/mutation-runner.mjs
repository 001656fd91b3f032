/**
 * A test runner for Stryker that puts a mutant to the tests of the domain within milliseconds: all of them become one
 * script, compiled once, and every mutant gets a fresh run of it, so that nothing of one mutant is left to the next, and
 * mutants of tables that are made when a module is loaded are as cheap as others. (A worker of vitest for each mutant
 * takes most of a second: an hour for them all.) The tests and their assertions are those of `npm test`.
 */
import { join, relative } from "node:path";
import { Script } from "node:vm";
import * as fc from "fast-check";
import { bundle } from "./mutation-bundle.mjs";
import { createSuite, OutOfTime } from "./mutation-suite.mjs";

/** Cases of each property, the same ones for every mutant and every day. */
process.env.FC_RUNS = "15";
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_101 });

/** Tests that take long, and what they are about: to mutants of anything else they have nothing to say. */
const costly = new Map([
  ["test/domain/text.test.ts", /text/],
  ["test/properties/addresses-typing-errors.test.ts", /chains/],
  ["test/properties/all-issues.test.ts", /accounts|addresses|input|query|transfers|vasps/],
  ["test/properties/single-fault.test.ts", /accounts|addresses|input|query|transfers|vasps/],
  ["test/properties/transfers.test.ts", /accounts|transfers/],
]);

/** The script, ready to be run again and again. */
async function prepared() {
  const { text, packages: names, ...rest } = await bundle();
  const outside = names.filter((name) => name !== "vitest");
  const packages = new Map(await Promise.all(outside.map(async (name) => [name, await import(name)])));
  const script = new Script(`(function (require, module) {${text}\n})`, { filename: "tests.cjs" });
  return { ...rest, packages, read: script.runInThisContext() };
}

/** A fresh run of the script: no module is loaded yet. */
function freshSuite({ read, packages }) {
  const suite = createSuite();
  const module = { exports: {} };
  read((name) => (name === "vitest" ? suite.api : packages.get(name)), module);
  return { collect: (file) => suite.collect(file, module.exports[file]), run: suite.run };
}

/** What is thrown; undefined: nothing. */
async function failureOf(work) {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  return undefined;
}

/** Runs the tests one after another: what each throws, if anything. */
async function* outcomesOf(suite, files, isAsked) {
  for (const file of files) {
    for (const { id, ...test } of (await suite.collect(file)).filter(isAsked)) {
      yield { file, id, failure: await failureOf(() => suite.run(test)) };
    }
  }
}

const endless = { status: "timeout", reason: "It does not come to an end." };

function createRunner() {
  let program;
  /** The files whose tests killed mutants, the latest first. */
  let killers = [];

  /** The test files for a mutant, first those that killed others: the next one is often theirs too. */
  function filesFor(source, testFilter) {
    const named = testFilter && new Set(testFilter.map((id) => id.slice(0, id.indexOf("#"))));
    const files = named ? program.files.filter((file) => named.has(file)) : (program.users[source] ?? []);
    const fitting = files.filter((file) => costly.get(file)?.test(source) ?? true);
    return [...new Set([...killers.filter((file) => fitting.includes(file)), ...fitting])];
  }

  /** All tests without a mutant, and which mutants each of them meets. */
  async function dryRun() {
    const stryker = { activeMutant: undefined };
    globalThis.__stryker__ = stryker;
    const tests = [];
    for (const file of program.files) {
      const suite = freshSuite(program);
      for (const { id, name, ...test } of await suite.collect(file)) {
        stryker.currentTestId = id;
        const start = performance.now();
        const failure = await failureOf(() => suite.run(test));
        const timeSpentMs = performance.now() - start;
        stryker.currentTestId = undefined;
        const outcome = failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure.message };
        tests.push({ id: id ?? file, name, fileName: join(process.cwd(), file), timeSpentMs, ...outcome });
      }
    }
    return { status: "complete", tests, mutantCoverage: stryker.mutantCoverage };
  }

  /** What the first test that fails makes of the mutant; undefined: none does. */
  async function verdictOf(files, isAsked, { activeMutant, hitLimit }) {
    const stryker = { activeMutant: activeMutant.id, hitCount: hitLimit === undefined ? undefined : 0, hitLimit };
    globalThis.__stryker__ = stryker;
    for await (const { file, id, failure } of outcomesOf(freshSuite(program), files, isAsked)) {
      if (failure instanceof OutOfTime || stryker.hitCount > hitLimit) return endless;
      if (failure === undefined) continue;
      killers = [file, ...killers.filter((other) => other !== file)];
      return { status: "killed", killedBy: id === undefined ? [] : [id], failureMessage: failure.message };
    }
    return undefined;
  }

  async function mutantRun(options) {
    const { testFilter, sandboxFileName } = options;
    const files = filesFor(relative(process.cwd(), sandboxFileName), testFilter);
    const met = testFilter && new Set(testFilter);
    // What is made once, when first needed, is met by one test of a file and used by others: these are asked as well.
    const verdict =
      (met && (await verdictOf(files, ({ id }) => id === undefined || met.has(id), options))) ??
      (await verdictOf(files, () => true, options));
    return { nrOfTests: testFilter?.length ?? 0, ...(verdict ?? { status: "survived" }) };
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: async () => {
      // Only here, in a worker: Stryker's own process loads this file too, and must fail where it fails.
      process.on("unhandledRejection", () => {
        // What a mutant breaks in work that no test waits for is no news, and no reason to end.
      });
      program = await prepared();
    },
    dryRun,
    mutantRun,
  };
}

export const strykerPlugins = [{ kind: "TestRunner", name: "domain", factory: createRunner }];
