/** An invalid neighbour of a subject, and what must have happened before its one issue shows. */
import fc from "fast-check";
import type { Compliance, IssueCode } from "../../../src/index.js";
import { partyBreaks } from "../../../src/testing/neighbours/accounts.js";
import { type Break, broken, type Invalid } from "../../../src/testing/neighbours/invalid.js";
import { shapeBreaks } from "../../../src/testing/neighbours/shape.js";
import { countryBreaks, registerBreaks, textBreaks } from "../../../src/testing/neighbours/text.js";
import { transactionBreaks } from "../../../src/testing/neighbours/transactions.js";
import { transferBreaks } from "../../../src/testing/neighbours/transfers.js";
import type { Subject } from "../subjects.js";

export interface Neighbour extends Invalid {
  readonly subject: Subject;
  /** Where it is given, parsing finds nothing: only the operation can, after this. */
  readonly before?: (compliance: Compliance) => Promise<unknown>;
}

/** Neighbours of any of the subjects, in whatever way. Each subject must have a place for it. */
export function brokenAny(
  code: IssueCode,
  subjects: readonly Subject[],
  breaks: fc.Arbitrary<Break>,
): fc.Arbitrary<Neighbour> {
  return fc.oneof(
    ...subjects.map((subject) => broken(code, subject, breaks).map((invalid) => ({ ...invalid, subject }))),
  );
}

/** What parsing alone finds, broken as the testing kit breaks it for others. */
const breaks = {
  ...shapeBreaks,
  ...textBreaks,
  ...countryBreaks,
  ...registerBreaks,
  ...partyBreaks,
  ...transferBreaks,
  ...transactionBreaks,
};

/** Neighbours of any of the subjects, in the ways that the testing kit has for the code. */
export function among(code: keyof typeof breaks, ...subjects: readonly Subject[]): fc.Arbitrary<Neighbour> {
  return brokenAny(code, subjects, breaks[code]);
}
