/** Writes the model as a document of an edition, spelled as a profile says. */

import { ComplianceError } from "../domain/compliance-error.js";
import { isDate } from "../domain/identifiers/date.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions } from "../domain/options.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { JsonObject, JsonValue } from "./message.js";
import type { Ivms101Edition, Ivms101Payload } from "./model.js";
import type { Ivms101Profile, Ivms101ProfileName } from "./profiles/profile.js";
import { ivms101Profiles } from "./profiles.js";
import { type ComponentName, type Element, schema } from "./schema.js";

/** Codes of {@link Ivms101Loss}. */
export type Ivms101LossCode =
  /** The document has a Latin form of the text. A name has its own spelling in the local name. */
  | "transliterated"
  /** The 2020 edition does not allow these characters of ASCII. The document has them, and its reader may refuse them. */
  | "characters_2020"
  /** The edition or the other model has no place for it. */
  | "no_place"
  /** The element is not one of IVMS101. */
  | "unknown_element"
  /** The account is longer than the edition allows. */
  | "too_long"
  /** Accounts are kept, but not which of several persons holds which. */
  | "account_holder"
  /** Joined with another part. It cannot be split again. */
  | "joined"
  /** It needs another element that is absent or not kept. */
  | "incomplete"
  /** The rules of accounts and VASPs do not allow it: country XX, a blank text, an LEI with wrong check digits. */
  | "not_allowed"
  /** A party of ours is one person. */
  | "further_person";

/** Something that a conversion could not keep. It never contains a value. */
export interface Ivms101Loss {
  /** JSON Pointer (RFC 6901) into what was converted, with the names of the standard. */
  readonly path: string;
  readonly code: Ivms101LossCode;
}

/** A field of a transfer that no IVMS101 message has. It never contains a value. */
export interface Ivms101Omission {
  /** JSON Pointer (RFC 6901) into the transfer. */
  readonly path: string;
  readonly code: /** The envelope of the message carries it: amount, chain. */
    | "envelope"
    /** A self-hosted address has no VASP. */
    | "self_hosted"
    /** IVMS101 has no element of that meaning: `account_category`, `vasp_id`, `email`. */
    | "no_element";
}

/** How to write a document. */
export interface WriteIvms101Options {
  /**
   * Spelling that the counterparty reads.
   * @default "standard"
   */
  readonly profile?: Ivms101ProfileName | undefined;
  /**
   * Current date as YYYY-MM-DD, for C2.
   * @default the date in UTC
   */
  readonly today?: string | undefined;
}

/** Returns checked options of writing. Throws a ComplianceError `invalid_input`. */
export function checkedWriting(
  owner: string,
  edition: unknown,
  given: WriteIvms101Options,
): { readonly profile: Ivms101Profile; readonly today: string | undefined } {
  const names = { profile: "checked", today: "checked" } as const;
  const { profile = "standard", today } = checkedOptions(owner, given, names, invalid);
  if (edition !== "2020" && edition !== "2023") throw invalid("The edition must be 2020 or 2023.");
  if (typeof profile !== "string" || !Object.hasOwn(ivms101Profiles, profile)) {
    throw invalid(`The option profile must be one of ${Object.keys(ivms101Profiles).join(", ")}.`);
  }
  if (today !== undefined && !isDate(today)) throw invalid("The option today must be a date as YYYY-MM-DD.");
  return { profile: ivms101Profiles[profile], today };
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/** Returns an issue for each entity that the profile requires and the payload lacks. An entity without a person is absent. */
export function missingEntities(
  payload: Ivms101Payload,
  { name, required }: Ivms101Profile,
): readonly Issue<Ivms101IssueCode>[] {
  const missing = required.filter((entity) => Object.keys(Object(ownOf(payload, entity))).length === 0);
  return missing.map((entity) => ({
    code: "required",
    path: `/${entity}`,
    clause: `IVMS101 profile ${name}`,
    message: `The profile ${name} requires ${entity}: counterparties refuse a document without it.`,
  }));
}

interface Style {
  readonly edition: Ivms101Edition;
  readonly profile: Ivms101Profile;
}

/** Returns the document of a model whose accounts are where the edition has them. */
export function writeDocument(payload: Ivms101Payload, edition: Ivms101Edition, profile: Ivms101Profile): JsonObject {
  return component("Payload", payload, { edition, profile });
}

function component(name: ComponentName, copy: object, style: Style): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const element of schema()[name] ?? []) {
    const value = element.text === "version" ? versionOf(style) : ownOf(copy, element.name);
    const [first] = element.names[style.edition];
    if (value === undefined || first === undefined) continue;
    members.push([spelled(first, name, style), many(element, value, style)]);
  }
  // Object.fromEntries calls no setter of a polluted prototype.
  return Object.fromEntries(members);
}

function versionOf({ edition }: Style): string | undefined {
  return edition === "2023" ? "101.2023" : undefined;
}

function ownOf(copy: object, name: string): unknown {
  return Object.hasOwn(copy, name) ? Reflect.get(copy, name) : undefined;
}

function spelled(name: string, parent: ComponentName, { edition, profile }: Style): string {
  if (name === "postcode") return profile.postcode;
  if (parent === "LegalPerson" && name === "customerIdentification" && edition === "2020") {
    return profile.customerNumber;
  }
  if (parent === "Payload" && profile.rootCase === "pascal") return `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return name;
}

function many(element: Element, value: unknown, style: Style): JsonValue {
  if (!Array.isArray(value)) return one(element, value, style);
  const items = value.map((item: unknown) => one(element, item, style));
  const [only] = items;
  return style.profile.lists === "single" && items.length === 1 && only !== undefined ? only : items;
}

function one(element: Element, value: unknown, style: Style): JsonValue {
  const { profile } = style;
  if (element.component === undefined) {
    const isUpper = element.codes === "TransliterationMethodCode" && profile.transliteration === "upper";
    // The model was checked: its values are texts and numbers.
    return isUpper ? String(value).toUpperCase() : (value as JsonValue);
  }
  const written = component(element.component, Object(value), style);
  if (profile.vasps === "nested" || !["OriginatingVASP", "BeneficiaryVASP"].includes(element.component)) return written;
  const [person] = Object.values(written);
  return person ?? written;
}
