/** Legal entity identifiers (ISO 17442-1:2020) with check digits by ISO/IEC 7064 MOD 97-10. */

/**
 * Returns whether a text is a well-formed LEI: 18 characters A–Z and 0–9, and two matching check digits. It does not check
 * whether the LEI was issued or is active.
 *
 * @param text - the text to check
 * @returns true for right check digits
 * @example
 * isLei("506700GE1G29325QX363"); // true
 */
export function isLei(text: string): boolean {
  return typeof text === "string" && form.test(text) && remainder(text) === 1;
}

// The formula gives check digits 02 to 98. ISO 17442 §5.1 calls 00, 01 and 99 invalid, but LEIs that end in 00 and 01 were
// issued (prefix 3157). Only the remainder decides, so that real entities are not refused.
const form = /^[A-Z0-9]{18}[0-9]{2}$/;

const zero = 48; // "0"
const nine = 57; // "9"
const letterOffset = 55; // "A" is 65 and counts as 10, "Z" as 35

/** Returns the text modulo 97, with each letter as two digits. */
function remainder(text: string): number {
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    rest = code <= nine ? rest * 10 + code - zero : rest * 100 + code - letterOffset;
    rest %= 97;
  }
  return rest;
}
