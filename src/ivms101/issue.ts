/** Codes of the issues of IVMS101 documents. */
import type { IssueCode } from "../domain/issue.js";

/** Codes of the issues of documents: those of every input and its texts, of the constraints C1 to C12, and of documents. */
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
  | "too_many_values"
  | "text_characters"
  | "transliteration_failed"
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
