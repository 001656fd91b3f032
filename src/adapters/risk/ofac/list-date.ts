/** The day of which a list is, and how long it may clear somebody. */

import { ComplianceError } from "../../../domain/compliance-error.js";
import type { DurationMs } from "../../../domain/identifiers/codes.js";
import { isCalendarDate } from "../../../domain/identifiers/date.js";
import { configurationInvalid } from "../../../domain/options.js";
import type { Clock } from "../../../ports/clock.js";

/** The date of a list. */
export interface ListDate {
  /** For a risk entry. */
  readonly descriptor: string;
  /**
   * To be called before an address is said not to be listed.
   *
   * @throws ComplianceError `list_stale` when the list is too old for that; `configuration_invalid` when the clock cannot
   *   tell, or is more than a day behind the list.
   */
  mustBeFresh(): void;
}

interface DateOptions {
  readonly asOf: string;
  readonly maxAge: DurationMs | undefined;
  readonly clock: Clock;
}

const day: DurationMs = 24 * 60 * 60 * 1000;

/** @throws ComplianceError `configuration_invalid` for a date or an option that cannot be right. */
export function listDate({ asOf, maxAge = 30 * day, clock }: DateOptions): ListDate {
  if (typeof asOf !== "string" || !isCalendarDate(asOf)) {
    throw configurationInvalid("asOf must be the day of which the list is, as YYYY-MM-DD.");
  }
  if (!(Number.isFinite(maxAge) && maxAge > 0))
    throw configurationInvalid("maxAge must be a number of milliseconds above 0.");
  const start = Date.parse(`${asOf}T00:00:00Z`);

  const age = (): DurationMs => {
    const passed = timeOf(clock) - start;
    if (Number.isNaN(passed))
      throw configurationInvalid("clock must be a function that gives the present time as a Date.");
    // No time zone is a day ahead.
    if (passed >= -day) return passed;
    throw configurationInvalid(`The list is of ${asOf}, more than a day in the future; check asOf and the clock.`);
  };
  age();

  return {
    descriptor: `ofac-sdn:as-of:${asOf}`,
    mustBeFresh: () => {
      if (age() <= maxAge) return;
      const days = Math.floor((maxAge / day) * 10) / 10;
      const message =
        `The sanctions list is of ${asOf}; after ${days} days (maxAge) it cannot say that an address is not listed. ` +
        "Download the treasury's SDN.XML, read it with parseOfacList, and make a new ofacList of it.";
      throw new ComplianceError("list_stale", message);
    },
  };
}

/** NaN where there is none: callers without types may give `Date.now`, or a Date. */
function timeOf(clock: Clock): number {
  try {
    return clock().getTime();
  } catch {
    return Number.NaN;
  }
}
