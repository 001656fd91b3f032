/** A basic check of e-mail addresses. The mail system decides about the rest. */

/**
 * Returns whether a text has exactly one `@`, text on both sides of it, and no white space.
 *
 * @param text - the text to check
 * @returns true for the form of an e-mail address
 * @example
 * isEmail("info@example.com"); // true
 * isEmail("info@"); // false
 */
export function isEmail(text: string): boolean {
  return typeof text === "string" && (isPlainEmail(text) || form.test(text));
}

/** Returns whether a text is an e-mail address of printable ASCII. Most are, and V8 tests it faster than Unicode. */
export function isPlainEmail(text: string): boolean {
  return plain.test(text);
}

const plain = /^[!-?A-~]+@[!-?A-~]+$/;

// \p{White_Space} has U+0085, which \s lacks; \s has U+FEFF.
const form = /^[^@\s\p{White_Space}]+@[^@\s\p{White_Space}]+$/u;
