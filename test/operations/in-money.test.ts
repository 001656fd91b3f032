import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createCompliance,
  fixedPrices,
  fixedRates,
  inMoney,
  memoryStorage,
  type PriceTable,
  parseTransaction,
  unwrap,
} from "../../src/index.js";
import { jurisdictions, requirementsFor } from "../../src/jurisdictions.js";
import { arbitraries } from "../../src/testing.js";
import { runs } from "../support/runs.js";

const table: PriceTable = {
  currency: "USD",
  time: "2026-11-22T12:00:00Z",
  source: "trading desk",
  prices: { BTC: "67187.33" },
};
const at = new Date("2026-11-22T12:10:00Z");
const clock = (): Date => at;

describe("inMoney", () => {
  it("returns the exact product, with price, source and time", async () => {
    const value = { amount: "0.5", asset: "BTC" };
    const expected = {
      amount: "33593.665",
      currency: "USD",
      asset: "BTC",
      asset_amount: "0.5",
      price: "67187.33",
      source: "trading desk",
      time: "2026-11-22T12:00:00Z",
    };
    expect(unwrap(await inMoney(value, fixedPrices(table), { clock }))).toEqual(expected);
    expect(unwrap(await inMoney(value, table, { clock }))).toEqual(expected);
  });

  it("returns the product, or the next greater value of 100 digits, which is an amount", async () => {
    const given = fc.tuple(arbitraries.assetTransaction(), arbitraries.assetTransaction());
    await fc.assert(
      fc.asyncProperty(given, async ([{ amount, asset }, { amount: drawn }]) => {
        const price = typeof drawn === "string" && /[1-9]/.test(drawn) ? drawn : "0.1";
        const result = await inMoney({ amount, asset }, { ...table, prices: { [asset]: price } }, { clock });
        const exact = new Big(amount).times(price);
        if (exact.gt(`${"9".repeat(100)}`)) {
          expect(result).toMatchObject({ ok: false, issues: [{ code: "out_of_range", path: "/amount" }] });
          return;
        }
        const { amount: product } = unwrap(result);
        const transaction = { transaction_id: "T-1", amount: product, currency: "USD", country: "US" };
        expect(parseTransaction(transaction).ok).toBe(true);
        expect(product).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        const text = exact.toFixed();
        if (text.replace(".", "").length <= 100) expect(product).toBe(text);
        const step = `1e${Number(text.split(".")[0]?.length) - 100}`;
        expect(new Big(product).gte(exact) && new Big(product).lt(exact.plus(step))).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ["0.3", "0.5", "0.15"],
    [`1.${"0".repeat(98)}1`, "0.1", `0.1${"0".repeat(97)}1`],
    [`0.${"0".repeat(98)}1`, "0.1", `0.${"0".repeat(98)}1`],
    [`0.${"9".repeat(99)}`, `0.${"9".repeat(99)}`, `0.${"9".repeat(98)}9`],
    [`9.${"9".repeat(99)}`, "1.1", "11"],
    [`${"9".repeat(99)}.9`, `1.${"0".repeat(98)}1`, `1${"0".repeat(98)}1`],
    ["9".repeat(100), "1", "9".repeat(100)],
  ])("fits %s × %s into 100 digits, never below the product", async (amount, price, expected) => {
    const prices = { ...table, prices: { BTC: price } };
    expect(unwrap(await inMoney({ amount, asset: "BTC" }, prices, { clock })).amount).toBe(expected);
  });

  it.each([
    ["9".repeat(100), `1.${"0".repeat(98)}1`],
    ["9".repeat(100), "10"],
    [1e308, "1"],
    // The product is 0.4 below 10^100.
    [1.3e99, String(10n ** 101n / 13n).replace(/^\d/, "$&.")],
  ])("refuses %s × %s, which has more than 100 digits before the point", async (amount, price) => {
    const result = await inMoney({ amount, asset: "BTC" }, { ...table, prices: { BTC: price } }, { clock });
    expect(result).toMatchObject({ ok: false, issues: [{ code: "out_of_range", path: "/amount" }] });
  });

  it("returns an amount for every operation, above a limit if the product is", async () => {
    const prices = { ...table, currency: "EUR", prices: { BTC: `1000.${"0".repeat(94)}1` } };
    const input = { amount: `1.${"0".repeat(98)}1`, asset: "BTC" };
    const { amount, currency } = unwrap(await inMoney(input, prices, { clock }));
    expect(amount).toBe(`1000.${"0".repeat(94)}12`);
    const withdrawal = { originator_country: "DE", kind: "withdrawal_to_self_hosted", amount, currency, at } as const;
    const { duties } = requirementsFor(withdrawal, jurisdictions);
    expect(duties.map(({ duty }) => duty)).toContain("ownership_check");
    const compliance = createCompliance({
      storage: memoryStorage(),
      thresholds: { US: `1000.${"0".repeat(94)}11` },
      officialCurrencies: { US: "EUR" },
      rates: fixedRates({ base: "EUR", date: "2026-11-22", source: "test", rates: {} }),
      clock: () => at,
    });
    const transaction = { transaction_id: "T-1", amount, currency, country: "US" };
    const { results } = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    expect(results[0]?.status).toBe("breach");
  });

  it.each([
    [{ amount: "-1", asset: "BTC" }, "amount_negative", "/amount"],
    [{ amount: Number.NaN, asset: "BTC" }, "amount_not_finite", "/amount"],
    [{ amount: "1e3", asset: "BTC" }, "amount_malformed", "/amount"],
    [{ amount: 1 }, "required", "/asset"],
    [{ amount: 1, asset: "" }, "text_blank", "/asset"],
    [{ amount: 1, asset: "BTC", currency: "USD" }, "unknown_property", "/currency"],
    [null, "wrong_type", ""],
  ])("reports the issues of %j", async (input: unknown, code, path) => {
    expect(await inMoney(input, table, { clock })).toMatchObject({ ok: false, issues: [{ code, path }] });
  });

  it("throws for a price that is missing, outdated, invalid or in dispute", async () => {
    const one = { amount: 1, asset: "BTC" };
    const later = new Date("2026-11-22T12:15:00.001Z");
    await expect(inMoney({ ...one, asset: "ETH" }, table, { clock })).rejects.toMatchObject({ code: "price_missing" });
    await expect(inMoney(one, table, { clock: () => later })).rejects.toMatchObject({ code: "price_stale" });
    await expect(inMoney(one, table)).rejects.toMatchObject({ code: expect.stringMatching(/^price_(stale|invalid)$/) });
    await expect(inMoney(one, table, { clock, maxPriceAgeMs: 599_999 })).rejects.toMatchObject({ code: "price_stale" });
    const zero = { ...table, prices: { BTC: "0" } };
    await expect(inMoney(one, zero, { clock })).rejects.toMatchObject({ code: "price_invalid" });
    await expect(inMoney(one, { ...table, disputed: { BTC: [] } }, { clock })).rejects.toMatchObject({
      code: "price_disputed",
    });
    const failing = { current: () => Promise.reject(new Error("down")) };
    await expect(inMoney(one, failing, { clock })).rejects.toMatchObject({ code: "provider_unavailable" });
  });

  it("refuses other arguments, and ends with the signal", async () => {
    const one = { amount: 1, asset: "BTC" };
    const invalid = { code: "invalid_input" };
    await expect(inMoney(one, undefined as never, { clock })).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { clock: "now" } as never)).rejects.toMatchObject(invalid);
    const code = "configuration_invalid";
    await expect(inMoney(one, table, { clock: () => new Date(Number.NaN) })).rejects.toMatchObject({ code });
    await expect(inMoney(one, table, { clock: () => "now" as never })).rejects.toMatchObject({ code });
    await expect(inMoney(one, table, { clock, maxPriceAgeMs: 0 })).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { at } as never)).rejects.toMatchObject(invalid);
    const hanging = { current: () => new Promise<never>(() => undefined) };
    const signal = AbortSignal.timeout(5);
    await expect(inMoney(one, hanging, { clock, signal })).rejects.toMatchObject({
      code: "aborted",
      message: "The caller's signal aborted inMoney. No amount was computed.",
    });
  });
});
