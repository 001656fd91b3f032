/** Limits the age of rates. */
import { ComplianceError } from "../compliance-error.js";
import type { DurationMs } from "../identifiers/codes.js";
import { isDate } from "../identifiers/date.js";
import type { RateTableHead } from "./types.js";

const DAY: DurationMs = 24 * 60 * 60 * 1000;

/** Default of the highest age of rates. */
export const SEVEN_DAYS: DurationMs = 7 * DAY;

/**
 * Checks the date of a rate table.
 *
 * @throws ComplianceError `rate_invalid`
 */
export function checkRateDate(date: unknown): void {
  if (typeof date === "string" && isDate(date)) return;
  throw rateInvalid("The date of the rate table must be a calendar date, YYYY-MM-DD.");
}

/** Creates the error for a rate table that is not valid. */
export function rateInvalid(message: string): ComplianceError {
  return new ComplianceError("rate_invalid", message);
}

/**
 * Refuses rates that are too old. Their age counts from 00:00 UTC of their day.
 *
 * @param table - date of the rates
 * @param at - time of the decision
 * @param maxRateAgeMs - in milliseconds; rates of exactly this age are accepted
 * @throws ComplianceError `rate_stale` for older rates; `rate_invalid` for an invalid or future date;
 *   `configuration_invalid` for an invalid `at`
 */
export function checkRateAge({ date }: Pick<RateTableHead, "date">, at: Date, maxRateAgeMs: DurationMs): void {
  checkRateDate(date);
  const age = at.getTime() - Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(age)) {
    throw new ComplianceError(
      "configuration_invalid",
      "The clock returned an invalid date. The option clock must return the current time.",
    );
  }
  if (age < -DAY) {
    const message = `The rates of ${date} are more than a day in the future. Check their source and the clock.`;
    throw rateInvalid(message);
  }
  // Not `age > maxRateAgeMs`, because a limit of NaN must not accept every age.
  if (!(age <= maxRateAgeMs)) throw stale(date, age, maxRateAgeMs);
}

/** Rounds both ages away from each other, to a tenth of a day, so that the message never has the same number twice. */
function stale(date: string, age: DurationMs, limit: DurationMs): ComplianceError {
  const old = days(Math.ceil((age / DAY) * 10) / 10);
  const allowed = limit < DAY / 10 ? "less than 0.1 days" : `at most ${days(Math.floor((limit / DAY) * 10) / 10)}`;
  const message = `The rates of ${date} are ${old} old; ${allowed} are allowed (maxRateAgeMs). Load newer rates.`;
  return new ComplianceError("rate_stale", message);
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
