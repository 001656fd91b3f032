/** Times in the options of operations. */
import { parseTimestamp, toIsoOffset } from "../domain/timestamp.js";
import { invalidArgument } from "./abort.js";

/**
 * Returns a time in the form of stored times.
 *
 * @param operation - its name, which the message contains
 * @param name - the option
 * @param given - a `Date`, or text; callers without types may pass anything
 * @throws ComplianceError `invalid_input`.
 */
export function timeOption(operation: string, name: string, given: unknown): string {
  try {
    const time = typeof given === "string" ? parseTimestamp(given) : toIsoOffset(new Date(timestampOf(given)));
    if (time !== undefined) return time;
  } catch {
    // No date, or no time.
  }
  throw invalidArgument(
    `The option ${name} of ${operation} must be a Date, a day, "2026-11-22", or a time with offset, ` +
      '"2026-11-22T08:00:00Z".',
  );
}

/** Of a date of any realm. @throws TypeError for another value. */
function timestampOf(date: unknown): number {
  return Date.prototype.getTime.call(date);
}
