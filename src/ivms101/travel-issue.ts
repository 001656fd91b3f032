/** Issues of travel addresses and of messages of the Travel Rule Protocol (TRP). */
import type { Issue, IssueCode } from "../domain/issue.js";
import type { Result } from "../domain/result.js";
import type { Ivms101IssueCode } from "./issue.js";

/** Codes of the issues of travel addresses and messages. They include those of IVMS101 documents. */
export type TravelIssueCode =
  | Extract<IssueCode, "amount_malformed" | "not_a_timestamp" | "not_an_lei">
  | Ivms101IssueCode
  // URLs
  | "url_malformed"
  | "url_scheme"
  | "url_credentials"
  | "url_fragment"
  | "url_host"
  | "url_tag"
  | "private_host"
  // travel addresses
  | "travel_address_prefix"
  | "travel_address_characters"
  | "travel_address_length"
  | "travel_address_checksum"
  // messages
  | "amount_contradicts"
  | "amount_inexact"
  | "not_a_dti"
  | "trp_asset"
  | "trp_choice"
  | "trp_version";

/** Highest number of UTF-16 code units of a text, as in other inputs. It bounds the time of base58. */
export const MAX_TEXT = 1_000;

/** Returns the value, or the issues if there are any. */
export function resultOf<T>(issues: readonly Issue<TravelIssueCode>[], value: () => T): Result<T, TravelIssueCode> {
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: value() };
}
