import fc from "fast-check";
import { expect, it } from "vitest";
import { wholeText } from "../../../src/domain/thresholds/whole-text.js";

it("wholeText says what String says", () => {
  const limits = [0, 9, 10, 999, 1e3, 1001, 999_999, 1e6, 1_000_001, 999_999_999, 1e9, 1e15];
  for (const whole of limits) expect(wholeText(whole)).toBe(String(whole));
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 1_500_000 }), (a, b) => wholeText(a) === `${a}` && wholeText(b) === `${b}`),
  );
});

it("wholeText has no sign for -0", () => {
  expect(wholeText(-0)).toBe("0");
});
