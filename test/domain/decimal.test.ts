import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactDecimal } from "../../src/domain/decimal.js";
import { isDecimalText } from "../../src/domain/decimal-text.js";

describe("isDecimalText", () => {
  it.each(["0", "7", "10", "0.0", "1500.00", "1.4513", "0.000013652638", "9".repeat(100), `0.${"1".repeat(99)}`])(
    "accepts %s",
    (text) => {
      expect(isDecimalText(text)).toBe(true);
    },
  );

  it.each([
    ["nothing", ""],
    ["a sign", "-1"],
    ["a plus sign", "+1"],
    ["an exponent", "1e3"],
    ["a leading zero", "007"],
    ["no digit before the point", ".5"],
    ["no digit after the point", "5."],
    ["two points", "1.2.3"],
    ["a comma", "1,5"],
    ["white space around it", " 1"],
    ["a line break at its end", "1\n"],
    ["another base", "0x10"],
    ["digits of another script", "١٢"],
    ["a word", "Infinity"],
    ["101 digits", "1".repeat(101)],
    ["101 digits around a point", `1.${"1".repeat(100)}`],
  ])("refuses a text with %s", (_, text) => {
    expect(isDecimalText(text)).toBe(false);
  });

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
