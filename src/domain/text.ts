/** Text as search sees it (§4.5, §4.6): folded, matched by rank, ordered by code units. */

/**
 * Latin letters that have no decomposition in Unicode and so survive NFKD, by what they are searched as.
 * One-letter rows: every "LATIN SMALL LETTER X WITH (STROKE, HOOK, …)" that does not decompose, from the Unicode names
 * list, and after them variants of the shape that living orthographies use (African ɔ ɛ ɩ ɣ ʊ ʉ, Azerbaijani ə, Sámi ŋ
 * ʒ, dotless ȷ). Longer rows and ə, ŋ, ĸ: as the machine-readable zone of passports writes them (ICAO Doc 9303-3 §6),
 * save that ø is o here, for people type it so. Small letters are enough: case is folded before.
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

const BASE_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(UNDECOMPOSED).flatMap(([base, letters]) => [...letters].map((letter) => [letter, base] as const)),
);

const NON_ASCII = /[\u0080-\uffff]/;
const EACH_UNDECOMPOSED = new RegExp(`[${[...BASE_LETTERS.keys()].join("")}]`, "gu");
const MARKS = /\p{M}+/gu;
/** By code unit: asked a million times in a search, where a regular expression costs ten times as much. */
const ASCII_WORD = Array.from({ length: 0x80 }, (_, unit) => /[\p{L}\p{N}]/u.test(String.fromCharCode(unit)));
/** Not as one class: V8 14.6 (Node 26) does not find letters beyond the first plane with a class of two and `$`. */
const ENDS_IN_WORD = /(?:\p{L}|\p{N})$/u;

/**
 * The text as search compares it: Unicode NFKD, marks removed, full case folding, and Latin letters that Unicode does
 * not decompose replaced by their base letters. Folding a folded text changes nothing, and folding two texts apart and
 * together gives the same, so that a part of a text stays a part of it.
 *
 * @example
 * foldText("Łódź Straße"); // "lodz strasse"
 */
export function foldText(text: string): string {
  if (!NON_ASCII.test(text)) return text.toLowerCase();
  // JavaScript has no case folding. Lower, upper, lower again joins what full folding joins (ẞ ß ss, ſ s, ı i, Cherokee
  // both ways); only the final sigma depends on its place and needs a word of its own.
  const decomposed = text.normalize("NFKD").replace(MARKS, "");
  const cased = decomposed.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  // The expression finds these letters only, so that each has a base.
  return cased.replace(EACH_UNDECOMPOSED, (letter) => BASE_LETTERS.get(letter) as string);
}

/** The text with every run of white space as one space, and none around it. */
export function squeezeText(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** How well a term matches: 0 the whole text, 1 its beginning, 2 the beginning of a word in it, 3 inside a word. */
export type MatchRank = 0 | 1 | 2 | 3;

/**
 * The rank of the best occurrence of a folded term in a folded text; undefined when there is none. A word begins after
 * whatever is neither letter nor number. The empty term matches nothing.
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

/** Whether a word begins at that place: whether what stands before it is neither letter nor number. */
export function beginsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before < 0x80) return !ASCII_WORD[before];
  // Two code units, for the character before may be a surrogate pair.
  return !ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at));
}

/** Orders texts by UTF-16 code units: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
