import { describe, expect, it } from "vitest";
import {
  type Compliance,
  ComplianceError,
  type ComplianceErrorCode,
  type ComplianceOptions,
  createCompliance,
  createThresholdEngine,
  fixedRates,
  memoryStorage,
  parseTransaction,
  type ThresholdDecision,
  unwrap,
} from "../../src/index.js";
import { failureOf, faultsOf, withValue } from "../support/outcomes.js";
import { type FieldTable, itIsACountry, itIsText, itRequires } from "../support/rows.js";
import { breaching, byCountry, ecbTable, now, passing, sampleCompliance, thresholds } from "../support/samples.js";

const engine = createThresholdEngine({ thresholds, rates: ecbTable });

function decide(amount: number | string, currency: string, country: string): ThresholdDecision {
  return engine.evaluate({ transaction_id: "TX-1", amount, currency, country });
}

const request = (transaction: object): unknown => ({ transaction, rule_codes: byCountry });

/** The statuses of an evaluation, and how many alerts there are after it. */
async function outcomeOf(compliance: Compliance, transaction: object): Promise<unknown> {
  const { results } = unwrap(await compliance.rules.evaluate(request(transaction)));
  const alerts = unwrap(await compliance.alerts.list());
  return [...results.map(({ status }) => status), alerts.items.length];
}

/** Evaluation fails with that code, and no alert is recorded. */
async function itRefuses(code: ComplianceErrorCode, options: Partial<ComplianceOptions>, change = {}): Promise<string> {
  const compliance = sampleCompliance(options);
  const { message } = await failureOf(compliance.rules.evaluate(request({ ...breaching, ...change })), code);
  expect(unwrap(await compliance.alerts.list()).items).toEqual([]);
  return message;
}

