/** Ranks over joined texts, and the best of many matches, against the plainest way to say the same. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bestMatches,
  canMatch,
  foldedTexts,
  gatherMatches,
  joinTexts,
  rankIn,
  TEXT_BOUNDARY,
} from "../../src/domain/ranking.js";
import { compareText, type MatchRank, matchRank } from "../../src/domain/text.js";
import { nameText } from "../../src/testing/storage/records.js";
import { runs } from "../support/runs.js";

const rank = fc.constantFrom<MatchRank>(0, 1, 2, 3);

/** Ids that begin alike, end early, and go past what a key can tell apart. */
const id = fc
  .array(fc.constantFrom("a", "b", "\u0000", "\u00fc", "\u00fd", "\u00fe", "\u00ff", "東", "𝒜"), { maxLength: 9 })
  .map((units) => units.join(""));

describe("the rank over joined texts", () => {
  it("is the best of their ranks", () => {
    const drawn = fc
      .array(nameText, { minLength: 1, maxLength: 5 })
      .map(foldedTexts)
      .chain((texts) => {
        const part = fc
          .tuple(fc.constantFrom(...texts), fc.nat(5), fc.integer({ min: 1, max: 6 }))
          .map(([text, from, length]) => text.slice(from, from + length));
        return fc.record({ texts: fc.constant(texts), term: fc.oneof(part, nameText).filter(canMatch) });
      });
    fc.assert(
      fc.property(drawn, ({ texts, term }) => {
        const ranks = texts.map((text) => matchRank(term, text)).filter((each) => each !== undefined);
        expect(rankIn(term, joinTexts(texts))).toBe(ranks.length === 0 ? undefined : Math.min(...ranks));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("is that of a whole text wherever it stands", () => {
    for (const term of ["ana", "maria", "anamaria"])
      expect(rankIn(term, joinTexts(["ana", "maria", "anamaria"]))).toBe(0);
    expect(rankIn("ana", joinTexts(["ana maria", "ana"]))).toBe(0);
    expect(rankIn("mar", joinTexts(["ana maria", "maria"]))).toBe(1);
    expect(rankIn("mar", joinTexts(["xmar", "ana maria"]))).toBe(2);
    expect(rankIn("mar", joinTexts(["ana maria", "xmar"]))).toBe(2);
  });

  it("is of no term that goes across two texts, for what stands between them is in no squeezed text", () => {
    expect(rankIn("am", joinTexts(["ana", "maria"]))).toBeUndefined();
    expect(canMatch(`a${TEXT_BOUNDARY}m`)).toBe(false);
    expect(canMatch("")).toBe(false);
    const spaces = "a \t\n\v\f\r\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff";
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...spaces)), (units) => {
        expect(foldedTexts([units.join("")]).join("")).not.toContain(TEXT_BOUNDARY);
      }),
    );
  });
});

describe("the best of many matches", () => {
  const rows = fc.uniqueArray(fc.record({ id, rank }), { selector: (row) => row.id, maxLength: 300 });

  it("are all of them by rank, then id in code units, up to the limit", () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom("", "acc-"),
        fc.option(fc.integer({ min: 1, max: 40 })),
        (drawn, prefix, limit) => {
          const given = drawn.map((row) => ({ ...row, id: prefix + row.id }));
          const matches = gatherMatches<(typeof given)[number]>(({ id }) => id, limit ?? undefined);
          for (const row of given) matches.add(row.rank, row);
          const sorted = [...given].sort((a, b) => a.rank - b.rank || compareText(a.id, b.id));
          expect(matches.best()).toEqual(sorted.slice(0, limit ?? undefined));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  /** The ids in order, of matches of one rank that are added in the order given. */
  function ordered(ids: readonly string[], limit?: number): readonly string[] {
    const matches = gatherMatches<{ readonly id: string }>(({ id }) => id, limit);
    for (const one of ids) matches.add(2, { id: one });
    return matches.best().map((row) => row.id);
  }

  it("are in the order of their ids where one ends in what another begins with, or in a zero unit", () => {
    expect(ordered(["b", "ab"])).toEqual(["ab", "b"]);
    expect(ordered(["a\u0000", "a"])).toEqual(["a", "a\u0000"]);
    expect(ordered(["12345678\u00ffb", "12345678\u00ffa", "12345678"])).toEqual([
      "12345678",
      "12345678\u00ffa",
      "12345678\u00ffb",
    ]);
  });

  it("are as many as the limit, of however many, in whatever order those come", () => {
    const ids = Array.from({ length: 500 }, (_, index) => `id-${String(index).padStart(3, "0")}`);
    for (const limit of [1, 100, 300, 500, 1_000]) {
      expect(ordered(ids, limit)).toEqual(ids.slice(0, limit));
      expect(ordered([...ids].reverse(), limit)).toEqual(ids.slice(0, limit));
      const mixed = ids.map((_, index) => ids[(index * 7) % ids.length] ?? "");
      expect(ordered(mixed, limit)).toEqual(ids.slice(0, limit));
    }
  });

  it("are better by rank first, however late that match comes and however late its id is", () => {
    const matches = gatherMatches<{ readonly id: string }>(({ id }) => id, 1);
    for (let index = 0; index < 200; index += 1) matches.add(3, { id: `a-${index}` });
    matches.add(0, { id: "z" });
    expect(matches.best()).toEqual([{ id: "z" }]);
  });

  it("go by the best of a record's texts, wherever that stands among them", () => {
    const rows = [
      { id: "a", record: "a", texts: ["bank of x"] },
      { id: "b", record: "b", texts: ["bank", "riverbank"] },
      { id: "c", record: "c", texts: ["riverbank", "bank"] },
      { id: "d", record: "d", texts: ["river"] },
    ];
    expect(bestMatches(rows, "bank")).toEqual(["b", "c", "a"]);
  });
});
