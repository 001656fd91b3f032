/** Arbitraries of valid and invalid texts: many scripts, combining marks, right-to-left, emoji, quotes. */
import * as fc from "fast-check";

/** Draws one of the values. It shrinks to any value before it, and not only to the first one as fc.constantFrom. */
export function shrinkingChoice<T>(...values: readonly T[]): fc.Arbitrary<T> {
  const groups = values.map((value) => ({ num: 1, build: () => value }));
  return fc.mapToConstant(...groups);
}

/** Ranges of visible characters. None is blank, default-ignorable or a control character. */
const visible = [
  [0x61, 0x7a], // a–z first, because texts shrink to "a".
  [0x21, 0x7e], // ASCII with quotes, backslash, "@", "/" and "~".
  [0xa1, 0xac], // ¡ to ¬. 0xAD, the soft hyphen, is invisible.
  [0xc0, 0x24f], // Latin.
  [0x391, 0x3a1], // Greek.
  [0x410, 0x44f], // Cyrillic.
  [0x5d0, 0x5ea], // Hebrew.
  [0x627, 0x64a], // Arabic.
  [0x905, 0x939], // Devanagari.
  [0xe01, 0xe30], // Thai.
  [0x4e00, 0x4fff], // Han.
  [0xac00, 0xacff], // Hangul.
  [0x1f600, 0x1f64f], // emoji.
  [0x1d400, 0x1d454], // mathematical letters outside the basic plane, which NFKD makes ASCII
  [0x20000, 0x200ff], // Han outside the basic plane
] as const;

/** Spaces, combining marks, joiners and directional marks. Some are invisible alone. */
const companions = [" ", "\u00a0", "\u3000", "\u0301", "\u0308", "\u093f", "\u200d", "\u200f", "\u202e", "\ufe0f"];

const visibleUnit: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  ...visible.map(([first, last]) =>
    fc.integer({ min: first, max: last }).map((codePoint) => String.fromCodePoint(codePoint)),
  ),
);

const anyUnit: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: visibleUnit },
  { weight: 1, arbitrary: fc.constantFrom(...companions) },
);

const short: fc.Arbitrary<string> = fc
  .tuple(fc.string({ unit: anyUnit, maxLength: 12 }), visibleUnit, fc.string({ unit: anyUnit, maxLength: 12 }))
  .map(([before, core, after]) => `${before}${core}${after}`);

/** Texts of the maximal length, exactly 1,000 UTF-16 units. */
const longest: fc.Arbitrary<string> = short.map((text) =>
  text.repeat(Math.floor(1_000 / text.length)).padEnd(1_000, "a"),
);

// Created once, because a record has dozens of texts.
const anyText: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 20, arbitrary: short },
  { weight: 1, arbitrary: longest },
);

export function text(): fc.Arbitrary<string> {
  return anyText;
}

/** Draws text that still has a letter or digit without accents and white space, as a search needs. */
export function searchText(): fc.Arbitrary<string> {
  return text().filter((term) => /[\p{L}\p{N}]/u.test(term));
}

/** Draws one or more visible characters, except those of `without`. */
export function word(without: string): fc.Arbitrary<string> {
  const unit = visibleUnit.filter((character) => !without.includes(character));
  return fc.string({ unit, minLength: 1, maxLength: 12 });
}

/** Texts with one fault each. */
export const invalidTexts = {
  text_blank: fc.oneof(
    fc.constantFrom("", " ", "\t", "\n", "\u00a0\u3000", "\u2028", "\u0085", "\ufeff"),
    // Default-ignorable: zero-width space and joiner, soft hyphen, Hangul fillers, variation selector, tag characters.
    fc.constantFrom("\u200b", "\u200d", "\u00ad", "\u115f", "\u3164", "\ufe0f", "\u{e0041}"),
    fc.string({ unit: fc.constantFrom(" ", "\u200b", "\u2060", "\u3164"), minLength: 1, maxLength: 5 }),
  ),
  text_too_long: fc.oneof(
    longest.map((text) => `${text}a`),
    longest.map((text) => `${text}\u{1f600}`),
    fc.integer({ min: 1_001, max: 5_000 }).map((length) => "x".repeat(length)),
  ),
  text_malformed: fc
    .tuple(short, fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff", "\ude00\ud83d"), short)
    .map(([before, half, after]) => `${before}${half}${after}`),
  text_control_character: fc
    .tuple(short, fc.constantFrom("\0", "\t", "\n", "\r", "\u001b", "\u007f", "\u0085", "\u009f"), short)
    .map(([before, control, after]) => `${before}${control}${after}`),
} as const satisfies Record<string, fc.Arbitrary<string>>;
