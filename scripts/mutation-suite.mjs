/**
 * As much of vitest as the tests of the domain use, for one reading of the test files: it collects what they state and
 * runs one test at a time. The assertions are vitest's own.
 */
import { format } from "node:util";
import { Script } from "node:vm";
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

function expect(value, message) {
  setState({ assertionCalls: (getState(expect).assertionCalls ?? 0) + 1 }, expect);
  return chai.expect(value, message);
}
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.assertions = (count) => setState({ expectedAssertionsNumber: count }, expect);

/** Milliseconds: vitest's for a test; and for reading a file, the first of which reads nearly all there is. */
const USUAL_TIME = 5_000;
const READING_TIME = 30_000;

/** What a test or the reading of a file throws that takes too long. */
export class OutOfTime extends Error {}

const called = new Script("globalThis.__calledInTime__()");

/** What the function gives, if it does so in time. Only V8 itself can end a loop that has no end. */
async function inTime(body, timeout) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime()), timeout);
  });
  globalThis.__calledInTime__ = body;
  try {
    return await Promise.race([called.runInThisContext({ timeout }), late]);
  } catch (error) {
    throw error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new OutOfTime() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** A title of `each`, filled in as far as a name needs it. */
function titleOf(title, values) {
  const named = title.replace(/\$([A-Za-z_]\w*)/g, (whole, key) => String(Object(values[0])[key] ?? whole));
  const places = named.match(/%[sdifjoO]/g)?.length ?? 0;
  return places === 0 ? named : format(named, ...values.slice(0, places));
}

/** An array of arrays is rows of arguments, any other array is of arguments that stand alone. */
function byRow(state) {
  return (given) =>
    (title, ...rest) => {
      const rows = given.every(Array.isArray) ? given : given.map((value) => [value]);
      for (const row of rows) {
        const filled = rest.map((part) => (typeof part === "function" ? () => part(...row) : part));
        state(titleOf(title, row), ...filled);
      }
    };
}

/** The time that a test asks for, as a number behind its body or as an option before it. */
function timeOf(parts) {
  const asked = parts.map((part) => (typeof part === "number" ? part : part.timeout));
  return asked.find((time) => time !== undefined) ?? USUAL_TIME;
}

const bodyOf = (parts) => parts.find((part) => typeof part === "function");

/** A suite of tests: `api` is for test files to import as vitest, `collect` reads one of them, `run` runs one test. */
export function createSuite() {
  const ids = new Set();
  const finished = [];
  let tests = [];
  let file = "";
  let group = { title: "" };

  function describe(title, ...rest) {
    const outer = group;
    group = { title: `${outer.title}${title} `, parent: outer, before: [] };
    bodyOf(rest)();
    group = outer;
  }

  function it(title, ...rest) {
    const name = `${group.title}${title}`;
    let id = `${file}#${name}`;
    for (let count = 2; ids.has(id); count += 1) id = `${file}#${name} (${count})`;
    ids.add(id);
    tests.push({ id, name, group, body: bodyOf(rest), timeout: timeOf(rest) });
  }

  describe.each = byRow(describe);
  it.each = byRow(it);

  async function prepare(of) {
    if (of === undefined) return;
    await prepare(of.parent);
    for (const hook of of.before.splice(0)) await hook();
  }

  async function whole({ group: of, body }) {
    await prepare(of);
    setState({ assertionCalls: 0, expectedAssertionsNumber: null }, expect);
    try {
      await body();
      const { assertionCalls, expectedAssertionsNumber: asked } = getState(expect);
      if (asked !== null && asked !== assertionCalls) throw new Error(`${asked} assertions, not ${assertionCalls}`);
    } finally {
      for (const hook of finished.splice(0)) await hook();
    }
  }

  return {
    api: {
      describe,
      it,
      expect,
      beforeAll: (hook) => group.before.push(hook),
      onTestFinished: (hook) => finished.push(hook),
    },

    /** What the test file states; where reading it throws, that is a test without an id that fails. */
    async collect(name, read) {
      file = name;
      group = { title: "", before: [] };
      tests = [];
      try {
        await inTime(read, READING_TIME);
      } catch (error) {
        return [{ name: "can be read", group, body: () => Promise.reject(error), timeout: USUAL_TIME }];
      }
      return tests;
    },

    /** Runs one test; throws what it throws, or OutOfTime. */
    run: (test) => inTime(() => whole(test), test.timeout),
  };
}
