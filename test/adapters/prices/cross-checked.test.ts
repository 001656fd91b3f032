/** Rates and prices that two sources confirm. The case of SYP is that of a public source in 2026. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ComplianceOptions,
  createCompliance,
  createThresholdEngine,
  crossCheckedPrices,
  crossCheckedRates,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type PriceSource,
  type PriceTable,
  type RateSource,
  type RateTable,
  type Transaction,
  unwrap,
} from "../../../src/index.js";
import { over, type Rational, readDecimal, times } from "../../../src/testing/rational.js";
import { failureOf, thrownBy } from "../../support/outcomes.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";
import { runs } from "../../support/runs.js";

const at = new Date("2026-01-06T12:00:00Z");

const first: RateTable = {
  base: "USD",
  date: "2026-01-06",
  source: "First",
  rates: { EUR: "0.92", SGD: "1.35", SYP: "110.5", XAF: "600" },
};
const second: RateTable = {
  base: "EUR",
  date: "2026-01-05",
  source: "Second",
  rates: { USD: "1.0869565", SGD: "1.4674", SYP: "12010.87", KWD: "0.33" },
};

const options = { maxDeviation: "0.02" };
const checked = (...tables: readonly RateTable[]) => crossCheckedRates(tables.map(fixedRates), options);

/** Evaluates transactions with these sources. */
function evaluating(given: Partial<ComplianceOptions>) {
  const compliance = createCompliance({ storage: memoryStorage(), clock: () => at, ...given });
  const evaluate = (transaction: object) =>
    compliance.rules.evaluate({
      // Each has an amount of an asset or of a currency.
      transaction: { transaction_id: "T-1", ...transaction } as Transaction,
      rule_codes: ["THRESHOLD_BY_COUNTRY"],
    });
  const status = async (transaction: object) => unwrap(await evaluate(transaction)).results[0]?.status;
  return { compliance, evaluate, status };
}

rateSourceSuite("crossCheckedRates", { at, currencies: ["EUR", "SGD"], source: () => checked(first, second) });

