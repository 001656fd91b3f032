import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backOff, retryAfterMs } from "../../../src/adapters/transport/request.js";

const now = Date.parse("2024-06-28T14:00:00Z");

describe("Retry-After (RFC 9110 §10.2.3)", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Fri, 28 Jun 2024 14:00:30 GMT", 30_000],
    ["Friday, 28-Jun-24 14:00:30 GMT", 30_000],
    ["Fri, 28 Jun 2024 13:59:00 GMT", 0],
  ])("%s is a wait of %i ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([null, "", "soon", "-5", "2.5", "1e3", "Fri, 99 Jun 2024 14:00:30 GMT", "99999999999", "2024-06-28"])(
    "%s asks for nothing",
    (header) => {
      expect(retryAfterMs(header, now)).toBeUndefined();
    },
  );

  it("is never a negative wait, nor NaN, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(retryAfterMs(header, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the pause before a retry", () => {
  it("lies between one half and the whole of a pause that doubles", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 60_000 }), (retry, baseMs) => {
        const whole = baseMs * 2 ** (retry - 1);
        const ms = backOff(retry, baseMs);
        expect(ms).toBeGreaterThan(whole / 2);
        expect(ms).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
