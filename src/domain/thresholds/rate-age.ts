/** How old exchange rates may be when they decide (design §2, maxRateAge). */
import { ComplianceError } from "../compliance-error.js";
import type { DurationMs } from "../identifiers/codes.js";
import { checkRateDate, type RateTableHead } from "./rate-table.js";

const DAY: DurationMs = 24 * 60 * 60 * 1000;

/**
 * Refuses rates that are too old. Their age counts from the beginning of their day, 00:00 UTC.
 *
 * @param at the time of the decision
 * @param maxRateAge in milliseconds; rates of exactly this age are still good
 * @throws ComplianceError `rate_stale` when they are older; `rate_invalid` when their date is no calendar date, or is more
 *   than one day in the future (no time zone is that far ahead); `configuration_invalid` when `at` is an invalid date.
 */
export function checkRateAge({ date }: Pick<RateTableHead, "date">, at: Date, maxRateAge: DurationMs): void {
  checkRateDate(date);
  const age = at.getTime() - Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(age)) {
    throw new ComplianceError(
      "configuration_invalid",
      "The clock gave an invalid date; it must return the present time.",
    );
  }
  if (age < -DAY) {
    const message = `The rates are of ${date}, more than a day in the future; check their source and the clock.`;
    throw new ComplianceError("rate_invalid", message);
  }
  // Not `age > maxRateAge`: a limit of NaN must not let everything through.
  if (!(age <= maxRateAge)) throw stale(date, age, maxRateAge);
}

/** Rounded apart, to a tenth of a day, so that the sentence never says "7 days old, at most 7 days". */
function stale(date: string, age: DurationMs, limit: DurationMs): ComplianceError {
  const old = days(Math.ceil((age / DAY) * 10) / 10);
  const allowed = days(Math.floor((limit / DAY) * 10) / 10);
  const message = `The rates of ${date} are ${old} old; at most ${allowed} are allowed (maxRateAge). Load newer rates.`;
  return new ComplianceError("rate_stale", message);
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
