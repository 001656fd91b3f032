/** Formats of times in the specification. All are UTC with milliseconds. */
import { ComplianceError } from "./compliance-error.js";

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

/** Returns the day in UTC, `YYYY-MM-DD`. Throws like {@link toIsoOffset}. */
export function toDay(time: Date): string {
  return toIsoLocal(time).slice(0, "YYYY-MM-DD".length);
}

/** Converts a time of {@link toIsoOffset} to the format of a retrieved account (§4.4): `2026-11-21 07:35:00.123 +0000`. */
export function toRetrievedForm(isoOffset: string): string {
  return isoOffset.replace("T", " ").replace("+00:00", " +0000");
}
