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
  if (!form.test(text)) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

const form = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the number of two digits. Reading their codes is faster than cutting the text. */
function twoDigits(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 48 * 11;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
