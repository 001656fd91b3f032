/**
 * Search in the database (§4.5, §4.6): the searched texts of a record in one column, the index over them, and the queries.
 *
 * The column holds each text between START and END, with WORD before each word but the first. So the database can find and
 * rank by looking for parts of a text (`matchRank`). A term encoded in the same way matches
 *
 * - a whole text (rank 0) where START term END occurs,
 * - the beginning of a text (1) where START term occurs,
 * - the beginning of a word (2) where WORD term occurs,
 * - inside a word (3) where the term occurs and none of these.
 *
 * The markers are control characters, which no validated text contains. The port accepts others too: the markers, NUL and
 * lone surrogates within a text are written as ESCAPE and four characters that occur nowhere else.
 */
import type { Searchable } from "../../../domain/ranking.js";
import {
  bytesOf,
  type Database,
  type Execute,
  type Row,
  runWithRetry,
  type SqlDialect,
  type SqlValue,
  type StatementResult,
  textOf,
} from "./database.js";
import { codeOf, ifWritable } from "./failures.js";

/** A database, and whether it has the trigram tables of SQLite. */
export interface SearchedDatabase {
  readonly database: Database;
  readonly hasTrigrams: boolean;
}

const WORD = "\u0001";
const START = "\u0002";
const END = "\u0003";
const ESCAPE = "\u0004";
/** U+0010 to U+001F are the hexadecimal digits of an escape. */
const DIGIT_ZERO = 0x10;

/** A position after a character that is neither letter nor number, as in `matchRank`, except the first position. */
const WORD_BEGINNING = /(?<=[^\p{L}\p{N}])(?!^)/gu;
const PLAIN = /^[ !-~]*$/;
const PLAIN_WORD_BEGINNING = /(?<=[^a-zA-Z0-9])(?!^)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be escaped.
const RESERVED = /[\u0000-\u0004\u0010-\u001f\p{Surrogate}]/gu;

/** Returns the content of the column for these texts. */
export function indexedTexts(texts: readonly string[]): string {
  return texts.map((text) => `${START}${encoded(text)}${END}`).join("");
}

/** The parts to look for: `anywhere` finds every match, the others in turn give its rank. */
export interface IndexedTerm {
  readonly anywhere: string;
  readonly whole: string;
  readonly beginning: string;
  readonly word: string;
}

/** Returns the encoded parts of a term. */
export function indexedTerm(term: string): IndexedTerm {
  const anywhere = encoded(term);
  return {
    anywhere,
    whole: `${START}${anywhere}${END}`,
    beginning: `${START}${anywhere}`,
    word: `${WORD}${anywhere}`,
  };
}

/** Whether the database can search for the term. A column holds no lone surrogates, and matches none. */
export function isWellFormed(term: string): boolean {
  return !/\p{Surrogate}/u.test(term);
}

function encoded(text: string): string {
  if (PLAIN.test(text)) return markWords(text, PLAIN_WORD_BEGINNING);
  return markWords(text, WORD_BEGINNING);
}

/** Escapes the reserved characters and inserts WORD before each word. */
function markWords(text: string, beginning: RegExp): string {
  return text.split(beginning).map(escaped).join(WORD);
}

function escaped(part: string): string {
  return part.replace(RESERVED, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return (
      ESCAPE + Array.from(digits, (digit) => String.fromCharCode(DIGIT_ZERO + Number.parseInt(digit, 16))).join("")
    );
  });
}

/** Returns the pattern of `like` that matches the part anywhere. A backslash escapes. */
export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The most trigrams in a query: enough to leave few rows, whose texts are then compared. */
const MAX_TRIGRAMS = 24;

/** Returns the query of an FTS5 trigram table that finds every match; undefined if the part is too short. */
export function trigramQuery(part: string): string | undefined {
  const characters = [...part];
  const trigrams = characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`);
  const distinct = [...new Set(trigrams)].slice(0, MAX_TRIGRAMS);
  if (distinct.length === 0) return undefined;
  return distinct.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}

/** The searched tables. */
const SEARCHED = ["vaspkit_accounts", "vaspkit_vasps"] as const;
export type SearchedTable = (typeof SEARCHED)[number];

/** Creates the index unless it exists. Returns false if the database does not support one. The schema's version excludes it. */
export async function createSearchIndex(database: Database): Promise<boolean> {
  return creators[database.dialect.search](database);
}

/** Returns the name of the trigram table of a searched table, on SQLite. */
function trigramTable(table: SearchedTable): string {
  return `${table}_trigrams`;
}

/** Whether searches use a trigram table, on SQLite. PostgreSQL chooses the index by itself. */
export async function hasTrigramTables(dialect: SqlDialect, execute: Execute): Promise<boolean> {
  if (dialect.search !== "fts5") return false;
  const names = SEARCHED.map(trigramTable);
  const { rows } = await execute("select name from sqlite_master where type = 'table' and name in (?, ?)", names);
  return rows.length === names.length;
}

/** Deletes the trigrams of removed texts, which SQLite otherwise keeps for a while. */
export async function optimizeTrigramTable({ dialect, run }: Database, table: SearchedTable): Promise<void> {
  if (!(await hasTrigramTables(dialect, run))) return;
  const trigrams = trigramTable(table);
  await run(`insert into ${trigrams} (${trigrams}) values ('optimize')`);
}

/** The same for all searched tables. */
export async function optimizeTrigramTables(database: Database): Promise<void> {
  for (const table of SEARCHED) await optimizeTrigramTable(database, table);
}

const creators: Readonly<Record<SqlDialect["search"], (database: Database) => Promise<boolean>>> = {
  pg_trgm: async ({ run }) => {
    // Look first: `create index if not exists` waits for all writers of the table and blocks new ones.
    const names = SEARCHED.map((table) => `${table}_texts`);
    const find = "select 1 as found from pg_indexes where schemaname = current_schema() and indexname in (?, ?)";
    const found = await ignoreMissingFeature(() => run(find, names));
    if (found?.rows.length === names.length) return true;
    const schema = await schemaOfTrigrams(run);
    if (schema === undefined) return false;
    const created = await ifWritable(async () => {
      for (const table of SEARCHED) {
        await run(`create index if not exists ${table}_texts on ${table} using gin (texts ${schema}.gin_trgm_ops)`);
      }
      return true;
    });
    return created ?? false;
  },
  fts5: async ({ dialect, run, transaction }) => {
    if (await hasTrigramTables(dialect, run)) return true;
    const created = await ignoreMissingFeature(() =>
      transaction(async (execute) => {
        // Another call may have created them since.
        if (await hasTrigramTables(dialect, execute)) return true;
        for (const table of SEARCHED) for (const text of trigramStatements(table)) await execute(text);
        return true;
      }),
    );
    return created ?? false;
  },
};

/** Returns the schema of the extension pg_trgm, creating the extension if the user may; undefined if there is none. */
async function schemaOfTrigrams(run: Execute): Promise<string | undefined> {
  const schemaOf = async (): Promise<string | undefined> => {
    const { rows } = await run(
      `select quote_ident(n.nspname) as name from pg_extension e
        join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
    );
    return rows.map((row) => textOf(row, "name")).at(0);
  };
  const schema = await ignoreMissingFeature(schemaOf);
  if (schema !== undefined) return schema;
  await ignoreMissingFeature(() => run("create extension if not exists pg_trgm"));
  return ignoreMissingFeature(schemaOf);
}

