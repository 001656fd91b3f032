import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalOf } from "../../../src/domain/decimal.js";
import { convertedText, type Display, displayOf } from "../../../src/domain/thresholds/converted.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { compare, cut, over, readDecimal, times } from "../../../src/testing/rational.js";
import { wideRates20260929 as wide } from "../../support/rates.js";
import { runs } from "../../support/runs.js";
import { amountsOf, scenario } from "../../support/threshold-scenarios.js";

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

/** Of US dollars. */
function display(threshold: string, from: string, to: string): Display {
  return displayOf("USD", decimalOf(threshold), { from: decimalOf(from), to: decimalOf(to) });
}

/** As it is shown, for an amount that reaches the threshold or does not. */
function shown(by: Display, amount: number | string, reached: boolean): string {
  return convertedText(by, amount, Number(amount), reached);
}

describe("the ways to the converted amount", () => {
  it("end in the text that rational arithmetic gives", () => {
    const property = fc.property(scenario, (given) => {
      const { official, threshold, from, to, decimals } = given;
      const by = displayOf(official, decimalOf(threshold), { from: decimalOf(from), to: decimalOf(to) });
      const wrong = amountsOf(given).filter((amount) => {
        const exact = over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
        const reached = compare(exact, readDecimal(threshold)) !== "below";
        return shown(by, amount, reached) !== cut(exact, decimals);
      });
      expect(wrong).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("know the minor units for a thousandth in lowest terms, where both are at most 1e15", () => {
    // 107.05 cents for 1451.3 thousandths
    expect(display("1000", "1.4513", "1.0705")).toMatchObject({ numerator: 2141, denominator: 29_026 });
    expect(display("1000", "1.4513", "1.07051")).toMatchObject({ numerator: 107_051, denominator: 1_451_300 });
    expect(display("1000", "1", "10000000000000")).toMatchObject({ numerator: 1e12, denominator: 1 });
    expect(display("1000", "1000000000000", "1")).toMatchObject({ numerator: 1, denominator: 1e13 });
    const none = { numerator: Number.NaN, denominator: 1 };
    expect(display("1000", "1", "10000000000000.01")).toMatchObject(none);
    expect(display("1000", "1000000000000.001", "1")).toMatchObject(none);
  });

  it("know the threshold in minor units only where it is a whole number of them up to 1e15", () => {
    expect(display("3000", "1", "1").threshold).toBe(300_000);
    expect(display("10000000000000", "1", "1").threshold).toBe(1e15);
    expect(display("10000000000000.01", "1", "1").threshold).toBeNaN();
    expect(display("0.001", "1", "1").threshold).toBeNaN();
    // A third of a cent above the threshold's whole cents, and the amount between: shown is what it has.
    const above = "3000.00000000000000000000000000000001";
    expect(shown(display(above, "1", "1"), "3000.000000000000000000000000000000005", false)).toBe("3000.00");
  });

  it("share the texts of a unit's parts", () => {
    expect(display("1", "1", "1").fractions).toBe(display("2", "3", "4").fractions);
    expect(displayOf("JPY", decimalOf(1), { from: decimalOf(1), to: decimalOf(1) }).fractions).toEqual([""]);
  });

  const untouched = new Proxy(decimalOf(1), {
    get: () => {
      throw new Error("was asked");
    },
  });
  const never = { from: untouched, to: untouched };

  it("are whole numbers for a number of thousandths", () => {
    const by = { ...display("3000", "1.4513", "1.0705"), ...never, factor: Number.NaN };
    expect(shown(by, 2999.99, false)).toBe("2212.83");
    expect(shown(by, 0.001, false)).toBe("0.00");
    expect(() => shown(by, 0.0001, false)).toThrow("was asked");
    expect(() => shown(by, "2999.99", false)).toThrow("was asked");
  });

  it("are doubles for what is well between two minor units, or at the threshold", () => {
    const by = { ...display("3000", "1.4513", "1.0705"), ...never };
    expect(shown(by, "2999.999", false)).toBe("2212.84");
    expect(shown(by, 0.12345678, false)).toBe("0.09");
    const same = { ...display("3000", "1", "1"), ...never };
    expect(shown(same, "3000.000000000000000", true)).toBe("3000.00");
    expect(shown(same, "2999.9999999999999999999", false)).toBe("2999.99");
    expect(() => shown(same, "2999.0000000000000000001", false)).toThrow("was asked");
  });
});
