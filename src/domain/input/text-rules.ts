/** Rules for every text of an input, whatever its property. */
import type { Issue, IssueCode } from "../issue.js";
import { isWellFormed } from "../text.js";

/** UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000;

// Default-ignorable code points (zero-width space, soft hyphen, Hangul fillers) show nothing either.
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
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
    message: "must not be blank.",
  },
  {
    code: "text_too_long",
    isViolated: (text) => text.length > MAX_TEXT_LENGTH,
    params: { maxLength: MAX_TEXT_LENGTH },
    message: `must have at most ${MAX_TEXT_LENGTH} UTF-16 code units.`,
  },
  {
    code: "text_malformed",
    isViolated: (text) => !isWellFormed(text),
    message: "must be well-formed Unicode; it contains half of a surrogate pair.",
  },
  {
    code: "text_control_character",
    isViolated: (text) => CONTROL.test(text),
    message: "must not contain control characters such as NUL, tab or line break.",
  },
];

/** Matches a control character or a surrogate. A pair of surrogates is left to the rules. */
const DOUBTFUL = /[^ -~\u00a0-\ud7ff\ue000-\uffff]/;

/** Up to this length, a loop is faster than a regular expression. A longer text is searched for what it must not contain. */
const SHORT = 6;

/** Returns whether a text meets every rule for certain. Most texts do. Other texts may still meet them. */
export function isFineText(text: string): boolean {
  const { length } = text;
  if (length === 0 || length > MAX_TEXT_LENGTH) return false;
  const first = text.charCodeAt(0);
  if (first <= SPACE || (first > TILDE && !isVisible(first))) return false;
  if (length > SHORT) return !DOUBTFUL.test(text);
  for (let index = 1; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < SPACE || (unit > TILDE && (unit < 0xa0 || (unit & 0xf800) === 0xd800))) return false;
  }
  return true;
}

const SPACE = 0x20;
const TILDE = 0x7e;

/** Whether a code unit beyond ASCII is a visible character for certain. */
function isVisible(unit: number): boolean {
  if (unit < 0x300) return unit > 0xa0 && unit !== 0xad;
  if (unit > 0x3164) return unit < 0xd800;
  if (unit < 0x17b4) return unit > 0x36f && unit !== 0x61c && unit !== 0x115f && unit !== 0x1160 && unit !== 0x1680;
  return (unit > 0x180f && unit < 0x2000) || (unit > 0x206f && unit < 0x3000) || (unit > 0x3000 && unit < 0x3164);
}

/** Returns the first rule that the text violates, or undefined. */
export function findBrokenTextRule(text: string): TextRule | undefined {
  return isFineText(text) ? undefined : textRules.find((rule) => rule.isViolated(text));
}

/** Returns whether the text meets every rule. */
export function isSafeText(text: string): boolean {
  return findBrokenTextRule(text) === undefined;
}

/**
 * Returns whether a record can have the value as its key. A key has no limit of length, because the id of an alert is made
 * of several texts. Callers without types may pass
 * anything, which a database could convert to the key of another record, as it does with half of a surrogate pair.
 */
export function isKey(value: unknown): value is string {
  if (typeof value !== "string") return false;
  return isFineText(value) || textRules.every(({ code, isViolated }) => code === "text_too_long" || !isViolated(value));
}