describe("rates of two sources", () => {
  it("are those of the first one, where the second one agrees, of the earliest day", async () => {
    const table = await checked(first, second).current(at);
    expect(table).toMatchObject({
      base: "USD",
      date: "2026-01-05",
      source: "First of 2026-01-06, checked against Second of 2026-01-05",
      rates: { EUR: "0.92", SGD: "1.35", USD: "1" },
    });
    expect(Object.keys(table.disputed ?? {})).toEqual(["SYP", "XAF", "KWD"]);
    expect(table.disputed?.["SYP"]).toEqual([
      { source: "First", date: "2026-01-06", base: "USD", value: "110.5" },
      { source: "Second", date: "2026-01-05", base: "EUR", value: "12010.87" },
    ]);
  });

  it("decide in every currency that both confirm, and name both values of one that they do not", async () => {
    const thresholds = { SG: "1500", SY: "1000000", CM: "1", KW: "1" };
    const { compliance, evaluate, status } = evaluating({ thresholds, rates: checked(first, second) });
    const from = (currency: string, country: string) => ({ amount: "1112", currency, country });
    expect(await status(from("USD", "SG"))).toBe("breach");
    const disputed = await failureOf(evaluate(from("USD", "SY")), "rate_disputed");
    expect(disputed.message).toBe(
      "The sources do not confirm the rate of SYP: 110.5 (First, 2026-01-06, for one USD) and " +
        "12010.87 (Second, 2026-01-05, for one EUR). Find out which one is right.",
    );
    await failureOf(evaluate(from("SYP", "SG")), "rate_disputed");
    // A currency of one source only is not confirmed.
    const lonely = await failureOf(evaluate(from("USD", "CM")), "rate_disputed");
    expect(lonely.message).toContain("600 (First, 2026-01-06, for one USD) and no value (Second, 2026-01-05)");
    await failureOf(evaluate(from("USD", "KW")), "rate_disputed");
    // A currency of no source is missing.
    await failureOf(evaluate(from("GBP", "SG")), "rate_missing");
    expect(unwrap(await compliance.alerts.list()).items).toHaveLength(1);
  });

  it("are as old as the older of them", async () => {
    const rates = checked(first, { ...second, date: "2025-12-20" });
    const { evaluate } = evaluating({ thresholds: { SG: "1500" }, rates });
    await failureOf(evaluate({ amount: "1", currency: "USD", country: "SG" }), "rate_stale");
  });

  it("can be compared through any currency that both have, if the base of neither is", async () => {
    const table = await checked(
      { base: "XDR", date: "2026-01-06", source: "A", rates: { USD: "1.3", SGD: "1.755", SYP: "143" } },
      { base: "XAU", date: "2026-01-06", source: "B", rates: { USD: "2600", SGD: "3510", SYP: "28600000" } },
    ).current(at);
    expect(Object.keys(table.rates)).toEqual(["USD", "SGD"]);
    // The base of the first table is in dispute itself, and the others can still be converted.
    expect(Object.keys(table.disputed ?? {})).toEqual(["SYP", "XDR", "XAU"]);
    const engine = createThresholdEngine({ thresholds: { SG: "1.35" }, rates: table });
    const decide = (currency: string) =>
      engine.evaluate({ transaction_id: "T", amount: "1", currency, country: "SG" }).comparison;
    expect(decide("USD")).toBe("equal");
    thrownBy(() => decide("XDR"), "rate_disputed");
  });

  it("cannot be compared without a common currency", async () => {
    const alone = { base: "JPY", date: "2026-01-06", source: "B", rates: { KRW: "9" } };
    await expect(checked(first, alone).current(at)).rejects.toMatchObject({ code: "rate_invalid" });
  });

  it("are not confirmed by two of three sources when the third one contradicts", async () => {
    const third = { ...first, source: "Third", rates: { ...first.rates, EUR: "0.95", XAF: "605" } };
    const table = await checked(first, second, third).current(at);
    expect(Object.keys(table.rates)).toEqual(["SGD", "XAF", "USD"]);
    expect(table.disputed?.["EUR"]?.map(({ value }) => value)).toEqual(["0.92", "1", "0.95"]);
  });

  it("stay in dispute when a source itself does not confirm them", async () => {
    const nested = crossCheckedRates([checked(first, second), fixedRates({ ...first, source: "Third" })], options);
    const { rates, disputed } = await nested.current(at);
    expect(Object.keys(rates)).toEqual(["EUR", "SGD", "USD"]);
    expect(Object.keys(disputed ?? {})).toEqual(["SYP", "XAF", "KWD"]);
    // The first source has the rate, and agrees with one of the others.
    const reversed = crossCheckedRates([fixedRates({ ...first, source: "Third" }), checked(first, second)], options);
    expect(Object.keys((await reversed.current(at)).disputed ?? {})).toEqual(["SYP", "XAF", "KWD"]);
  });

  it("name the values of every source inside when a combination is in dispute", async () => {
    const third = fixedRates({ ...first, source: "Third" });
    const named = async (...sources: readonly RateSource[]) =>
      ((await crossCheckedRates(sources, options).current(at)).disputed?.["SYP"] ?? []).map(({ source, value }) => [
        source,
        value,
      ]);
    const inside = [
      ["First", "110.5"],
      ["Second", "12010.87"],
    ];
    expect(await named(checked(first, second), third)).toEqual([...inside, ["Third", "110.5"]]);
    expect(await named(third, checked(first, second))).toEqual([["Third", "110.5"], ...inside]);
    // A table of the caller's own may have a value and a dispute, or a dispute without values.
    const doubtful = {
      ...first,
      source: "Fourth",
      disputed: { SYP: [{ source: "Fifth", date: "2026-01-06", base: "USD", value: "1" }] },
    };
    const values = [
      ["Third", "110.5"],
      ["Fourth", "110.5"],
      ["Fifth", "1"],
    ];
    expect(await named(third, fixedRates(doubtful))).toEqual(values);
    const { SYP: _, ...rates } = first.rates;
    expect(await named(third, fixedRates({ ...first, source: "Sixth", rates, disputed: { SYP: [] } }))).toEqual([
      ["Third", "110.5"],
      ["Sixth", null],
    ]);
  });

  it("are refused when two tables have one source name, because copies of a source confirm nothing", async () => {
    const expected = { code: "configuration_invalid", message: expect.stringContaining("crossCheckedRates") };
    const copy = { ...second, source: " FIRST " };
    await expect(checked(first, copy).current(at)).rejects.toMatchObject(expected);
    // Also where one of them is inside of another combination.
    const nested = crossCheckedRates([fixedRates(second), checked(first, { ...first, source: "Third" })], options);
    expect((await nested.current(at)).rates).toHaveProperty("USD");
    const copies = crossCheckedRates([fixedRates(copy), checked({ ...first, source: "Third" }, first)], options);
    await expect(copies.current(at)).rejects.toMatchObject(expected);
  });

  it("differ by at most the deviation in a conversion between any two currencies", async () => {
    const a = { base: "USD", date: "2026-01-06", source: "A", rates: { EUR: "1.00", GBP: "1.00" } };
    const b = { base: "USD", date: "2026-01-06", source: "B", rates: { EUR: "0.9804", GBP: "1.0199" } };
    const engine = createThresholdEngine({ thresholds: { GB: "1000" }, rates: await checked(a, b).current(at) });
    const decide = () => engine.evaluate({ transaction_id: "T", amount: "970", currency: "EUR", country: "GB" });
    // By A it is a pass, by B a breach.
    thrownBy(decide, "rate_disputed");
  });

  it("are invalid if those of one source are in the future", async () => {
    const date = "2099-01-01";
    await failureOf(checked({ ...first, date }, second).current(at), "rate_invalid");
    await failureOf(checked(first, { ...second, date }).current(at), "rate_invalid");
  });

  it("agree exactly up to the deviation, in either direction, compared with rational numbers", async () => {
    const value = fc
      .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 }))
      .map(([digits, zeros]) => (zeros === 0 ? `${digits}` : `${digits}.${"0".repeat(zeros - 1)}1`));
    const given = fc.record({
      a: value,
      unit: value,
      deviation: fc.constantFrom("0", "0.02", "0.000001", "0.5", "0.999"),
      digits: fc.constantFrom(-1n, 0n, 1n),
      isSwapped: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ a, unit, deviation, digits, isSwapped }) => {
        // The greatest value that agrees, in the unit of the other table, or a last digit beside it.
        const exact = times(readDecimal(a), readDecimal(unit));
        const limit = times(times(exact, exact), plusOne(readDecimal(deviation)));
        const scaled = rootOf((limit.numerator * 10n ** 40n) / limit.denominator) + digits;
        const b = `${scaled / 10n ** 20n}.${String(scaled % 10n ** 20n).padStart(20, "0")}`;
        const tables = [
          { base: "USD", date: "2026-01-06", source: "A", rates: { SYP: a } },
          { base: "EUR", date: "2026-01-06", source: "B", rates: { USD: unit, SYP: b } },
        ].map(fixedRatesOf);
        const ratio = over(readDecimal(b), times(readDecimal(unit), readDecimal(a)));
        const squared = times(ratio, ratio);
        const isWithin =
          isAtMost(squared, plusOne(readDecimal(deviation))) &&
          isAtMost(over(one, squared), plusOne(readDecimal(deviation)));
        const source = crossCheckedRates(isSwapped ? tables.reverse() : tables, { maxDeviation: deviation });
        const { rates } = await source.current(at);
        expect(Object.hasOwn(rates, "SYP")).toBe(isWithin);
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Returns the integer square root, by Newton's method. */
function rootOf(square: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root;
}

const one: Rational = { numerator: 1n, denominator: 1n };

function fixedRatesOf(table: RateTable): RateSource {
  return fixedRates(table);
}

function plusOne({ numerator, denominator }: Rational): Rational {
  return { numerator: numerator + denominator, denominator };
}

function isAtMost(a: Rational, b: Rational): boolean {
  return a.numerator * b.denominator <= b.numerator * a.denominator;
}

describe("a source that fails", () => {
  const failing = (error: unknown): RateSource => ({ current: () => Promise.reject(error) });

  it("makes the combination fail with its error", async () => {
    const error = Object.assign(new Error("down"), { name: "ComplianceError", code: "provider_timeout", issues: [] });
    const sources = [fixedRates(first), failing(error)];
    for (const each of [sources, sources.toReversed()]) {
      await expect(crossCheckedRates(each, options).current(at)).rejects.toBe(error);
    }
    const untyped = crossCheckedRates([fixedRates(first), failing(new Error("private"))], options);
    await failureOf(untyped.current(at), "provider_unavailable");
  });

  it("is one with an invalid table too", async () => {
    const broken = { current: async () => ({ ...second, rates: { USD: "0" } }) };
    await failureOf(crossCheckedRates([fixedRates(first), broken], options).current(at), "rate_invalid");
  });
});

describe("a combination of sources", () => {
  it("returns the same table until one of the sources has another one", async () => {
    const tables = [
      await fixedRates(first).current(at),
      await fixedRates({ ...first, date: "2026-01-07" }).current(at),
    ];
    let index = 0;
    const changing: RateSource = { current: async () => tables[index] ?? first };
    const source = crossCheckedRates([changing, fixedRates(second)], options);
    const before = await source.current(at);
    expect(await source.current(at)).toBe(before);
    index = 1;
    expect(await source.current(at)).not.toBe(before);
  });

  it("sees a change of a table in place", async () => {
    const mutable = { ...first, rates: { ...first.rates, SGD: "1.35" } };
    const source = crossCheckedRates([{ current: async () => mutable }, fixedRates(second)], options);
    expect(Object.hasOwn((await source.current(at)).rates, "SGD")).toBe(true);
    mutable.rates.SGD = "135";
    expect(Object.hasOwn((await source.current(at)).rates, "SGD")).toBe(false);
  });

  it.each<[string, unknown, unknown]>([
    ["one source", [fixedRates(first)], options],
    ["the same source twice", Array(2).fill(fixedRates(first)), options],
    ["no array", undefined, options],
    ["something else than a source", [fixedRates(first), {}], options],
    ["no options", [fixedRates(first), fixedRates(second)], undefined],
    ["an unknown option", [fixedRates(first), fixedRates(second)], { ...options, max: 1 }],
    ...[undefined, 1, "1.0", -0.1, "2%", Number.NaN].map((maxDeviation): [string, unknown, unknown] => [
      `a deviation of ${maxDeviation}`,
      [fixedRates(first), fixedRates(second)],
      { maxDeviation },
    ]),
  ])("is refused with %s", (_, sources, given) => {
    thrownBy(() => crossCheckedRates(sources as never, given as never), "configuration_invalid");
    thrownBy(() => crossCheckedPrices(sources as never, given as never), "configuration_invalid");
  });
});

describe("prices of two sources", () => {
  const a: PriceTable = {
    currency: "USD",
    time: "2026-01-06T12:00:00Z",
    source: "A",
    prices: { BTC: "67000", ETH: "3100", DOGE: "0.2" },
  };
  const b: PriceTable = {
    ...a,
    source: "B",
    time: "2026-01-06T13:59:00+02:00",
    prices: { BTC: "67600", ETH: "31", SOL: "150" },
  };
  const source = crossCheckedPrices([fixedPrices(a), fixedPrices(b)], { maxDeviation: 0.01 });

  it("are confirmed or in dispute as rates are, at the earlier time", async () => {
    const { prices, disputed, ...head } = await source.current(at, { asset: "BTC" });
    expect(prices).toEqual({ BTC: "67000" });
    expect(Object.keys(disputed ?? {})).toEqual(["ETH", "DOGE", "SOL"]);
    expect(head).toEqual({
      currency: "USD",
      time: "2026-01-06T13:59:00+02:00",
      source: "A of 2026-01-06T12:00:00Z, checked against B of 2026-01-06T13:59:00+02:00",
    });
  });

  it("decide only where they are confirmed", async () => {
    const { evaluate, status } = evaluating({ thresholds: { US: "3000" }, prices: source });
    const of = (asset: string) => ({ amount: "0.04", asset, country: "US" });
    expect(await status(of("BTC"))).toBe("pass");
    for (const asset of ["ETH", "SOL"]) await failureOf(evaluate(of(asset)), "price_disputed");
    await failureOf(evaluate(of("XRP")), "price_missing");
  });

  it("are refused when two tables have one source name", async () => {
    const copies = crossCheckedPrices([fixedPrices(a), fixedPrices({ ...b, source: "A" })], options);
    await expect(copies.current(at, { asset: "BTC" })).rejects.toMatchObject({ code: "configuration_invalid" });
  });

  it("receive the asset and the signal, and must be in one currency", async () => {
    const queries: unknown[] = [];
    const asking = (table: PriceTable): PriceSource => ({
      current: async (_, query) => {
        queries.push(query);
        return table;
      },
    });
    const { signal } = new AbortController();
    await crossCheckedPrices([asking(a), asking(b)], options).current(at, { asset: "BTC", signal });
    expect(queries).toEqual([
      { asset: "BTC", signal },
      { asset: "BTC", signal },
    ]);
    const mixed = crossCheckedPrices([fixedPrices(a), fixedPrices({ ...b, currency: "EUR" })], options);
    await expect(mixed.current(at, { asset: "BTC" })).rejects.toMatchObject({ code: "price_invalid" });
  });
});
