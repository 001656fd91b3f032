/** Where amounts begin to reach a threshold, beside rational numbers (design §5). */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactDecimal } from "../../../src/domain/decimal.js";
import { type Boundary, boundaryOf, compareNumber, compareText } from "../../../src/domain/thresholds/boundary.js";
import { compare, doubleStepsFrom, over, type Rational, readDecimal, times } from "../../../src/testing/rational.js";
import { runs } from "../../support/runs.js";
import { amountsOf, type Scenario, scenario } from "../../support/threshold-scenarios.js";

type Sides = Pick<Scenario, "threshold" | "from" | "to">;

function boundary({ threshold, from, to }: Sides): Boundary {
  return boundaryOf(new ExactDecimal(String(threshold)), new ExactDecimal(from), new ExactDecimal(to));
}

/** The threshold in units of the transaction's currency. */
function exactly({ threshold, from, to }: Sides): Rational {
  return over(times(readDecimal(threshold), readDecimal(from)), readDecimal(to));
}

function side(of: Boundary, amount: number | string) {
  return typeof amount === "number" ? compareNumber(of, amount) : compareText(of, amount, Number(amount));
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

  it("is the smallest double that reaches the threshold, with the one before it", () => {
    const property = fc.property(scenario, (given) => {
      const { critical, predecessor, isExact } = boundary(given);
      const at = exactly(given);
      expect(predecessor).toBe(doubleStepsFrom(critical, -1));
      if (critical > 0) expect(compare(readDecimal(predecessor), at)).toBe("below");
      if (critical < Number.POSITIVE_INFINITY) {
        expect(compare(readDecimal(critical), at)).toBe(isExact ? "equal" : "above");
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("has no double before 0, and Infinity where no double reaches the threshold", () => {
    expect(boundary({ threshold: "0", from: "1", to: "1" })).toMatchObject({ critical: 0, predecessor: 0 });
    const beyond = boundary({ threshold: Number.MAX_VALUE, from: "2", to: "1" });
    expect(beyond).toMatchObject({ critical: Number.POSITIVE_INFINITY, predecessor: Number.MAX_VALUE, isExact: false });
  });

  it("differs from texts with the same double", () => {
    // 1 ÷ 3: no double is a third, and texts on both sides of it round to the two doubles around it.
    const third = boundary({ threshold: "1", from: "1", to: "3" });
    expect(third.isExact).toBe(false);
    const below = `0.${"3".repeat(99)}`;
    const above = `0.${"3".repeat(98)}4`;
    expect(Number(above)).toBe(third.predecessor);
    expect(compareText(third, below, Number(below))).toBe("below");
    expect(compareText(third, above, Number(above))).toBe("above");
    const whole = boundary({ threshold: "3000", from: "1", to: "1" });
    expect(compareText(whole, "3000.00", 3000)).toBe("equal");
    expect(compareNumber(whole, 3000)).toBe("equal");
    expect(compareNumber(third, third.critical)).toBe("above");
  });

  it("needs no decimal arithmetic for a text away from it", () => {
    const given = boundary({ threshold: "3000", from: "1", to: "1" });
    const untouched = new Proxy(new ExactDecimal(1), {
      get: () => {
        throw new Error("was asked");
      },
    });
    const away = { ...given, bound: untouched, to: untouched };
    expect(compareText(away, "3000.0000000000005", 3000.0000000000005)).toBe("above");
    expect(compareText(away, "2999.999999999999", 2999.999999999999)).toBe("below");
    expect(() => compareText(away, "3000", 3000)).toThrow("was asked");
  });
});
