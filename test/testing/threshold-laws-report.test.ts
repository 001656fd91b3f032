/** What a broken law of thresholds says, how it is run again, when sources are asked, and what is refused at once. */
import { describe, expect, it } from "vitest";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { isCountry } from "../../src/domain/identifiers/country.js";
import { isCurrency } from "../../src/domain/identifiers/currency.js";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { thresholdConformanceOf } from "../../src/testing/threshold-laws.js";
import {
  type CheckOptions,
  type ConformanceCheck,
  type ThresholdConformanceConfig,
  thresholdConformance,
} from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";
import { wrongEngines } from "../support/wrong-thresholds/engines.js";
import { names, right } from "../support/wrong-thresholds/right.js";

function lawNamed(name: string, laws: readonly ConformanceCheck[]): ConformanceCheck {
  const law = laws.find((each) => each.name === name);
  if (law === undefined) throw new Error(`There is no law of the name ${name}.`);
  return law;
}

async function errorOf(law: ConformanceCheck, options?: CheckOptions): Promise<Error> {
  const error: unknown = await (options === undefined ? law.run() : law.run(options)).catch(
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error("the law is kept");
}

function wrongEngine(fault: string) {
  const found = wrongEngines.find((each) => each.fault === fault);
  if (found === undefined) throw new Error(`There is no engine of which it is said that ${fault}.`);
  return found.makeEngine;
}

describe("the error of a broken law of thresholds", () => {
  it("shows the transaction, what was said and what is right, the rates, and how to run it again", async () => {
    const laws = thresholdConformanceOf(wrongEngine("it converts the other way round"), right);
    const { message } = await errorOf(lawNamed(names.exact, laws), { seed: 7 });
    const lines = message.split("\n");
    expect(lines[0]).toMatch(
      /^The law "conversion through the base is exact" is broken: the engine says (?:breach|pass), where (?:breach|pass) is right\. It says that an amount breaches exactly if /,
    );
    expect(lines[1]).toMatch(/^The smallest that was found \(case \d+, then \d+ times smaller\):$/);
    const { amount, currency, country } = JSON.parse(lines[2] ?? "");
    expect(lines[3]).toMatch(/^ {2}the engine says: (?:breach|pass)$/);
    expect(lines[4]).toContain(`exactly: ${amount} ${currency}`);
    expect(lines[4]).toMatch(new RegExp(`(?:below|equal to|above) the threshold of \\S+ [A-Z]{3} in ${country}$`));
    expect(lines[5]).toContain("European Central Bank");
    expect(lines[5]).toContain("2024-06-28");
    expect(lines[6]).toMatch(/^Run it again with law\.run\(\{ seed: 7, path: "[\d:]+" \}\)\.$/);
    expect(lines).toHaveLength(7);
  });

  it("is short where the fault is everywhere: the official currency, a text, two decimals", async () => {
    const laws = thresholdConformanceOf(wrongEngine("equal is not enough for it"), right);
    const { message } = await errorOf(lawNamed(names.equal, laws), { seed: 1 });
    expect(message).toContain('  {"transaction_id":"T-1","amount":"3000","currency":"USD","country":"US"}\n');
    expect(message).toContain("  exactly: 3000 USD, equal to the threshold of 3000 USD in US\n");
    expect(message).toContain("  rates: none are needed, for USD is the official currency\n");
  });

  it.each(wrongEngines)("leads to the same case again: $fault", async ({ breaks, makeEngine }) => {
    for (const name of breaks.filter((each) => each !== "reachable")) {
      const law = lawNamed(names[name], thresholdConformanceOf(makeEngine, right));
      const first = await errorOf(law, { seed: 3 });
      const [, seed, path] = /seed: (-?\d+), path: "([^"]*)"/.exec(first.message) ?? [];
      const again = await errorOf(law, { seed: Number(seed), path: String(path) });
      expect(again.message.split("\n").filter((line) => line.startsWith("  "))).toEqual(
        first.message.split("\n").filter((line) => line.startsWith("  ")),
      );
    }
  });

  it.each<[questions: readonly string[], declaration: string, thresholds: ThresholdConformanceConfig["thresholds"]]>([
    [["SG: was it typed in the minor unit?"], 'SG: "150000"', { SG: "150000" }],
    [["US: was it divided once too often?"], 'US: "30.00"', { US: "30.00", SG: "1500" }],
    [["JP: was it typed in EUR or USD instead of JPY?"], 'JP: "1000"', { JP: "1000" }],
    [[], 'DE: "5000000"', { DE: 5_000_000 }],
    [[], 'DE: "0"', { DE: "0" }],
    [
      ["JP: was it typed in EUR or USD instead of JPY?", "SG: was it typed in the minor unit?"],
      'JP: "1000", SG: "150000", DE: "0"',
      { JP: "1000", SG: "150000", DE: "0" },
    ],
  ])("asks what may have happened, and says last how to be silent: %j", async (questions, declaration, thresholds) => {
    const { rows: _, ...config } = right;
    const { message } = await errorOf(lawNamed(names.size, thresholdConformance({ ...config, thresholds })));
    const lines = message.split("\n").map((line) => line.trim());
    const last = `What is meant to be so can be declared: unusual: { ${declaration} }`;
    expect(lines.slice(-1 - questions.length)).toEqual([...questions, last]);
    expect(lines[0]).toMatch(/ It says that every threshold, .*\.$/);
  });

  it.each(["0:99", "9:99:99", "3:0:7:7"])(
    "is not that of another law, nor none, where a path leads nowhere: %s",
    async (path) => {
      for (const makeEngine of [createThresholdEngine, wrongEngine("equal is not enough for it")]) {
        const law = lawNamed(names.equal, thresholdConformanceOf(makeEngine, right));
        await expect(law.run({ seed: 1, path })).rejects.toMatchObject({
          code: "configuration_invalid",
          message: expect.stringContaining("path of law.run leads to no case of this seed"),
        });
      }
    },
  );

  it("says the seed as it counts, of which 32 bits do", async () => {
    const law = lawNamed(names.equal, thresholdConformanceOf(wrongEngine("equal is not enough for it"), right));
    expect((await errorOf(law, { seed: 2 ** 40 + 7 })).message).toContain("law.run({ seed: 7, ");
    expect((await errorOf(law, { seed: -7 })).message).toContain("law.run({ seed: -7, ");
  });

  it("names the law also where nothing can be drawn", async () => {
    for (const law of thresholdConformance({ thresholds: { AQ: "1000" }, rates: right.rates, at: right.at })) {
      const message = await law.run().then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (message !== undefined) expect(message).toContain(`The law "${law.name}" is broken: `);
    }
  });

  it("carries what the engine threw as its cause", async () => {
    const failure = new RangeError("too many digits");
    const laws = thresholdConformanceOf(
      () => ({
        evaluate: () => {
          throw failure;
        },
      }),
      right,
    );
    const error = await errorOf(lawNamed(names.exact, laws));
    expect(error.cause).toBe(failure);
    expect(error.message).toContain("the engine failed with RangeError: too many digits. It says that ");
    expect((await errorOf(lawNamed(names.reachable, laws))).message).toContain("RangeError: too many digits (from ");
  });
});

