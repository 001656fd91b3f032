import { describe, expect, it } from "vitest";
import { type RateSourceSubject, rateSourceConformance } from "../../src/testing.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { failuresOf } from "../support/failed-checks.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { at, check, right, subject, table, wrong } from "../support/wrong-sources/rates.js";

/** Returns the failed checks of a subject. */
const failuresFor = (given: RateSourceSubject): ReturnType<typeof failuresOf> =>
  failuresOf(rateSourceConformance(given));

describe("rateSourceConformance", () => {
  it.each(Object.entries(right))("pass for %s", async (_, given) => {
    expect(await failuresFor(given)).toEqual(new Map());
  });

  it.each(wrong)("fail for $fault: $breaks", async ({ breaks, changes }) => {
    const failures = await failuresFor({ ...subject, ...changes });
    expect([...failures.keys()]).toEqual(breaks.map((name) => check[name]));
    for (const [name, error] of failures) {
      expect(error.message).toContain(`The check "${name}" failed: `);
      // Nothing of what the source threw.
      expect(isLeaked(ownWords(error))).toBe(false);
      // The cause is what the part threw, and only present without a code.
      expect("cause" in error).toBe(error.message.includes("without a code of vaspkit"));
    }
  });

  it("have a wrong source for each check", () => {
    const names = rateSourceConformance(subject).map(({ name }) => name);
    expect(names).toEqual(Object.values(check));
    expect(new Set(wrong.flatMap(({ breaks }) => breaks))).toEqual(new Set(Object.keys(check)));
  });

  it("all fail for a source that never answers, except the one on failures", async () => {
    const failures = await failuresFor({ ...subject, source: subject.failing ?? subject.source });
    expect([...failures.keys()]).toEqual(Object.values(check).filter((name) => name !== check.failing));
  });

  it("report what was seen, and the promise", async () => {
    const failures = await failuresFor({
      ...subject,
      source: () => ({ current: async () => ({ ...table, date: "2027-01-01", rates: { USD: "0" } }) }),
    });
    expect([...failures.values()].map(({ message }) => message)).toEqual([
      'The check "a table is valid" failed: The rate of USD must be decimal text above zero, such as "1.0705", of at ' +
        "most 100 digits. It has a base, a calendar date and a source, and every rate is decimal text above " +
        "zero under a currency code.",
      'The check "a table is not dated in the future" failed: The rates of 2027-01-01 are more than a day in the future. Check ' +
        "their source and the clock. Its date is at most one day after the requested time, because no time zone is " +
        "further ahead.",
      'The check "a table has the required currencies" failed: it has no rate for SGD. Each ' +
        "currency of the subject is its base or has a rate.",
    ]);
  });

  it("report a table that throws when read", async () => {
    const throwing = Object.defineProperty({ ...table }, "rates", {
      enumerable: true,
      get: () => {
        throw new Error(CANARY);
      },
    });
    const failures = await failuresFor({ ...subject, source: () => ({ current: async () => throwing }) });
    expect([...failures.keys()]).toEqual(expect.arrayContaining([check.sound, check.filled, check.currencies]));
    for (const error of failures.values()) expect(isLeaked(ownWords(error))).toBe(false);
  });

  it("request the time of the subject, or the present, with a new Date each time", async () => {
    const asked: Date[] = [];
    const source = () => ({
      current: async (time: Date) => {
        asked.push(time);
        return table;
      },
    });
    const [sound] = rateSourceConformance({ source, at });
    await sound?.run();
    expect(asked).toEqual([at]);
    expect(asked[0]).not.toBe(at);
    const [present] = rateSourceConformance({ source });
    const before = Date.now();
    await present?.run();
    expect(asked[1]?.getTime()).toBeGreaterThanOrEqual(before);
    expect(asked[1]?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("send no request before they run, and omit checks without their properties", () => {
    const untouched = (): never => {
      throw new Error("created too early");
    };
    const names = (given: RateSourceSubject) => new Set(rateSourceConformance(given).map(({ name }) => name));
    const all = names({ ...subject, source: untouched, failing: untouched, renew: untouched });
    const least = names({ source: untouched });
    expect([...all].filter((name) => !least.has(name))).toEqual([check.currencies, check.failing]);
  });

  it("throw for a renew that changes nothing", async () => {
    const checks = rateSourceConformance({ ...subject, renew: () => undefined });
    const renewed = checks.find(({ name }) => name === check.renewed);
    const { message } = await failureOf(renewed?.run() ?? Promise.resolve(), "invalid_input");
    expect(message).toContain(
      "not the source: renew must make the source return other rates, but they are the same after it",
    );
  });

  it.each([
    ["source", { source: { current: async () => table } }],
    ["source", { source: undefined }],
    ["at", { at: "2026-11-20" }],
    ["at", { at: new Date(Number.NaN) }],
    ["currencies", { currencies: "USD" }],
    ["currencies", { currencies: ["USD", CANARY] }],
    ["currencies", { currencies: [7] }],
    ["renew", { renew: {} }],
    ["failing", { failing: {} }],
  ])("throw for a wrong argument: %s, %j", (place, changes) => {
    // Callers without types may pass anything.
    const given = { ...subject, ...changes } as unknown as RateSourceSubject;
    const { message } = thrownBy(() => rateSourceConformance(given), "invalid_input");
    expect(message).toContain(`The argument of rateSourceConformance is wrong, not the source: ${place} must `);
    expect(isLeaked(message)).toBe(false);
  });

  it.each([undefined, null])("throw for %s instead of a subject", (given) => {
    // Callers without types may pass anything.
    const nothing = given as unknown as RateSourceSubject;
    expect(thrownBy(() => rateSourceConformance(nothing), "invalid_input").message).toContain(
      "source must be a function",
    );
  });
});
