import { describe, expect, it } from "vitest";
import { spreadOf } from "../../bench/support/spread.js";

describe("the spread of values", () => {
  it("is their median, and what 5 and 95 of a hundred stay below", () => {
    const hundredAndOne = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(spreadOf(hundredAndOne)).toEqual({ median: 50, low: 5, high: 95 });
  });

  it("lies between two values where none is in the middle", () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.15, high: expect.closeTo(3.85) });
  });

  it("of one value is that value", () => {
    expect(spreadOf([7])).toEqual({ median: 7, low: 7, high: 7 });
  });

  it("is not moved by one slow round of many", () => {
    expect(spreadOf([...Array.from({ length: 39 }, () => 10), 10_000])).toEqual({ median: 10, low: 10, high: 10 });
  });

  it("of no values is refused", () => {
    expect(() => spreadOf([])).toThrow("no values");
  });
});
