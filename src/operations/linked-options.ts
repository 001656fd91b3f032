/** The option `linkedTransactions` of `createCompliance`, and its checks. */
import type { DurationMs } from "../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid } from "../domain/options.js";

/** Options of the rule `LINKED_TRANSACTIONS_BY_COUNTRY`. */
export interface LinkedTransactionOptions {
  /**
   * Length of the period whose transactions are added up, in milliseconds. Two transactions exactly so far apart are in one
   * period.
   *
   * @default 24 hours
   */
  readonly window?: DurationMs | undefined;
  /**
   * How long transactions are stored, in milliseconds, at least twice `window`. Evaluations remove older ones now and then.
   *
   * @default 7 days, or twice `window` if that is longer
   */
  readonly retention?: DurationMs | undefined;
}

/** The options with their defaults. */
export interface LinkedTransactionLimits {
  readonly window: DurationMs;
  readonly retention: DurationMs;
}

const DAY: DurationMs = 24 * 60 * 60 * 1000;
/** Also keeps every computed time within the years of ISO 8601 with four digits. */
const MAX_DAYS = 3_660;

/** @throws ComplianceError `configuration_invalid`. */
export function readLinkedOptions(given: LinkedTransactionOptions = {}): LinkedTransactionLimits {
  const options = checkedOptions("linkedTransactions", given, { window: "checked", retention: "checked" });
  const window = options.window ?? DAY;
  if (!isDuration(window) || 2 * window > MAX_DAYS * DAY) {
    throw configurationInvalid(
      "linkedTransactions.window must be an integer of milliseconds, from 1 to that of five years.",
    );
  }
  const retention = options.retention ?? Math.max(7 * DAY, 2 * window);
  if (!isDuration(retention) || retention < 2 * window || retention > MAX_DAYS * DAY) {
    throw configurationInvalid(
      "linkedTransactions.retention must be an integer of milliseconds, from twice the window to that of ten years.",
    );
  }
  return { window, retention };
}

function isDuration(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
