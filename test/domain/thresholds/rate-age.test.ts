import { describe, expect, it } from "vitest";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { checkRateAge } from "../../../src/domain/thresholds/rate-age.js";
import { ecbRates20240628 as table } from "../../support/rates.js";

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

function failureOf(at: string, maxRateAgeMs: number, change: object = {}): ComplianceError {
  try {
    checkRateAge({ ...table, ...change }, new Date(at), maxRateAgeMs);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
  throw new Error("the rates were accepted");
}

describe("checkRateAge", () => {
  it.each([
    ["on their day", "2024-06-28T16:00:00.000Z", WEEK],
    ["exactly as old as allowed", "2024-07-05T00:00:00.000Z", WEEK],
    ["of tomorrow, as seen from another time zone", "2024-06-27T00:00:00.000Z", WEEK],
    ["of any age without a limit", "2099-01-01T00:00:00.000Z", Number.POSITIVE_INFINITY],
  ])("accepts rates %s", (_, at, maxRateAgeMs) => {
    expect(() => checkRateAge(table, new Date(at), maxRateAgeMs)).not.toThrow();
  });

  it("refuses rates one millisecond older than allowed: rate_stale, with age, limit and option", () => {
    const error = failureOf("2024-07-05T00:00:00.001Z", WEEK);
    expect(error.code).toBe("rate_stale");
    expect(error.message).toContain("are 7.1 days old; at most 7 days are allowed (maxRateAgeMs)");
  });

  it.each([
    ["2024-07-07T00:00:00.000Z", WEEK, "are 9 days old; at most 7 days"],
    ["2024-06-29T00:00:00.000Z", 12 * HOUR, "are 1 day old; at most 0.5 days"],
    ["2024-06-29T00:00:00.000Z", 1_000, "are 1 day old; less than 0.1 days are allowed"],
  ])("says the age at %s", (at, maxRateAgeMs, words) => {
    expect(failureOf(at, maxRateAgeMs).message).toContain(words);
  });

  it.each([Number.NaN, -1])("refuses every rate when the limit is %d", (maxRateAgeMs) => {
    expect(failureOf("2024-06-28T00:00:00.000Z", maxRateAgeMs).code).toBe("rate_stale");
  });

  it("refuses rates more than a day in the future: rate_invalid", () => {
    const error = failureOf("2024-06-26T23:59:59.999Z", WEEK);
    expect(error.code).toBe("rate_invalid");
    expect(error.message).toContain("future");
  });

  it.each(["2024-02-30", "28/06/2024", "", undefined, 20240628])("refuses the date %j: rate_invalid", (date) => {
    expect(failureOf("2024-06-28T00:00:00.000Z", WEEK, { date }).code).toBe("rate_invalid");
  });

  it("refuses to judge by a clock that gives no date: configuration_invalid", () => {
    const error = failureOf("never", WEEK);
    expect(error.code).toBe("configuration_invalid");
    expect(error.message).toContain("clock");
  });
});
