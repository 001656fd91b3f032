/** Calendar days in the time zones of a jurisdiction: a law begins and ends there, not in UTC. */
import { bare } from "../own.js";

/** The days of one time in several zones, `YYYY-MM-DD`. They differ by one day at most, or two across the date line. */
export interface LocalDays {
  readonly earliest: string;
  readonly latest: string;
}

/**
 * Returns the days of a time in these zones.
 *
 * @param zones - valid names, at least one
 * @param at - a valid time of the years 1 to 9999
 */
export function localDays(zones: readonly string[], at: Date): LocalDays {
  const sorted = zones.map((zone) => dayIn(zone, at)).sort();
  // The cast: there is at least one zone.
  return { earliest: sorted[0], latest: sorted.at(-1) } as LocalDays;
}

/** Returns the number of a minute. Within it, no local day begins. */
export function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

/** A local day outside the years 1 to 9999 has no text that can be compared. */
const FIRST = Date.parse("0001-01-02T00:00:00Z");
const LAST = Date.parse("9999-12-31T00:00:00Z");

function dayIn(zone: string, at: Date): string {
  const time = Math.min(Math.max(at.getTime(), FIRST), LAST);
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const digits = (type: Intl.DateTimeFormatPartTypes, length: number): string =>
    String(parts.get(type)).padStart(length, "0");
  return `${digits("year", 4)}-${digits("month", 2)}-${digits("day", 2)}`;
}

/** Creating one takes as long as hundreds of formatted times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached !== undefined) return cached;
  const created = createFormatter(zone);
  formatters.set(zone, created);
  return created;
}

/** @throws RangeError for an unknown zone */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" };
  return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", bare(options));
}

/** Returns whether a text is the name of a time zone that this runtime has. `+09:00` is an offset and no name. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[A-Z]/i.test(text) && createFormatter(text) !== undefined;
  } catch {
    return false;
  }
}