describe("the laws of thresholds of the whole world", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  const currencies = Intl.supportedValuesOf("currency").filter((code) => isCurrency(code) && code !== "EUR");
  const config: ThresholdConformanceConfig = {
    thresholds: Object.fromEntries(countries.map((country) => [country, "1000"])),
    rates: { ...right.rates, rates: Object.fromEntries(currencies.map((code) => [code, "1.5"])) },
    at: right.at,
  };

  it("ask of no more than a few thousand pairs whether they can be reached, of every country and every currency", async () => {
    const asked: Transaction[] = [];
    const evaluate = (transaction: Transaction) => {
      asked.push(transaction);
      return { status: "breach" } as const;
    };
    await lawNamed(
      names.reachable,
      thresholdConformanceOf(() => ({ evaluate }), config),
    ).run();
    expect(asked.length).toBeLessThan(6_000);
    expect(new Set(asked.map(({ country }) => country))).toEqual(new Set(countries));
    expect(new Set(asked.map(({ currency }) => currency))).toEqual(new Set(["EUR", ...currencies]));
  });

  it("name each country that cannot be reached", async () => {
    const { message } = await errorOf(lawNamed(names.reachable, thresholdConformance(config)));
    expect(message).toContain("AQ cannot be reached: official_currency_missing");
    expect(message).toContain("PS cannot be reached: official_currency_missing");
  });
});

