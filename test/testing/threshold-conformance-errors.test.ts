/** Errors of failed threshold checks, their replay, the use of sources, and wrong arguments. */
import { describe, expect, it } from "vitest";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { isCountry } from "../../src/domain/identifiers/country.js";
import { isCurrency } from "../../src/domain/identifiers/currency.js";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { thresholdConformanceOf } from "../../src/testing/threshold-conformance.js";
import { type CheckOptions, type ThresholdConformanceConfig, thresholdConformance } from "../../src/testing.js";
import { checkNamed, errorOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { wrongEngines } from "../support/wrong-thresholds/engines.js";
import { names, right } from "../support/wrong-thresholds/right.js";

function wrongEngine(fault: string) {
  const found = wrongEngines.find(([each]) => each === fault);
  if (found === undefined) throw new Error(`There is no engine with the fault: ${fault}.`);
  return found[2];
}

describe("the error of a failed threshold check", () => {
  it("shows the transaction, the actual and expected decision, the rates, and how to replay it", async () => {
    const checks = thresholdConformanceOf(wrongEngine("it converts in the opposite direction"), right);
    const { message } = await errorOf(checkNamed(names.exact, checks), { seed: 7 });
    const lines = message.split("\n");
    expect(lines[0]).toMatch(
      /^The check "conversion through the base is exact" failed: the engine returned (?:breach|pass), expected (?:breach|pass)\. An amount breaches exactly if /,
    );
    expect(lines[1]).toMatch(/^Smallest case found \(case \d+, shrunk \d+ times\):$/);
    const { amount, currency, country } = JSON.parse(lines[2] ?? "");
    expect(lines[3]).toMatch(/^ {2}the engine: (?:breach|pass)$/);
    expect(lines[4]).toContain(`exactly: ${amount} ${currency}`);
    expect(lines[4]).toMatch(new RegExp(`(?:below|equal to|above) the threshold of \\S+ [A-Z]{3} in ${country}$`));
    expect(lines[5]).toContain("European Central Bank");
    expect(lines[5]).toContain("2024-06-28");
    expect(lines[6]).toMatch(/^Replay it with check\.run\(\{ seed: 7, path: "[\d:]+" \}\)\.$/);
    expect(lines).toHaveLength(7);
  });

  it("shows a short case if any would do: the official currency, a text, two decimals", async () => {
    const checks = thresholdConformanceOf(wrongEngine("an equal amount passes"), right);
    const { message } = await errorOf(checkNamed(names.equal, checks), { seed: 1 });
    expect(message).toContain('  {"transaction_id":"T-1","amount":"3000","currency":"USD","country":"US"}\n');
    expect(message).toContain("  exactly: 3000 USD, equal to the threshold of 3000 USD in US\n");
    expect(message).toContain("  rates: none needed, USD is the currency of the threshold\n");
  });

  it.each(wrongEngines)("replays the same case: %s", async (_, breaks, makeEngine) => {
    for (const name of breaks.filter((each) => each !== "reachable")) {
      const check = checkNamed(names[name], thresholdConformanceOf(makeEngine, right));
      const first = await errorOf(check, { seed: 3 });
      const [, seed, path] = /seed: (-?\d+), path: "([^"]*)"/.exec(first.message) ?? [];
      const again = await errorOf(check, { seed: Number(seed), path: String(path) });
      expect(again.message.split("\n").filter((line) => line.startsWith("  "))).toEqual(
        first.message.split("\n").filter((line) => line.startsWith("  ")),
      );
    }
  });

  it.each<[questions: readonly string[], declaration: string, thresholds: ThresholdConformanceConfig["thresholds"]]>([
    [["SG: is it in the minor unit?"], 'SG: "150000"', { SG: "150000" }],
    [["US: was it divided twice?"], 'US: "30.00"', { US: "30.00", SG: "1500" }],
    [["JP: is it in EUR or USD instead of JPY?"], 'JP: "1000"', { JP: "1000" }],
    [[], 'DE: "5000000"', { DE: 5_000_000 }],
    [[], 'DE: "0"', { DE: "0" }],
    [
      ["JP: is it in EUR or USD instead of JPY?", "SG: is it in the minor unit?"],
      'JP: "1000", SG: "150000", DE: "0"',
      { JP: "1000", SG: "150000", DE: "0" },
    ],
  ])("suggests mistakes, and last how to declare the outlier: %j", async (questions, declaration, thresholds) => {
    const { rows: _, ...config } = right;
    const { message } = await errorOf(checkNamed(names.size, thresholdConformance({ ...config, thresholds })));
    const lines = message.split("\n").map((line) => line.trim());
    const last = `If it is correct, declare it: declaredOutliers: { ${declaration} }`;
    expect(lines.slice(-1 - questions.length)).toEqual([...questions, last]);
    expect(lines[0]).toMatch(/ Every converted threshold is in .*\.$/);
  });

  it.each(["0:99", "9:99:99", "3:0:7:7"])("says that a path leads to no case: %s", async (path) => {
    for (const makeEngine of [createThresholdEngine, wrongEngine("an equal amount passes")]) {
      const check = checkNamed(names.equal, thresholdConformanceOf(makeEngine, right));
      await expect(check.run({ seed: 1, path })).rejects.toMatchObject({
        code: "configuration_invalid",
        message: expect.stringContaining("path of check.run leads to no case of this seed"),
      });
    }
  });

  it("prints the seed in 32 bits", async () => {
    const check = checkNamed(names.equal, thresholdConformanceOf(wrongEngine("an equal amount passes"), right));
    expect((await errorOf(check, { seed: 2 ** 40 + 7 })).message).toContain("check.run({ seed: 7, ");
    expect((await errorOf(check, { seed: -7 })).message).toContain("check.run({ seed: -7, ");
  });

  it("names the check if no case can be drawn", async () => {
    for (const check of thresholdConformance({ thresholds: { AQ: "1000" }, rates: right.rates, at: right.at })) {
      const message = await check.run().then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (message !== undefined) expect(message).toContain(`The check "${check.name}" failed: `);
    }
  });

  it("has what the engine threw as its cause", async () => {
    const failure = new RangeError("too many digits");
    const checks = thresholdConformanceOf(
      () => ({
        evaluate: () => {
          throw failure;
        },
      }),
      right,
    );
    const error = await errorOf(checkNamed(names.exact, checks));
    expect(error.cause).toBe(failure);
    expect(error.message).toContain("the engine failed with RangeError: too many digits. An amount ");
    expect((await errorOf(checkNamed(names.reachable, checks))).message).toContain(
      "RangeError: too many digits (from ",
    );
  });
});

