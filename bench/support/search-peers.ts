/** Ways to search the same rows, each made to give the same results in the same order as far as it can. */
import MiniSearch, { type Options } from "minisearch";
import { type TextRow, textSearch } from "../../src/adapters/storage/text-search.js";
import type { Account } from "../../src/domain/accounts/account.js";
import { searchTextsOf } from "../../src/domain/accounts/search.js";
import { bestMatches, canMatch, gatherMatches, joinTexts, rankIn, TEXT_BOUNDARY } from "../../src/domain/ranking.js";

/** Answers a folded term: all results, or at most `limit`. */
export type Search = (term: string, limit?: number) => readonly Account[];

export type Row = TextRow<Account>;

/** The linear scan: each account's folded texts are looked through, one after another. */
export function scanOf(accounts: readonly Account[]): Search {
  const rows = accounts.map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));
  return (term, limit) => bestMatches(rows, term, { limit });
}

/** The rows that the tables of a storage hold. */
export function rowsOf(accounts: readonly Account[]): ReadonlyMap<string, Row> {
  return new Map(
    accounts.map((record) => [
      record.reference_id,
      { id: record.reference_id, record, folded: joinTexts(searchTextsOf(record)) },
    ]),
  );
}

/** vaspkit's own index. */
export function indexOf(rows: ReadonlyMap<string, Row>): Search {
  const { search } = textSearch(rows);
  return (term, limit) => search(term, { limit });
}

const grams = (text: string): string[] => {
  const parts = new Set<string>();
  for (const each of text.split(TEXT_BOUNDARY)) {
    for (let start = 0; start + 3 <= each.length; start += 1) parts.add(each.slice(start, start + 3));
  }
  return [...parts];
};

const asItIs = { fields: ["folded"], processTerm: (term: string) => term } satisfies Options<Row>;

/** MiniSearch as it is meant: words, found by their beginnings. */
export const miniSearchWords: Options<Row> = { ...asItIs, searchOptions: { combineWith: "AND", prefix: true } };

/** MiniSearch made to find parts of words: its words are all groups of three code units. */
export const miniSearchGrams: Options<Row> = {
  ...asItIs,
  tokenize: grams,
  searchOptions: { combineWith: "AND", tokenize: grams },
};

/** MiniSearch says which rows may match; whether, and how well, is seen from the row as in vaspkit's index. */
export function miniSearchOf(rows: ReadonlyMap<string, Row>, options: Options<Row>): Search {
  const index = new MiniSearch<Row>(options);
  for (const row of rows.values()) index.add(row);
  return (term, limit) => {
    const matches = gatherMatches<Row>(limit);
    for (const { id } of canMatch(term) ? index.search(term) : []) {
      const row = rows.get(id) as Row;
      const rank = rankIn(term, row.folded);
      if (rank !== undefined) matches.add(rank, row);
    }
    return matches.best().map(({ record }) => record);
  };
}
