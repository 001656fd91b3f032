/** Decimal arithmetic in a process that changed the settings of decimal.js before it imports vaspkit. */
import { Decimal } from "decimal.js";
import { expect, it, vi } from "vitest";

it("ignores the settings of the process", async () => {
  Decimal.set({ precision: 2, rounding: Decimal.ROUND_UP, toExpPos: 0, toExpNeg: 0, maxE: 3, minE: -3 });
  // Other test files share the module registry and may have imported the module already.
  vi.resetModules();
  const { ExactDecimal } = await import("../../src/domain/decimal.js");
  Decimal.set({ defaults: true });
  expect(String(new ExactDecimal("12345.678901"))).toBe("12345.678901");
  expect(new ExactDecimal("123456.789").times("100000").toFixed()).toBe("12345678900");
});