describe("threshold checks of all countries", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  const currencies = Intl.supportedValuesOf("currency").filter((code) => isCurrency(code) && code !== "EUR");
  const config: ThresholdConformanceConfig = {
    thresholds: Object.fromEntries(countries.map((country) => [country, "1000"])),
    rates: { ...right.rates, rates: Object.fromEntries(currencies.map((code) => [code, "1.5"])) },
    at: right.at,
  };

  it("try a few thousand pairs, with every country and every currency", async () => {
    const asked: Transaction[] = [];
    const evaluate = (transaction: Transaction) => {
      asked.push(transaction);
      return { status: "breach" } as const;
    };
    await checkNamed(
      names.reachable,
      thresholdConformanceOf(() => ({ evaluate }), config),
    ).run();
    expect(asked.length).toBeLessThan(6_000);
    expect(new Set(asked.map(({ country }) => country))).toEqual(new Set(countries));
    expect(new Set(asked.map(({ currency }) => currency))).toEqual(new Set(["EUR", ...currencies]));
  });

  it("name each country that cannot be decided", async () => {
    const { message } = await errorOf(checkNamed(names.reachable, thresholdConformance(config)));
    expect(message).toContain("AQ cannot be decided: official_currency_missing");
    expect(message).toContain("PS cannot be decided: official_currency_missing");
  });
});

