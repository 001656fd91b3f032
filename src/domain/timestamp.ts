/** The three spellings of a time in the specification. All are UTC with milliseconds. */
import { ComplianceError } from "./compliance-error.js";

/**
 * ISO 8601 with offset (§2.2): `2026-11-21T07:35:00.123+00:00`.
 *
 * @throws ComplianceError `configuration_invalid` for a time that the clock cannot mean: invalid, or outside the years 1 to 9999.
 */
export function toIsoOffset(time: Date): string {
  return `${toIsoLocal(time)}+00:00`;
}

/** ISO 8601 without offset, as `evaluated_at` shows it (§2.10): `2026-11-21T07:35:00.123`. Throws as {@link toIsoOffset}. */
export function toIsoLocal(time: Date): string {
  const isTellable = time.getTime() >= FIRST && time.getTime() <= LAST;
  if (!isTellable) {
    throw new ComplianceError("configuration_invalid", "The clock gave no valid time; check the option clock.");
  }
  return time.toISOString().slice(0, -1);
}

const FIRST = Date.parse("0001-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** The day in UTC, `YYYY-MM-DD`. Throws as {@link toIsoOffset}. */
export function toDay(time: Date): string {
  return toIsoLocal(time).slice(0, "YYYY-MM-DD".length);
}

/** From {@link toIsoOffset}'s form to that of a retrieved account (§4.4): `2026-11-21 07:35:00.123 +0000`. */
export function toRetrievedForm(isoOffset: string): string {
  return isoOffset.replace("T", " ").replace("+00:00", " +0000");
}
