/** Characters of the whole of Unicode. */
import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any code point, as `unit: "binary"` of fast-check. That one first builds a table of 1.1 million characters, which takes
 * longer than most tests.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new TypeError("not one code point");
    if (code < SURROGATES.first) return code;
    if (code < SURROGATES.first + SURROGATES.count) throw new TypeError("half a surrogate pair");
    return code - SURROGATES.count;
  },
);
