/** Search by index, compared with a scan of every row. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Job } from "../../src/adapters/storage/background.js";
import { type TextRow, type TextSearch, textSearch } from "../../src/adapters/storage/text-search.js";
import { foldedTexts, joinTexts } from "../../src/domain/ranking.js";
import { compareText, matchRank } from "../../src/domain/text.js";
import { runs } from "../support/runs.js";

interface Named {
  readonly id: string;
  /** Folded. */
  readonly texts: readonly string[];
  readonly isCustomer: boolean;
}

const WORDS = "ana anna maria mar müller łódź иван ива 東京 東 𝒜𝒷 𝒜 ß a o'neill นที".split(" ");
const separator = fc.constantFrom(" ", "-", "", "  ", "@");
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), separator), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(""));
const record: fc.Arbitrary<Named> = fc.record({
  id: fc.nat(25).map((number) => `r${number}`),
  texts: fc.array(text, { minLength: 1, maxLength: 4 }).map(foldedTexts),
  isCustomer: fc.boolean(),
});

interface Query {
  readonly from: number;
  readonly start: number;
  readonly length: number;
  readonly other: string;
  readonly limit: number | undefined;
  readonly onlyCustomers: boolean;
}

const query: fc.Arbitrary<Query> = fc.record({
  from: fc.nat(),
  start: fc.nat(20),
  length: fc.constantFrom(1, 2, 3, 3, 4, 6, 12),
  other: text,
  limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  onlyCustomers: fc.boolean(),
});

type Step =
  | { readonly put: Named }
  | { readonly load: readonly Named[] }
  | { readonly remove: string }
  | { readonly ask: Query }
  | { readonly index: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: record.map((put) => ({ put })) },
  { weight: 1, arbitrary: fc.array(record, { maxLength: 20 }).map((load) => ({ load })) },
  { weight: 2, arbitrary: record.map(({ id }) => ({ remove: id })) },
  { weight: 3, arbitrary: query.map((ask) => ({ ask })) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 5, 1000).map((index) => ({ index })) },
);

interface NamedRow extends TextRow {
  readonly record: Named;
}

/** A table with its search. Rows may be replaced and removed. */
function directory() {
  const rows = new Map<string, NamedRow>();
  const jobs = new Set<Job>();
  const search = textSearch<NamedRow>({ add: (job) => jobs.add(job) });
  return {
    rows,
    search,
    /** Does one slice in the background, of at most so many documents. Returns how many jobs are left. */
    index: (documents: number): number => {
      let done = 0;
      const mayContinue = (): boolean => {
        done += 1;
        return done <= documents;
      };
      for (const job of jobs) if (job(mayContinue)) jobs.delete(job);
      return jobs.size;
    },
    put: (named: Named) => {
      const before = rows.get(named.id);
      const row = { key: named.id, record: named, folded: joinTexts(named.texts), document: 0 };
      rows.set(named.id, row);
      search.put(row, before);
    },
    remove: (id: string) => {
      const before = rows.get(id);
      if (rows.delete(id) && before !== undefined) search.remove(before);
    },
  };
}

/** A part of one of the texts, so that most terms hit; of a directory without any, another text. */
function termOf(all: readonly Named[], { from, start, length, other }: Query): string {
  const texts = all.flatMap((named) => named.texts);
  const [whole = ""] = texts.length === 0 ? foldedTexts([other]) : [texts[from % texts.length]];
  return whole.slice(start % whole.length, (start % whole.length) + length);
}

/** Every record's texts are ranked, all that match are sorted. */
function lookedThrough(all: readonly Named[], term: string, { limit, onlyCustomers }: Query): readonly Named[] {
  return all
    .filter(({ isCustomer }) => isCustomer || !onlyCustomers)
    .map((named) => {
      const ranks = named.texts.map((each) => matchRank(term, each) ?? Number.POSITIVE_INFINITY);
      return { named, rank: Math.min(...ranks) };
    })
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || compareText(a.named.id, b.named.id))
    .map(({ named }) => named)
    .slice(0, limit);
}

