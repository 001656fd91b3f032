/** What every text of an input must obey, whatever field it is (design: strings). */
import type { IssueCode } from "../issue.js";

/** UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000;

// Default-ignorable code points (zero-width space, soft hyphen, Hangul fillers) show nothing either.
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
// Half of a pair: with the flag u a whole pair is one character. The build would write \p{Surrogate} as a call of RegExp,
// which is made anew where it stands within a function, and kept by every bundler where it does not.
const HALF_PAIR = /[\ud800-\udfff]/u;
const CONTROL = /\p{Cc}/u;

interface TextRule {
  readonly code: IssueCode;
  readonly broken: (text: string) => boolean;
  readonly message: string;
}

/** Of each text the first broken rule is reported. */
const textRules: readonly TextRule[] = [
  {
    code: "text_blank",
    broken: (text) => BLANK.test(text),
    message: "must not be blank; an optional field can be left out.",
  },
  {
    code: "text_too_long",
    broken: (text) => text.length > MAX_TEXT_LENGTH,
    message: `must have at most ${MAX_TEXT_LENGTH} UTF-16 code units.`,
  },
  {
    code: "text_malformed",
    broken: (text) => HALF_PAIR.test(text),
    message: "must be well-formed Unicode; it has half of a surrogate pair.",
  },
  {
    code: "text_control_character",
    broken: (text) => CONTROL.test(text),
    message: "must not hold control characters such as NUL, tab or line break.",
  },
];

/**
 * A character that surely shows something, and after it no control character and no surrogate: no rule is broken. Most
 * texts are such. A test holds each code unit against the rules.
 */
const PLAIN =
  /^[!-~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u17b3\u1810-\u1fff\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff][ -~\u00a0-\ud7ff\ue000-\uffff]*$/;

/** The first rule that the text breaks. */
export function findBrokenTextRule(text: string): TextRule | undefined {
  if (text.length <= MAX_TEXT_LENGTH && PLAIN.test(text)) return undefined;
  return textRules.find((rule) => rule.broken(text));
}

/** Whether the text breaks no rule. */
export function isSoundText(text: string): boolean {
  return findBrokenTextRule(text) === undefined;
}
