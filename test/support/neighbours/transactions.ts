/** Neighbours that break a rule of transactions, of requests to evaluate them, or of queries (§4.5, §4.8, §4.9). */
import fc from "fast-check";
import { decimalText } from "../../../src/testing/arbitraries/transaction.js";
import {
  accountSearchSubject,
  alertListSubject,
  evaluationSubject,
  transactionSubject,
  vaspListSubject,
} from "../subjects.js";
import { broken, brokenAny, type Neighbour, named, replacing } from "./neighbour.js";

function amounts(values: fc.Arbitrary<unknown>): fc.Arbitrary<Neighbour> {
  return brokenAny([transactionSubject, evaluationSubject], replacing(named("amount"), values));
}

export const amount_negative: fc.Arbitrary<Neighbour> = amounts(
  fc.oneof(
    fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-1, -0.01, -Number.MIN_VALUE, -Number.MAX_VALUE),
    decimalText().map((text) => `-${text}`),
  ),
);

export const amount_not_finite: fc.Arbitrary<Neighbour> = amounts(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

export const amount_malformed: fc.Arbitrary<Neighbour> = amounts(
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

export const rule_codes_empty: fc.Arbitrary<Neighbour> = broken(
  evaluationSubject,
  replacing(({ path }) => path === "/rule_codes", fc.constant([])),
);

const noCount = fc.oneof(
  fc.integer({ max: 0 }),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, Number.MIN_VALUE),
);

export const out_of_range: fc.Arbitrary<Neighbour> = fc.oneof(
  broken(accountSearchSubject, replacing(named("limit"), noCount)),
  brokenAny([vaspListSubject, alertListSubject], replacing(named("page"), noCount)),
  brokenAny(
    [vaspListSubject, alertListSubject],
    replacing(named("size"), fc.oneof(noCount, fc.integer({ min: 1_001 }))),
  ),
);
