/** Registration authorities by the codes of the GLEIF list (reference/registration-authorities.ts). */
import { registrationAuthorityRanges } from "../../reference/registration-authorities.js";

// Built at the first call, so that importing this module runs nothing.
let codes: ReadonlySet<string> | undefined;

/**
 * Returns whether a text is a code of the GLEIF registration authorities list. RA777777, RA888888 and RA999999, for entities
 * without a listed authority, are codes of it; retired codes are not.
 *
 * @param text - the text to check
 * @returns true for a code of the list
 * @example
 * isRegistrationAuthority("RA000585"); // true
 */
export function isRegistrationAuthority(text: string): boolean {
  codes ??= new Set(registrationAuthorityRanges.trim().split(/\s+/).flatMap(codesOf));
  return codes.has(text);
}

/** Expands `48-51`. */
function codesOf(range: string): string[] {
  const [first = 0, last = first] = range.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `RA${String(first + index).padStart(6, "0")}`);
}
