import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparisonOf, convertedTextOf, decimalOf, ExactDecimal, roundedUpText } from "../../src/domain/decimal.js";
import { isDecimalText } from "../../src/domain/decimal-text.js";
import { compare, cut, over, readDecimal, times } from "../../src/testing/rational.js";

describe("isDecimalText", () => {
  it("accepts what a reader of digits and one point accepts, up to 100 digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.stringMatching(/^[0-9]{1,39}$/), (whole, fraction) => {
        expect(isDecimalText(`${whole}`)).toBe(true);
        expect(isDecimalText(`${whole}.${fraction}`)).toBe(true);
        expect(isDecimalText(`0${whole}.${fraction}`)).toBe(false);
      }),
    );
  });
});

describe("ExactDecimal", () => {
  it("multiplies two numbers of 100 digits without rounding", () => {
    const nines = "9".repeat(100);
    expect(new ExactDecimal(nines).times(nines).toFixed()).toBe(String(BigInt(nines) ** 2n));
  });

  it("has all digits of sums and products, however many", () => {
    const many = "7".repeat(3_000);
    expect(new ExactDecimal(many).times(many).toFixed()).toBe(String(BigInt(many) ** 2n));
    expect(new ExactDecimal(many).plus(`1e-3000`).toFixed()).toBe(`${many}.${"0".repeat(2_999)}1`);
  });

  it("divides to the longest whole quotient that an amount and two rates can make", () => {
    const quotient = new ExactDecimal(String(Number.MAX_VALUE)).times("9".repeat(100)).times(10_000).divToInt("1e-99");
    // 1.7976931348623157e+308 × (10¹⁰⁰ − 1) × 10⁴ × 10⁹⁹
    const expected = 17_976_931_348_623_157n * 10n ** 292n * (10n ** 100n - 1n) * 10n ** 103n;
    expect(quotient.toFixed()).toBe(String(expected));
    expect(String(expected)).toHaveLength(512);
  });

  it("does not care how the host process has set its own decimal.js", () => {
    const before = Decimal.precision;
    Decimal.set({ precision: 3 });
    try {
      expect(new ExactDecimal("1.23456").times("1.00001").toFixed()).toBe("1.2345723456");
    } finally {
      Decimal.set({ precision: before });
    }
  });
});

const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(30)).map(([digits, places]) => {
  const text = digits.toString().padStart(places + 1, "0");
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
});

describe("roundedUpText", () => {
  const digits = (count: number, digit = "3") => digit.repeat(count);

  it.each([
    ["a short one, as it is", "1.5", "1.5"],
    ["100 digits, as they are", `1.${digits(99)}`, `1.${digits(99)}`],
    ["a decimal more", `1.${digits(100)}`, `1.${digits(98)}4`],
    ["many more, all 9", `1.${digits(120, "9")}`, "2"],
    ["a small part of 0", `0.${digits(150, "0")}1`, `0.${digits(98, "0")}1`],
    ["100 digits before the point", `${digits(100)}.1`, `${digits(99)}4`],
    ["99 digits before the point", `${digits(99)}.12`, `${digits(99)}.2`],
    ["101 digits before the point", `${digits(101)}.1`, undefined],
    ["101 digits and no point", digits(101), undefined],
    ["one that would get 101 digits", `${digits(100, "9")}.1`, undefined],
  ])("returns at most 100 digits, and no less than the value: %s", (_, value, expected) => {
    expect(roundedUpText(new ExactDecimal(value))).toBe(expected);
  });
});

describe("an amount", () => {
  it("is read from the literal of a number, with its exponent", () => {
    expect(decimalOf(1e21).toFixed()).toBe(`1${"0".repeat(21)}`);
    expect(decimalOf(1.5e-7).toFixed()).toBe("0.00000015");
    expect(decimalOf(0.1)).toEqual(decimalOf("0.1"));
  });

  it("is compared and converted like a rational number", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, decimal, (amount, threshold, from, to) => {
        fc.pre(/[1-9]/.test(from));
        const factors = { from: decimalOf(from), to: decimalOf(to) };
        const expected = over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
        const order = decimalOf(amount).times(to).comparedTo(decimalOf(threshold).times(from));
        expect(comparisonOf(order)).toBe(compare(expected, readDecimal(threshold)));
        expect(convertedTextOf(decimalOf(amount), factors, 2)).toBe(cut(expected, 2));
      }),
    );
  });

  it("is cut, not rounded, when it is converted", () => {
    const factors = { from: decimalOf("3"), to: decimalOf("2") };
    expect(convertedTextOf(decimalOf("1"), factors, 2)).toBe("0.66");
    expect(convertedTextOf(decimalOf("999.99"), factors, 0)).toBe("666");
    expect(convertedTextOf(decimalOf("0.001"), factors, 3)).toBe("0.000");
  });
});
