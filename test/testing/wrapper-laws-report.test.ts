/** What a broken law of a wrapper says, and what is refused at once. */
import { describe, expect, it } from "vitest";
import { isCountry } from "../../src/domain/identifiers/country.js";
import {
  type CheckOptions,
  type ThresholdConformanceConfig,
  type WrappedEvaluate,
  wrapperConformance,
} from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";
import { right } from "../support/wrong-thresholds/right.js";
import { names, rightWrapper } from "../support/wrong-wrappers/right.js";
import { wrongWrappers } from "../support/wrong-wrappers/wrappers.js";

async function brokenBy(
  evaluate: WrappedEvaluate,
  name: keyof typeof names,
  options: CheckOptions = { seed: 1 },
): Promise<Error> {
  const law = wrapperConformance(evaluate, right).find((each) => each.name === names[name]);
  const error: unknown = await law?.run(options).catch((reason: unknown) => reason);
  if (error instanceof Error) return error;
  throw new Error("the law is kept");
}

function wrongWrapper(fault: string): WrappedEvaluate {
  const found = wrongWrappers.find((each) => each.fault === fault);
  if (found === undefined) throw new Error(`There is no wrapper of which it is said that ${fault}.`);
  return found.make();
}

/** What callers without types may give. */
function answering(value: unknown): WrappedEvaluate {
  return async () => value as "breach" | "pass";
}

describe("the error of a broken law of a wrapper", () => {
  it("shows the transaction, both answers, what is right, the rates, and how to run it again", async () => {
    const { message } = await brokenBy(wrongWrapper("it rounds to cents"), "texts");
    const [first, heading, transaction, said, right, exactly, rates, again] = message.split("\n");
    expect(first).toMatch(
      /^The law "texts around .*" is broken: your wrapper says breach, where the engine says pass\. It says/,
    );
    expect(heading).toMatch(/^The smallest that was found \(case \d+, then \d+ times smaller\):$/);
    const { amount, currency, country } = JSON.parse(transaction ?? "");
    expect([country, currency]).toEqual(["US", "USD"]);
    expect(amount).toMatch(/^2999\.999+$/);
    expect([said, right, exactly, rates]).toEqual([
      "  your wrapper says: breach",
      "  the engine says: pass",
      `  exactly: ${amount} USD, below the threshold of 3000 USD in US`,
      "  rates: none are needed, for USD is the official currency",
    ]);
    expect(again).toMatch(/^Run it again with law\.run\(\{ seed: 1, path: "[\d:]+" \}\)\.$/);
  });

  it("leads to the same case again", async () => {
    const first = await brokenBy(wrongWrapper("it cuts after cents"), "numbers");
    const [, path] = /path: "([^"]*)"/.exec(first.message) ?? [];
    const again = await brokenBy(wrongWrapper("it cuts after cents"), "numbers", { seed: 1, path: String(path) });
    expect(again.message.split("\n")[2]).toBe(first.message.split("\n")[2]);
  });

  it("names the two legs of a conversion", async () => {
    const ignoring: WrappedEvaluate = async (transaction) =>
      transaction.country === "SG" && transaction.currency === "CHF" ? "pass" : rightWrapper(transaction);
    const { message } = await brokenBy(ignoring, "ordinary", { seed: 1, runs: 2_000 });
    expect(message).toMatch(/exactly: \S+ CHF is \d+\.\d+… SGD, above the threshold of 1500 SGD in SG/);
    expect(message).toContain("rates: 0.9634 CHF and 1.4513 SGD for 1 EUR; European Central Bank");
  });

  it("shows what a wrapper threw, and carries it as its cause", async () => {
    const failure = new TypeError("fetch failed");
    const error = await brokenBy(() => Promise.reject(failure), "ordinary");
    expect(error.cause).toBe(failure);
    expect(error.message).toContain(
      "your wrapper says nothing, it failed with TypeError: fetch failed, where the engine says pass.",
    );
    const atOnce: WrappedEvaluate = () => {
      throw failure;
    };
    expect((await brokenBy(atOnce, "together")).cause).toBe(failure);
  });

  it.each([
    ['"BREACH", which is neither "breach" nor "pass"', "BREACH"],
    ["a longer text, which is neither", "the amount reaches the threshold"],
    ["true, which is neither", true],
    ["undefined, which is neither", undefined],
    ["null, which is neither", null],
    ["a symbol, which is neither", Symbol("breach")],
    ["a function, which is neither", () => "breach"],
    ["an object, which is neither", { status: "breach" }],
    ["an object (give unwrap(answer).results[0].status), which is neither", { results: [] }],
    ["an object (give unwrap(answer).results[0].status), which is neither", { ok: true, value: {} }],
  ])("says of an answer that is none: %s", async (says, value) => {
    expect((await brokenBy(answering(value), "ordinary")).message).toContain(`your wrapper says ${says}`);
    expect((await brokenBy(answering(value), "undecidable")).message).toContain("where the engine fails");
  });

  it("shows what should have failed, and why", async () => {
    const undecidable = (await brokenBy(wrongWrapper("it takes a missing threshold for a high one"), "undecidable"))
      .message;
    expect(undecidable).toContain("your wrapper says pass, where the engine fails. It says");
    expect(undecidable).toMatch(
      /the engine says: nothing, it fails with ComplianceError threshold_missing: No threshold is configured for [A-Z]{2}/,
    );
    const invalid = (await brokenBy(wrongWrapper("it takes the amount of a debit without its sign"), "invalid"))
      .message;
    expect(invalid).toMatch(/^ {2}\{"transaction_id":"T-1","amount":-1,"currency":"USD","country":"US"\}$/m);
    expect(invalid).toContain("it fails with ComplianceError invalid_input");
  });

  it("shows all that was asked at once, and both answers where it is asked twice", async () => {
    const together = (await brokenBy(wrongWrapper("it answers the last that came"), "together")).message;
    expect(together).toMatch(/^ {2}asked at once: \{.*\}, \{.*\}$/m);
    const twice = (await brokenBy(wrongWrapper("it lets pass a repetition"), "twice")).message;
    expect(twice).toContain("your wrapper says first breach, then pass");
    expect(twice).toMatch(/^ {2}first: breach\n {2}then: pass$/m);
  });
});