describe("sources", () => {
  const failure = new TypeError("rows is not iterable");
  const gone = new ComplianceError("provider_unavailable", "The bank is closed.");
  const giving = (table: unknown) => ({ current: async () => table as never });

  it.each<[says: string, change: Partial<ThresholdConformanceConfig>, cause?: unknown]>([
    [
      "the source given as rates failed with TypeError: rows is not iterable",
      { rates: { current: () => Promise.reject(failure) } },
      failure,
    ],
    [
      "the source given as thresholds failed with ComplianceError provider_unavailable: The bank is closed",
      { thresholds: { current: () => Promise.reject(gone) } },
      gone,
    ],
    ["the source given as rates returned no table", { rates: giving(undefined) }],
    ["the source given as thresholds returned no table", { thresholds: giving("US") }],
    ["the source given as thresholds has none", { thresholds: giving({}) }],
    [
      "this configuration decides nothing: ComplianceError configuration_invalid: thresholds.US must be",
      { thresholds: giving({ US: "-1" }) },
    ],
    [
      "this configuration decides nothing: ComplianceError rate_invalid: The rate of USD must be",
      { rates: giving({ ...right.rates, rates: { USD: "0" } }) },
    ],
  ])("fail every check when %s", async (says, change, cause) => {
    const checks = thresholdConformance({ ...right, ...change });
    for (const check of checks) {
      const error = await errorOf(check);
      expect(error.message).toContain(`The check "${check.name}" failed: ${says}`);
      expect(error.message).toContain(`. ${check.promise}`);
      if (cause !== undefined) expect(error.cause).toBe(cause);
    }
  });

  it("are called when a check runs, with the time of the decisions", async () => {
    const times: string[] = [];
    const rates = {
      current: async (at: Date) => {
        times.push(at.toISOString());
        at.setTime(0);
        return right.rates;
      },
    };
    const [check] = thresholdConformance({ ...right, rates });
    expect(times).toEqual([]);
    await check?.run();
    await check?.run();
    expect(times).toEqual(["2024-07-01T09:00:00.000Z", "2024-07-01T09:00:00.000Z"]);
  });

  it("are called with the present time by default", async () => {
    const { at: _, ...now } = right;
    const { message } = await errorOf(checkNamed(names.age, thresholdConformance(now)));
    expect(message).toContain(`(the decision is at ${new Date().toISOString().slice(0, 10)}`);
  });
});