describe("the sources of a configuration", () => {
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
    ["the source given as rates gave no table", { rates: giving(undefined) }],
    ["the source given as thresholds gave no table", { thresholds: giving("US") }],
    ["the source given as thresholds has none", { thresholds: giving({}) }],
    [
      "nothing can be decided with this configuration: ComplianceError configuration_invalid: thresholds.US must be",
      { thresholds: giving({ US: "-1" }) },
    ],
    [
      "nothing can be decided with this configuration: ComplianceError rate_invalid: The rate of USD must be",
      { rates: giving({ ...right.rates, rates: { USD: "0" } }) },
    ],
  ])("break every law when %s", async (says, change, cause) => {
    const laws = thresholdConformance({ ...right, ...change });
    for (const law of laws) {
      const error = await errorOf(law);
      expect(error.message).toContain(`The law "${law.name}" is broken: ${says}`);
      expect(error.message).toContain(`It says that ${law.rule}.`);
      if (cause !== undefined) expect(error.cause).toBe(cause);
    }
  });

  it("are asked by a law that is run, with the time of the decisions, and not before", async () => {
    const times: string[] = [];
    const rates = {
      current: async (at: Date) => {
        times.push(at.toISOString());
        at.setTime(0);
        return right.rates;
      },
    };
    const [law] = thresholdConformance({ ...right, rates });
    expect(times).toEqual([]);
    await law?.run();
    await law?.run();
    expect(times).toEqual(["2024-07-01T09:00:00.000Z", "2024-07-01T09:00:00.000Z"]);
  });

  it("are asked with the present time where none is given", async () => {
    const { at: _, ...now } = right;
    const { message } = await errorOf(lawNamed(names.age, thresholdConformance(now)));
    expect(message).toContain(`(the decision is of ${new Date().toISOString().slice(0, 10)}`);
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
      'thresholdConformance knows no "maxAge"; it knows thresholds, rates',
      { ...right, maxAge: 1 },
    ],
    ["configuration_invalid", "maxRateAge must be", { ...right, maxRateAge: 0 }],
    ["configuration_invalid", "at must be a Date", { ...right, at: "2024-07-01" }],
    ["configuration_invalid", "at must be a Date", { ...right, at: new Date("never") }],
    ["configuration_invalid", "between must be", { ...right, between: { currency: "eur", least: 1, most: 2 } }],
    ["configuration_invalid", "between must be", { ...right, between: { currency: "EUR", least: "2", most: 1 } }],
    ["configuration_invalid", "between must be", { ...right, between: { currency: "EUR", least: "-2", most: 1 } }],
    ["configuration_invalid", "unusual must be", { ...right, unusual: ["DE"] }],
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
      'rows[0] may have no member "in_force_to", but only country, threshold, currency, in_force_from, in_force_until, ' +
        "source, note.",
      { ...right, rows: [{ ...right.rows[0], in_force_to: "2024-06-30" }] },
    ],
    [
      "configuration_invalid",
      "rows[0] may have no member of that name, but only",
      { ...right, rows: [{ ...right.rows[0], "Jane Doe": 1 }] },
    ],
    [
      "configuration_invalid",
      "rows[0].in_force_until must not be before",
      { ...right, rows: [{ ...right.rows[0], in_force_until: "2023-12-31" }] },
    ],
  ])("blames the call at once: %s, %s", (code, says, config) => {
    // What a caller without types may give.
    const { message } = thrownBy(() => thresholdConformance(config as ThresholdConformanceConfig), code);
    expect(message).toContain(says);
  });

  it.each([[{ runs: 0 }], [{ seed: 1 }], [null]])("refuses options that cannot be right: %j", (options) => {
    thrownBy(() => thresholdConformance(right, options as CheckOptions), "configuration_invalid");
  });

  it("takes a copy: what is changed later changes nothing", async () => {
    const thresholds: Record<string, string> = { US: "3000" };
    const rates: Record<string, string> = { ...right.rates.rates };
    const at = new Date(right.at);
    const laws = thresholdConformance({ thresholds, rates: { ...right.rates, rates }, at });
    thresholds["SG"] = "150000";
    rates["USD"] = "0";
    at.setTime(0);
    for (const law of laws) await law.run();
  });

  it("draws as many transactions as it is told to, and what runners hand over is no option", async () => {
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
    const law = lawNamed(names.exact, counted);
    await law.run();
    expect(asked).toBe(9);
    await law.run({ runs: 4 });
    expect(asked).toBe(13);
    for (const { run } of counted) expect(run.length).toBe(0);
    // What a runner without types does.
    await (law.run as (given: unknown) => Promise<void>)(() => undefined);
    expect(asked).toBe(22);
    await expect(law.run({ runs: 0 })).rejects.toMatchObject({ code: "configuration_invalid" });
  });
});
