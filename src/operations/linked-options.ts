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
  readonly windowMs?: DurationMs | undefined;
  /**
   * How long transactions are stored, in milliseconds, at least twice `windowMs`. Evaluations remove older ones now and then.
   *
   * @default 7 days, or twice `windowMs` if that is longer
   */
  readonly retentionMs?: DurationMs | undefined;
  /**
   * The most transactions of a link key that an evaluation adds up, from one `windowMs` before the transaction to one after
   * it. Each amount of a corrected transaction counts. With more, an evaluation throws `linked_limit_exceeded`.
   *
   * @default 10_000
   */
  readonly maxTransactions?: number | undefined;
}

/** The options with their defaults. */
export interface LinkedTransactionLimits {
  readonly windowMs: DurationMs;
  readonly retentionMs: DurationMs;
  readonly maxTransactions: number;
}

const DAY: DurationMs = 24 * 60 * 60 * 1000;
/** Also keeps every computed time within the years of ISO 8601 with four digits. */
const MAX_DAYS = 3_660;
/** Some seconds for one evaluation. */
const MAX_TRANSACTIONS = 1_000_000;

/** @throws ComplianceError `configuration_invalid`. */
export function readLinkedOptions(given: LinkedTransactionOptions = {}): LinkedTransactionLimits {
  const options = checkedOptions("linkedTransactions", given, {
    windowMs: "checked",
    retentionMs: "checked",
    maxTransactions: "checked",
  });
  const windowMs = options.windowMs ?? DAY;
  if (!isPositive(windowMs) || 2 * windowMs > MAX_DAYS * DAY) {
    throw configurationInvalid(
      "linkedTransactions.windowMs must be an integer of milliseconds, from 1 to that of five years.",
    );
  }
  const retentionMs = options.retentionMs ?? Math.max(7 * DAY, 2 * windowMs);
  if (!isPositive(retentionMs) || retentionMs < 2 * windowMs || retentionMs > MAX_DAYS * DAY) {
    throw configurationInvalid(
      "linkedTransactions.retentionMs must be an integer of milliseconds, from twice windowMs to that of ten years.",
    );
  }
  const maxTransactions = options.maxTransactions ?? 10_000;
  if (!isPositive(maxTransactions) || maxTransactions > MAX_TRANSACTIONS) {
    throw configurationInvalid(`linkedTransactions.maxTransactions must be an integer from 1 to ${MAX_TRANSACTIONS}.`);
  }
  return { windowMs, retentionMs, maxTransactions };
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