function play(steps: readonly Step[]): void {
  const { rows, search, put, remove, index } = directory();
  for (const each of steps) {
    if ("put" in each) put(each.put);
    else if ("load" in each) for (const named of each.load) put(named);
    else if ("remove" in each) remove(each.remove);
    else if ("index" in each) index(each.index);
    else checkSearch(rows, search, each.ask);
  }
}

function checkSearch(rows: ReadonlyMap<string, NamedRow>, search: TextSearch<NamedRow>, asked: Query): void {
  const all = [...rows.values()].map((row) => row.record);
  const term = termOf(all, asked);
  const { limit, onlyCustomers } = asked;
  const options = onlyCustomers ? { limit, accepts: ({ record }: NamedRow) => record.isCustomer } : { limit };
  expect(search.search(term, options).map(({ record }) => record)).toEqual(lookedThrough(all, term, asked));
}

describe("a search by index", () => {
  it("finds what a scan finds, in the same order, while it is built and rows are added, replaced and removed", () => {
    fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), play), { numRuns: runs(450) });
  });

  it("does so in a larger directory with selective terms", () => {
    const { rows, search, put, index } = directory();
    for (let number = 0; number < 3000; number += 1) {
      const words = [WORDS[number % 16], WORDS[(number * 7) % 13], `${number}`, WORDS[(number * 5) % 11]];
      put({
        id: `r${(number * 2654435761) % 4294967296}`,
        texts: foldedTexts([words.join(" "), words[1]]),
        isCustomer: number % 3 > 0,
      });
    }
    const all = [...rows.values()].map((row) => row.record);
    fc.assert(
      fc.property(query, (asked) => {
        index(asked.from % 100);
        const term = termOf(all, asked);
        const options = {
          limit: asked.limit,
          accepts: ({ record: named }: NamedRow) => named.isCustomer || !asked.onlyCustomers,
        };
        expect(search.search(term, options).map(({ record }) => record)).toEqual(lookedThrough(all, term, asked));
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([[0], [1], [2]])("finds nothing by a term that is in no text, with %s rows in the index", (indexed) => {
    for (const term of ["", "anamaria", "a\nm", "\n", "am", "anaa", "mariana"]) {
      const { search, put, index } = directory();
      for (const id of ["r1", "r2"]) put({ id, texts: ["ana", "maria"], isCustomer: true });
      index(indexed);
      expect(search.search(term)).toEqual([]);
      expect(search.search("ria")).toHaveLength(2);
    }
  });

  it("finds a record once, in its current state, after its name has changed and changed back", () => {
    const { search, put, index } = directory();
    const named = (name: string, isCustomer: boolean): Named => ({ id: "r1", texts: [name], isCustomer });
    const one = named("anna", true);
    for (const each of [one, named("maria", true), named("anna", false)]) {
      put(each);
      expect(search.search(each.texts[0] ?? "").map(({ record }) => record)).toEqual([each]);
      index(10);
    }
    expect(search.search("maria")).toEqual([]);
  });

  it("forgets the texts of removed rows when most rows are removed", () => {
    const { search, put, remove, index } = directory();
    const count = 1000;
    for (let number = 0; number < count; number += 1) put({ id: `r${number}`, texts: ["anna"], isCustomer: true });
    index(count);
    for (let number = 1; number < count; number += 1) remove(`r${number}`);
    expect(index(100)).toBe(0);
    expect(search.search("anna").map(({ key }) => key)).toEqual(["r0"]);
    remove("r0");
    expect(search.search("anna")).toEqual([]);
  });

  it("waits while many rows are added, unless they are searched", () => {
    const { search, put, index } = directory();
    let last = 0;
    const load = (): void => {
      for (const end = last + 20; last < end; last += 1) put({ id: `r${last}`, texts: [`${last}`], isCustomer: true });
    };
    for (let slices = 0; slices < 3; slices += 1) {
      load();
      expect(index(1000)).toBe(1);
    }
    expect(index(1000)).toBe(0);
    load();
    expect(search.search(`${last - 1}`)).toHaveLength(1);
    expect(index(1000)).toBe(0);
  });
});
