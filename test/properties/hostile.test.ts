/** Any input gets a result soon, without a throw and without a change of this process. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodesOf, parentOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { answerSubjects, type Subject, subjects } from "../support/subjects.js";
import { watchedCompliance } from "../support/watched-compliance.js";

/** Milliseconds. The slowest takes some tens; quadratic work takes seconds. */
const SOON = 1_000;

/** Returns the result of the subject's operation, or of its parser without one. */
async function answer(
  { parse, run }: Subject,
  input: unknown,
): Promise<{ readonly ok: boolean; readonly stored: number }> {
  const { compliance, writes } = watchedCompliance();
  const { ok } = (await run?.(compliance, input)) ?? parse(input);
  return { ok, stored: writes() };
}

function expectCleanPrototypes(): void {
  expect(Reflect.ownKeys(Object.prototype)).not.toContain("polluted");
  expect(Object.keys({})).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(Reflect.get([], "polluted")).toBeUndefined();
}

describe.each([...subjects, ...answerSubjects])("$name", (subject) => {
  it.each(hostiles)("refuses $name soon and stores nothing", async ({ make }) => {
    const input = make();
    const before = performance.now();
    const result = subject.parse(input);
    expect(performance.now() - before).toBeLessThan(SOON);
    // An empty object of any kind is a valid query.
    if (subject.required.length > 0) expect(result.ok).toBe(false);
    expect(await answer(subject, make())).toEqual({ ok: result.ok, stored: 0 });
    expectCleanPrototypes();
  });

  it("never throws, and agrees with its parser, for any value", async () => {
    const property = fc.asyncProperty(anything(), async (input) => {
      const { ok } = subject.parse(input);
      // Listings accept undefined as the first page.
      const isFirstPage = input === undefined && subject.required.length === 0;
      expect(await answer(subject, input)).toEqual({ ok: ok || isFirstPage, stored: 0 });
      if (subject.required.length > 0) expect(ok).toBe(false);
      expectCleanPrototypes();
    });
    await fc.assert(property, { numRuns: runs(100) });
  });

  it("never throws for any value in place of one of its values", () => {
    const property = fc.property(subject.valid(), fc.nat(), anything(), (document, pick, value) => {
      const places = nodesOf(document);
      const input = replacedAt(document, places[pick % places.length]?.path ?? "", value);
      expect(typeof subject.parse(input).ok).toBe("boolean");
      expectCleanPrototypes();
    });
    fc.assert(property, { numRuns: runs(100) });
  });

  it("reads each getter at most once and uses the value that it read", () => {
    const property = fc.property(subject.valid(), fc.nat(), (document, pick) => {
      const places = nodesOf(document).filter(({ path }) => path !== "");
      fc.pre(places.length > 0);
      const { path, value } = places[pick % places.length] ?? { path: "", value: undefined };
      const { input, reads } = withGetter(document, path, value);
      expect(subject.parse(input)).toEqual(subject.parse(document));
      expect(reads()).toBe(1);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

/** Returns the input with a getter that returns the value once and something else later. */
function withGetter(
  document: object,
  path: string,
  value: unknown,
): { readonly input: unknown; readonly reads: () => number } {
  let count = 0;
  const input = replacedAt(document, path, undefined);
  const parent = nodesOf(input).find((place) => place.path === parentOf(path))?.value;
  Object.defineProperty(parent, path.slice(parentOf(path).length + 1), {
    enumerable: true,
    configurable: true,
    get: () => {
      count += 1;
      return count === 1 ? value : { changed: Symbol("later") };
    },
  });
  return { input, reads: () => count };
}

describe("vasps.load", () => {
  it("reports each hostile record by its index and loads the others", async () => {
    const { compliance } = watchedCompliance();
    const records = hostiles.flatMap(({ name, make }) => [make(), { vasp_id: name, name_legal: name }]);
    const report = await compliance.vasps.load(records);
    expect(report.loaded).toBe(hostiles.length);
    expect(report.rejections.map(({ index }) => index)).toEqual(hostiles.map((_, index) => index * 2));
  });

  it("reports them from an asynchronous source", async () => {
    const { compliance } = watchedCompliance();
    const left = hostiles.map(({ make }) => make());
    const source = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: left.length === 0, value: left.pop() }) }),
    };
    const report = await compliance.vasps.load(source);
    expect(report.rejections).toHaveLength(hostiles.length);
  });

  it("rejects with invalid_input and no cause for anything but a source, also for text with names", async () => {
    for (const source of [undefined, null, 5, {}, () => [], '[{"name_legal":"Jane Doe"}]']) {
      const { compliance } = watchedCompliance();
      // A caller without types.
      const outcome: unknown = await compliance.vasps.load(source as never).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ name: "ComplianceError", code: "invalid_input" });
      expect(outcome).not.toHaveProperty("cause");
    }
  });
});

describe("retrieving by id", () => {
  it("returns nothing for anything that is not an id", async () => {
    const { compliance } = watchedCompliance();
    const property = fc.asyncProperty(anything(), async (id) => {
      // A caller without types.
      expect(await compliance.accounts.retrieve(id as never)).toBeUndefined();
      expect(await compliance.vasps.retrieve(id as never)).toBeUndefined();
      expect(await compliance.addresses.retrieve(id as never, id as never)).toBeUndefined();
      expect(await compliance.addresses.retrieve("near", id as never)).toBeUndefined();
      expect(await compliance.addresses.history(id as never, "relay.aurora")).toBeUndefined();
      expect(await compliance.addresses.ofAccount(id as never)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(100) });
  });
});
