/** Registration authorities by the codes of the GLEIF list (§2.6; see reference/registration-authorities.ts). */
import { registrationAuthorityRanges } from "../../reference/registration-authorities.js";

// Expanded at the first call, so that importing this module runs nothing.
let codes: ReadonlySet<string> | undefined;

/**
 * Whether the text is a code of the registration authorities list. RA777777, RA888888 and RA999999, which the list keeps
 * for entities without a listed authority, are codes of it; retired codes are not.
 *
 * @example
 * isRegistrationAuthority("RA000585"); // true
 */
export function isRegistrationAuthority(text: string): boolean {
  codes ??= new Set(registrationAuthorityRanges.flatMap(([first, last]) => codesOf(first, last)));
  return codes.has(text);
}

function codesOf(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `RA${String(first + index).padStart(6, "0")}`);
}
