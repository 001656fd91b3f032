/** Calendar dates by ISO 8601-1: `YYYY-MM-DD`, proleptic Gregorian. */

/**
 * Returns whether a text is a real calendar date of the years 0001 to 9999, written `YYYY-MM-DD`.
 *
 * @param text - the text to check
 * @returns true for a real date
 * @example
 * isCalendarDate("2024-02-29"); // true
 * isCalendarDate("2023-02-29"); // false
 * isCalendarDate("28/06/2024"); // false
 */
export function isDate(text: string): boolean {
  if (typeof text !== "string" || text.length !== FORM.length || text[4] !== "-" || text[7] !== "-") return false;
  // Without digits, a number is NaN, and so every comparison is false.
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

const FORM = "YYYY-MM-DD";

/** Returns the number of two digits, or NaN. Reading their codes is faster than a regular expression. */
function twoDigits(text: string, at: number): number {
  return digit(text.charCodeAt(at)) * 10 + digit(text.charCodeAt(at + 1));
}

function digit(unit: number): number {
  return unit >= 48 && unit <= 57 ? unit - 48 : Number.NaN;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
