import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexedTerm, indexedTexts, likePattern, trigramQuery } from "../../src/adapters/storage/sql/search-texts.js";
import { isWellFormed, matchRank } from "../../src/domain/text.js";

const pieces = ["a", "b", "ab", " ", "-", "7", "東", "é", "𝒜", "😀", "%", "_", "\\", '"', "'"];
const reserved = ["\u0000", "\u0001", "\u0002", "\u0003", "\u0004", "\u0010", "\u0016", "\u001f", "1", "0"];
const joined = (parts: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((chosen) => chosen.join(""));
const anyText = fc.oneof(
  joined(pieces, 8),
  joined([...pieces, ...reserved], 10),
  joined([...reserved, "\ud835", "\udc9c", "a"], 6),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const anyTerm = fc
  .oneof(joined(pieces, 3), joined([...pieces, ...reserved], 3))
  .filter((term) => term !== "" && isWellFormed(term));

/** What the statements compute. */
function rankInColumn(term: string, column: string): number | undefined {
  const { anywhere, whole, beginning, word } = indexedTerm(term);
  if (!column.includes(anywhere)) return undefined;
  const rank = [whole, beginning, word].findIndex((part) => column.includes(part));
  return rank === -1 ? 3 : rank;
}

function bestRank(term: string, texts: readonly string[]): number | undefined {
  const ranks = texts.map((text) => matchRank(term, text)).filter((rank) => rank !== undefined);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

describe("the column of searched texts", () => {
  it("ranks every term like matchRank", () => {
    const texts = fc.array(anyText, { maxLength: 4 });
    const parts = fc.tuple(fc.nat(8), fc.nat(4));
    fc.assert(
      fc.property(texts, anyTerm, parts, (given, term, [start, length]) => {
        const part = (given[0] ?? "").slice(start, start + length);
        for (const asked of isWellFormed(part) && part !== "" ? [term, part] : [term]) {
          expect(rankInColumn(asked, indexedTexts(given))).toBe(bestRank(asked, given));
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it("contains neither NUL nor a lone surrogate", () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        expect(indexedTexts(texts)).not.toMatch(/\0|\p{Surrogate}/u);
      }),
    );
  });

  it("is queried by quoted trigrams, all of which every match contains", () => {
    fc.assert(
      fc.property(anyText.filter(isWellFormed), (text) => {
        const part = indexedTerm(text).anywhere;
        const asked = trigramQuery(part);
        expect(asked === undefined).toBe([...part].length < 3);
        for (const [, quoted = ""] of asked?.matchAll(/"((?:[^"]|"")*)"(?: AND |$)/gs) ?? []) {
          const trigram = quoted.replaceAll('""', '"');
          expect([...trigram]).toHaveLength(3);
          expect(part).toContain(trigram);
        }
      }),
    );
    expect(trigramQuery("ab")).toBeUndefined();
    expect(trigramQuery('a"bc')).toBe('"a""b" AND """bc"');
    expect(trigramQuery("x".repeat(1_000))).toBe('"xxx"');
  });

  it("is searched by a pattern without special characters of the term", () => {
    expect(likePattern("50%_\\x")).toBe("%50\\%\\_\\\\x%");
  });
});
