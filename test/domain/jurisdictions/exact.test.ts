/** Exact amounts of tiers, beside rational numbers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOf, compareAmounts, convertAmount } from "../../../src/domain/jurisdictions/exact.js";
import { compare, cut, over, readDecimal, times } from "../../../src/testing/rational.js";

const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(30)).map(([digits, places]) => {
  const text = digits.toString().padStart(places + 1, "0");
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
});

function known(value: unknown) {
  const amount = amountOf(value);
  if (amount === undefined) throw new Error("no amount");
  return amount;
}

describe("an amount", () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "-1", "1e", ".5", "", "x", null, undefined, {}, 1n])(
    "%s is none",
    (value) => {
      expect(amountOf(value)).toBeUndefined();
    },
  );

  it("is read from the literal of a number, with its exponent", () => {
    expect(known(1e21)).toEqual({ digits: 10n ** 21n, places: 0 });
    expect(known(1.5e-7)).toEqual({ digits: 15n, places: 8 });
    expect(known(0.1)).toEqual(known("0.1"));
  });

  it("compares and converts like a rational number", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, decimal, (amount, threshold, from, to) => {
        fc.pre(/[1-9]/.test(from));
        const factors = { from: known(from), to: known(to) };
        const expected = over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
        const order = compareAmounts(known(amount), known(threshold), factors);
        expect(["below", "equal", "above"][order + 1]).toBe(compare(expected, readDecimal(threshold)));
        expect(convertAmount(known(amount), factors, 2)).toBe(cut(expected, 2));
      }),
    );
  });

  it("is cut, not rounded, when it is converted", () => {
    const factors = { from: known("3"), to: known("2") };
    expect(convertAmount(known("1"), factors, 2)).toBe("0.66");
    expect(convertAmount(known("999.99"), factors, 0)).toBe("666");
    expect(convertAmount(known("0.001"), factors, 3)).toBe("0.000");
  });
});
