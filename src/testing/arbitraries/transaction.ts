/** Transactions and requests to evaluate them (§4.9). */
import * as fc from "fast-check";
import type { RuleCode, Transaction } from "../../domain/thresholds/transaction.js";
import { country, currency } from "./codes.js";
import { text } from "./text.js";

/** Decimal text of at most 100 digits. */
export function decimalText(): fc.Arbitrary<string> {
  const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
  const whole = digits(1, 50).map((text) => text.replace(/^0+(?=\d)/, ""));
  return fc.oneof(
    whole,
    fc.tuple(whole, digits(1, 50)).map(([units, fraction]) => `${units}.${fraction}`),
    fc.constantFrom("0", "0.0", "3000.00", "9".repeat(100), `0.${"1".repeat(99)}`),
  );
}

/** Finite and not negative; -0 is 0. */
function amountNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, 0.1, 2999.99),
  );
}

export function transaction(): fc.Arbitrary<Transaction> {
  return fc.record({
    transaction_id: text(),
    amount: fc.oneof({ withCrossShrink: true }, amountNumber(), decimalText()),
    currency: currency(),
    country: country(),
  });
}

export interface GivenEvaluation {
  readonly transaction: Transaction;
  /** A rule may be named more than once. */
  readonly rule_codes: readonly RuleCode[];
}

export function evaluation(): fc.Arbitrary<GivenEvaluation> {
  return fc.record({
    transaction: transaction(),
    rule_codes: fc.array(fc.constant("THRESHOLD_BY_COUNTRY" as const), { minLength: 1, maxLength: 3 }),
  });
}
