/** Issues of travel addresses and of messages of the Travel Rule Protocol (TRP). */
import type { Issue, IssueCode } from "../domain/issue.js";
import type { Ivms101IssueCode } from "./issue.js";

/** Codes of {@link TravelIssue}: those of every input, of URLs, of travel addresses, of TRP and of IVMS101. */
export type TravelIssueCode =
  | Extract<IssueCode, "amount_malformed">
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
  | "amount_inexact"
  | "not_a_dti"
  | "trp_asset"
  | "trp_choice";

/** One fault of a travel address or a message. It never contains a value of the input. `clause`: `"TRP Inquiry"`. */
export interface TravelIssue extends Omit<Issue, "code"> {
  readonly code: TravelIssueCode;
}

/** A value, or every issue of a travel address or a message. */
export type TravelResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly TravelIssue[] };

/** Highest number of UTF-16 code units of a text, as in other inputs. It bounds the time of base58. */
export const MAX_TEXT = 1_000;

/** Returns the value, or the issues if there are any. */
export function resultOf<T>(issues: readonly TravelIssue[], value: () => T): TravelResult<T> {
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: value() };
}
