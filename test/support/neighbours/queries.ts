/** Neighbours that break a rule of queries, or of a request to evaluate (§4.5, §4.6, §4.8, §4.9). */
import fc from "fast-check";
import { named, replacing } from "../../../src/testing/neighbours/invalid.js";
import {
  accountSearchSubject,
  alertListSubject,
  evaluationSubject,
  vaspListSubject,
  vaspSearchSubject,
} from "../subjects.js";
import { brokenAny, type Neighbour } from "./neighbour.js";

/** A term of marks alone is blank for a search only: nothing is left to look for. */
export const blankTerm: fc.Arbitrary<Neighbour> = brokenAny(
  "text_blank",
  [accountSearchSubject, vaspSearchSubject],
  replacing(named("search_term"), fc.constantFrom("\u0301", "\u0308 \u0301", "¨", " \u093f")),
);

export const rule_codes_empty: fc.Arbitrary<Neighbour> = brokenAny(
  "rule_codes_empty",
  [evaluationSubject],
  replacing(({ path }) => path === "/rule_codes", fc.constant([])),
);

const noCount = fc.oneof(
  fc.integer({ max: 0 }),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, Number.MIN_VALUE),
);
const pages = [vaspListSubject, alertListSubject];

export const out_of_range: fc.Arbitrary<Neighbour> = fc.oneof(
  brokenAny("out_of_range", [accountSearchSubject], replacing(named("limit"), noCount)),
  brokenAny("out_of_range", pages, replacing(named("page"), noCount)),
  brokenAny("out_of_range", pages, replacing(named("size"), fc.oneof(noCount, fc.integer({ min: 1_001 })))),
);
