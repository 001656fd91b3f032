/** The Latin form of a text: ICAO Doc 9303, part 3, section 6, and ASCII characters for typographic ones. */
import { latinLetters } from "../reference/latin-letters.js";
import { foldText } from "./text.js";

const PRINTABLE = /^[ -~]*$/;
/** Letters with their marks. A letter of another script keeps its place. */
const WORD = /[\p{L}\p{M}]+/gu;
/** What says nothing about the case of a word: ß, and marks. */
const CASELESS = /[ßẞ]|\p{M}/gu;
/** The last mark of a decomposed letter, after the letter. */
const LAST_MARK = /(.)[\u0300-\u036f]$/su;

type Replacement = string | ((character: string) => string);

/** Characters with an equivalent. The 2020 edition has neither hyphens nor quotation marks. */
const replacements: readonly { readonly of: RegExp; readonly in2020: Replacement; readonly in2023: Replacement }[] = [
  { of: /\p{Zs}/gu, in2020: " ", in2023: " " },
  { of: /[\u2018-\u201b\u2039\u203a\u02b9\u02bb\u02bc\u2032\u00b4]/g, in2020: "'", in2023: "'" },
  { of: /[\u201c-\u201f\u00ab\u00bb\u2033]/g, in2020: "'", in2023: '"' },
  { of: /[\u2010-\u2015\u2212]/g, in2020: " ", in2023: "-" },
  // Invisible: soft hyphen, zero-width characters, directional marks. Catalan writes l·l; ICAO has L for Ŀ.
  { of: /[\u00ad\u200b-\u200f\u2060\ufeff]|(?<=[Ll])\u00b7(?=[Ll])/g, in2020: "", in2023: "" },
  { of: /\u00aa/g, in2020: "a", in2023: "a" },
  // Many people type the degree sign for º: N° 5.
  { of: /[\u00ba\u00b0]/g, in2020: "o", in2023: "o" },
  { of: /\u0149/g, in2020: "'n", in2023: "'n" },
  // Full-width digits and letters.
  { of: /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, in2020: halfWidth, in2023: halfWidth },
];

function halfWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}

/** Returns whether every character is printable ASCII, which IVMS101 calls Latin. */
export function isLatin(text: string): boolean {
  return PRINTABLE.test(text);
}

/**
 * Returns a text in printable ASCII. Latin and Cyrillic letters are transliterated. A letter that ICAO does not list loses
 * its marks, and other Latin letters become their base letters. Letters keep their case: `Öl` is `Oel`, `ÖBB` is `OEBB`.
 *
 * @returns undefined if a character has no Latin form, or nothing would be left
 */
export function latinForm(text: string, edition: "2020" | "2023"): string | undefined {
  let plain = text.normalize("NFC");
  for (const { of, in2020, in2023 } of replacements) {
    const by = edition === "2020" ? in2020 : in2023;
    // The two overloads of `replace` do not take the union.
    plain = typeof by === "string" ? plain.replace(of, by) : plain.replace(of, by);
  }
  const latin = plain.replace(WORD, latinWord);
  return isLatin(latin) && latin.trim() !== "" ? latin : undefined;
}

function latinWord(word: string): string {
  const cased = word.replace(CASELESS, "");
  const isCapitals = cased.length > 1 && cased === cased.toUpperCase() && cased !== cased.toLowerCase();
  let latin = "";
  let isLetter = false;
  for (const character of word) {
    // A mark that is composed with no letter.
    if (isLetter && isMark(character)) continue;
    const form = formOf(character);
    isLetter = form !== undefined;
    latin += form === undefined ? character : inCase(character, form, isCapitals);
  }
  return latin;
}

/** Returns the form of a letter in capitals; undefined if it has none. */
function formOf(letter: string): string | undefined {
  const capital = letter.toUpperCase();
  const form = /^[A-Z]+$/.test(capital) ? capital : forms().get(capital);
  if (form !== undefined) return form;
  const decomposed = letter.normalize("NFD");
  const withoutMark = decomposed.replace(LAST_MARK, "$1");
  if (withoutMark !== decomposed) return formOf(withoutMark.normalize("NFC"));
  const base = foldText(letter).toUpperCase();
  return /^[A-Z]+$/.test(base) ? base : undefined;
}

/** Whether a character is one of the marks of Latin and Cyrillic letters. */
function isMark(character: string): boolean {
  return character >= "\u0300" && character <= "\u036f";
}

function inCase(letter: string, form: string, isCapitals: boolean): string {
  if (isCapitals) return form;
  const isCapital = letter !== letter.toLowerCase() && letter !== "ẞ";
  return isCapital ? `${form.slice(0, 1)}${form.slice(1).toLowerCase()}` : form.toLowerCase();
}

let known: ReadonlyMap<string, string> | undefined;

/** Built at the first call, so that importing this module runs nothing. */
function forms(): ReadonlyMap<string, string> {
  known ??= new Map(
    latinLetters
      .trim()
      .split(/\s/)
      .flatMap((group) => {
        const [letters = "", form = ""] = group.split(":");
        return [...letters].map((letter) => [letter, form] as const);
      }),
  );
  return known;
}
