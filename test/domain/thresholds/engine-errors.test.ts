import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ComplianceError, type ComplianceErrorCode } from "../../../src/domain/compliance-error.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { ThresholdConfig, Transaction } from "../../../src/domain/thresholds/types.js";
import { isLeaked, ownWords, throwing } from "../../support/canaries.js";
import { ecbRates20240628 as rates } from "../../support/rates.js";

const thresholds = { US: "3000", SG: "1500", DE: "1000", AQ: "1", GS: "1", PS: "1" };

const good = { transaction_id: "T-1", amount: 5000, currency: "EUR", country: "US" };

/** What evaluating throws. The inputs lie about their types on purpose. */
function failureOf(transaction: unknown, config: unknown = { thresholds, rates }): ComplianceError {
  try {
    createThresholdEngine(config as ThresholdConfig).evaluate(transaction as Transaction);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
  throw new Error("a decision was made");
}

function withRates(listed: Record<string, unknown>, head: object = {}) {
  return { thresholds, rates: { ...rates, ...head, rates: { ...rates.rates, ...listed } } };
}

function expectFailure(error: ComplianceError, code: ComplianceErrorCode, ...named: string[]) {
  expect(error.code).toBe(code);
  for (const name of named) expect(error.message).toContain(name);
}

describe("createThresholdEngine refuses to decide", () => {
  it.each([
    ["NaN", Number.NaN],
    ["an infinite amount", Number.POSITIVE_INFINITY],
    ["a negative amount", -0.01],
    ["a negative text", "-1"],
    ["a text with an exponent", "1e9"],
    ["an empty text", ""],
    ["a text of 101 digits", "9".repeat(101)],
    ["a bigint", 5000n],
    ["null", null],
    ["a boxed number", Object(5000)],
    ["an array that reads like a number", ["5000"]],
    ["no amount", undefined],
  ])("an amount that is %s: invalid_input", (_, amount) => {
    expectFailure(failureOf({ ...good, amount }), "invalid_input", "amount");
  });

  it.each([undefined, null, 5, ["EUR"], { toString: () => "EUR" }, Symbol("EUR")])(
    "a currency or a country that is no text: invalid_input",
    (code) => {
      expectFailure(failureOf({ ...good, currency: code }), "invalid_input", "currency");
      expectFailure(failureOf({ ...good, country: code }), "invalid_input", "country");
    },
  );

  it.each(["amount", "currency", "country"] as const)("%s only on Object.prototype: invalid_input", (name) => {
    const { [name]: value, ...others } = good;
    Object.assign(Object.prototype, { [name]: value });
    try {
      expectFailure(failureOf(others), "invalid_input", name === "country" ? "currency" : name);
      expect(createThresholdEngine({ thresholds, rates }).evaluate(good).status).toBe("breach");
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it("a transaction that throws when it is read: invalid_input, without what it threw", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const transaction of [throwing(good, "amount"), throwing(good, "country"), proxy]) {
      const error = failureOf(transaction);
      expectFailure(error, "invalid_input", "can be read");
      expect(error.cause).toBeUndefined();
      expect(isLeaked(ownWords(error))).toBe(false);
    }
  });

  it("a country without threshold: threshold_missing, which names it only when it is a country", () => {
    expectFailure(failureOf({ ...good, country: "FR" }), "threshold_missing", "FR");
    for (const country of ["us", "XK", "constructor", "__proto__", ""]) {
      const error = failureOf({ ...good, country });
      expectFailure(error, "threshold_missing", "not an officially assigned code");
    }
  });

  it.each(["AQ", "GS", "PS"])("%s, which has no single official currency: official_currency_missing", (country) => {
    expectFailure(failureOf({ ...good, country }), "official_currency_missing", country, "officialCurrencies");
  });

  it("a currency without rate: rate_missing, which names it only when it is a currency", () => {
    expectFailure(failureOf({ ...good, currency: "KWD" }), "rate_missing", "KWD");
    for (const currency of ["constructor", "__proto__", "toString", "usd", "BTC", ""]) {
      expectFailure(failureOf({ ...good, currency }), "rate_missing", "not an ISO 4217 code");
    }
    const withoutOfficial = { thresholds: { KW: "1000" }, rates };
    expectFailure(failureOf({ ...good, country: "KW" }, withoutOfficial), "rate_missing", "KWD");
  });

  it("a crypto-asset for which the table has a rate: invalid_input, for an amount is one of money (§4.9)", () => {
    expectFailure(failureOf({ ...good, currency: "BTC" }, withRates({ BTC: "0.000016" })), "invalid_input", "ISO 4217");
  });

  it("nothing where a configuration or a transaction belongs: configuration_invalid, invalid_input", () => {
    for (const nothing of [undefined, null, 5]) {
      // Callers without types can do this.
      const none = nothing as never;
      expect(() => createThresholdEngine(none)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
      const engine = createThresholdEngine({ thresholds: { US: "3000" } });
      expect(() => engine.evaluate(none)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    }
  });

  it("a conversion without rates: rate_missing", () => {
    expectFailure(failureOf(good, { thresholds }), "rate_missing", "EUR", "USD", "rates");
    expectFailure(failureOf(good, { thresholds, rates: null }), "rate_missing", "rates");
    expectFailure(failureOf(good, { thresholds, rates: { ...rates, rates: null } }), "rate_missing", "USD");
  });

  it.each([0, 1.0705, null, "0", "0.000", "-1.07", "1,07", "1e3", "", "1".repeat(101), { toString: () => "1" }])(
    "a rate that is no positive decimal text (%j): rate_invalid, which names its currency",
    (rate) => {
      expectFailure(failureOf(good, withRates({ USD: rate })), "rate_invalid", "USD");
      expectFailure(failureOf({ ...good, currency: "SGD" }, withRates({ SGD: rate })), "rate_invalid", "SGD");
    },
  );

  it("a table whose base is not worth 1 of itself: rate_invalid, also between two other currencies", () => {
    expectFailure(failureOf(good, withRates({ EUR: "2" })), "rate_invalid", "EUR");
    expectFailure(failureOf({ ...good, currency: "SGD" }, withRates({ EUR: "0.999" })), "rate_invalid", "EUR");
  });

  it.each([{ base: undefined }, { base: "euro" }, { date: "28/06/2024" }, { date: undefined }, { source: " " }])(
    "a table that does not say what it is (%j): rate_invalid",
    (head) => {
      expectFailure(failureOf(good, withRates({}, head)), "rate_invalid", Object.keys(head)[0] ?? "");
    },
  );

  it("an invalid rate of another currency does not matter", () => {
    const engine = createThresholdEngine(withRates({ SGD: "0" }) as ThresholdConfig);
    expect(engine.evaluate(good).status).toBe("breach");
  });

  it("never repeats a text that came in", () => {
    const canary = fc.stringMatching(/^canary[a-z0-9 ]{0,20}$/);
    fc.assert(
      fc.property(canary, fc.constantFrom("amount", "currency", "country"), (text, field) => {
        const error = failureOf({ ...good, [field]: text });
        expect(`${error.message}${error.stack}`).not.toContain("canary");
      }),
    );
  });
});

describe("createThresholdEngine refuses a configuration that cannot be right: configuration_invalid", () => {
  function refusal(config: unknown): ComplianceError {
    const error = failureOf(good, config);
    expect(error.code).toBe("configuration_invalid");
    return error;
  }

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, "", "-1", "1e3", "1".repeat(101), null, undefined, true, 5n])(
    "a threshold that is no amount, naming its country",
    (threshold) => {
      expect(refusal({ thresholds: { SG: threshold } }).message).toContain("thresholds.SG");
    },
  );

  it.each(["usa", "us", "UK", "XK", "__proto", "0"])("a threshold for %s, which is no country", (key) => {
    expect(refusal({ thresholds: { [key]: "3000" } }).message).toContain(`"${key}"`);
  });

  it.each(["usa", "EU", "A1"])("an official currency for %s, which is no country", (key) => {
    expect(refusal({ thresholds, officialCurrencies: { [key]: "EUR" } }).message).toContain(`"${key}"`);
  });

  it.each(["euro", "eur", "XXX", "BTC", "", null, undefined, 978])("an official currency that is none", (currency) => {
    const error = refusal({ thresholds, officialCurrencies: { XK: currency } });
    expect(error.message).toContain("officialCurrencies.XK");
  });

  it.each([null, undefined, "3000", 3000])("thresholds that are no object", (value) => {
    expect(refusal({ thresholds: value }).message).toContain("thresholds");
  });

  it.each([null, "EUR"])("official currencies that are no object", (value) => {
    expect(refusal({ thresholds, officialCurrencies: value }).message).toContain("officialCurrencies");
  });
});
