/** A stored result of a rule gives the same decision again, after a round trip through JSON. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayedDecision } from "../../../src/domain/audit/replay-evaluation.js";
import { officialCurrencyOf } from "../../../src/domain/identifiers/country.js";
import { currencyCodes } from "../../../src/domain/identifiers/currency.js";
import {
  type AnyTransaction,
  createCompliance,
  createThresholdEngine,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type RuleResult,
  type ThresholdConfig,
  unwrap,
} from "../../../src/index.js";
import { isSameData } from "../../../src/ports/rows.js";
import { country, currency } from "../../../src/testing/arbitraries/codes.js";
import { runs } from "../../support/runs.js";
import { amountsOf, type OwnScenario, ownScenario } from "../../support/threshold-scenarios.js";

/** Returns the result as a record contains it. */
function stored(result: RuleResult): RuleResult {
  return JSON.parse(JSON.stringify(result));
}

function expectReplayed(result: RuleResult): void {
  const read = stored(result);
  const replayed = replayedDecision(read);
  expect(isSameData(replayed, read.decision)).toBe(true);
  expect(replayed?.status).toBe(read.status);
}

function resultOf(config: ThresholdConfig, transaction: Omit<AnyTransaction, "transaction_id">): RuleResult {
  // The cast: the properties of one of both kinds, without their id.
  const given = { transaction_id: "T-1", ...transaction } as AnyTransaction;
  const decision = createThresholdEngine(config).evaluate(given);
  return { rule_code: "THRESHOLD_BY_COUNTRY", status: decision.status, message: decision.message, decision };
}

