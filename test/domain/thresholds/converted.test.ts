import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { cut, over, readDecimal, times } from "../../../src/testing/rational.js";
import { wideRates20260929 as wide } from "../../support/rates.js";

const thirds = `3.${"3".repeat(99)}`;
const tiny = `0.${"0".repeat(98)}1`;

/** Amount × to ÷ from in US dollars. */
function converted(amount: number | string, from: string, to: string): string {
  const rates = { ...wide, rates: { CHF: from, USD: to } };
  const engine = createThresholdEngine({ thresholds: { US: "1000" }, rates });
  return engine.evaluate({ transaction_id: "T-1", amount, currency: "CHF", country: "US" }).converted;
}

describe("the converted amount for display", () => {
  it.each([
    { says: "whole thousandths and short rates", amount: 2999.99, from: "1.4513", to: "1.0705" },
    { says: "an amount with more than three decimals", amount: 0.12345678, from: "1.4513", to: "1.0705" },
    { says: "rates too long for whole numbers in doubles", amount: 500.25, from: "1562098.626243", to: "1.13607202" },
    { says: "rates of 100 digits", amount: 1234.5, from: thirds, to: "9".repeat(100) },
    {
      says: "a product too large for whole numbers in doubles",
      amount: 123_456_789_012.34,
      from: "1.4513",
      to: "17487.21",
    },
    { says: "a value too large for doubles to tell its cents", amount: 1e300, from: "1.4513", to: "1.0705" },
    { says: "a value beyond all doubles", amount: Number.MAX_VALUE, from: tiny, to: "9".repeat(100) },
    { says: "a value below all doubles", amount: 5e-324, from: "9".repeat(100), to: tiny },
    { says: "a short text", amount: "2999.999", from: "1.4513", to: "1.0705" },
    { says: "a text of 100 digits", amount: thirds, from: "1.4513", to: "1.0705" },
    { says: "a text just below a whole cent", amount: `0.0${"9".repeat(98)}`, from: "1", to: "1" },
    { says: "a text just above a whole cent", amount: `0.1${"0".repeat(97)}1`, from: "1", to: "1" },
    { says: "a whole number of cents by long rates", amount: 30, from: "3.0000000000001", to: "3.0000000000001" },
  ])("is cut exactly with $says", ({ amount, from, to }) => {
    expect(converted(amount, from, to)).toBe(
      cut(over(times(readDecimal(amount), readDecimal(to)), readDecimal(from)), 2),
    );
  });

  it("never shows the threshold, or more, on a pass: it is cut, not rounded", () => {
    expect(converted("999.999999", "1", "1")).toBe("999.99");
    expect(converted(999.9999999999999, "1", "1")).toBe("999.99");
    expect(converted(1000, "1", "1")).toBe("1000.00");
  });
});
