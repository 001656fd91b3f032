/** E-mail addresses, as far as they are checked here: what mailbox syntax forbids beyond this is left to the mail system. */

/**
 * Whether the text has exactly one `@`, something on both sides of it, and no white space (Unicode) anywhere.
 *
 * @example
 * isEmail("info@example.com"); // true
 * isEmail("info@"); // false
 */
export function isEmail(text: string): boolean {
  return plain.test(text) || form.test(text);
}

// Most are of printable ASCII, for which V8 has a faster test than for all of Unicode.
const plain = /^[!-?A-~]+@[!-?A-~]+$/;

// \s is what ECMAScript takes for white space; \p{White_Space} adds U+0085, \s adds U+FEFF.
const form = /^[^@\s\p{White_Space}]+@[^@\s\p{White_Space}]+$/u;
