/** Texts, codes and numbers of IVMS101: character sets, lengths, code lists, C2, C3 and C10. */
import { isCountry } from "../domain/identifiers/country.js";
import { isDate } from "../domain/identifiers/date.js";
import { isRegistrationAuthority } from "../domain/identifiers/registration-authority.js";
import { latinForm } from "../domain/latin-form.js";
import { isWellFormed } from "../domain/text.js";
import { type CodeListName, codeLists, type Element } from "./schema.js";
import type { DocumentState } from "./state.js";

const NARROW = /^[a-zA-Z0-9' ]*$/;
const PRINTABLE = /^[ -~]*$/;
/** Latin letters, marks, and the characters of all scripts: digits, spaces, typographic ones. */
const LATIN_SCRIPT = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** LocalMax100Text: anything but line breaks. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const SURROGATE = /[\ud800-\udfff]/;

/** Returns whether a text has at most so many characters (code points). */
export function fits(text: string, length: number): boolean {
  if (text.length <= length) return true;
  if (text.length > 2 * length || !SURROGATE.test(text)) return false;
  return [...text].length <= length;
}

/** Reads one value that is no component. Returns null for a faulty one. */
export function readValue(given: unknown, element: Element, clause: string, state: DocumentState): unknown {
  if (element.codes !== undefined) return readCode(given, element.codes, state);
  if (element.text === undefined) return readNumber(given, clause, state);
  if (typeof given !== "string") {
    state.addIssue("wrong_type", clause, `${element.name} must be a text.`);
    return null;
  }
  return readText(given, element, clause, state);
}

function readText(given: string, element: Element, clause: string, state: DocumentState): unknown {
  const { name, text, length } = element;
  switch (text) {
    case "date":
      return readDate(given, state);
    case "country":
      return readConstrained(given, "ivms101_c3", "C3", isKnownCountry, COUNTRY, state);
    case "authority":
      return readConstrained(given, "ivms101_c10", "C10", isRegistrationAuthority, AUTHORITY, state);
    case "version":
      return readVersion(given, state);
  }
  if (given === "") state.addIssue("text_blank", clause, `${name} must not be empty. Leave out an optional element.`);
  else if (!fits(given, length)) {
    state.addIssue("text_too_long", clause, `${name} must have at most ${length} characters.`, { max: length });
  } else if (!isWellFormed(given)) {
    state.addIssue(
      "text_malformed",
      clause,
      `${name} must be well-formed Unicode; it contains half of a surrogate pair.`,
    );
  } else if (text === "local" && LINE_BREAK.test(given)) {
    state.addIssue("text_characters", clause, `${name} must have no line breaks.`);
  } else {
    if (text === "latin" && !isNarrow(given)) addCharacters(given, element, clause, state);
    return given;
  }
  return null;
}

/** Returns whether a text has only the characters that the 2020 edition allows. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/**
 * Adds that an edition does not allow the characters of a text. Real documents of 2020 contain commas, full stops and
 * hyphens, so these are a warning. Letters outside ASCII are a note in the tolerant mode if they are Latin ones.
 */
function addCharacters(given: string, { name }: Element, clause: string, state: DocumentState): void {
  const isPrintable = PRINTABLE.test(given);
  const isLatin = isPrintable || (LATIN_SCRIPT.test(given) && latinForm(given, "2023") !== undefined);
  const hint = LOCAL_NAMES.includes(clause) ? " The own spelling of a name belongs to localNameIdentifier." : "";
  for (const edition of isPrintable ? (["2020"] as const) : (["2020", "2023"] as const)) {
    const message = `${name} has characters that the ${edition} edition does not allow: it has only ${CHARACTERS[edition]}.${hint}`;
    const note = isLatin ? (`characters_${edition}` as const) : undefined;
    state.addEditionFault({ edition, note, isWarning: isPrintable }, { code: "text_characters", clause, message });
  }
}

const CHARACTERS = { "2020": "A–Z, a–z, 0–9, apostrophe and space", "2023": "printable ASCII" } as const;

/** Components whose names have local names beside them. */
const LOCAL_NAMES = ["NaturalPersonNameID", "LegalPersonNameID"];

const COUNTRY = "A country is an assigned code of ISO 3166-1 alpha-2 in capital letters, or XX.";
const AUTHORITY = "A registrationAuthority is a code of the GLEIF Registration Authorities List, such as RA000585.";

function isKnownCountry(code: string): boolean {
  return code === "XX" || isCountry(code);
}

function readConstrained(
  given: string,
  code: "ivms101_c3" | "ivms101_c10",
  clause: string,
  isValid: (text: string) => boolean,
  message: string,
  state: DocumentState,
): string | null {
  if (isValid(given)) return given;
  // §1.5: values compare without regard to case.
  const upper = given.length <= 8 ? inCapitals(given) : given;
  if (state.isTolerant && isValid(upper)) {
    state.addNote("code_spelling", "The code is written in capital letters. It was read as such.");
    return upper;
  }
  state.addIssue(code, clause, message);
  return null;
}

function readDate(given: string, state: DocumentState): string | null {
  if (!isDate(given)) state.addIssue("not_a_date", "Date", "dateOfBirth must be a real date as YYYY-MM-DD.");
  else if (given >= state.today) state.addIssue("ivms101_c2", "C2", "dateOfBirth must be before the current date.");
  else return given;
  return null;
}

function readVersion(given: string, state: DocumentState): string | null {
  if (given === "101.2023" || given === "IVMS101.2023") state.version = "2023";
  else if (given === "101") {
    state.version = "2020";
    state.addEditionFault(
      { edition: "2023", note: "edition_assumed", isWarning: false },
      {
        code: "ivms101_edition",
        clause: "PayloadVersionCode",
        message: "payloadVersion of the 2023 edition is 101.2023.",
      },
    );
  } else {
    state.addIssue("not_allowed", "PayloadVersionCode", "payloadVersion must be 101 or 101.2023.", {
      allowed: ["101", "101.2023"],
    });
    return null;
  }
  return given;
}

/** Digits of a Number: at most 18. JSON numbers are exact up to 2⁵³. */
function readNumber(given: unknown, clause: string, state: DocumentState): number | null {
  if (state.isTolerant && typeof given === "string" && /^\d{1,9}$/.test(given)) {
    state.addNote("number_as_text", "The number is a text. It was read as a number.");
    return Number(given);
  }
  if (typeof given !== "number") state.addIssue("wrong_type", clause, "sequence must be a number.");
  else if (!Number.isSafeInteger(given)) state.addIssue("out_of_range", clause, "sequence must be an integer.");
  else return given;
  return null;
}

function readCode(given: unknown, list: CodeListName, state: DocumentState): string | null {
  const codes: readonly string[] = codeLists[list];
  if (typeof given === "string" && given !== "" && codes.includes(given)) return given;
  const read = state.isTolerant ? respelled(given, list, codes) : undefined;
  if (read !== undefined) {
    state.addNote(
      "code_spelling",
      `The code of ${list} has another spelling than in the standard. It was read as the code.`,
    );
    return read;
  }
  const allowed = codes.filter((code) => code !== "");
  if (typeof given === "string") {
    state.addIssue("not_allowed", list, `The code must be one of ${allowed.join(", ")}.`, { allowed });
  } else state.addIssue("wrong_type", list, `The code must be a text: one of ${allowed.join(", ")}.`, { allowed });
  return null;
}

/** Returns a text with the letters of ASCII in capitals. `toUpperCase` would make SS of ß, and I of ı. */
function inCapitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Reads a code in another case, with the prefix of its protobuf name, or its protobuf number. */
function respelled(given: unknown, list: CodeListName, codes: readonly string[]): string | undefined {
  if (typeof given === "number")
    return Number.isInteger(given) && given >= 0 ? codes.at(given) || undefined : undefined;
  if (typeof given !== "string" || given.length > 64 || given === "") return undefined;
  const upper = inCapitals(given);
  const prefix = `${list.replace(/(?!^)[A-Z]/g, "_$&").toUpperCase()}_`;
  const bare = upper.startsWith(prefix) ? upper.slice(prefix.length) : upper;
  return codes.find((code) => code !== "" && code.toUpperCase() === bare);
}
