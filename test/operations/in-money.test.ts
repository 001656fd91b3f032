import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedPrices, inMoney, type PriceTable, unwrap } from "../../src/index.js";
import { compare, readDecimal, times } from "../../src/testing/rational.js";
import { arbitraries } from "../../src/testing.js";
import { runs } from "../support/runs.js";

const table: PriceTable = {
  currency: "USD",
  time: "2026-11-22T12:00:00Z",
  source: "trading desk",
  prices: { BTC: "67187.33" },
};
const at = new Date("2026-11-22T12:10:00Z");

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
    expect(unwrap(await inMoney(value, fixedPrices(table), { at }))).toEqual(expected);
    expect(unwrap(await inMoney(value, table, { at }))).toEqual(expected);
  });

  it("never rounds, whatever the digits of amount and price", async () => {
    const given = fc.tuple(arbitraries.assetTransaction(), arbitraries.assetTransaction());
    await fc.assert(
      fc.asyncProperty(given, async ([{ amount, asset }, { amount: drawn }]) => {
        const price = typeof drawn === "string" && /[1-9]/.test(drawn) ? drawn : "0.1";
        const { amount: product } = unwrap(
          await inMoney({ amount, asset }, { ...table, prices: { [asset]: price } }, { at }),
        );
        expect(product).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(compare(readDecimal(product), times(readDecimal(amount), readDecimal(price)))).toBe("equal");
      }),
      { numRuns: runs(2_000) },
    );
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
    expect(await inMoney(input, table, { at })).toMatchObject({ ok: false, issues: [{ code, path }] });
  });

  it("throws for a price that is missing, outdated, invalid or in dispute", async () => {
    const one = { amount: 1, asset: "BTC" };
    const later = new Date("2026-11-22T12:15:00.001Z");
    await expect(inMoney({ ...one, asset: "ETH" }, table, { at })).rejects.toMatchObject({ code: "price_missing" });
    await expect(inMoney(one, table, { at: later })).rejects.toMatchObject({ code: "price_stale" });
    await expect(inMoney(one, table)).rejects.toMatchObject({ code: expect.stringMatching(/^price_(stale|invalid)$/) });
    await expect(inMoney(one, table, { at, maxPriceAge: 599_999 })).rejects.toMatchObject({ code: "price_stale" });
    const zero = { ...table, prices: { BTC: "0" } };
    await expect(inMoney(one, zero, { at })).rejects.toMatchObject({ code: "price_invalid" });
    await expect(inMoney(one, { ...table, disputed: { BTC: [] } }, { at })).rejects.toMatchObject({
      code: "price_disputed",
    });
    const failing = { current: () => Promise.reject(new Error("down")) };
    await expect(inMoney(one, failing, { at })).rejects.toMatchObject({ code: "provider_unavailable" });
  });

  it("refuses other arguments, and ends with the signal", async () => {
    const one = { amount: 1, asset: "BTC" };
    const invalid = { code: "invalid_input" };
    await expect(inMoney(one, undefined as never, { at })).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { at: "now" } as never)).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { at: new Date(Number.NaN) })).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { at, maxPriceAge: 0 })).rejects.toMatchObject(invalid);
    await expect(inMoney(one, table, { clock: at } as never)).rejects.toMatchObject(invalid);
    const hanging = { current: () => new Promise<never>(() => undefined) };
    const signal = AbortSignal.timeout(5);
    await expect(inMoney(one, hanging, { at, signal })).rejects.toMatchObject({
      code: "aborted",
      message: "The caller's signal aborted inMoney. No amount was computed.",
    });
  });
});
