/** The texts of a payload that was read tolerantly, in the characters of an edition. */
import type { Issue } from "../domain/issue.js";
import { isLatin, latinForm } from "../domain/latin-form.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { Ivms101Edition, Ivms101Payload, ParsedIvms101 } from "./model.js";
import { type ComponentName, type Element, schema } from "./schema.js";
import { fits, isNarrow } from "./texts.js";
import type { Ivms101Loss } from "./write.js";

/** Identifiers are never transliterated: another identifier would name somebody else. */
const IDENTIFIERS = ["accountNumber", "customerIdentification", "nationalIdentifier"];

/** A payload in Latin letters, with what changed, and the texts that the edition cannot have. */
export interface LatinPayload {
  readonly payload: Ivms101Payload;
  readonly losses: readonly Ivms101Loss[];
  readonly issues: readonly Issue<Ivms101IssueCode>[];
}

/**
 * Returns a payload whose texts an edition allows. Names and addresses are transliterated, and the own spelling of a name
 * becomes a local name. ASCII that only the 2020 edition does not allow stays, because documents in use have it.
 */
export function latinPayload({ payload, edition: given }: ParsedIvms101, edition: Ivms101Edition): LatinPayload {
  const texts = new Texts(edition, given);
  // The walk keeps the form of the payload.
  return {
    payload: texts.component("Payload", payload, "") as Ivms101Payload,
    losses: texts.losses,
    issues: texts.issues,
  };
}

class Texts {
  readonly losses: Ivms101Loss[] = [];
  readonly issues: Issue<Ivms101IssueCode>[] = [];
  private readonly edition: Ivms101Edition;
  /** Whether the characters of 2020 are a loss. A document of 2020 that has others already is noted. */
  private readonly isNarrower: boolean;

  constructor(edition: Ivms101Edition, given: Ivms101Edition) {
    this.edition = edition;
    this.isNarrower = edition === "2020" && given === "2023";
  }

  component(name: ComponentName, given: object, path: string): object {
    const members = schemaOf(name).flatMap((element): readonly (readonly [string, unknown])[] => {
      if (!Object.hasOwn(given, element.name)) return [];
      const value: unknown = Reflect.get(given, element.name);
      return [[element.name, this.value(element, value, `${path}/${element.name}`)]];
    });
    // Object.fromEntries calls no setter of a polluted prototype.
    const copy = Object.fromEntries(members);
    const type = Object.hasOwn(LOCAL_TYPES, name) ? LOCAL_TYPES[name as keyof typeof LOCAL_TYPES] : undefined;
    return type === undefined ? copy : withLocalNames(given as Names, copy as unknown as Names, type);
  }

  private value(element: Element, value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.value(element, item, `${path}/${index}`));
    if (element.component !== undefined) return this.component(element.component, Object(value), path);
    return element.text === "latin" ? this.text(element, String(value), path) : value;
  }

  private text(element: Element, text: string, path: string): string {
    if (isLatin(text)) {
      if (this.isNarrower && !isNarrow(text)) this.losses.push({ path, code: "characters_2020" });
      return text;
    }
    const { name, length } = element;
    const form = IDENTIFIERS.includes(name) ? undefined : latinForm(text, this.edition);
    if (form === undefined) {
      this.addIssue("text_characters", path, `${name} has no Latin form. Ask the sender for it.`);
    } else if (!fits(form, length)) {
      this.addIssue("text_too_long", path, `The Latin form of ${name} has over ${length} characters.`);
    }
    this.losses.push({ path, code: "transliterated" });
    return form ?? text;
  }

  private addIssue(code: Ivms101IssueCode, path: string, message: string): void {
    this.issues.push({ code, path, clause: `IVMS101.${this.edition}`, message });
  }
}

function schemaOf(name: ComponentName): readonly Element[] {
  return schema()[name] as readonly Element[];
}

/** Types of names, and of their local names, by component. */
const LOCAL_TYPES = {
  NaturalPersonName: ["naturalPersonNameIdentifierType", "nameIdentifierType"],
  LegalPersonName: ["legalPersonNameIdentifierType", "legalPersonNameIdentifierType"],
} as const;

type Name = Readonly<Record<string, string>>;

interface Names {
  readonly nameIdentifier: readonly Name[];
  readonly localNameIdentifier?: readonly Name[];
}

/** Returns the Latin names, with the own spelling of each that changed as a local name. */
function withLocalNames(own: Names, latin: Names, [type, localType]: readonly [string, string]): Names {
  const local = Object.hasOwn(own, "localNameIdentifier") ? (own.localNameIdentifier ?? []) : [];
  const known = new Set(local.map((name) => JSON.stringify(sorted(name))));
  const added = own.nameIdentifier
    .filter((name, index) => JSON.stringify(sorted(name)) !== JSON.stringify(sorted(latin.nameIdentifier[index] ?? {})))
    .map((name) => Object.fromEntries(sorted(name).map(([key, text]) => [key === type ? localType : key, text])))
    .filter((name) => !known.has(JSON.stringify(sorted(name))));
  return added.length === 0 ? latin : { ...latin, localNameIdentifier: [...local, ...added] };
}

function sorted(name: Name): readonly (readonly [string, string])[] {
  return Object.entries(name).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
