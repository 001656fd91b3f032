import { describe, expect, it } from "vitest";
import { type RateSourceSubject, rateSourceConformance } from "../../src/testing.js";
import { brokenOf } from "../support/broken-laws.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { at, table } from "../support/wrong-sources/desks.js";
import { law, right, subject, wrong } from "../support/wrong-sources/rates.js";

/** What the laws say of a subject. */
const brokenBy = (given: RateSourceSubject): ReturnType<typeof brokenOf> => brokenOf(rateSourceConformance(given));

describe("the laws of a rate source", () => {
  it.each(Object.entries(right))("are kept by %s", async (_, given) => {
    expect(await brokenBy(given)).toEqual(new Map());
  });

  it.each(wrong)("are broken by $fault: $breaks", async ({ breaks, changes }) => {
    const broken = await brokenBy({ ...subject, ...changes });
    expect([...broken.keys()]).toEqual(breaks.map((name) => law[name]));
    for (const [name, error] of broken) {
      expect(error.message).toContain(`The law "${name}" is broken: `);
      // Nothing of what the source threw.
      expect(isLeaked(ownWords(error))).toBe(false);
      // What the part threw itself is only there where its code does not say it.
      expect("cause" in error).toBe(error.message.includes("no ComplianceError with a code"));
    }
  });

  it("have a wrong source each", () => {
    const names = rateSourceConformance(subject).map(({ name }) => name);
    expect(names).toEqual(Object.values(law));
    expect(new Set(wrong.flatMap(({ breaks }) => breaks))).toEqual(new Set(Object.keys(law)));
  });

  it("are all broken by a source that never answers, save the one on failures", async () => {
    const broken = await brokenBy({ ...subject, source: subject.failing ?? subject.source });
    expect([...broken.keys()]).toEqual(Object.values(law).filter((name) => name !== law.failing));
  });

  it("say what was seen, and what the law says", async () => {
    const broken = await brokenBy({
      ...subject,
      source: () => ({ current: async () => ({ ...table, date: "2027-01-01", rates: { USD: "0" } }) }),
    });
    expect([...broken.values()].map(({ message }) => message)).toEqual([
      'The law "a table is sound" is broken: The rate of USD must be decimal text above zero, such as "1.0705", of at ' +
        "most 100 digits. It says that it has a base, a calendar date and a source, and every rate is decimal text above " +
        "zero under the code of a currency.",
      'The law "a table is of no day to come" is broken: The rates of 2027-01-01 are more than a day in the future. Check ' +
        "their source and the clock. It says that its date is at most one day after the time that was asked for, since no " +
        "time zone is further ahead.",
      'The law "a table has the currencies that are needed" is broken: it has no rate for SGD. It says that each of the ' +
        "currencies of the subject is its base or has a rate.",
    ]);
  });

  it("say of a table that throws as it is read that it cannot be read", async () => {
    const throwing = Object.defineProperty({ ...table }, "rates", {
      enumerable: true,
      get: () => {
        throw new Error(CANARY);
      },
    });
    const broken = await brokenBy({ ...subject, source: () => ({ current: async () => throwing }) });
    expect([...broken.keys()]).toEqual(expect.arrayContaining([law.sound, law.filled, law.currencies]));
    for (const error of broken.values()) expect(isLeaked(ownWords(error))).toBe(false);
  });

  it("ask for the time of the subject, or for the present, and never twice with one Date", async () => {
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

  it("ask nothing before they run, and leave out what the subject says nothing of", () => {
    const untouched = (): never => {
      throw new Error("made too early");
    };
    const names = (given: RateSourceSubject) => new Set(rateSourceConformance(given).map(({ name }) => name));
    const all = names({ ...subject, source: untouched, failing: untouched, renew: untouched });
    const least = names({ source: untouched });
    expect([...all].filter((name) => !least.has(name))).toEqual([law.currencies, law.failing]);
  });

  it("blame the test for a renew that changes nothing", async () => {
    const laws = rateSourceConformance({ ...subject, renew: () => undefined });
    const renewed = laws.find(({ name }) => name === law.renewed);
    const { message } = await failureOf(renewed?.run() ?? Promise.resolve(), "invalid_input");
    expect(message).toContain("not the source: renew must give the source other rates, but after it they are the same");
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
  ])("blame the test and not the source for %s: %j", (place, changes) => {
    // What a caller without types may give.
    const given = { ...subject, ...changes } as unknown as RateSourceSubject;
    const { message } = thrownBy(() => rateSourceConformance(given), "invalid_input");
    expect(message).toContain(`What rateSourceConformance was given is wrong, not the source: ${place} must `);
    expect(isLeaked(message)).toBe(false);
  });

  it.each([undefined, null])("blame the test for %s in place of a subject", (given) => {
    // What a caller without types may give.
    const nothing = given as unknown as RateSourceSubject;
    expect(thrownBy(() => rateSourceConformance(nothing), "invalid_input").message).toContain(
      "source must be a function",
    );
  });
});
