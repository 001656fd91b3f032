import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginsWord, compareText, foldText, matchRank } from "../../src/domain/text.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { isFullRun } from "../support/runs.js";

/** Every code point, lone surrogates included. The fast tests take every 23rd from U+3000 on, where folding has little to do. */
function* everyCharacter(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point += isFullRun || point < 0x3000 ? 1 : 23)
    yield String.fromCodePoint(point);
}

const hex = (character: string): string | undefined => character.codePointAt(0)?.toString(16);

/** Greek and Latin with all that folding has to know of, and anything else. */
const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        "Σ",
        "σ",
        "ς",
        " ",
        "A",
        "ẞ",
        "ß",
        "İ",
        "ı",
        "i\u0307",
        "ſ",
        "ﬃ",
        "Ø",
        "ŉ",
        "e\u0301",
        "가",
        "か\u3099",
        ".",
      ),
    )
    .map((parts) => parts.join("")),
);

describe("foldText, by the row on account search (§4.5)", () => {
  it.each([
    ["ASCII is only lowered", "O'Brien & Sons, 12 PLC", "o'brien & sons, 12 plc"],
    ["marks go", "Škoda São Tomé Ångström Việt", "skoda sao tome angstrom viet"],
    ["marks go however the letter was typed", "e\u0301 \u00e9", "e e"],
    ["both forms of sharp s are ss", "STRAẞE Straße", "strasse strasse"],
    ["every sigma is one", "ΟΔΥΣΣΕΥΣ Οδυσσεύς", "οδυσσευσ οδυσσευσ"],
    ["every i is one", "İIıi", "iiii"],
    ["long s is s", "Congreſs", "congress"],
    ["ligatures fall apart", "ﬁnance oﬃce ǆ Ĳ", "finance office dz ij"],
    ["letters with strokes and hooks lose them", "Łódź Øst Đuro Ħal Ŧ Ƙano Ɓ Ɖ", "lodz ost duro hal t kano b d"],
    ["joined letters part", "Ærø Œuvre Þór Ðe", "aero oeuvre thor de"],
    ["there is such a letter of every base", "ⱥƀȼđɇƒǥħɨɉƙłɱƞøᵽɋɍꞩŧʉʋⱳᶍɏƶ", "abcdefghijklmnopqrstuvwxyz"],
    ["schwa, eng and kra are as in a passport", "Əliyev Ŋ ĸ", "eliyev n q"],
    ["African letters are as their base", "Kɔfi Ɛ Ɩ Ɣ Ʊ", "kofi e i g u"],
    ["full width is as half width", "ＡＢＣ　１２３", "abc 123"],
    ["other scripts stay", "Москва 東京 القاهرة", "москва 東京 القاهرة"],
    ["there may be nothing left", "\u0301\u0308", ""],
    ["nothing stays nothing", "", ""],
  ])("%s", (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("leaves what is folded as it is, for every code point", () => {
    const changed: (string | undefined)[] = [];
    for (const character of everyCharacter()) {
      const folded = foldText(character);
      if (foldText(folded) !== folded) changed.push(hex(character));
    }
    expect(changed).toEqual([]);
  }, 30_000);

  it("is the same for every case and every normal form, for every code point", () => {
    const differing = new Set<string | undefined>();
    for (const character of everyCharacter()) {
      const folded = foldText(character);
      // The iota subscript is a mark below and a letter in capitals: as a mark it goes.
      if (character.normalize("NFKD").includes("\u0345")) continue;
      const forms = ["NFC", "NFD", "NFKC", "NFKD"].map((form) => character.normalize(form));
      const variants = new Set([character.toLowerCase(), character.toUpperCase(), ...forms]);
      variants.delete(character);
      for (const variant of variants) if (foldText(variant) !== folded) differing.add(hex(character));
    }
    expect([...differing]).toEqual([]);
  }, 30_000);

  it("joins at least what the case-insensitive matching of regular expressions joins", () => {
    const apart: (string | undefined)[] = [];
    for (const character of everyCharacter()) {
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        if (other === character || [...other].length > 1 || !new RegExp(`^${other}$`, "iu").test(character)) continue;
        if (foldText(other) !== foldText(character) && character !== "\u0345") apart.push(hex(character));
      }
    }
    expect(apart).toEqual([]);
  }, 30_000);

  it("leaves no Latin letter of Latin-1 and Latin Extended-A beyond a to z", () => {
    const left: string[] = [];
    for (let point = 0xc0; point <= 0x17f; point += 1) {
      const letter = String.fromCodePoint(point);
      // ŀ and ŉ have a sign of their own beside the letter.
      if (/\p{L}/u.test(letter) && !"Ŀŀŉ".includes(letter) && !/^[a-z]+$/.test(foldText(letter))) left.push(letter);
    }
    expect(left).toEqual([]);
  });

  it("folds a text as it folds its parts, so that a part stays a part", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        // A surrogate pair is one letter, whose halves are none.
        fc.pre(!(/[\ud800-\udbff]$/.test(a) && /^[\udc00-\udfff]/.test(b)));
        expect(foldText(a + b)).toBe(foldText(a) + foldText(b));
      }),
      { numRuns: 5000 },
    );
  });
});

describe("beginsWord", () => {
  it("is true after every ASCII character that is neither letter nor number", () => {
    for (let unit = 0; unit < 0x80; unit += 1) {
      const before = String.fromCharCode(unit);
      expect(beginsWord(`${before}a`, 1)).toBe(!/[\p{L}\p{N}]/u.test(before));
    }
  });
});

describe("matchRank", () => {
  it.each([
    ["the whole text is 0", "bank", "bank", 0],
    ["its beginning is 1", "bank", "banker", 1],
    ["the beginning of a word is 2", "bank", "the bank", 2],
    ["a word begins after any sign", "bank", "(bank)", 2],
    ["a word begins after any sign, also beyond ASCII", "bank", "a—bank", 2],
    ["a word begins after any sign, also beyond the basic plane", "bank", "🏦bank", 2],
    ["inside a word is 3", "bank", "riverbank", 3],
    ["numbers are part of words", "bank", "1bank", 3],
    ["letters beyond the basic plane are part of words", "bank", "𐐨bank", 3],
    ["so is one letter beyond ASCII at the beginning", "bank", "東bank", 3],
    ["the best occurrence counts", "bank", "riverbank bank", 2],
    ["the best occurrence counts, beginning first", "bank", "bank of bank", 1],
    ["occurrences may overlap", "a a", "xa a a", 2],
    ["the term may be several words", "bank of", "the bank of", 2],
    ["a term that begins with a sign is inside after a letter", " bank", "the bank", 3],
    ["elsewhere it is none", "bank", "ban", undefined],
    ["the empty term matches nothing", "", "bank", undefined],
    ["the empty term matches not even nothing", "", "", undefined],
  ])("%s", (_, term, text, rank) => {
    expect(matchRank(term, text)).toBe(rank);
  });

  it("finds exactly what is contained", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "𐐨", "-"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (term, given) => {
        expect(matchRank(term, given) !== undefined).toBe(term !== "" && given.includes(term));
      }),
    );
  });
});

describe("compareText", () => {
  it("orders by code units, whatever the locale", () => {
    expect(["b", "a", "Z", "ä", "10", "9", "a"].sort(compareText)).toEqual(["10", "9", "Z", "a", "a", "b", "ä"]);
    expect(compareText("\u{1f600}", "\uffee")).toBe(-1);
  });
});