describe("a decision about one transaction is the same again", () => {
  it("around the boundary of each scenario, with extreme thresholds, rates and prices", () => {
    fc.assert(
      fc.property(ownScenario, (given) => {
        const { country: place, currency: unit, price } = given;
        for (const amount of amountsOf(given)) {
          const asset = price === undefined ? { currency: unit } : { asset: "BTC" };
          expectReplayed(resultOf(configOf(given), { amount, country: place, ...asset }));
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it("in all countries and currencies, in money and in assets, with and without an entry", () => {
    fc.assert(
      fc.property(anyEvaluation, ({ config, transaction }) => expectReplayed(resultOf(config, transaction))),
      { numRuns: runs(2_000) },
    );
  });
});

function configOf({ country: place, official, currency: unit, base, threshold, from, to, ...more }: OwnScenario) {
  const { operator, own, price } = more;
  const isPlain = operator === undefined && !own.isListed;
  const all = { [unit]: from, [official]: to, ...(own.isListed ? { [own.official]: own.rate } : {}) };
  const listed = Object.entries(all).filter(([code]) => code !== base);
  return {
    thresholds: { [place]: isPlain ? threshold : { amount: threshold, currency: official, operator } },
    rates: { base, date: "2024-06-28", source: "generated", rates: Object.fromEntries(listed) },
    prices: { currency: unit, time: "2024-06-28T12:00:00Z", source: "generated", prices: { BTC: price ?? "1" } },
    officialCurrencies: { [place]: isPlain ? official : own.official },
  };
}

const codes = currencyCodes();
const amount = fc.oneof(
  fc.nat({ max: 5_000 }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.tuple(fc.nat({ max: 5_000 }), fc.nat({ max: 99 })).map(([units, cents]) => `${units}.${cents}`),
  fc.constantFrom("1000", "9".repeat(100), "0"),
);
const rate = fc.tuple(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 9_999 })).map((parts) => parts.join("."));
const factors = fc.array(rate, { minLength: codes.length, maxLength: codes.length });

const anyEvaluation = fc
  .record({
    place: country(),
    override: fc.option(currency(), { nil: undefined }),
    own: fc.record(
      {
        amount: fc.oneof(amount, fc.constant("1000")),
        currency: currency(),
        operator: fc.constantFrom(">=" as const, ">" as const),
        citation: fc.constantFrom("Art. 3(2)", "§ 1"),
      },
      { requiredKeys: ["amount"] },
    ),
    isPlain: fc.boolean(),
    base: currency(),
    listsBase: fc.boolean(),
    factors,
    unlisted: currency(),
    amount,
    unit: currency(),
    asset: fc.option(fc.constantFrom("BTC", "__proto__", "constructor", "€ token"), { nil: undefined }),
    price: rate,
  })
  .map(({ place, override, own, isPlain, base, listsBase, factors: drawn, unlisted, asset, unit, price, ...more }) => {
    const official = override ?? officialCurrencyOf(place) ?? "EUR";
    const needed = [base, unit, isPlain ? official : (own.currency ?? official)];
    const listed = codes.map((code, index): [string, string] => [code, code === base ? "1.00" : `${drawn[index]}`]);
    const rates = Object.fromEntries(
      listed.filter(([code]) => (code === base ? listsBase : code !== unlisted || needed.includes(code))),
    );
    const config: ThresholdConfig = {
      thresholds: { [place]: isPlain ? own.amount : own },
      officialCurrencies: { [place]: official },
      rates: { base, date: "2026-10-06", source: "desk", rates },
      ...(asset !== undefined && {
        prices: { currency: unit, time: "2026-10-06T07:00:00+02:00", source: "desk", prices: { [asset]: price } },
      }),
    };
    const common = { amount: more.amount, country: place };
    return { config, transaction: asset === undefined ? { ...common, currency: unit } : { ...common, asset } };
  });

const RATES = { base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.25", JPY: "160", KWD: "0.35" } };
const PRICES = { currency: "USD", time: "2026-11-20T00:00:00Z", source: "test", prices: { BTC: "12.5", ETH: "0.1" } };

interface Evaluated {
  readonly id: number;
  readonly minutes: number;
  readonly amount: number | string;
  readonly unit: string;
}

/** Evaluates transactions with one link key, one after the other, by both rules. */
async function linkedResults(given: readonly Evaluated[], threshold: ThresholdConfig["thresholds"][string]) {
  let now = Date.parse("2026-11-20T00:00:00.000Z");
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: { SG: threshold },
    officialCurrencies: { SG: "EUR" },
    rates: fixedRates(RATES),
    prices: fixedPrices(PRICES),
    maxPriceAgeMs: 24 * 60 * 60_000,
    linkedTransactions: { windowMs: 60 * 60_000 },
    clock: () => new Date(now),
  });
  const results: RuleResult[] = [];
  for (const { id, minutes, amount: units, unit } of given) {
    now += minutes * 60_000;
    const common = { transaction_id: `T-${id}`, amount: units, country: "SG", link_key: "K" };
    const transaction = unit in PRICES.prices ? { ...common, asset: unit } : { ...common, currency: unit };
    const rule_codes = ["THRESHOLD_BY_COUNTRY", "LINKED_TRANSACTIONS_BY_COUNTRY"] as const;
    results.push(...unwrap(await compliance.rules.evaluate({ transaction, rule_codes })).results);
  }
  await compliance.close();
  return results;
}

const evaluated: fc.Arbitrary<Evaluated> = fc.record({
  id: fc.nat({ max: 9 }),
  minutes: fc.constantFrom(0, 1, 10, 59, 60, 61),
  amount: fc.oneof(fc.constantFrom(0, "10.00", 12.5, "40", 1e21, 5e-324), amount),
  unit: fc.constantFrom("EUR", "USD", "JPY", "KWD", "BTC", "ETH"),
});

const linkedThreshold = fc.oneof(
  fc.constantFrom("100", 50),
  fc.record(
    { amount: fc.constantFrom("100", 50), currency: fc.constantFrom("USD", "JPY", "EUR"), operator: fc.constant(">") },
    { requiredKeys: ["amount"] },
  ),
) as fc.Arbitrary<ThresholdConfig["thresholds"][string]>;

describe("a decision about linked transactions is the same again", () => {
  it("with several periods, currencies, assets and corrected amounts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(evaluated, { minLength: 1, maxLength: 8 }), linkedThreshold, async (given, limit) => {
        for (const result of await linkedResults(given, limit)) expectReplayed(result);
      }),
      { numRuns: runs(500) },
    );
  });

  it("where the sum is equal to the threshold of a regulation that covers only larger ones", async () => {
    const given = [
      { id: 1, minutes: 0, amount: "50", unit: "USD" },
      { id: 2, minutes: 60, amount: 4, unit: "BTC" },
      { id: 3, minutes: 0, amount: "8", unit: "EUR" },
    ];
    const results = await linkedResults(given, { amount: "88", operator: ">", citation: "Art. 3" });
    const { decision } = results[5] as RuleResult;
    expect(decision).toMatchObject({ comparison: "equal", note: /only larger/, linked: { transactions: 3 } });
    for (const result of results) expectReplayed(result);
  });

  it("of one transaction", async () => {
    const [, result] = await linkedResults([{ id: 1, minutes: 0, amount: "50", unit: "USD" }], "50");
    expectReplayed(result as RuleResult);
  });
});

