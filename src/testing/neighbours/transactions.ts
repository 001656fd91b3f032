/** Breaks of a rule of transactions (§4.9). */
import * as fc from "fast-check";
import { brokenCodes } from "../arbitraries/codes.js";
import { decimalText } from "../arbitraries/transaction.js";
import { type Break, type BreaksByCode, named, replacing } from "./invalid.js";

function amounts(values: fc.Arbitrary<unknown>): fc.Arbitrary<Break> {
  return replacing(named("amount"), values);
}

const amount_negative: fc.Arbitrary<Break> = amounts(
  fc.oneof(
    fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-1, -0.01, -Number.MIN_VALUE, -Number.MAX_VALUE),
    decimalText().map((text) => `-${text}`),
  ),
);

const amount_not_finite: fc.Arbitrary<Break> = amounts(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

const amount_malformed: fc.Arbitrary<Break> = amounts(
  fc.oneof(
    fc.constantFrom(
      "1e3",
      "1,000",
      "1 000",
      "+1",
      "01",
      ".5",
      "5.",
      "1.2.3",
      "0x10",
      "NaN",
      "Infinity",
      "--1",
      "-.5",
      "-",
    ),
    fc.constantFrom("1 ", "١٢", "１２", "1_000", "$5", "five", "1n", "9".repeat(101), `0.${"0".repeat(100)}`),
    decimalText().map((text) => `${text}x`),
  ),
);

export type AmountCode = "amount_negative" | "amount_not_finite" | "amount_malformed";

export const transactionBreaks: BreaksByCode<AmountCode | "not_a_currency"> = {
  amount_negative,
  amount_not_finite,
  amount_malformed,
  not_a_currency: replacing(named("currency"), brokenCodes.not_a_currency),
};
