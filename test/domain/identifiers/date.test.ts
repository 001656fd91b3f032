import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDate } from "../../../src/domain/identifiers/date.js";

const pad = (number: number, width: number) => String(number).padStart(width, "0");
const toText = (year: number, month: number, day: number) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

/** The platform's own calendar: a day is real when Date keeps it. (setUTCFullYear, since Date.UTC reads 0–99 as 19xx.) */
function existsInPlatformCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

describe("calendar dates", () => {
  it("agree with the platform's proleptic Gregorian calendar on any year, month and day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(15), fc.nat(40), (year, month, day) => {
        expect(isDate(toText(year, month, day))).toBe(existsInPlatformCalendar(year, month, day));
      }),
      { numRuns: 2000 },
    );
  });

  it("count 146,097 days in 400 years", () => {
    let days = 0;
    for (let year = 1601; year <= 2000; year++)
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) if (isDate(toText(year, month, day))) days++;
    expect(days).toBe(146_097);
  });
});
