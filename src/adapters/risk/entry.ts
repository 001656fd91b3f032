/** From what a provider says to a risk entry (§2.8): which texts it may hold, how many, in which form. */
import type { RiskEntry } from "../../domain/addresses/address.js";

/** What an adapter has understood of an answer. */
export interface Finding {
  readonly provider_name: string;
  /** Integer 0–100. */
  readonly risk_ratio: number;
  /** The provider's own score first, then sanctions, then in its order. Never empty: also a 0 has its reason. */
  readonly descriptors: readonly [string, ...string[]];
  /** Names of who owns the address, where that is a VASP. */
  readonly names?: readonly string[];
  /** Only what the provider calls a legal name. */
  readonly legalName?: string;
  readonly categories?: readonly string[];
  readonly website?: string | null;
}

const maxDescriptors = 64;
const maxDescriptorLength = 200;
// The texts of a record have at most 1,000 UTF-16 units (design §4).
const maxTextLength = 1000;

/** A complete entry. Texts of providers come in any form: control characters become spaces, what is too long is cut. */
export function toRiskEntry(finding: Finding): RiskEntry {
  const { provider_name, risk_ratio, descriptors, names = [], legalName = "", categories = [], website } = finding;
  return {
    provider_name,
    risk_ratio,
    risk_descriptors: capped(distinct(descriptors.map((each) => sound(each, maxDescriptorLength)))),
    vasp_name_legal: sound(legalName, maxTextLength),
    vasp_name_business: joined(names),
    vasp_website: sound(website ?? "", maxTextLength) || null,
    vasp_category: joined(categories),
  };
}

function capped(descriptors: readonly string[]): readonly string[] {
  return descriptors.length <= maxDescriptors
    ? descriptors
    : [...descriptors.slice(0, maxDescriptors - 1), "truncated"];
}

/** Commas separate, and the record has no escaping: one within a name becomes a space. Whole names only. */
function joined(texts: readonly string[]): string {
  let list = "";
  for (const text of distinct(texts.map((each) => sound(each.replaceAll(",", " "), maxTextLength)))) {
    const longer = list === "" ? text : `${list}, ${text}`;
    if (longer.length > maxTextLength) break;
    list = longer;
  }
  return list;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}

/**
 * As a record can hold it (design §4): on one line with single spaces, well-formed, at most `most` UTF-16 units; empty
 * when there is nothing to be seen.
 */
function sound(text: string, most: number): string {
  // Half of a character, a lone surrogate, becomes U+FFFD; at the end of what was cut it goes.
  const line = text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const short =
    line.length <= most
      ? line
      : line
          .slice(0, most)
          .replace(/\p{Surrogate}$/u, "")
          .trim();
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(short) ? "" : short;
}
