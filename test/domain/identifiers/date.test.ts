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
  it.each(["2024-06-28", "2024-02-29", "2000-02-29", "0004-02-29", "0001-01-01", "9999-12-31", "1582-10-10"])(
    "take %s",
    (text) => {
      expect(isDate(text)).toBe(true);
    },
  );

  it.each([
    ["the year has no 29 February", ["2023-02-29", "1900-02-29", "2100-02-29"]],
    [
      "there is no such month or day",
      ["2024-00-10", "2024-13-01", "2024-01-00", "2024-01-32", "2024-04-31", "2024-02-30"],
    ],
    ["the year is 0000", ["0000-01-01", "0000-02-29"]],
    ["it has another order", ["28/06/2024", "06/28/2024", "28-06-2024", "2024/06/28", "20240628", "2024-180"]],
    [
      "a digit is missing or too many",
      ["2024-6-28", "24-06-28", "2024-06-8", "12024-06-28", "+02024-06-28", "-2024-06-28"],
    ],
    [
      "something stands around it",
      ["", " 2024-06-28", "2024-06-28 ", "2024-06-28\n", "2024-06-28T00:00:00Z", "2024-06-282024-06-28"],
    ],
    ["its digits are not ASCII", ["２０２４-06-28", "٢٠٢٤-06-28", "2024–06–28"]],
    ["it is a property name", ["constructor", "__proto__"]],
  ])("refuse a text when %s", (_, texts) => {
    expect(texts.filter(isDate)).toEqual([]);
  });

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
