/** Formats of times in the specification. All are UTC with milliseconds. */
import { ComplianceError } from "./compliance-error.js";
import { isDate } from "./identifiers/date.js";

/**
 * Returns a time as ISO 8601 with offset (§2.2): `2026-11-21T07:35:00.123+00:00`.
 *
 * @throws ComplianceError `configuration_invalid` for an invalid time, or one outside the years 1 to 9999
 */
export function toIsoOffset(time: Date): string {
  return `${toIsoLocal(time)}+00:00`;
}

/** Returns a time as ISO 8601 without offset (§2.10): `2026-11-21T07:35:00.123`. Throws like {@link toIsoOffset}. */
export function toIsoLocal(time: Date): string {
  const milliseconds = time.getTime();
  if (milliseconds !== last.milliseconds) {
    if (!(milliseconds >= FIRST && milliseconds <= LAST)) {
      throw new ComplianceError(
        "configuration_invalid",
        "The clock returned an invalid time. The option clock must return the current time.",
      );
    }
    last = { milliseconds, text: time.toISOString().slice(0, -1) };
  }
  return last.text;
}

/** The last formatted time. Many operations happen in one millisecond, and formatting takes a tenth of an evaluation. */
let last = { milliseconds: Number.NaN, text: "" };

const FIRST = Date.parse("0001-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Returns the later of two times of {@link toIsoOffset}: `time`, or the millisecond after `earlier` if `time` is not later.
 * So the times of a record always differ, also within one millisecond and when the clock is set back. Undefined after the
 * end of the year 9999.
 */
export function laterThan(earlier: string, time: string): string | undefined {
  // Both have one form, so their texts order by time.
  if (time > earlier) return time;
  const next = Date.parse(earlier) + 1;
  return next > LAST ? undefined : toIsoOffset(new Date(next));
}

/**
 * Returns the time so many milliseconds after a time of {@link toIsoOffset}, or before it if they are negative. Beyond the
 * years 1 to 9999 it is their first or last millisecond.
 */
export function timeAfter(time: string, milliseconds: number): string {
  return toIsoOffset(new Date(Math.min(Math.max(Date.parse(time) + milliseconds, FIRST), LAST)));
}

/** Returns a copy of a valid Date of the years 1 to 9999; undefined for other values, also for objects that imitate one. */
export function copyOfDate(value: unknown): Date | undefined {
  try {
    // The cast: it throws for anything but a Date. A class that extends it cannot answer with other times.
    const copy = new Date(Date.prototype.getTime.call(value as Date));
    toIsoLocal(copy);
    return copy;
  } catch {
    return undefined;
  }
}

/** Returns the day in UTC, `YYYY-MM-DD`. Throws like {@link toIsoOffset}. */
export function toDay(time: Date): string {
  return toIsoLocal(time).slice(0, "YYYY-MM-DD".length);
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d\.\d{3})\+00:00| (\d\d:\d\d:\d\d\.\d{3}) \+0000)$/;

/** Returns the time of a text that {@link toIsoOffset} or {@link toRetrievedForm} returned as the former; undefined for others. */
export function fromEitherForm(text: string): string | undefined {
  const [, day, iso, retrieved] = TIME.exec(text) ?? [];
  return day === undefined ? undefined : `${day}T${iso ?? retrieved}+00:00`;
}

/** Converts a time of {@link toIsoOffset} to the format of a retrieved account (§4.4): `2026-11-21 07:35:00.123 +0000`. */
export function toRetrievedForm(isoOffset: string): string {
  return isoOffset.replace("T", " ").replace("+00:00", " +0000");
}

/** Years 1 to 9999 only. A time of day needs an offset, because without one it is another time on each machine. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns the time of a day, `2026-11-22`, or of ISO 8601 with offset, in the form of {@link toIsoOffset}. */
export function parseTimestamp(text: string): string | undefined {
  const [, day] = TIMESTAMP.exec(text) ?? [];
  if (day === undefined || !isDate(day)) return undefined;
  const milliseconds = Date.parse(text);
  return milliseconds >= FIRST && milliseconds <= LAST ? toIsoOffset(new Date(milliseconds)) : undefined;
}