describe("a wrapper", () => {
  it("is asked by no law before it is run, and is given a transaction of its own", async () => {
    let asked = 0;
    const spoiling: WrappedEvaluate = async (transaction) => {
      asked += 1;
      const status = await rightWrapper(transaction);
      Reflect.set(transaction, "amount", "spoilt");
      return status;
    };
    const laws = wrapperConformance(spoiling, right, { runs: 5 });
    expect(asked).toBe(0);
    for (const law of laws) {
      expect(law.run.length).toBe(0);
      await law.run();
    }
    expect(asked).toBeGreaterThan(5 * laws.length);
  });

  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  const everywhere = Object.fromEntries(countries.map((country) => [country, "1000"]));
  const codes = Intl.supportedValuesOf("currency").filter((code) => code !== "EUR");
  const everything = { ...right.rates, rates: Object.fromEntries(codes.map((code) => [code, "2"])) };

  it.each<[because: string, change: Partial<ThresholdConformanceConfig>]>([
    ["threshold_missing", { rates: everything }],
    ["rate_missing", { thresholds: everywhere }],
    [
      "threshold_missing: No threshold is configured for the transaction's country",
      { thresholds: everywhere, rates: everything },
    ],
  ])("has to fail also where little is left to fail at: %s", async (because, change) => {
    const pass: WrappedEvaluate = async () => "pass";
    const law = wrapperConformance(pass, { ...right, ...change }).find(({ name }) => name === names.undecidable);
    await expect(law?.run()).rejects.toThrow(because);
  });
});

describe("wrapperConformance", () => {
  it.each<[code: "invalid_input" | "configuration_invalid", evaluate: unknown, config: unknown, options?: unknown]>([
    ["invalid_input", undefined, right],
    ["invalid_input", { evaluate: rightWrapper }, right],
    ["invalid_input", rightWrapper, undefined],
    ["configuration_invalid", rightWrapper, { ...right, thresholds: {} }],
    ["configuration_invalid", rightWrapper, { ...right, rates: undefined }],
    ["configuration_invalid", rightWrapper, right, { runs: 0 }],
    ["configuration_invalid", rightWrapper, right, { seed: 1 }],
  ])("blames the call and not the wrapper: %s", (code, evaluate, config, options) => {
    thrownBy(
      () =>
        wrapperConformance(evaluate as WrappedEvaluate, config as ThresholdConformanceConfig, options as CheckOptions),
      code,
    );
  });

  it("breaks every law when a source fails", async () => {
    const rates = { current: () => Promise.reject(new Error("closed")) };
    for (const law of wrapperConformance(rightWrapper, { ...right, rates })) {
      await expect(law.run()).rejects.toThrow("is broken: the source given as rates failed with Error: closed");
    }
  });
});