type Path = readonly (string | number)[];

/** Returns a copy with another value at a path; without a value, the property is removed. */
function changed<T>(given: T, path: Path, value?: unknown): T {
  const copy = structuredClone(given);
  const place = path.slice(0, -1).reduce((at: unknown, name) => Reflect.get(Object(at), name), copy);
  if (value === undefined) Reflect.deleteProperty(Object(place), path.at(-1) ?? "");
  else Reflect.set(Object(place), path.at(-1) ?? "", value);
  return copy;
}

const LIMIT = { amount: "1000", currency: "EUR", operator: ">=" as const, citation: "Art. 3" };
const CONFIG: ThresholdConfig = { thresholds: { JP: LIMIT }, rates: RATES, prices: PRICES };
const money = stored(resultOf(CONFIG, { amount: "1249.99", currency: "USD", country: "JP" }));
const equal = stored(resultOf(CONFIG, { amount: "1000", currency: "EUR", country: "JP" }));
const asset = stored(resultOf(CONFIG, { amount: "99.99", asset: "BTC", country: "JP" }));

describe("a changed result", () => {
  it.each<[string, RuleResult, Path, unknown, "pass" | "breach"]>([
    ["amount", money, ["amount"], "1250.00", "breach"],
    ["threshold", money, ["threshold"], "999.99", "breach"],
    ["rate of the amount", money, ["rate", "from"], "1.24", "breach"],
    ["amount of an asset", asset, ["price", "asset_amount"], 100, "breach"],
    ["price", asset, ["price", "price"], "12.6", "breach"],
    ["larger threshold", equal, ["threshold"], "1000.0000000001", "pass"],
  ])("with another %s is decided otherwise", (_, result, path, value, status) => {
    const tampered = changed(result, ["decision", ...path], value);
    expect(tampered.status).not.toBe(status);
    expect(replayedDecision(tampered)?.status).toBe(status);
  });

  it.each<[string, RuleResult, Path, unknown]>([
    ["operator", equal, ["operator"], ">"],
    ["status", money, ["status"], "breach"],
    ["comparison", money, ["comparison"], "equal"],
    ["converted amount", money, ["converted"], "1000.00"],
    ["message", money, ["message"], "The amount reaches 1 EUR."],
    ["official amount", money, ["official", "converted"], "0"],
    ["date of the official rate", money, ["official", "rate", "date"], "2026-11-19"],
    ["product of amount and price", asset, ["amount"], "1249.88"],
    ["missing rate of the amount", asset, ["rate"], null],
    ["needless rate", equal, ["rate"], { ...RATES, from: "1", to: "1" }],
    ["price with a decision in a currency", money, ["price"], asset.decision.price],
  ])("with another %s does not agree", (_, result, path, value) => {
    const tampered = changed(result, ["decision", ...path], value);
    expect(isSameData(replayedDecision(tampered), tampered.decision)).toBe(false);
  });

  it.each<[string, Path, unknown]>([
    ["part of the sum", ["amounts", 0, "amount"], "1"],
    ["number of transactions", ["transactions"], 9],
    ["first time", ["first_at"], "2026-11-19T23:59:59.999+00:00"],
    ["last time", ["last_at"], "2026-11-20T05:00:00.000+00:00"],
    ["form of a time", ["last_at"], "2026-11-20T01:00:00.000Z"],
    ["period", ["window"], 1_000],
    ["converted sum", ["converted"], "88.01"],
  ])("of linked transactions with another %s does not agree", async (_, path, value) => {
    const tampered = changed(await linkedSample(), ["decision", "linked", ...path], value);
    expect(isSameData(replayedDecision(tampered), tampered.decision)).toBe(false);
  });
});

