/** Creates risk entries (§2.8) from what a provider returned. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { bare } from "../../domain/own.js";

/** The content of a response, as an adapter understands it. */
export interface Finding {
  readonly providerName: string;
  /** Integer 0–100. */
  readonly riskRatio: number;
  /** The provider's own score first, then sanctions, then the provider's order. Even a 0 has its reason. */
  readonly descriptors: readonly [string, ...string[]];
  /** Names of the owner, if it is a VASP. */
  readonly names?: readonly string[];
  /** Only what the provider calls a legal name. */
  readonly legalName?: string;
  readonly categories?: readonly string[];
  readonly website?: string | null;
}

const maxDescriptors = 64;
const maxDescriptorLength = 200;
// Texts of a record have at most 1,000 UTF-16 code units (design §4).
const maxTextLength = 1000;

/** Creates a complete entry. Control characters become spaces, and texts that are too long are cut. */
export function toRiskEntry(finding: Finding): RiskEntry {
  const { providerName, riskRatio, descriptors, names = [], legalName = "", categories = [], website } = bare(finding);
  return {
    provider_name: providerName,
    risk_ratio: riskRatio,
    risk_descriptors: capped(distinct(descriptors.map((each) => storable(each, maxDescriptorLength)))),
    vasp_name_legal: storable(legalName, maxTextLength),
    vasp_name_business: joined(names),
    vasp_website: storable(website ?? "", maxTextLength) || null,
    vasp_category: joined(categories),
  };
}

function capped(descriptors: readonly string[]): readonly string[] {
  return descriptors.length <= maxDescriptors
    ? descriptors
    : [...descriptors.slice(0, maxDescriptors - 1), "truncated"];
}

/** Joins whole names with commas. The record has no escaping, so a comma within a name becomes a space. */
function joined(texts: readonly string[]): string {
  let list = "";
  for (const text of distinct(texts.map((each) => storable(each.replaceAll(",", " "), maxTextLength)))) {
    const longer = list === "" ? text : `${list}, ${text}`;
    if (longer.length > maxTextLength) break;
    list = longer;
  }
  return list;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Returns one line of well-formed text with at most `most` UTF-16 code units; "" when nothing is visible. */
function storable(text: string, most: number): string {
  // Cut first: a text of the service may have half a mebibyte.
  const line = text
    .slice(0, 10 * most)
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  // The cut may leave half of a surrogate pair.
  const cut =
    line.length <= most
      ? line
      : line
          .slice(0, most)
          .replace(/\p{Surrogate}$/u, "")
          .trim();
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(cut) ? "" : cut;
}

/**
 * Whether an owner of this category is a VASP. Other owners may be a mixer or a thief, and a decentralized exchange has
 * no operator: their names must not stand as a VASP in an entry.
 */
export function isVaspCategory(category: string): boolean {
  const words = category.toLowerCase();
  return (/\bexchange\b/.test(words) && !/\bdecentrali[sz]ed\b/.test(words)) || vaspCategories.has(words);
}

const vaspCategories: ReadonlySet<string> = new Set(["hosted wallet", "custodian", "merchant services", "atm"]);

/** Returns the descriptors about sanctions first, then the others, each in their order. */
export function sanctionsFirst(descriptors: readonly string[]): readonly string[] {
  const isSanctions = (text: string): boolean => /sanction/i.test(text);
  return [...descriptors.filter(isSanctions), ...descriptors.filter((text) => !isSanctions(text))];
}

/** Returns `Samplex (exchange)`, or the category alone for an owner without a name. */
export function ownerText(name: string | undefined, category: string): string {
  return name === undefined ? category : `${name} (${category})`;
}
