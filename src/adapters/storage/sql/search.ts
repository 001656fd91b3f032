/** Search in the database (§4.5, §4.6): the matches found, ranked and cut off where they are. */
import type { Searchable } from "../../../domain/ranking.js";
import { type Answer, bytesOf, type Database, type Row, type SqlValue } from "./database.js";
import { asked, type Opened } from "./opened.js";
import { type SearchedTable, trigramTable } from "./search-index.js";
import { likePattern, markedTerm, trigramQuery } from "./search-texts.js";

/** Rows of a table, as far as they fulfil the conditions. */
export interface Wanted {
  readonly table: SearchedTable;
  readonly key: string;
  readonly conditions: readonly string[];
  readonly values: readonly SqlValue[];
}

/** The rows whose texts hold the term, best match first, ties by key, at most `limit`: `record` and the key of each. */
export async function searchOf(
  here: Opened,
  { table, key, term, limit, ...wanted }: Wanted & { readonly term: string; readonly limit?: number },
): Promise<Answer> {
  const { position } = here.database.dialect;
  const { anywhere, whole, beginning, word } = markedTerm(term);
  const candidates = candidatesOf(here, table, anywhere);
  const conditions = [candidates.condition, ...wanted.conditions].join(" and ");
  const rank = `case when ${position}(texts, ?) > 0 then 0 when ${position}(texts, ?) > 0 then 1
    when ${position}(texts, ?) > 0 then 2 else 3 end`;
  // Ranked first, so that only records that are asked for are fetched.
  const statement = `select m.${key} as ${key}, t.record as record
    from (select ${key}, ${rank} as quality from ${table} where ${conditions}
      order by quality, ${key}${limit === undefined ? "" : " limit ?"}) m
    join ${table} t on t.${key} = m.${key} order by m.quality, m.${key}`;
  const limits = limit === undefined ? [] : [limit];
  return asked(here.database, statement, [whole, beginning, word, ...candidates.values, ...wanted.values, ...limits]);
}

/** The rows that hold the marked term. */
function candidatesOf(
  { database: { dialect }, hasTrigrams }: Opened,
  table: SearchedTable,
  anywhere: string,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  // LIKE is what the operator class of pg_trgm answers; without it, and for short terms, it is the scan.
  if (dialect.search === "pg_trgm") return { condition: "texts like ?", values: [likePattern(anywhere)] };
  const holds = `${dialect.position}(texts, ?) > 0`;
  const query = hasTrigrams ? trigramQuery(anywhere) : undefined;
  if (query === undefined) return { condition: holds, values: [anywhere] };
  const trigrams = trigramTable(table);
  return {
    condition: `row_number in (select rowid from ${trigrams} where ${trigrams} match ?) and ${holds}`,
    values: [query, anywhere],
  };
}

/** Rows that one statement of a scan fetches. */
const BATCH = 1_000;

/** The records that hold the term, found by looking at every one: in batches by key, so that none is skipped. */
export async function matchesByScan<T>(
  database: Database,
  { table, key, conditions, values }: Wanted,
  term: string,
  searchable: (row: Row) => Searchable<T>,
): Promise<readonly Searchable<T>[]> {
  const statement = (isFirst: boolean): string => {
    const all = isFirst ? conditions : [...conditions, `${key} > ?`];
    const where = all.length === 0 ? "" : `where ${all.join(" and ")}`;
    return `select ${key}, record from ${table} ${where} order by ${key} limit ${BATCH}`;
  };
  const matches: Searchable<T>[] = [];
  let last: Row | undefined;
  do {
    const after = last === undefined ? [] : [bytesOf(last, key)];
    const { rows } = await asked(database, statement(last === undefined), [...values, ...after]);
    for (const each of rows.map(searchable)) if (each.texts.some((text) => text.includes(term))) matches.push(each);
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return matches;
}
