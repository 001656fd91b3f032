/** The Latin forms of the texts of a transfer, by field: which were transliterated, and which have none. */
import { ignoreRejection } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { isLatin, latinForm } from "../domain/latin-form.js";
import { isWellFormed } from "../domain/text.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { Ivms101Edition } from "./model.js";

/**
 * Returns the Latin form of a text, or undefined if it has none.
 *
 * @param text - the whole text of a field
 * @param script - ISO 15924 code: `Hani`, `Jpan` (with kana), `Kore`, `Arab`, `Grek`; `Zyyy` for no known script
 */
export type Transliterate = (text: string, script: string) => string | undefined;

/** A valid Latin text in place of one that has no Latin form. The issue says so at its field. */
const PLACEHOLDER = "x";

const LATIN =
  "IVMS101 allows only Latin letters here, and this text has others without a standard form. Write its Latin form, or return it from the option transliterate.";
const FAILED =
  "The option transliterate threw an error, or its result was no printable ASCII text, such as a promise. Correct it, or write the Latin form here.";
const MALFORMED = "The text must be well-formed Unicode; it contains half of a surrogate pair.";

export class LatinTexts {
  readonly issues: Issue<Ivms101IssueCode>[] = [];
  private readonly edition: Ivms101Edition;
  private readonly transliterate: Transliterate | undefined;
  private readonly changed = new Set<string>();

  constructor(edition: Ivms101Edition, transliterate: Transliterate | undefined) {
    this.edition = edition;
    this.transliterate = transliterate;
  }

  /** Returns the pointers of transliterated fields. */
  pointers(): readonly string[] {
    return [...this.changed];
  }

  isTransliterated(pointer: string): boolean {
    return this.changed.has(pointer);
  }

  /** Returns the Latin form of the text of a field. Adds an issue if it has none. */
  of(text: string, pointer: string): string {
    if (isLatin(text)) return text;
    const form = latinForm(text, this.edition) ?? this.answerFor(text, pointer);
    if (form === undefined) return PLACEHOLDER;
    this.changed.add(pointer);
    return form;
  }

  private answerFor(text: string, pointer: string): string | undefined {
    if (!isWellFormed(text)) return this.addIssue("text_malformed", pointer, MALFORMED);
    let answer: unknown;
    try {
      const { transliterate } = this;
      answer = transliterate?.(text, scriptOf(text));
    } catch {
      // The error is dropped on purpose: it may contain personal data.
      return this.addIssue("transliteration_failed", pointer, FAILED);
    }
    if (answer === undefined) return this.addIssue("text_characters", pointer, `${LATIN}${localNameOf(pointer)}`);
    if (typeof answer === "string" && isLatin(answer) && answer.trim() !== "") return answer;
    ignoreRejection(answer);
    return this.addIssue("transliteration_failed", pointer, FAILED);
  }

  private addIssue(code: Ivms101IssueCode, path: string, message: string): undefined {
    this.issues.push({ code, path, clause: `IVMS101.${this.edition}`, message });
  }
}

/** Names of parties have a local name. Addresses and VASPs have none. */
function localNameOf(pointer: string): string {
  const kind = /\/(individual|entity)_name\/[^/]+$/.exec(pointer)?.[1];
  return kind === undefined ? "" : ` The name in its own script belongs to ${kind}_localname.`;
}

/** Scripts by their ISO 15924 codes. Texts with kana or Hangul may also have Han. */
const SCRIPTS =
  "Hani Arab Armn Beng Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mong Mymr Sinh Taml Telu Thaa Thai Tibt Cyrl Latn";

function scriptOf(text: string): string {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return "Jpan";
  if (/\p{sc=Hang}/u.test(text)) return "Kore";
  return SCRIPTS.split(" ").find((code) => new RegExp(`\\p{sc=${code}}`, "u").test(text)) ?? "Zyyy";
}
