/** Spans of time that a caller configures. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";

/** The longest that a timer waits (a signed 32-bit number of milliseconds, 24.8 days); with more it fires at once. */
const longestMs: DurationMs = 2 ** 31 - 1;

/**
 * `ms`, the value of the option `name`, once it is known to be a span of at least `leastMs` that a timer can wait.
 *
 * @throws ComplianceError `configuration_invalid`, naming the option.
 */
export function checkedDuration(name: string, ms: DurationMs, leastMs: DurationMs): DurationMs {
  // Written so that NaN, and text from callers without types, fails.
  if (Number.isFinite(ms) && ms >= leastMs && ms <= longestMs) return ms;
  const message = `${name} must be a number of milliseconds from ${leastMs} to ${longestMs}.`;
  throw new ComplianceError("configuration_invalid", message);
}
