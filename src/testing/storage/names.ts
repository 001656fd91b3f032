/** Names in many scripts, and terms to search them by. */
import * as fc from "fast-check";
import { foldText, squeezeText } from "../../domain/text.js";

/**
 * What names are made of here. Among them is what a search may trip over: letters that fold to several, that are one
 * letter in two cases of which neither is ASCII, that decompose, that lie outside the first plane; white space of all
 * kinds; and what is a pattern, a quote or an escape elsewhere.
 */
const pieces = [
  ["a", "b", "A", "ab", "B", "aa", "7", " ", "  ", "-", "'", "."],
  ["é", "e\u0301", "ß", "SS", "ẞ", "Ł", "ø", "Æ", "þ", "ſ", "İ", "ı", "ŉ", "ﬁ", "Ⅳ", "ａ"],
  ["Σ", "ς", "σ", "ΐ", "й", "Ё", "Ꙋ", "և", "Ա", "ა", "Ა", "Ꭰ", "ꭰ", "𐐀", "𐐨", "𝒜"],
  ["א", "שׁ", "ب", "ﻻ", "क", "क़", "ก", "ำ", "한", "각", "が", "ｶﾞ", "東", "㍿", "𠮷", "😀"],
  ["\u00a0", "\u3000", "\u2003", "%", "_", "\\", "*", '"', "?", "[", "(", "^", "$", ":"],
] as const;

/** Short texts that often contain one another. */
export const nameText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces[0]) }, fc.constantFrom(...pieces.flat())), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

/** A term as a storage is asked for it, or how to cut one out of the texts that are there. */
type TermDraw =
  | { readonly kind: "text"; readonly term: string }
  | { readonly kind: "cut"; readonly of: number; readonly from: number; readonly length: number };

const written: fc.Arbitrary<TermDraw> = nameText.map((text) => ({ kind: "text", term: termOf(text) }));
const cut: fc.Arbitrary<TermDraw> = fc
  .record({ of: fc.nat({ max: 63 }), from: fc.nat({ max: 7 }), length: fc.integer({ min: 1, max: 6 }) })
  .map((draw) => ({ kind: "cut", ...draw }));

/** Terms, most of them out of what is stored, so that there is something to find. */
export const anyTerm: fc.Arbitrary<TermDraw> = fc.oneof(written, cut, cut);

/** The term that was drawn, for a search among these texts. */
export function drawnTerm(draw: TermDraw, texts: readonly string[]): string {
  if (draw.kind === "text") return draw.term;
  // By characters: half of one is no term.
  const characters = [...foldText(texts[draw.of % texts.length] ?? "")];
  const start = draw.from % Math.max(1, characters.length);
  return termOf(characters.slice(start, start + draw.length).join(""));
}

/** Folded and squeezed, as the port says. */
export function termOf(text: string): string {
  return squeezeText(foldText(text));
}
