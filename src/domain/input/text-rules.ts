/** What every text of an input must obey, whatever field it is (design: strings). */
import type { IssueCode } from "../issue.js";

/** UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000;

interface TextRule {
  readonly code: IssueCode;
  readonly broken: (text: string) => boolean;
  readonly message: string;
}

/** Of each text the first broken rule is reported. */
const textRules: readonly TextRule[] = [
  {
    code: "text_blank",
    // Default-ignorable code points (zero-width space, soft hyphen, Hangul fillers) show nothing either.
    broken: (text) => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(text),
    message: "must not be blank; an optional field can be left out.",
  },
  {
    code: "text_too_long",
    broken: (text) => text.length > MAX_TEXT_LENGTH,
    message: `must have at most ${MAX_TEXT_LENGTH} UTF-16 code units.`,
  },
  {
    code: "text_malformed",
    broken: (text) => /\p{Surrogate}/u.test(text),
    message: "must be well-formed Unicode; it has half of a surrogate pair.",
  },
  {
    code: "text_control_character",
    broken: (text) => /\p{Cc}/u.test(text),
    message: "must not hold control characters such as NUL, tab or line break.",
  },
];

/** Printable ASCII, not only spaces: no rule is broken, and one test says so. Most texts are such. */
const PLAIN = /^ *[!-~][ -~]*$/;

/** The first rule that the text breaks. */
export function findBrokenTextRule(text: string): TextRule | undefined {
  if (text.length <= MAX_TEXT_LENGTH && PLAIN.test(text)) return undefined;
  return textRules.find((rule) => rule.broken(text));
}

/** Whether no text in the value breaks a rule: the usual case, known before any path is built. */
export function areTextsSound(value: unknown): boolean {
  if (typeof value === "string") return findBrokenTextRule(value) === undefined;
  return typeof value !== "object" || value === null || Object.values(value).every(areTextsSound);
}