describe("§4.9 evaluate rules", () => {
  describe("transaction: all fields are required", () => {
    const table: FieldTable = { parse: parseTransaction, sample: passing, at: "", rule: "4.9" };
    itRequires(table, "transaction_id", "amount", "currency", "country");
    itIsText(table, "transaction_id");
    itIsACountry({ ...table, parse: parseTransaction }, "country");

    it.each([
      ...[0, -0, 0.1, 1e-300, 5e-324, 1e21, Number.MAX_VALUE, "0", "0.00", "12.340", "9".repeat(100)],
      ...[`0.${"1".repeat(99)}`],
    ])("amount: %s, a finite number of 0 or more or decimal text, kept as given", (amount) => {
      expect(parseTransaction({ ...passing, amount })).toStrictEqual({ ok: true, value: { ...passing, amount } });
    });

    it.each([
      [Number.NaN, "amount_not_finite"],
      [Number.POSITIVE_INFINITY, "amount_not_finite"],
      [Number.NEGATIVE_INFINITY, "amount_not_finite"],
      [-1, "amount_negative"],
      [-5e-324, "amount_negative"],
      ["-1", "amount_negative"],
      ["-0.5", "amount_negative"],
      ["-0", "amount_negative"],
      ["1e3", "amount_malformed"],
      ["1,000.00", "amount_malformed"],
      ["1.", "amount_malformed"],
      [".5", "amount_malformed"],
      ["+1", "amount_malformed"],
      ["01", "amount_malformed"],
      ["--1", "amount_malformed"],
      ["0x10", "amount_malformed"],
      ["1 ", "amount_malformed"],
      ["NaN", "amount_malformed"],
      ["Infinity", "amount_malformed"],
      ["１", "amount_malformed"],
      ["9".repeat(101), "amount_malformed"],
      ["", "text_blank"],
      [null, "wrong_type"],
      [true, "wrong_type"],
      [{}, "wrong_type"],
      [[1], "wrong_type"],
      [5n, "wrong_type"],
    ])("amount: not %s (%s)", (amount, code) => {
      expect(faultsOf(parseTransaction({ ...passing, amount }))).toEqual([[code, "/amount", "4.9"]]);
    });

    it.each(["EUR", "JPY", "BHD", "CLF", "XAU"])("currency: %s", (currency) => {
      expect(parseTransaction({ ...passing, currency })).toStrictEqual({ ok: true, value: { ...passing, currency } });
    });

    it.each(["eur", "Euro", "EU", "978", "BTC", "DEM", "XXX", "XTS", " EUR"])("currency: not %j", (currency) => {
      expect(faultsOf(parseTransaction({ ...passing, currency }))).toEqual([["not_a_currency", "/currency", "4.9"]]);
    });

    it("takes no other field, and an object only", () => {
      expect(faultsOf(parseTransaction({ ...passing, date: "2024-06-28" }))).toEqual([
        ["unknown_property", "/date", "4.9"],
      ]);
      for (const given of [null, 5, "TX-1", [passing]]) {
        expect(faultsOf(parseTransaction(given))).toEqual([["wrong_type", "", "4.9"]]);
      }
    });
  });

  describe("the body", () => {
    const { rules } = sampleCompliance();
    const whole = { transaction: passing, rule_codes: byCountry };
    const faults = async (input: unknown): Promise<unknown> => faultsOf(await rules.evaluate(input));

    it("transaction and rule_codes are required, and nothing else is known", async () => {
      expect(await faults({})).toEqual([
        ["required", "/transaction", "4.9"],
        ["required", "/rule_codes", "4.9"],
      ]);
      expect(await faults(undefined)).toEqual([["required", "", "4.9"]]);
      expect(await faults(null)).toEqual([["wrong_type", "", "4.9"]]);
      expect(await faults({ ...whole, transaction: "TX-1" })).toEqual([["wrong_type", "/transaction", "4.9"]]);
      expect(await faults({ ...whole, dry_run: true })).toEqual([["unknown_property", "/dry_run", "4.9"]]);
    });

    it("rule_codes is a non-empty array of known codes", async () => {
      const at = "/rule_codes";
      expect(await faults({ ...whole, rule_codes: [] })).toEqual([["rule_codes_empty", at, "4.9"]]);
      for (const rule_codes of [null, "THRESHOLD_BY_COUNTRY", {}, 5]) {
        expect(await faults({ ...whole, rule_codes })).toEqual([["wrong_type", at, "4.9"]]);
      }
      expect(await faults({ ...whole, rule_codes: [...byCountry, "VELOCITY", 5, "threshold_by_country"] })).toEqual([
        ["not_allowed", `${at}/1`, "4.9"],
        ["wrong_type", `${at}/2`, "4.9"],
        ["not_allowed", `${at}/3`, "4.9"],
      ]);
    });

    it("a rule that is named twice is evaluated once", async () => {
      const compliance = sampleCompliance();
      const evaluated = await compliance.rules.evaluate({
        transaction: breaching,
        rule_codes: [...byCountry, ...byCountry],
      });
      expect(unwrap(evaluated).results).toHaveLength(1);
      expect(unwrap(await compliance.alerts.list()).items).toHaveLength(1);
    });

    it("gives every issue at once, those of the transaction at their place", async () => {
      const transaction = { country: "UK", amount: -1, currency: "BTC", note: "x" };
      expect(await faults({ rule_codes: [], transaction })).toEqual([
        ["rule_codes_empty", "/rule_codes", "4.9"],
        ["not_a_country", "/transaction/country", "4.9"],
        ["amount_negative", "/transaction/amount", "4.9"],
        ["not_a_currency", "/transaction/currency", "4.9"],
        ["unknown_property", "/transaction/note", "4.9"],
        ["required", "/transaction/transaction_id", "4.9"],
      ]);
    });

    it("a bad transaction raises no alert", async () => {
      const compliance = sampleCompliance();
      await compliance.rules.evaluate(request(withValue(breaching, "/transaction_id", "")));
      expect(unwrap(await compliance.alerts.list()).items).toEqual([]);
    });
  });

  describe("rule 1: the amount is converted to the official currency of the country", () => {
    it("with the rates of both currencies against their base; both, their source and their date are told", () => {
      expect(decide("846.38", "GBP", "US")).toStrictEqual({
        status: "pass",
        comparison: "below",
        amount: "846.38",
        amount_currency: "GBP",
        country: "US",
        currency: "USD",
        threshold: "3000",
        converted: "1070.50",
        rate: { source: "European Central Bank", date: "2024-06-28", base: "EUR", from: "0.84638", to: "1.0705" },
        message: "The amount is below the travel-rule threshold of 3000 USD in US.",
      });
    });

    it.each([
      ["1033.55", "EUR", "SG", "1499.99"],
      ["1033.56", "EUR", "SG", "1500.00"],
      ["4067.16", "SGD", "US", "2999.99"],
      ["4067.17", "SGD", "US", "3000.00"],
      [1000, "USD", "JP", "160616"],
      ["1.999999", "EUR", "FR", "1.99"],
      ["0", "USD", "FR", "0.00"],
      [-0, "USD", "FR", "0.00"],
    ])("%s %s for %s is %s, cut to the minor unit", (amount, currency, country, converted) => {
      expect(decide(amount, currency, country).converted).toBe(converted);
    });

    it("not at all when it is in that currency already, and then no rates are needed", async () => {
      const local = createCompliance({ storage: memoryStorage(), thresholds, clock: () => now });
      expect(await outcomeOf(local, { ...breaching, amount: 3000, currency: "USD", country: "US" })).toEqual([
        "breach",
        1,
      ]);
      expect(decide(3000, "USD", "US").rate).toBeNull();
    });

    it("which the caller may override, or give to a country that has none or is not officially assigned", async () => {
      const compliance = sampleCompliance({
        thresholds: { PS: "1000", XK: 500, US: "2000" },
        officialCurrencies: { PS: "USD", XK: "EUR", US: "GBP" },
      });
      const of = (country: string, amount: string, currency: string): object => ({
        ...passing,
        country,
        amount,
        currency,
      });
      expect(await outcomeOf(compliance, of("PS", "999.99", "USD"))).toEqual(["pass", 0]);
      expect(await outcomeOf(compliance, of("XK", "500", "EUR"))).toEqual(["breach", 1]);
      expect(await outcomeOf(compliance, of("US", "2000", "GBP"))).toEqual(["breach", 2]);
      expect(await outcomeOf(compliance, of("US", "2000", "USD"))).toEqual(["pass", 2]);
    });
  });

  describe("rule 2: compared exactly with the threshold that the caller configured for that country", () => {
    it.each([
      ["1500", "1499.99"],
      [1500, "1499.99"],
      ["1500.000", "1499.9999999999999999999999999999"],
      ["0.3", "0.29999999999999999999"],
    ])("the threshold %s is above %s", (threshold, amount) => {
      const own = createThresholdEngine({ thresholds: { SG: threshold } });
      const at = (given: string): string =>
        own.evaluate({ transaction_id: "TX-1", amount: given, currency: "SGD", country: "SG" }).comparison;
      expect(at(amount)).toBe("below");
      expect(at(String(threshold))).toBe("equal");
    });

    it("a number amount means its shortest decimal literal", () => {
      const own = createThresholdEngine({ thresholds: { FR: "0.3" } });
      const of = (amount: number): string =>
        own.evaluate({ transaction_id: "TX-1", amount, currency: "EUR", country: "FR" }).comparison;
      expect(of(0.3)).toBe("equal");
      expect(of(0.1 + 0.2)).toBe("above");
      expect(of(0.7 - 0.4)).toBe("below");
      expect(of(1e21)).toBe("above");
    });
  });

  describe("rule 3: equal to or above the threshold is a breach, and an alert is triggered", () => {
    it.each([
      ["GB", "1000", "EUR"],
      ["JP", "1000", "EUR"],
      ["FR", "846.38", "GBP"],
      ["FR", 171940, "JPY"],
      ["FR", "1070.5", "USD"],
      ["GB", 1070.5, "USD"],
      ["SG", "1500.000", "SGD"],
    ])("in %s equal: %s %s", async (country, amount, currency) => {
      expect(decide(amount, currency, country)).toMatchObject({ status: "breach", comparison: "equal" });
      const transaction = { transaction_id: "TX-1", amount, currency, country };
      expect(await outcomeOf(sampleCompliance(), transaction)).toEqual(["breach", 1]);
    });

    it.each([
      ["GB", `1000.${"0".repeat(95)}1`, "EUR"],
      ["FR", `846.38${"0".repeat(90)}1`, "GBP"],
      ["SG", "1033.56", "EUR"],
      ["US", "4067.17", "SGD"],
      ["FR", 1e300, "KRW"],
    ])("in %s above, be it by the last digit: %s %s", async (country, amount, currency) => {
      expect(decide(amount, currency, country)).toMatchObject({ status: "breach", comparison: "above" });
      const transaction = { transaction_id: "TX-1", amount, currency, country };
      expect(await outcomeOf(sampleCompliance(), transaction)).toEqual(["breach", 1]);
    });

    it("every amount reaches a threshold of zero", async () => {
      const compliance = sampleCompliance({ thresholds: { SG: 0 } });
      expect(await outcomeOf(compliance, { ...passing, amount: 0 })).toEqual(["breach", 1]);
    });
  });

  describe("rule 4: below the threshold is a pass, and no alert is raised", () => {
    it.each([
      ["GB", `999.${"9".repeat(97)}`, "EUR"],
      ["FR", `846.37${"9".repeat(90)}`, "GBP"],
      ["FR", 171939.99999999997, "JPY"],
      ["SG", "1033.55", "EUR"],
      ["US", "4067.16", "SGD"],
      ["US", 0, "KRW"],
      ["US", 5e-324, "KRW"],
    ])("in %s below, be it by the last digit: %s %s", async (country, amount, currency) => {
      expect(decide(amount, currency, country)).toMatchObject({ status: "pass", comparison: "below" });
      const transaction = { transaction_id: "TX-1", amount, currency, country };
      expect(await outcomeOf(sampleCompliance(), transaction)).toEqual(["pass", 0]);
    });

    it("a pass never shows the threshold as what was converted", () => {
      expect(decide(`999.${"9".repeat(97)}`, "EUR", "GB").converted).toBe("846.37");
    });
  });

  describe("never a wrong pass: without what the decision needs there is none, and no alert", () => {
    it("no thresholds, no rates: not_configured, naming the option", async () => {
      const storage = memoryStorage();
      const unthresholded = createCompliance({ storage, rates: fixedRates(ecbTable) });
      const unrated = createCompliance({ storage, thresholds });
      for (const [compliance, option] of [
        [unthresholded, "thresholds"],
        [unrated, "rates"],
      ] as const) {
        const { message } = await failureOf(compliance.rules.evaluate(request(breaching)), "not_configured");
        expect(message).toContain(option);
      }
      expect(unwrap(await unrated.alerts.list()).items).toEqual([]);
    });

    it("no threshold for the country: threshold_missing", async () => {
      expect(await itRefuses("threshold_missing", {}, { country: "DE" })).toContain("DE");
      await itRefuses("threshold_missing", {}, { country: "DE", currency: "EUR" });
      await itRefuses("threshold_missing", { thresholds: {} });
    });

    it("no official currency: official_currency_missing", async () => {
      for (const country of ["AQ", "GS", "PS"]) {
        const options = { thresholds: { [country]: "1" } };
        expect(await itRefuses("official_currency_missing", options, { country })).toContain(country);
      }
    });

    it("no rate of one of the two currencies: rate_missing", async () => {
      expect(await itRefuses("rate_missing", {}, { currency: "THB" })).toContain("THB");
      expect(await itRefuses("rate_missing", { thresholds: { TH: "1" } }, { country: "TH" })).toContain("THB");
      await itRefuses("rate_missing", { rates: fixedRates({ ...ecbTable, rates: {} }) });
    });

    it.each([{ SGD: "0" }, { SGD: "-1" }, { SGD: "1e3" }, { SGD: "" }, { SGD: "NaN" }])(
      "a rate that is none (%j) that a source gives: rate_invalid",
      async (rates) => {
        await itRefuses("rate_invalid", { rates: { current: async () => ({ ...ecbTable, rates }) } });
      },
    );

    it("rates older than maxRateAgeMs, 7 days when not said: rate_stale, at exactly this age still good", async () => {
      const week = 7 * 24 * 60 * 60 * 1000;
      const published = Date.parse("2024-06-28T00:00:00Z");
      const aged = (age: number): Partial<ComplianceOptions> => ({ clock: () => new Date(published + age) });
      expect(await outcomeOf(sampleCompliance(aged(week)), breaching)).toEqual(["breach", 1]);
      await itRefuses("rate_stale", aged(week + 1));
      const hour = { maxRateAgeMs: 3_600_000 };
      expect(await outcomeOf(sampleCompliance({ ...aged(3_600_000), ...hour }), passing)).toEqual(["pass", 0]);
      await itRefuses("rate_stale", { ...aged(3_600_001), ...hour });
      const patient = { ...aged(1000 * week), maxRateAgeMs: Number.POSITIVE_INFINITY };
      expect(await outcomeOf(sampleCompliance(patient), passing)).toEqual(["pass", 0]);
    });

    it("the age of rates plays no part where none are needed", async () => {
      const later = sampleCompliance({ clock: () => new Date("2025-01-01T00:00:00Z") });
      expect(await outcomeOf(later, { ...passing, currency: "SGD" })).toEqual(["pass", 0]);
    });

    it("rates of more than a day in the future: rate_invalid", async () => {
      const early = (time: string): Partial<ComplianceOptions> => ({ clock: () => new Date(time) });
      await itRefuses("rate_invalid", early("2024-06-26T23:59:59.999Z"));
      expect(await outcomeOf(sampleCompliance(early("2024-06-27T00:00:00Z")), passing)).toEqual(["pass", 0]);
    });

    it("a source of rates or thresholds that fails: provider_unavailable with its cause, or its own ComplianceError", async () => {
      const closed = new Error("the desk is closed");
      const stale = new ComplianceError("provider_timeout", "The desk did not answer.");
      for (const part of ["rates", "thresholds"] as const) {
        for (const [cause, code] of [
          [closed, "provider_unavailable"],
          [stale, "provider_timeout"],
        ] as const) {
          const compliance = sampleCompliance({ [part]: { current: () => Promise.reject(cause) } });
          const failure = await failureOf(compliance.rules.evaluate(request(breaching)), code);
          if (cause === closed) expect(failure.cause).toBe(closed);
          expect(unwrap(await compliance.alerts.list()).items).toEqual([]);
        }
      }
    });

    it("a source of rates or thresholds that gives no table: provider_unreadable", async () => {
      for (const answer of [null, undefined, "none"]) {
        for (const part of ["rates", "thresholds"] as const) {
          const source = { current: async () => answer };
          // Callers without types can do this.
          const compliance = sampleCompliance({ [part]: source } as unknown as Partial<ComplianceOptions>);
          await failureOf(compliance.rules.evaluate(request(breaching)), "provider_unreadable");
        }
      }
    });

    it("a storage that cannot record the alert: its own error, and no answer", async () => {
      const compliance = sampleCompliance();
      await compliance.close();
      await failureOf(compliance.rules.evaluate(request(breaching)), "storage_closed");
      expect(unwrap(await compliance.rules.evaluate(request(passing))).results[0]?.status).toBe("pass");
    });

    it("a clock that tells no time: configuration_invalid, for a breach and for a pass, in any currency", async () => {
      const clock = (): Date => new Date(Number.NaN);
      await itRefuses("configuration_invalid", { clock });
      for (const change of [{ amount: "1" }, { currency: "SGD" }, { currency: "SGD", amount: "5000" }]) {
        await itRefuses("configuration_invalid", { clock }, change);
      }
    });
  });
});
