/** Search in the database (§4.5, §4.6): the index over the searched texts, and the queries. */
import { collections } from "../../../ports/collections.js";
import type { SearchQuery } from "../../../ports/storage-engine.js";
import type { Database } from "./database.js";
import type { Execute, SqlDialect } from "./dialects.js";
import { codeOf, ifWritable } from "./failures.js";
import { removeAllOrphans, withGrams } from "./grams.js";
import { textOf } from "./results.js";
import { indexedTerm, likePattern, trigramQuery } from "./search-texts.js";
import { marksOf, type Statement, type TableStatements, tableOf, whereOf } from "./statements.js";

/** A database, and whether it has the trigram tables of SQLite. */
export interface SearchedDatabase {
  readonly database: Database;
  readonly hasTrigrams: boolean;
}

/** The searched tables. */
const SEARCHED = collections.filter(({ isSearched }) => isSearched).map(tableOf);

/** Creates the index unless it exists. Returns false if the database does not support one. The schema's version excludes it. */
export async function createSearchIndex(database: Database): Promise<boolean> {
  return creators[database.dialect.search](database);
}

/** Returns the name of the trigram table of a searched table, on SQLite. */
function trigramTable(table: string): string {
  return `${table}_trigrams`;
}

/** Whether searches use a trigram table, on SQLite. PostgreSQL chooses the index by itself; MySQL has tables of grams. */
export async function hasTrigramTables(dialect: SqlDialect, execute: Execute): Promise<boolean> {
  if (dialect.search !== "fts5") return false;
  const names = SEARCHED.map(trigramTable);
  const { rows } = await execute(
    `select name from sqlite_master where type = 'table' and name in (${marksOf(names)})`,
    names,
  );
  return rows.length === names.length;
}

/** Deletes the trigrams of removed texts, which SQLite otherwise keeps for a while. */
async function optimizeTrigramTable(database: Database, table: string): Promise<void> {
  const { dialect, run } = database;
  if (dialect.search === "grams") return removeAllOrphans(database, table);
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
    const find = `select 1 as found from pg_indexes where schemaname = current_schema() and indexname in (${marksOf(names)})`;
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
  grams: async () => true,
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
function trigramStatements(table: string): readonly string[] {
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

/** Returns the select of the rows whose texts contain the term, best match first, ties by key. */
export function searchStatement(
  here: SearchedDatabase,
  { collection, table, selected }: TableStatements,
  { term, where, limit }: SearchQuery,
): Statement {
  const { position } = here.database.dialect;
  const { anywhere, whole, beginning, word } = indexedTerm(term);
  const candidates = candidatesOf(here, table, anywhere);
  const conditions = whereOf(collection, where, [candidates.text]);
  const rank = `case when ${position}(texts, ?) > 0 then 0 when ${position}(texts, ?) > 0 then 1
    when ${position}(texts, ?) > 0 then 2 else 3 end`;
  const columns = selected.map((column) => `t.${column} as ${column}`).join(", ");
  // Rank before the join, so that only the records within the limit are read.
  const text = `select ${columns}
    from (select row_key, ${rank} as quality from ${table} ${conditions.text}
      order by quality, row_key${limit === undefined ? "" : " limit ?"}) m
    join ${table} t on t.row_key = m.row_key order by m.quality, m.row_key`;
  const limits = limit === undefined ? [] : [limit];
  return { text, values: [whole, beginning, word, ...conditions.values, ...candidates.values, ...limits] };
}

/** Returns the condition of the rows that contain the encoded term. */
function candidatesOf(
  { database: { dialect }, hasTrigrams }: SearchedDatabase,
  table: string,
  anywhere: string,
): Statement {
  // The operator class of pg_trgm indexes LIKE. Without it, and for short terms, LIKE scans.
  if (dialect.search === "pg_trgm") return { text: "texts like ?", values: [likePattern(anywhere)] };
  const holds = `${dialect.position}(texts, ?) > 0`;
  const found = dialect.search === "grams" ? withGrams(table, anywhere) : withTrigrams(table, anywhere, hasTrigrams);
  if (found === undefined) return { text: holds, values: [anywhere] };
  return { text: `${found.text} and ${holds}`, values: [...found.values, anywhere] };
}

/** Returns the condition of the rows that may contain a part; undefined without a trigram table, or if it is too short. */
function withTrigrams(table: string, part: string, hasTrigrams: boolean): Statement | undefined {
  const query = hasTrigrams ? trigramQuery(part) : undefined;
  const trigrams = trigramTable(table);
  return query === undefined
    ? undefined
    : { text: `row_number in (select rowid from ${trigrams} where ${trigrams} match ?)`, values: [query] };
}
