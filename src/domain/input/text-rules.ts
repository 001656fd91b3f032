/** Rules for every text of an input, whatever its property. */
import type { Issue, IssueCode } from "../issue.js";

/** UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000;

// Default-ignorable code points (zero-width space, soft hyphen, Hangul fillers) show nothing either.
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
// With the flag u, a whole surrogate pair is one character. \p{Surrogate} would compile to a RegExp call that bundlers keep.
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const CONTROL = /\p{Cc}/u;

interface TextRule {
  readonly code: IssueCode;
  readonly isViolated: (text: string) => boolean;
  readonly params?: Issue["params"];
  readonly message: string;
}

/** Only the first violated rule of a text is reported. */
const textRules: readonly TextRule[] = [
  {
    code: "text_blank",
    isViolated: (text) => BLANK.test(text),
    message: "must not be blank; leave out an optional property.",
  },
  {
    code: "text_too_long",
    isViolated: (text) => text.length > MAX_TEXT_LENGTH,
    params: { maxLength: MAX_TEXT_LENGTH },
    message: `must have at most ${MAX_TEXT_LENGTH} UTF-16 code units.`,
  },
  {
    code: "text_malformed",
    isViolated: (text) => LONE_SURROGATE.test(text),
    message: "must be well-formed Unicode; it contains half of a surrogate pair.",
  },
  {
    code: "text_control_character",
    isViolated: (text) => CONTROL.test(text),
    message: "must not contain control characters such as NUL, tab or line break.",
  },
];

/**
 * Matches texts that meet every rule except the length: a visible character, then no control character and no surrogate.
 * Most texts do. A test compares each code unit with the rules.
 */
const PLAIN =
  /^[!-~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u17b3\u1810-\u1fff\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff][ -~\u00a0-\ud7ff\ue000-\uffff]*$/;

/** Returns the first rule that the text violates, or undefined. */
export function findBrokenTextRule(text: string): TextRule | undefined {
  if (text.length <= MAX_TEXT_LENGTH && PLAIN.test(text)) return undefined;
  return textRules.find((rule) => rule.isViolated(text));
}

/** Returns whether the text meets every rule. */
export function isSafeText(text: string): boolean {
  return findBrokenTextRule(text) === undefined;
}
