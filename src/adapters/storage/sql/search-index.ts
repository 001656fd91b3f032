/** The index of search, where the database has one for parts of texts. It is no part of the schema's version. */
import type { Database, Execute } from "./database.js";
import { textOf } from "./database.js";
import type { SqlDialect } from "./dialect.js";
import { codeOf, whereWritable } from "./failures.js";

/** The tables that are searched. */
const SEARCHED = ["vaspkit_accounts", "vaspkit_vasps"] as const;
export type SearchedTable = (typeof SEARCHED)[number];

/** Creates the index unless it is there. false: the database has none of the kind. */
export async function createSearchIndex(database: Database): Promise<boolean> {
  return creators[database.dialect.search](database);
}

/** The table of trigrams that stands beside a searched one, on SQLite. */
export function trigramTable(table: SearchedTable): string {
  return `${table}_trigrams`;
}

/** Whether searches go by a table of trigrams, on SQLite; PostgreSQL itself decides which index it takes. */
export async function hasTrigramTables(dialect: SqlDialect, execute: Execute): Promise<boolean> {
  if (dialect.search !== "fts5") return false;
  const names = SEARCHED.map(trigramTable);
  const { rows } = await execute("select name from sqlite_master where type = 'table' and name in (?, ?)", names);
  return rows.length === names.length;
}

/** Has SQLite forget the trigrams of texts that are gone, which it keeps for a while. */
export async function cleanTrigramTable({ dialect, run }: Database, table: SearchedTable): Promise<void> {
  if (!(await hasTrigramTables(dialect, run))) return;
  const trigrams = trigramTable(table);
  await run(`insert into ${trigrams} (${trigrams}) values ('optimize')`);
}

const creators: Readonly<Record<SqlDialect["search"], (database: Database) => Promise<boolean>>> = {
  pg_trgm: async ({ run }) => {
    // Asked first: creating what is there would wait for all who write to the table, and have others wait.
    const names = SEARCHED.map((table) => `${table}_texts`);
    const find = "select 1 as found from pg_indexes where schemaname = current_schema() and indexname in (?, ?)";
    const found = await unless(() => run(find, names));
    if (found?.rows.length === names.length) return true;
    const schema = await schemaOfTrigrams(run);
    if (schema === undefined) return false;
    const created = await whereWritable(async () => {
      for (const table of SEARCHED) {
        await run(`create index if not exists ${table}_texts on ${table} using gin (texts ${schema}.gin_trgm_ops)`);
      }
      return true;
    });
    return created ?? false;
  },
  fts5: async (database) => {
    if (await hasTrigramTables(database.dialect, database.run)) return true;
    const created = await unless(() =>
      database.transaction(async (execute) => {
        for (const table of SEARCHED) for (const text of trigramStatements(table)) await execute(text);
        return true;
      }),
    );
    return created ?? false;
  },
};

/** The schema of the extension, which is created where the user may; undefined: there is none. */
async function schemaOfTrigrams(run: Execute): Promise<string | undefined> {
  const schemaOf = async (): Promise<string | undefined> => {
    const { rows } = await run(
      `select quote_ident(n.nspname) as name from pg_extension e
        join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
    );
    return rows.map((row) => textOf(row, "name"))[0];
  };
  const schema = await unless(schemaOf);
  if (schema !== undefined) return schema;
  await unless(() => run("create extension if not exists pg_trgm"));
  return unless(schemaOf);
}

/**
 * SQLSTATEs of a server that has no such extension or does not know the statement; SQLite's code of a statement that it
 * does not understand. Who may only read does without as well. Anything else, such as a full disk, is no answer but a failure.
 */
const LACKING = /^(?:0A000|42601|42704|42883|42P01|58P01|SQLITE_ERROR)$/;

async function unless<R>(step: () => Promise<R>): Promise<R | undefined> {
  try {
    return await whereWritable(step);
  } catch (thrown) {
    if (!LACKING.test(codeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

/**
 * The table holds trigrams and nothing else: no text, no positions, no sizes. Triggers keep it in step within the
 * statement that writes the row. A text that is null (a sealed record) has no trigrams.
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
