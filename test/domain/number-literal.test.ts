/** Literals of numbers in JSON: their exact value as a number or as decimal text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactDecimal } from "../../src/domain/decimal.js";
import { exactAmount, plainDecimalOf } from "../../src/domain/number-literal.js";
import { runs } from "../support/runs.js";

describe("an exact amount", () => {
  it.each([
    ["3000", 3000],
    ["3000.00", 3000],
    ["1e3", 1000],
    ["1E+3", 1000],
    ["0.1", 0.1],
    ["1e-7", 1e-7],
    ["-5", -5],
    ["-0", -0],
    ["-0.0e9", -0],
    ["0e999999999999999999999", 0],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["5e-324", 5e-324],
    ["9007199254740993", "9007199254740993"],
    ["3000.00000000000000001", "3000.00000000000000001"],
    ["2999.999999999999999999", "2999.999999999999999999"],
    ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
    ["90071992547409931e2", "9007199254740993100"],
    ["90071992547409931e-20", "0.00090071992547409931"],
    ["90071992547409931E-10", "9007199.2547409931"],
    ["90071992547409931e-17", "0.90071992547409931"],
    ["90071992547409931e-16", "9.0071992547409931"],
    ["9007199254740993e-15", 9.007199254740993],
    [`3000.00000000000000001${"0".repeat(200)}`, "3000.00000000000000001"],
    [`3000.${"0".repeat(200)}`, 3000],
    ["-3000.00000000000000001", "-3000.00000000000000001"],
    ["-300000000000000000001e-17", "-3000.00000000000000001"],
    // No number and no decimal text has this value.
    ["1e400", "1e400"],
    ["-1e-400", "-1e-400"],
    ["1e999999999999999999999", "1e999999999999999999999"],
    [`${"7".repeat(101)}`, "7".repeat(101)],
    [`0.${"7".repeat(100)}`, `0.${"7".repeat(100)}`],
  ])("written as %s is %o", (literal, amount) => {
    expect(exactAmount(literal)).toBe(amount);
  });
});

describe("the decimal of a literal", () => {
  it.each([
    ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
    ["1.2e-05", "0.000012"],
    ["-1E+3", "-1000"],
    ["1.50", "1.5"],
    ["-1.00", "-1"],
    ["0.0", "0"],
    ["-0", "0"],
    ["-0.00e7", "0"],
    ["-0.010", "-0.01"],
    ["100", "100"],
    ["1e399", `1${"0".repeat(399)}`],
    ["1e400", undefined],
    ["1e-400", `0.${"0".repeat(399)}1`],
    ["1e-402", undefined],
    ["1e999999999999999999999", undefined],
    ["7".repeat(100), "7".repeat(100)],
    ["7".repeat(101), undefined],
  ])("%s is %s", (literal, decimal) => expect(plainDecimalOf(literal)).toBe(decimal));

  it("is the value that an independent library reads, also of every double", () => {
    const literals = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?[1-2]?\d{1,2})?$/);
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(literals, doubles), (literal) => {
        expect(plainDecimalOf(literal)).toBe(new ExactDecimal(literal).toFixed().replace(/^-0$/, "0"));
      }),
      { numRuns: runs(1000) },
    );
  });
});
