/** rules.evaluate for amounts of crypto-assets: prices, rates, alerts. */
import { describe, expect, it } from "vitest";
import {
  type AssetTransaction,
  type ComplianceError,
  type ComplianceOptions,
  createCompliance,
  createThresholdEngine,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type PriceSource,
  type PriceTable,
  unwrap,
} from "../../src/index.js";

/** What a caller without types may pass. The cast is what such a caller leaves out. */
function wrongly(value: unknown): never {
  return value as never;
}

const now = new Date("2026-11-22T12:10:00Z");

const prices: PriceTable = {
  currency: "USD",
  time: "2026-11-22T12:00:00Z",
  source: "trading desk",
  prices: { BTC: "67187.33", ETH: "3100.5", EUR: "1" },
};
const rates = { base: "EUR", date: "2026-11-20", source: "treasury desk", rates: { USD: "1.0705", SGD: "1.4513" } };

const half: AssetTransaction = { transaction_id: "T-1", amount: "0.5", asset: "BTC", country: "SG" };

function complianceWith(options: Partial<ComplianceOptions> = {}) {
  return createCompliance({
    storage: memoryStorage(),
    thresholds: { SG: "1500", US: "3000" },
    rates: fixedRates(rates),
    prices: fixedPrices(prices),
    clock: () => now,
    ...options,
  });
}

type Asked = Omit<AssetTransaction, "transaction_id"> & { readonly transaction_id?: string };

function evaluate(compliance: ReturnType<typeof complianceWith>, transaction: Asked = half) {
  return compliance.rules.evaluate({
    transaction: { transaction_id: "T-1", ...transaction },
    rule_codes: ["THRESHOLD_BY_COUNTRY"],
  });
}

async function codeOf(options: Partial<ComplianceOptions>, transaction: Asked = half): Promise<string> {
  const compliance = complianceWith(options);
  const error = await evaluate(compliance, transaction).then(
    () => undefined,
    (thrown: ComplianceError) => thrown,
  );
  expect(unwrap(await compliance.alerts.list()).items).toEqual([]);
  return error?.code ?? "none";
}

