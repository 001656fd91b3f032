/** Travel addresses: where to send an inquiry of the Travel Rule Protocol, as a text beside a wallet address. */

import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base58, bech32 } from "@scure/base";
import { base58Alphabet, base58Check } from "../domain/chains/encodings/base58check.js";
import type { Issue } from "../domain/issue.js";
import type { Result } from "../domain/result.js";
import { isPrivateHost } from "./private-host.js";
import { MAX_TEXT, type TravelIssueCode } from "./travel-issue.js";
import { type UrlPlace, urlIssues } from "./url.js";

const PREFIX = "ta";
const LNURL_PREFIX = "lnurl";
const PLACE: UrlPlace = { path: "", clause: "TRP Travel Address" };

/** A decoded travel address. */
export interface TravelAddress {
  /** Where to POST the inquiry: `https://` and the rest as encoded. */
  readonly url: string;
  /** Host of the URL in normal form, without port: `vasp.example`, `10.20.1.231`, `[2001:db8::1]`. */
  readonly host: string;
  /** `"travel_address"` since TRP 3.1.0; `"lnurl"` in older versions. */
  readonly form: "travel_address" | "lnurl";
  /** Whether the host is not public. Never send a request to such a host that a counterparty chose. */
  readonly isPrivateHost: boolean;
}

/**
 * Encodes the URL of an inquiry as a travel address: `ta` and base58 of the URL without scheme and a checksum (TRP 3.1.0).
 *
 * @param url - begins with `https://`; its query contains `t=i`; no user, password or fragment
 * @returns the travel address, or every issue of the URL. At most 1,000 characters.
 * @example
 * encodeTravelAddress("https://vasp.example?t=i"); // { ok: true, value: "ta2ef3qnsGJTzJ8JGwR1mHuvtinB2Z" }
 */
export function encodeTravelAddress(url: string): Result<string, TravelIssueCode> {
  const issues = urlIssues(url, PLACE, true);
  if (issues.length > 0) return { ok: false, issues };
  const value = PREFIX + base58Check.encode(utf8ToBytes(url.slice("https://".length)));
  return value.length > MAX_TEXT ? tooLong("The URL is too long. Its travel address") : { ok: true, value };
}

/**
 * Decodes a travel address, or the LNURL of versions before TRP 3.1.0. Never throws. Whether to send a request to the URL
 * is another question: see `isPrivateHost` in the value, and {@link checkPublicUrl}.
 *
 * @param text - `ta…` (case-sensitive), or `lnurl1…` in one case; any other value is an issue
 * @returns the URL and its host, or the issues. They contain no part of the text.
 * @example
 * const parsed = parseTravelAddress("ta2ef3qnsGJTzJ8JGwR1mHuvtinB2Z");
 * if (parsed.ok && !parsed.value.isPrivateHost) send(parsed.value.url, inquiry);
 */
export function parseTravelAddress(text: unknown): Result<TravelAddress, TravelIssueCode> {
  if (typeof text !== "string") return failed("wrong_type", "The travel address must be a text.");
  if (text.length > MAX_TEXT) return tooLong("The travel address");
  if (/^lnurl1/i.test(text)) return parsedLnurl(text);
  if (!text.startsWith(PREFIX)) {
    return failed("travel_address_prefix", "A travel address begins with ta in lower case, an older one with lnurl1.");
  }
  const encoded = text.slice(PREFIX.length);
  if (!base58Alphabet.pattern.test(encoded)) {
    return failed(
      "travel_address_characters",
      "A travel address has only digits and letters, without 0, O, I and l after its prefix. Copy it again.",
    );
  }
  if (encoded.length < 10 && base58.decode(encoded).length <= CHECKSUM_LENGTH) {
    return failed("travel_address_length", "The travel address is too short. Copy it again, completely.");
  }
  const bytes = base58Check.decode(encoded);
  if (bytes === undefined) return checksumIssue;
  const rest = textOf(bytes);
  if (rest === undefined) return notUtf8;
  if (rest.includes("://")) {
    return failed("url_scheme", "The URL inside of the travel address must have no scheme. Ask for another one.");
  }
  return decoded(`https://${rest}`, "travel_address");
}

/** Bytes of the checksum. */
const CHECKSUM_LENGTH = 4;

/** LNURL (LUD-01) is bech32 of the whole URL, without its limit of 90 characters. */
function parsedLnurl(text: string): Result<TravelAddress, TravelIssueCode> {
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) {
    return failed("travel_address_characters", "An LNURL must be in lower case, or in upper case. Do not mix both.");
  }
  if (!/^lnurl1[02-9ac-hj-np-z]*$/.test(lower)) {
    return failed("travel_address_characters", "An LNURL has only digits and letters, without 1, b, i and o.");
  }
  const words = bech32.decodeUnsafe(lower, false);
  if (words === undefined || words.prefix !== LNURL_PREFIX) return checksumIssue;
  const bytes = bech32.fromWordsUnsafe(words.words);
  const url = bytes && textOf(bytes);
  return url === undefined ? notUtf8 : decoded(url, "lnurl");
}

function decoded(url: string, form: TravelAddress["form"]): Result<TravelAddress, TravelIssueCode> {
  const issues = urlIssues(url, PLACE, form === "travel_address");
  if (issues.length > 0) return { ok: false, issues };
  const { hostname } = new URL(url);
  return { ok: true, value: { url, host: hostname, form, isPrivateHost: isPrivateHost(hostname) } };
}

/** Returns the text of UTF-8 bytes; undefined for other bytes. A byte order mark stays and is then malformed. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function failed(code: TravelIssueCode, message: string, params?: Issue["params"]): Result<never, TravelIssueCode> {
  return {
    ok: false,
    issues: [params === undefined ? { ...PLACE, code, message } : { ...PLACE, code, params, message }],
  };
}

function tooLong(subject: string): Result<never, TravelIssueCode> {
  return failed("text_too_long", `${subject} must have at most ${MAX_TEXT} characters.`, { max: MAX_TEXT });
}

const checksumIssue: Result<never, TravelIssueCode> = /* @__PURE__ */ failed(
  "travel_address_checksum",
  "The checksum of the travel address is wrong. A character is wrong or missing. Copy it again.",
);

const notUtf8: Result<never, TravelIssueCode> = /* @__PURE__ */ failed(
  "url_malformed",
  "The bytes of the travel address are no UTF-8 text. Ask for another travel address.",
);
