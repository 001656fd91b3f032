/** Where amounts begin to reach a threshold, beside rational numbers (design §5). */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalOf } from "../../../src/domain/decimal.js";
import { isDecimalText } from "../../../src/domain/decimal-text.js";
import { type Boundary, boundaryOf, compareNumber, compareText } from "../../../src/domain/thresholds/boundary.js";
import {
  compare,
  doubleStepsFrom,
  over,
  type Rational,
  readDecimal,
  times,
  withPoint,
} from "../../../src/testing/rational.js";
import { runs } from "../../support/runs.js";
import { amountsOf, type Scenario, scenario } from "../../support/threshold-scenarios.js";

type Sides = Pick<Scenario, "threshold" | "from" | "to">;

function boundary({ threshold, from, to }: Sides): Boundary {
  return boundaryOf(decimalOf(threshold), { from: decimalOf(from), to: decimalOf(to) });
}

/** The threshold in units of the transaction's currency. */
function exactly({ threshold, from, to }: Sides): Rational {
  return over(times(readDecimal(threshold), readDecimal(from)), readDecimal(to));
}

function side(of: Boundary, amount: number | string) {
  return typeof amount === "number" ? compareNumber(of, amount) : compareText(of, amount);
}

/** By the sign of the difference, from -1. */
const sides = ["below", "equal", "above"] as const;

function isText(amount: number | string): amount is string {
  return typeof amount === "string";
}

const anyText = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.stringMatching(/^[0-9]{1,39}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);

/** The text, a last digit more and less, and with more zeros at its end. */
function textsNear(text: string): readonly string[] {
  const decimals = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  const units = BigInt(text.replace(".", ""));
  const around = [units - 1n, units, units + 1n].filter((each) => each >= 0n).map((each) => withPoint(each, decimals));
  const longer = text.includes(".") ? [`${text}0`, `${text}00001`] : [`${text}.0`, `${text}.00`];
  return [...around, ...longer].filter(isDecimalText);
}

describe("the boundary of a threshold", () => {
  it("puts every number and every text on the side where rational arithmetic puts it", () => {
    const property = fc.property(scenario, (given) => {
      const at = boundary(given);
      const wrong = amountsOf(given).filter(
        (amount) => side(at, amount) !== compare(readDecimal(amount), exactly(given)),
      );
      expect(wrong).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("puts every text on the side where decimal.js puts it: 100,000 texts in the large run", () => {
    let count = 0;
    const property = fc.property(scenario, anyText, (given, further) => {
      const at = boundary(given);
      const bound = decimalOf(given.threshold).times(given.from);
      const texts = [...amountsOf(given).filter(isText).flatMap(textsNear), further];
      const wrong = texts.filter((text) => {
        const order = decimalOf(text).times(given.to).comparedTo(bound);
        return compareText(at, text) !== sides[order + 1];
      });
      expect(wrong).toEqual([]);
      count += texts.length;
    });
    fc.assert(property, { numRuns: runs(5_000) });
    expect(count).toBeGreaterThanOrEqual(20 * runs(5_000));
  });

  it("is the smallest double that reaches the threshold", () => {
    const property = fc.property(scenario, (given) => {
      const { critical, isExact } = boundary(given);
      const at = exactly(given);
      if (critical > 0) expect(compare(readDecimal(doubleStepsFrom(critical, -1)), at)).toBe("below");
      if (critical < Number.POSITIVE_INFINITY) {
        expect(compare(readDecimal(critical), at)).toBe(isExact ? "equal" : "above");
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("is 0 for a threshold of 0, and Infinity where no double reaches the threshold", () => {
    expect(boundary({ threshold: "0", from: "1", to: "1" })).toMatchObject({ critical: 0, isExact: true });
    const beyond = boundary({ threshold: Number.MAX_VALUE, from: "2", to: "1" });
    expect(beyond).toMatchObject({ critical: Number.POSITIVE_INFINITY, isExact: false });
  });

  it("differs from texts with the same double", () => {
    // 1 ÷ 3: no double is a third, and texts on both sides of it round to the two doubles around it.
    const third = boundary({ threshold: "1", from: "1", to: "3" });
    expect(third.isExact).toBe(false);
    const below = `0.${"3".repeat(99)}`;
    const above = `0.${"3".repeat(98)}4`;
    expect(Number(above)).toBe(doubleStepsFrom(third.critical, -1));
    expect(compareText(third, below)).toBe("below");
    expect(compareText(third, above)).toBe("above");
    const whole = boundary({ threshold: "3000", from: "1", to: "1" });
    expect(compareText(whole, "3000.00")).toBe("equal");
    expect(compareNumber(whole, 3000)).toBe("equal");
    expect(compareNumber(third, third.critical)).toBe("above");
  });

  it("equals texts with and without zeros at their end, but no text before its own last digit", () => {
    const tenth = boundary({ threshold: "1000.05", from: "1", to: "1" });
    const texts = ["1000", "1000.0", "1000.05", `1000.05${"0".repeat(94)}`, "1000.050000001"];
    const found = texts.map((text) => compareText(tenth, text));
    expect(found).toEqual(["below", "below", "equal", "equal", "above"]);
    const tiny = boundary({ threshold: `0.${"0".repeat(98)}1`, from: "1", to: "10" });
    expect(compareText(tiny, "0")).toBe("below");
    expect(compareText(tiny, `0.${"0".repeat(98)}1`)).toBe("above");
  });

  it("compares numbers of digits before digits", () => {
    const hundred = boundary({ threshold: "100", from: "1", to: "1" });
    expect(["99.999999999999999", "100", "1000", "9"].map((text) => compareText(hundred, text))).toEqual([
      "below",
      "equal",
      "above",
      "below",
    ]);
    const beyond = boundary({ threshold: Number.MAX_VALUE, from: "9".repeat(100), to: `0.${"0".repeat(98)}1` });
    expect(compareText(beyond, "9".repeat(100))).toBe("below");
  });
});
