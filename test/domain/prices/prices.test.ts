import { describe, expect, it } from "vitest";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { checkPriceAge, checkPriceTable, findPriceIn } from "../../../src/domain/prices/prices.js";
import type { PriceTable } from "../../../src/domain/prices/types.js";
import { fixedPrices } from "../../../src/index.js";

/** What a caller without types may pass. The cast is what such a caller leaves out. */
function wrongly(value: unknown): never {
  return value as never;
}

const good: PriceTable = {
  currency: "USD",
  time: "2026-11-22T12:00:00Z",
  source: "trading desk",
  prices: { BTC: "67187.33", "1INCH": "0.21" },
};

function codeOf(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    return error instanceof ComplianceError ? error.code : "another error";
  }
}

describe("a price table", () => {
  it("is accepted with any symbols of assets, and is not changed", () => {
    const table = { ...good, prices: { ...good.prices, "USDC.e": "1", __proto__x: "2", 币: "0.1" } };
    expect(codeOf(() => checkPriceTable(table))).toBe("none");
  });

  it.each([
    ["nothing", undefined],
    ["a text", "BTC"],
    ["no currency", { ...good, currency: undefined }],
    ["a stablecoin as currency", { ...good, currency: "USDT" }],
    ["a day without a time", { ...good, time: "2026-11-22" }],
    ["a time without an offset", { ...good, time: "2026-11-22T12:00:00" }],
    ["a day that does not exist", { ...good, time: "2026-02-30T12:00:00Z" }],
    ["an hour that does not exist", { ...good, time: "2026-11-22T24:00:00Z" }],
    ["a blank source", { ...good, source: " " }],
    ["no prices", { ...good, prices: null }],
    ["a blank symbol", { ...good, prices: { " ": "1" } }],
    ["a price of zero", { ...good, prices: { BTC: "0.00" } }],
    ["a price with an exponent", { ...good, prices: { BTC: "6e4" } }],
    ["a price as a number", { ...good, prices: { BTC: 67187.33 } }],
    ["a price of 101 digits", { ...good, prices: { BTC: "9".repeat(101) } }],
    [
      "a getter that throws",
      {
        get currency() {
          throw new Error("private");
        },
      },
    ],
  ])("with %s is price_invalid", (_, table) => {
    expect(codeOf(() => checkPriceTable(wrongly(table)))).toBe("price_invalid");
    expect(codeOf(() => fixedPrices(wrongly(table)))).toBe("price_invalid");
  });

  it("has the price of an asset by its exact symbol", () => {
    const find = findPriceIn(good);
    const { currency, time, source } = good;
    expect(find("BTC")).toEqual({ asset: "BTC", price: "67187.33", currency, time, source });
    for (const asset of ["btc", "BTC ", "ETH", "constructor", "__proto__"]) {
      expect(codeOf(() => find(asset))).toBe("price_missing");
    }
  });

  it("names no asset of the transaction that it does not have", () => {
    expect(() => findPriceIn(good)("Jane Doe")).toThrow(
      "The price table of 2026-11-22T12:00:00Z has no price for the asset of the transaction. Add it.",
    );
    expect(() => findPriceIn(undefined)("Jane Doe")).toThrow("Set the option prices.");
  });

  it("names a disputed asset and both prices", () => {
    const value = { source: "A", date: "2026-11-22T12:00:00Z", base: "USD", value: "67187.33" };
    const disputed = { BTC: [value, { ...value, source: "B", value: "671.87" }], ETH: [{ ...value, value: null }] };
    const find = findPriceIn({ ...good, disputed });
    expect(() => find("BTC")).toThrow(
      "The sources do not confirm the price of BTC: 67187.33 (A, 2026-11-22T12:00:00Z, in USD) and " +
        "671.87 (B, 2026-11-22T12:00:00Z, in USD). Find out which one is right.",
    );
    expect(codeOf(() => find("ETH"))).toBe("price_disputed");
    expect(find("1INCH").price).toBe("0.21");
  });

  it("is disputed even if the caller without types does not say by whom", () => {
    for (const values of [null, "A", [undefined], [{ value: 1n }]]) {
      expect(codeOf(() => findPriceIn({ ...good, disputed: wrongly({ BTC: values }) })("BTC"))).toBe("price_disputed");
    }
  });
});

describe("the age of prices", () => {
  const at = (time: string) => new Date(time);
  const minutes = (count: number) => count * 60_000;

  it("is accepted up to the limit, and refused above it", () => {
    expect(codeOf(() => checkPriceAge(good, at("2026-11-22T12:15:00Z"), minutes(15)))).toBe("none");
    expect(() => checkPriceAge(good, at("2026-11-22T12:15:00.001Z"), minutes(15))).toThrow(
      "The prices of 2026-11-22T12:00:00Z are 15.1 minutes old; at most 15 minutes are allowed (maxPriceAgeMs). " +
        "Load newer prices.",
    );
    expect(codeOf(() => checkPriceAge(good, at("2026-11-22T12:15:00Z"), Number.NaN))).toBe("price_stale");
  });

  it("counts from the instant, whatever the offset, and cuts what is below a millisecond", () => {
    const time = "2026-11-22T21:00:00.0019+09:00";
    expect(codeOf(() => checkPriceAge({ time }, at("2026-11-22T12:01:00.001Z"), minutes(1)))).toBe("none");
    expect(codeOf(() => checkPriceAge({ time }, at("2026-11-22T12:01:00.002Z"), minutes(1)))).toBe("price_stale");
  });

  it("may be five minutes in the future, because clocks differ, and no more", () => {
    expect(codeOf(() => checkPriceAge(good, at("2026-11-22T11:55:00Z"), minutes(15)))).toBe("none");
    expect(codeOf(() => checkPriceAge(good, at("2026-11-22T11:54:59.999Z"), minutes(15)))).toBe("price_invalid");
  });

  it("cannot be known with an invalid clock", () => {
    expect(codeOf(() => checkPriceAge(good, new Date(Number.NaN), minutes(15)))).toBe("configuration_invalid");
  });
});