async function linkedSample(): Promise<RuleResult> {
  const given = [
    { id: 1, minutes: 0, amount: "50", unit: "USD" },
    { id: 2, minutes: 30, amount: 4, unit: "BTC" },
    { id: 3, minutes: 30, amount: "8", unit: "USD" },
  ];
  const results = await linkedResults(given, { amount: "88", currency: "EUR", operator: ">", citation: "Art. 3" });
  // The cast: three transactions have six results.
  return stored(results[5] as RuleResult);
}

const junk = [
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  "",
  "x",
  "NaN",
  "Infinity",
  "-1",
  "1e999999",
  "9".repeat(2_000),
  [],
  {},
  ["1"],
];

/** Returns the paths of all values in plain data. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...at, name]))];
}

describe("a malformed result", () => {
  it("is never an exception, whatever value is missing or another one", async () => {
    for (const result of [money, asset, await linkedSample()]) {
      for (const path of pathsIn(result).slice(1)) {
        for (const value of [undefined, ...junk]) {
          const replayed = replayedDecision(changed(result, path, value));
          expect(replayed === undefined || ["pass", "breach"].includes(replayed.status)).toBe(true);
        }
      }
    }
    // The cast: data of any form.
    fc.assert(fc.property(fc.anything(), (any) => replayedDecision(any as RuleResult) === undefined));
  });

  it.each<[string, Path, unknown]>([
    ["no decision", ["decision"], undefined],
    ["another rule", ["rule_code"], "OTHER"],
    ["an unknown country", ["decision", "country"], "__proto__"],
    ["a threshold that is no number", ["decision", "threshold"], "1e3"],
    ["a rate of 0", ["decision", "rate", "from"], "0"],
    ["no rate that is needed", ["decision", "rate"], null],
  ])("with %s has no decision", (_, path, value) => {
    const bad = changed(changed(money, ["decision", "official"]), path, value);
    expect(replayedDecision(bad)).toBeUndefined();
  });

  it.each<[string, Path, unknown]>([
    ["no part", ["amounts"], []],
    ["fewer transactions than parts", ["transactions"], 1],
    ["too many transactions", ["transactions"], 1_000_001],
    ["a fraction of a transaction", ["transactions"], 3.5],
    ["no length of its period", ["window"], 0],
    ["no time", ["first_at"], "yesterday"],
    ["a part that is no number", ["amounts", 0, "amount"], "1e999"],
    ["a part that is too long", ["amounts", 0, "amount"], "9".repeat(1_000)],
    ["rates of too many digits", ["amounts"], longRates()],
  ])("of linked transactions with %s has no decision", async (_, path, value) => {
    const sample = changed(await linkedSample(), ["decision", "linked", "transactions"], 500);
    expect(replayedDecision(sample)).toBeDefined();
    expect(replayedDecision(changed(sample, ["decision", "linked", ...path], value))).toBeUndefined();
  });
});

function longRates() {
  const digits = "7".repeat(90);
  const legs = Array.from({ length: 50 }, (_, index) => ({ ...money.decision.rate, from: `${index + 1}.${digits}` }));
  return legs.map((leg) => ({ amount: "1", amount_currency: "USD", rate: leg }));
}
