/** Issues of IVMS101 documents. */
import type { Issue, IssueCode } from "../domain/issue.js";

/** Codes of {@link Ivms101Issue}: those of every input, the constraints C1 to C12, and those of documents. */
export type Ivms101IssueCode =
  | Extract<
      IssueCode,
      | "unreadable"
      | "wrong_type"
      | "required"
      | "unknown_property"
      | "not_allowed"
      | "text_blank"
      | "text_too_long"
      | "text_malformed"
      | "not_a_date"
      | "out_of_range"
      | "identification_missing"
    >
  | "ivms101_c1"
  | "ivms101_c2"
  | "ivms101_c3"
  | "ivms101_c4"
  | "ivms101_c5"
  | "ivms101_c6"
  | "ivms101_c7"
  | "ivms101_c8"
  | "ivms101_c9"
  | "ivms101_c10"
  | "ivms101_c11"
  | "ivms101_c12"
  | "ivms101_person"
  | "ivms101_repeated"
  | "ivms101_edition";

/** One fault of a document. It never contains a value of the document. `clause`: `"IVMS101.2023 C4"`, or that of our account. */
export interface Ivms101Issue extends Omit<Issue, "code"> {
  readonly code: Ivms101IssueCode;
}

/** A value, or every issue of a document. */
export type Ivms101Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Ivms101Issue[] };