describe("thresholdConformance", () => {
  it.each<[code: "invalid_input" | "configuration_invalid" | "rate_invalid", says: string, config: unknown]>([
    ["invalid_input", "thresholdConformance needs a configuration", undefined],
    ["invalid_input", "thresholdConformance needs a configuration", null],
    ["configuration_invalid", "thresholdConformance needs thresholds", { rates: right.rates }],
    ["configuration_invalid", "thresholdConformance needs thresholds", { ...right, thresholds: {} }],
    ["configuration_invalid", "thresholdConformance needs rates", { thresholds: right.thresholds }],
    ["configuration_invalid", "thresholds.US must be", { ...right, thresholds: { US: "3,000" } }],
    ["configuration_invalid", "officialCurrencies.US must be", { ...right, officialCurrencies: { US: "dollar" } }],
    ["rate_invalid", "The rate of USD", { ...right, rates: { ...right.rates, rates: { USD: "0" } } }],
    ["rate_invalid", "The date of the rate table", { ...right, rates: { ...right.rates, date: "yesterday" } }],
    [
      "configuration_invalid",
      'thresholdConformance has no option "maxAgeMs"; its options are thresholds, rates',
      { ...right, maxAgeMs: 1 },
    ],
    ["configuration_invalid", "maxRateAgeMs must be", { ...right, maxRateAgeMs: 0 }],
    ["configuration_invalid", "at must be a valid Date", { ...right, at: "2024-07-01" }],
    ["configuration_invalid", "at must be a valid Date", { ...right, at: new Date("never") }],
    [
      "configuration_invalid",
      "plausibleRange must be",
      { ...right, plausibleRange: { currency: "eur", min: 1, max: 2 } },
    ],
    [
      "configuration_invalid",
      "plausibleRange must be",
      { ...right, plausibleRange: { currency: "EUR", min: "2", max: 1 } },
    ],
    [
      "configuration_invalid",
      "plausibleRange must be",
      { ...right, plausibleRange: { currency: "EUR", min: "-2", max: 1 } },
    ],
    ["configuration_invalid", "declaredOutliers must be", { ...right, declaredOutliers: ["DE"] }],
    ["configuration_invalid", "rows must be an array", { ...right, rows: {} }],
    ["configuration_invalid", "rows[0].country must be", { ...right, rows: [null] }],
    [
      "configuration_invalid",
      "rows[0].threshold must be",
      { ...right, rows: [{ ...right.rows[0], threshold: "1,000" }] },
    ],
    ["configuration_invalid", "rows[0].currency must be", { ...right, rows: [{ ...right.rows[0], currency: "S$" }] }],
    [
      "configuration_invalid",
      "rows[0].in_force_from must be",
      { ...right, rows: [{ ...right.rows[0], in_force_from: "2024" }] },
    ],
    [
      "configuration_invalid",
      "rows[0].in_force_until must be",
      { ...right, rows: [{ ...right.rows[0], in_force_until: null }] },
    ],
    [
      "configuration_invalid",
      'rows[0] has no property "in_force_to"; its properties are country, threshold, currency, in_force_from, in_force_until, ' +
        "source, note.",
      { ...right, rows: [{ ...right.rows[0], in_force_to: "2024-06-30" }] },
    ],
    [
      "configuration_invalid",
      "rows[0] has no property of that name; its properties are",
      { ...right, rows: [{ ...right.rows[0], "Jane Doe": 1 }] },
    ],
    [
      "configuration_invalid",
      "rows[0].in_force_until must not be before",
      { ...right, rows: [{ ...right.rows[0], in_force_until: "2023-12-31" }] },
    ],
  ])("throws at once for a wrong argument: %s, %s", (code, says, config) => {
    // Callers without types may pass anything.
    const { message } = thrownBy(() => thresholdConformance(config as ThresholdConformanceConfig), code);
    expect(message).toContain(says);
  });

  it.each([[{ runs: 0 }], [{ seed: 1 }], [null]])("refuses options that are not valid: %j", (options) => {
    thrownBy(() => thresholdConformance(right, options as CheckOptions), "configuration_invalid");
  });

  it("copies its argument", async () => {
    const thresholds: Record<string, string> = { US: "3000" };
    const rates: Record<string, string> = { ...right.rates.rates };
    const at = new Date(right.at);
    const checks = thresholdConformance({ thresholds, rates: { ...right.rates, rates }, at });
    thresholds["SG"] = "150000";
    rates["USD"] = "0";
    at.setTime(0);
    for (const check of checks) await check.run();
  });

  it("draws as many transactions as runs, and ignores what runners pass", async () => {
    let asked = 0;
    const counted = thresholdConformanceOf(
      () => ({
        evaluate: () => {
          asked += 1;
          return { status: "breach" };
        },
      }),
      { ...right, thresholds: { US: "0" } },
      { runs: 9 },
    );
    const check = checkNamed(names.exact, counted);
    await check.run();
    expect(asked).toBe(9);
    await check.run({ runs: 4 });
    expect(asked).toBe(13);
    for (const { run } of counted) expect(run.length).toBe(0);
    // As a runner without types calls it.
    await (check.run as (given: unknown) => Promise<void>)(() => undefined);
    expect(asked).toBe(22);
    await expect(check.run({ runs: 0 })).rejects.toMatchObject({ code: "configuration_invalid" });
  });
});