/** SQLSTATEs of a server without the extension or the statement, and SQLite's code for an unsupported statement. */
const UNSUPPORTED = /^(?:0A000|42601|42704|42883|42P01|58P01|SQLITE_ERROR)$/;

/** Returns undefined if the feature is missing or the database is read-only. Other failures, such as a full disk, are thrown. */
async function ignoreMissingFeature<R>(step: () => Promise<R>): Promise<R | undefined> {
  try {
    return await ifWritable(step);
  } catch (thrown) {
    if (!UNSUPPORTED.test(codeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

/**
 * The table holds only trigrams: no text, no positions, no sizes. Triggers update it within the statement that writes the
 * row. Null (an encrypted record) has no trigrams.
 */
function trigramStatements(table: SearchedTable): readonly string[] {
  const trigrams = trigramTable(table);
  const add = `insert into ${trigrams} (rowid, texts)
    select new.row_number, new.texts where new.texts is not null;`;
  const remove = `insert into ${trigrams} (${trigrams}, rowid, texts)
    select 'delete', old.row_number, old.texts where old.texts is not null;`;
  return [
    `create virtual table if not exists ${trigrams}
      using fts5 (texts, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
    `insert into ${trigrams} (rowid, texts) select row_number, texts from ${table} where texts is not null`,
    `create trigger ${table}_added after insert on ${table} begin ${add} end`,
    `create trigger ${table}_changed after update of texts on ${table} begin ${remove} ${add} end`,
    `create trigger ${table}_deleted after delete on ${table} begin ${remove} end`,
  ];
}

/** A searched table with the conditions of its rows. */
export interface TableFilter {
  readonly table: SearchedTable;
  readonly key: string;
  readonly conditions: readonly string[];
  readonly values: readonly SqlValue[];
}

/** Returns key and record of the rows whose texts contain the term, best match first, ties by key, at most `limit`. */
export async function searchByText(
  here: SearchedDatabase,
  { table, key, term, limit, ...filter }: TableFilter & { readonly term: string; readonly limit: number | undefined },
): Promise<StatementResult> {
  const { position } = here.database.dialect;
  const { anywhere, whole, beginning, word } = indexedTerm(term);
  const candidates = candidatesOf(here, table, anywhere);
  const conditions = [candidates.condition, ...filter.conditions].join(" and ");
  const rank = `case when ${position}(texts, ?) > 0 then 0 when ${position}(texts, ?) > 0 then 1
    when ${position}(texts, ?) > 0 then 2 else 3 end`;
  // Rank before the join, so that only the records within the limit are read.
  const statement = `select m.${key} as ${key}, t.record as record
    from (select ${key}, ${rank} as quality from ${table} where ${conditions}
      order by quality, ${key}${limit === undefined ? "" : " limit ?"}) m
    join ${table} t on t.${key} = m.${key} order by m.quality, m.${key}`;
  const limits = limit === undefined ? [] : [limit];
  return runWithRetry(here.database, statement, [
    whole,
    beginning,
    word,
    ...candidates.values,
    ...filter.values,
    ...limits,
  ]);
}

/** Returns the condition of the rows that contain the encoded term. */
function candidatesOf(
  { database: { dialect }, hasTrigrams }: SearchedDatabase,
  table: SearchedTable,
  anywhere: string,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  // The operator class of pg_trgm indexes LIKE. Without it, and for short terms, LIKE scans.
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

/** Rows per statement of a scan. */
const BATCH = 1_000;

/** Returns the records that contain the term by reading every row, in batches by key so that none is skipped. */
export async function searchByScan<T>(
  database: Database,
  { table, key, conditions, values }: TableFilter,
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
    const { rows } = await runWithRetry(database, statement(last === undefined), [...values, ...after]);
    for (const each of rows.map(searchable)) if (each.texts.some((text) => text.includes(term))) matches.push(each);
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return matches;
}
