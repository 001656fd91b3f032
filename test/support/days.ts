/** The day of the tests' clock, and days after it. */
import fc from "fast-check";
import { dayBetween } from "../../src/testing/arbitraries/codes.js";

/** The day on which the clock of the tests stands. */
export const TODAY = "2026-11-21";

/** Calendar days after today. */
export function futureDay(): fc.Arbitrary<string> {
  return fc.oneof(dayBetween("2026-11-22", "9999-12-31"), fc.constantFrom("2026-11-22", "2028-02-29"));
}
