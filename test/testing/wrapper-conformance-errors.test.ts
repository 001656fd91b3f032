/** Errors of failed wrapper checks, and wrong arguments. */
import { describe, expect, it } from "vitest";
import { isCountry } from "../../src/domain/identifiers/country.js";
import {
  type CheckOptions,
  type ThresholdConformanceConfig,
  type WrappedEvaluate,
  wrapperConformance,
} from "../../src/testing.js";
import { checkNamed, errorOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { right } from "../support/wrong-thresholds/right.js";
import { names, rightWrapper } from "../support/wrong-wrappers/right.js";
import { wrongWrappers } from "../support/wrong-wrappers/wrappers.js";

const failureFor = (evaluate: WrappedEvaluate, name: keyof typeof names, options: CheckOptions = { seed: 1 }) =>
  errorOf(checkNamed(names[name], wrapperConformance(evaluate, right)), options);

function wrongWrapper(fault: string): WrappedEvaluate {
  const found = wrongWrappers.find(([each]) => each === fault);
  if (found === undefined) throw new Error(`There is no wrapper with the fault: ${fault}.`);
  return found[2]();
}

/** What callers without types may pass. */
function answering(value: unknown): WrappedEvaluate {
  return async () => value as "breach" | "pass";
}

describe("the error of a failed wrapper check", () => {
  it("shows the transaction, both decisions, the rates, and how to replay it", async () => {
    const { message } = await failureFor(wrongWrapper("it rounds to cents"), "texts");
    const [first, heading, transaction, said, right, exactly, rates, again] = message.split("\n");
    expect(first).toMatch(
      /^The check "texts around .*" failed: your wrapper returned breach, the engine pass\. A decimal text/,
    );
    expect(heading).toMatch(/^Smallest case found \(case \d+, shrunk \d+ times\):$/);
    const { amount, currency, country } = JSON.parse(transaction ?? "");
    expect([country, currency]).toEqual(["US", "USD"]);
    expect(amount).toMatch(/^2999\.999+$/);
    expect([said, right, exactly, rates]).toEqual([
      "  your wrapper: breach",
      "  the engine: pass",
      `  exactly: ${amount} USD, below the threshold of 3000 USD in US`,
      "  rates: none needed, USD is the currency of the threshold",
    ]);
    expect(again).toMatch(/^Replay it with check\.run\(\{ seed: 1, path: "[\d:]+" \}\)\.$/);
  });

  it("replays the same case", async () => {
    const first = await failureFor(wrongWrapper("it truncates to cents"), "numbers");
    const [, path] = /path: "([^"]*)"/.exec(first.message) ?? [];
    const again = await failureFor(wrongWrapper("it truncates to cents"), "numbers", { seed: 1, path: String(path) });
    expect(again.message.split("\n")[2]).toBe(first.message.split("\n")[2]);
  });

  it("prints both rates of a conversion", async () => {
    const ignoring: WrappedEvaluate = async (transaction) =>
      transaction.country === "SG" && transaction.currency === "CHF" ? "pass" : rightWrapper(transaction);
    const { message } = await failureFor(ignoring, "ordinary", { seed: 1, runs: 2_000 });
    expect(message).toMatch(/exactly: \S+ CHF is \d+\.\d+… SGD, above the threshold of 1500 SGD in SG/);
    expect(message).toContain("rates: 0.9634 CHF and 1.4513 SGD for 1 EUR; European Central Bank");
  });

  it("shows what a wrapper threw, which is the cause", async () => {
    const failure = new TypeError("fetch failed");
    const error = await failureFor(() => Promise.reject(failure), "ordinary");
    expect(error.cause).toBe(failure);
    expect(error.message).toContain(
      "your wrapper returned nothing (it failed with TypeError: fetch failed), the engine pass.",
    );
    const atOnce: WrappedEvaluate = () => {
      throw failure;
    };
    expect((await failureFor(atOnce, "together")).cause).toBe(failure);
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
    ["an object (return unwrap(answer).results[0].status), which is neither", { results: [] }],
    ["an object (return unwrap(answer).results[0].status), which is neither", { ok: true, value: {} }],
  ])("describes an answer that is no decision: %s", async (says, value) => {
    expect((await failureFor(answering(value), "ordinary")).message).toContain(`your wrapper returned ${says}`);
    expect((await failureFor(answering(value), "undecidable")).message).toContain("but the engine fails");
  });

  it("shows what should have failed, and why", async () => {
    const undecidable = (await failureFor(wrongWrapper("it passes transactions without a threshold"), "undecidable"))
      .message;
    expect(undecidable).toContain("your wrapper returned pass, but the engine fails. Without");
    expect(undecidable).toMatch(
      /the engine: nothing \(it fails with ComplianceError threshold_missing: No threshold is configured for [A-Z]{2}/,
    );
    const invalid = (await failureFor(wrongWrapper("it drops the sign"), "invalid")).message;
    expect(invalid).toMatch(/^ {2}\{"transaction_id":"T-1","amount":-1,"currency":"USD","country":"US"\}$/m);
    expect(invalid).toContain("it fails with ComplianceError invalid_input");
  });

  it("shows all concurrent calls, and both answers of a repeated call", async () => {
    const together = (await failureFor(wrongWrapper("it answers for the latest transaction"), "together")).message;
    expect(together).toMatch(/^ {2}concurrent calls: \{.*\}, \{.*\}$/m);
    const twice = (await failureFor(wrongWrapper("it passes a repeated transaction"), "twice")).message;
    expect(twice).toContain("your wrapper returned first breach, then pass");
    expect(twice).toMatch(/^ {2}first: breach\n {2}second: pass$/m);
  });
});

describe("a wrapper", () => {
  it("is not called before a check runs, and gets its own transaction", async () => {
    let asked = 0;
    const spoiling: WrappedEvaluate = async (transaction) => {
      asked += 1;
      const status = await rightWrapper(transaction);
      Reflect.set(transaction, "amount", "spoilt");
      return status;
    };
    const checks = wrapperConformance(spoiling, right, { runs: 5 });
    expect(asked).toBe(0);
    for (const check of checks) {
      expect(check.run.length).toBe(0);
      await check.run();
    }
    expect(asked).toBeGreaterThan(5 * checks.length);
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
  ])("must fail where few transactions are undecidable: %s", async (because, change) => {
    const pass: WrappedEvaluate = async () => "pass";
    const check = wrapperConformance(pass, { ...right, ...change }).find(({ name }) => name === names.undecidable);
    await expect(check?.run()).rejects.toThrow(because);
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
  ])("throws at once for a wrong argument: %s", (code, evaluate, config, options) => {
    thrownBy(
      () =>
        wrapperConformance(evaluate as WrappedEvaluate, config as ThresholdConformanceConfig, options as CheckOptions),
      code,
    );
  });

  it("fails every check when a source fails", async () => {
    const rates = { current: () => Promise.reject(new Error("closed")) };
    for (const check of wrapperConformance(rightWrapper, { ...right, rates })) {
      await expect(check.run()).rejects.toThrow("failed: the source given as rates failed with Error: closed");
    }
  });
});
