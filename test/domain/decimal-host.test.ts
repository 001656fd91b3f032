/** Decimal arithmetic in a process that has set decimal.js to its own ends before vaspkit is imported. */
import { Decimal } from "decimal.js";
import { expect, it } from "vitest";

it("is not touched by what the host has set", async () => {
  Decimal.set({ precision: 2, rounding: Decimal.ROUND_UP, toExpPos: 0, toExpNeg: 0, maxE: 3, minE: -3 });
  const { ExactDecimal } = await import("../../src/domain/decimal.js");
  Decimal.set({ defaults: true });
  expect(String(new ExactDecimal("12345.678901"))).toBe("12345.678901");
  expect(new ExactDecimal("123456.789").times("100000").toFixed()).toBe("12345678900");
});
