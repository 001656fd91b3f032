/** The search index and its parts: posting lists and the numbers of grams. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGramIndex, createGramTable, createPostings } from "../../src/adapters/storage/gram-index.js";
import { joinTexts, TEXT_BOUNDARY } from "../../src/domain/ranking.js";
import { runs } from "../support/runs.js";

describe("posting lists", () => {
  // Gaps of one to five bytes; a list of one byte's gaps as long as several chunks.
  const gap = fc.oneof(fc.nat(3), fc.nat(0x7f), fc.nat(0x3fff), fc.nat(0x1fffff), fc.nat(0xfffffff));

  it("return the numbers that were appended, each once, in whichever order the lists are extended", () => {
    const step = fc.record({ list: fc.nat(5), gap, times: fc.constantFrom(1, 1, 1, 30, 400) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const postings = createPostings();
        const expected: number[][] = [];
        for (const { list: asked, gap: each, times } of steps) {
          // A list begins with its first number, and lists begin one after another.
          const list = Math.min(asked, expected.length);
          const values = expected[list] ?? [];
          for (let time = 0; time < times; time += 1) {
            const value = Math.min((values.at(-1) ?? 0) + each, 0xffffffff);
            postings.append(list, value);
            if (values.at(-1) !== value) values.push(value);
          }
          expected[list] = values;
        }
        expect(expected.map((_, list) => postings.count(list))).toEqual(expected.map(({ length }) => length));
        expect(expected.map((_, list) => [...postings.read(list)])).toEqual(expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it("may be many, and may span segments", () => {
    const postings = createPostings();
    const lists = 3000;
    for (let value = 0; value < 200; value += 1) {
      for (let list = 0; list < lists; list += 1) postings.append(list, value * (list + 1));
    }
    for (const list of [0, 1, 127, 1500, lists - 1]) {
      expect([...postings.read(list)]).toEqual(Array.from({ length: 200 }, (_, value) => value * (list + 1)));
    }
    for (let value = 200; value < 200_000; value += 1) postings.append(0, value);
    expect(postings.read(0).length).toBe(200_000);
    expect(postings.read(0).every((value, index) => value === index)).toBe(true);
  });
});

describe("a gram table", () => {
  const unit = fc.oneof(fc.constantFrom(0, 10, 97, 98, 0xd835, 0xffff), fc.nat(0xffff));

  it("numbers grams in order and finds them again, also by their beginning", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(unit, unit, unit), { maxLength: 1500 }), (groups) => {
        const table = createGramTable();
        const expected = new Map<string, number>();
        for (const group of groups) {
          const key = String.fromCharCode(...group);
          if (!expected.has(key)) expect(table.find(...group)).toBeUndefined();
          expected.set(key, expected.get(key) ?? expected.size);
          expect(table.numberOf(...group)).toBe(expected.get(key));
        }
        for (const [first, second, third] of groups.slice(0, 20)) {
          expect(table.find(first, second, third)).toBe(expected.get(String.fromCharCode(first, second, third)));
          for (const prefix of [String.fromCharCode(first), String.fromCharCode(first, second)]) {
            const numbers = [...expected].filter(([key]) => key.startsWith(prefix)).map(([, number]) => number);
            expect(table.beginningWith(prefix)).toEqual(numbers);
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("gives different numbers to grams that differ in one code unit only", () => {
    const table = createGramTable();
    const units = Array.from({ length: 20_000 }, (_, index) => index * 3);
    const groups = units.flatMap((unit): [number, number, number][] => [
      [unit, 98, 99],
      [97, unit, 99],
      [97, 98, unit],
    ]);
    expect(new Set(groups.map((group) => table.numberOf(...group))).size).toBe(groups.length);
    expect(groups.map((group) => table.find(...group))).toEqual(groups.map((_, number) => number));
  });
});

describe("a gram index", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "ab", " ", "東", "𝒜"), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(""));
  const documents = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 40 });

  it("names the documents that contain a term: exactly those for up to three code units, at least those for more", () => {
    fc.assert(
      fc.property(documents, text, fc.integer({ min: 1, max: 5 }), (all, from, length) => {
        const term = from.slice(0, length);
        const index = createGramIndex();
        for (const [number, texts] of all.entries()) index.add(number, joinTexts(texts));
        const named = [...(index.candidates(term, Number.POSITIVE_INFINITY) ?? [-1])];
        const expected = [...all.keys()].filter((number) => all[number]?.some((each) => each.includes(term)));
        if (term.length <= 3) expect(named).toEqual(expected);
        else expect(named).toEqual([...new Set([...named, ...expected])].sort((a, b) => a - b));
      }),
      { numRuns: runs(500) },
    );
  });

  it("says when there are too many to look through", () => {
    const index = createGramIndex();
    for (let number = 0; number < 10; number += 1) index.add(number, number < 4 ? "abcd" : "bcdef");
    for (const [term, count] of Object.entries({ a: 4, ab: 4, abc: 4, bcd: 10, def: 6 })) {
      expect(index.candidates(term, count)).toHaveLength(count);
      expect(index.candidates(term, count - 1)).toBeUndefined();
    }
    index.add(10, joinTexts(["x", "y"]));
    // The rarest group of three decides, and the others leave out what lacks them.
    expect(index.candidates("abcdef", 4)).toHaveLength(0);
    expect(index.candidates("abcx", 0)).toHaveLength(0);
    expect(index.candidates(TEXT_BOUNDARY, 0)).toHaveLength(0);
  });
});
