/** Calendar dates as ISO 8601-1 writes them: `YYYY-MM-DD`, proleptic Gregorian. */

/**
 * Whether the text is a real day of the years 0001 to 9999, written `YYYY-MM-DD`.
 *
 * @example
 * isCalendarDate("2024-02-29"); // true
 * isCalendarDate("2023-02-29"); // false
 * isCalendarDate("28/06/2024"); // false
 */
export function isCalendarDate(text: string): boolean {
  if (!form.test(text)) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

const form = /^\d{4}-\d{2}-\d{2}$/;

/** The number that two digits mean. Their codes are read, as pieces of text would cost more than the rest of it. */
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
