/** Folding, matching, order and form of texts (§4.5, §4.6). */

/**
 * Latin letters without a decomposition in Unicode, by their base letters.
 *
 * - Rows of one letter: every "LATIN SMALL LETTER X WITH (STROKE, HOOK, …)" that does not decompose, from the Unicode names
 *   list. After them, variants in use (African ɔ ɛ ɩ ɣ ʊ ʉ, Azerbaijani ə, Sámi ŋ ʒ, dotless ȷ).
 * - Longer rows and ŋ: as in the machine-readable zone of passports (ICAO Doc 9303-3 §6). Only ø differs: it is o here,
 *   because people type it so. ICAO lists neither ə nor ĸ, which has the place of q in Greenlandic.
 *
 * Small letters are enough, because case is folded before.
 */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  a: "ᶏⱥɑ",
  b: "ƀƃɓᵬᶀꞗ",
  c: "ƈȼɕꞓꞔ",
  d: "đƌȡɖɗᵭᶁᶑꟈð",
  e: "ɇᶒⱸꬴəǝɛ",
  f: "ƒᵮᶂꞙ",
  g: "ǥɠᶃꞡɣ",
  h: "ħɦⱨꞕ",
  i: "ɨᶖɩ",
  j: "ɉʝȷɟ",
  k: "ƙᶄⱪꝁꝃꝅꞣ",
  l: "łƚȴɫɬɭᶅⱡꝉꞎꬷꬸꬹ",
  m: "ɱᵯᶆꬺ",
  n: "ƞȵɲɳᵰᶇꞑꞥꬻŋ",
  o: "øⱺꝋꝍɔɵ",
  p: "ƥᵱᵽᶈꝑꝓꝕ",
  q: "ɋʠꝗꝙĸ",
  r: "ɍɼɽɾᵲᵳᶉꞧꭉ",
  s: "ȿʂᵴᶊꞩꟊ",
  t: "ŧƫƭȶʈᵵⱦ",
  u: "ᶙꞹꭎꭒʉʊ",
  v: "ʋᶌⱱⱴꝟ",
  w: "ⱳ",
  x: "ᶍꭖꭗꭘꭙ",
  y: "ƴɏỿꭚ",
  z: "ƶȥɀʐʑᵶᶎⱬʒ",
  ae: "æ",
  oe: "œ",
  th: "þ",
};

const NON_ASCII = /[\u0080-\uffff]/;
const MARKS = /\p{M}+/gu;
/** Not one class: V8 14.6 (Node 26) misses letters beyond the first plane in a class of two before `$`. */
const ENDS_IN_WORD = /(?:\p{L}|\p{N})$/u;

/**
 * Returns a text as searches compare it: NFKD, without marks, case folded, Latin letters as their base letters. Folding twice
 * changes nothing. Folding the parts of a text gives the parts of the folded text.
 *
 * @param text - any text
 * @returns the folded text
 * @example
 * foldText("Łódź Straße"); // "lodz strasse"
 */
export function foldText(text: string): string {
  if (!NON_ASCII.test(text)) return text.toLowerCase();
  // JavaScript has no case folding. Lower, upper and lower case again join the same letters as full folding (ẞ ß ss, ſ s,
  // ı i, Cherokee). Only the final sigma depends on its place.
  const decomposed = text.normalize("NFKD").replace(MARKS, "");
  const cased = decomposed.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  const { letters, bases } = undecomposed();
  // The expression matches only letters with a base.
  return cased.replace(letters, (letter) => bases.get(letter) as string);
}

let cached: { readonly letters: RegExp; readonly bases: ReadonlyMap<string, string> } | undefined;

// Built at the first call, so that importing this module runs nothing.
function undecomposed(): NonNullable<typeof cached> {
  if (cached === undefined) {
    const entries = Object.entries(UNDECOMPOSED);
    const bases = new Map(entries.flatMap(([base, letters]) => [...letters].map((letter) => [letter, base])));
    cached = { letters: new RegExp(`[${[...bases.keys()].join("")}]`, "gu"), bases };
  }
  return cached;
}

/**
 * Squeezes white space.
 *
 * @param text - any text
 * @returns the text with every run of white space as one space, and none around it
 */
export function squeezeText(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Quality of a match: 0 the whole text, 1 its beginning, 2 the beginning of a word in it, 3 inside a word. */
export type MatchRank = 0 | 1 | 2 | 3;

/**
 * Returns the rank of the best occurrence of a folded term in a folded text, or undefined. A word begins after a character
 * that is neither letter nor number. The empty term matches nothing.
 */
export function matchRank(foldedTerm: string, foldedText: string): MatchRank | undefined {
  if (foldedTerm === "") return undefined;
  let at = foldedText.indexOf(foldedTerm);
  if (at === -1) return undefined;
  if (at === 0) return foldedText.length === foldedTerm.length ? 0 : 1;
  for (; at !== -1; at = foldedText.indexOf(foldedTerm, at + 1)) {
    if (beginsWord(foldedText, at)) return 2;
  }
  return 3;
}

/** Returns whether a word begins at an index: the character before is neither letter nor number. */
export function beginsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before < 0x80) return !isAsciiWord(before);
  // Two code units, because the character before may be a surrogate pair.
  return !ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at));
}

/** Without a regular expression, which takes ten times as long: a search looks up millions. */
function isAsciiWord(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
}

/** Compares texts by UTF-16 code units: the same in every locale. */
export function compareText(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const SURROGATE = /[\ud800-\udfff]/;
// \p{Surrogate} would compile to a RegExp call that bundlers keep.
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns whether a text has no half of a surrogate pair, which has no bytes in UTF-8. */
export function isWellFormed(text: string): boolean {
  return !SURROGATE.test(text) || !HALF_PAIR.test(text);
}