describe("a transaction in a crypto-asset", () => {
  it("is decided in two steps, which the decision shows", async () => {
    const compliance = complianceWith();
    const evaluation = unwrap(await evaluate(compliance));
    expect(evaluation.results[0]).toMatchObject({ status: "breach" });
    const [alert] = unwrap(await compliance.alerts.list()).items;
    expect(alert?.decision).toEqual({
      status: "breach",
      comparison: "above",
      amount: "33593.665",
      amount_currency: "USD",
      country: "SG",
      currency: "SGD",
      threshold: "1500",
      converted: "45543.65",
      rate: { source: "treasury desk", date: "2026-11-20", base: "EUR", from: "1.0705", to: "1.4513" },
      price: {
        asset: "BTC",
        asset_amount: "0.5",
        price: "67187.33",
        currency: "USD",
        source: "trading desk",
        time: "2026-11-22T12:00:00Z",
      },
      message: "The amount reaches the travel-rule threshold of 1500 SGD in SG.",
    });
  });

  it("needs no rates where the prices are in the official currency", async () => {
    const compliance = complianceWith({ rates: undefined });
    const of = async (amount: string | number) =>
      unwrap(await evaluate(compliance, { amount, asset: "BTC", country: "US" })).results[0]?.status;
    expect(await of("0.0446512757688093871")).toBe("pass");
    expect(await of("0.0446512757688093872")).toBe("breach");
    expect(await of(0)).toBe("pass");
  });

  it("is decided exactly, also where the product has more digits than an amount may have", () => {
    const price = `0.${"0".repeat(97)}11`;
    const engine = createThresholdEngine({
      thresholds: { US: `0.${"0".repeat(98)}1` },
      prices: { ...prices, prices: { DUST: price } },
    });
    const at = (amount: string) => engine.evaluate({ transaction_id: "T", amount, asset: "DUST", country: "US" });
    const below = `0.${"09".repeat(49)}0`;
    expect(at(below)).toMatchObject({ status: "pass", comparison: "below", converted: "0.00" });
    expect(String(at(below).amount).length).toBeGreaterThan(102);
    expect(at(`0.${"09".repeat(49)}1`).status).toBe("breach");
  });

  it("throws and never passes without a fresh price", async () => {
    expect(await codeOf({ prices: undefined })).toBe("not_configured");
    expect(await codeOf({}, { ...half, asset: "DOGE" })).toBe("price_missing");
    expect(await codeOf({}, { ...half, asset: "__proto__" })).toBe("price_missing");
    expect(await codeOf({ clock: () => new Date("2026-11-22T12:15:00Z") }, { ...half, amount: 0 })).toBe("none");
    expect(await codeOf({ clock: () => new Date("2026-11-22T12:15:00.001Z") })).toBe("price_stale");
    expect(await codeOf({ maxPriceAgeMs: 599_999 })).toBe("price_stale");
    expect(await codeOf({ rates: undefined })).toBe("not_configured");
    expect(await codeOf({ maxRateAgeMs: 1000 })).toBe("rate_stale");
    const broken = (table: unknown): PriceSource => ({ current: async () => wrongly(table) });
    expect(await codeOf({ prices: broken({ ...prices, prices: { BTC: "0" } }) })).toBe("price_invalid");
    expect(await codeOf({ prices: broken({ ...prices, time: "today" }) })).toBe("price_invalid");
    expect(await codeOf({ prices: broken({ ...prices, currency: "USDT" }) })).not.toBe("none");
    for (const none of [null, "no table"]) {
      expect(await codeOf({ prices: broken(none) })).toBe("provider_unreadable");
    }
    expect(await codeOf({ prices: { current: () => Promise.reject(new Error("down")) } })).toBe("provider_unavailable");
    const disputed = { BTC: [{ source: "A", date: prices.time, base: "USD", value: "1" }] };
    expect(await codeOf({ prices: broken({ ...prices, disputed }) })).toBe("price_disputed");
  });

  it("asks the source for its asset, at the time of the decision, with the signal of the caller", async () => {
    const asked: unknown[] = [];
    const source: PriceSource = {
      current: async (at, { asset, signal }) => {
        asked.push(at.toISOString(), asset, signal?.aborted);
        return prices;
      },
    };
    await complianceWith({ prices: source }).rules.evaluate(
      { transaction: half, rule_codes: ["THRESHOLD_BY_COUNTRY"] },
      { signal: new AbortController().signal },
    );
    expect(asked).toEqual([now.toISOString(), "BTC", false]);
  });

  it("is decided by the current price, also when the source changes the table that it returned", async () => {
    const table = { ...prices, prices: { BTC: "100" } };
    const compliance = complianceWith({ prices: { current: async () => table } });
    const of = async (transaction_id: string) =>
      unwrap(await evaluate(compliance, { ...half, transaction_id })).results[0]?.status;
    expect(await of("T-1")).toBe("pass");
    table.prices.BTC = "67187.33";
    expect(await of("T-2")).toBe("breach");
    Object.assign(table, { disputed: { BTC: [] } });
    await expect(of("T-3")).rejects.toMatchObject({ code: "price_disputed" });
  });

  it("has one alert, whatever the price; another asset has another one", async () => {
    let btc = "67187.33";
    const compliance = complianceWith({
      prices: { current: async () => ({ ...prices, prices: { ...prices.prices, BTC: btc } }) },
    });
    const ids = async () => unwrap(await compliance.alerts.list()).items.map(({ alert_id }) => alert_id);
    await evaluate(compliance);
    btc = "70000";
    await evaluate(compliance, { ...half, amount: 0.5 });
    expect(await ids()).toHaveLength(1);
    await evaluate(compliance, { ...half, asset: "ETH" });
    expect(await ids()).toHaveLength(2);
    // The symbol of a currency may also be that of an asset.
    await evaluate(compliance, { ...half, amount: 5000, asset: "EUR" });
    await compliance.rules.evaluate({
      transaction: { transaction_id: "T-1", amount: 5000, currency: "EUR", country: "SG" },
      rule_codes: ["THRESHOLD_BY_COUNTRY"],
    });
    expect(new Set(await ids()).size).toBe(4);
  });

  it("has either a currency or an asset", async () => {
    const compliance = complianceWith();
    const both = await evaluate(compliance, wrongly({ ...half, currency: "EUR" }));
    expect(both).toMatchObject({ ok: false, issues: [{ code: "currency_and_asset", path: "/transaction/asset" }] });
    const { asset: _, ...rest } = half;
    const neither = await evaluate(compliance, wrongly(rest));
    expect(neither).toMatchObject({ ok: false, issues: [{ code: "required", path: "/transaction/currency" }] });
    const blank = await evaluate(compliance, { ...half, asset: " " });
    expect(blank).toMatchObject({ ok: false, issues: [{ code: "text_blank", path: "/transaction/asset" }] });
  });
});

describe("a threshold engine", () => {
  const engine = createThresholdEngine({ thresholds: { US: "3000" }, prices });

  it("refuses a transaction with both, and prices that it does not have", () => {
    const both = wrongly({ transaction_id: "T", amount: 1, asset: "BTC", currency: "USD", country: "US" });
    expect(() => engine.evaluate(both)).toThrow("without a currency");
    expect(() => createThresholdEngine({ thresholds: { US: 1 } }).evaluate({ ...half, country: "US" })).toThrow(
      "needs prices",
    );
    for (const asset of [null, 1, {}]) {
      expect(() => engine.evaluate(wrongly({ ...half, asset, country: "US" }))).toThrow("must be text");
    }
  });

  it("gives the exact product of numbers with an exponent", () => {
    const { amount } = engine.evaluate({ ...half, amount: 1e-7, country: "US" });
    expect(amount).toBe("0.006718733");
  });
});
