/**
 * Search on MySQL: a table of grams beside each searched table, because its servers have no common index of parts of texts.
 * A gram is three characters of the searched texts. The statements that write a row also write its grams.
 */
import { own } from "../../../domain/own.js";
import type { Change, Collection, Draft } from "../../../ports/storage-engine.js";
import { withRetry } from "../repositories/attempts.js";
import type { Database } from "./database.js";
import type { Execute, SqlDialect } from "./dialects.js";
import { asFault } from "./failures.js";
import { keyOf } from "./keys.js";
import { bytesOf, numberOf } from "./results.js";
import { indexedTexts, trigramsOf } from "./search-texts.js";
import { marksOf, type Statement, tableOf } from "./statements.js";

/** Rows of one statement. */
const BATCH = 2_000;
/** Rows whose grams one statement removes. */
const SWEPT = 200;
/** The most grams that a search looks for. The texts of what it finds are then compared. */
const SEARCHED = 12;

function gramTable(table: string): string {
  return `${table}_grams`;
}

/** Returns the statement that creates the table of grams. */
export function createGrams(table: string, { bytesType, tableOptions }: SqlDialect): string {
  return `create table if not exists ${gramTable(table)} (gram varbinary(12) not null, row_key ${bytesType} not null,
    primary key (gram, row_key), index (row_key)) ${tableOptions}`;
}

/** Returns the statements that keep the grams of a collection, after those that make a change. */
export function gramsOfChange(collection: Collection, change: Change): readonly Statement[] {
  const put = own(change, "put");
  if (put === undefined && !own(change, "remove")) return [];
  return gramsOf(tableOf(collection), change.expect === "absent" ? [] : [change.key], put === undefined ? [] : [put]);
}

/** Returns the statements that store the grams of rows. */
export function gramsOfRows(collection: Collection, drafts: readonly Draft[]): readonly Statement[] {
  return gramsOf(
    tableOf(collection),
    drafts.map(({ key }) => key),
    drafts,
  );
}

function gramsOf(table: string, before: readonly string[], after: readonly Draft[]): readonly Statement[] {
  const grams = gramTable(table);
  const keys = before.map(keyOf);
  const removing = { text: `delete from ${grams} where row_key in (${marksOf(keys)})`, values: keys };
  const rows = after.flatMap(({ key, texts }) => {
    const bytes = keyOf(key);
    const parts = texts.length === 0 ? [] : trigramsOf(indexedTexts(texts));
    return parts.map((gram) => [Buffer.from(gram, "utf8"), bytes] as const);
  });
  const adding: Statement[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    const some = rows.slice(start, start + BATCH);
    const text = `insert into ${grams} (gram, row_key) values ${some.map(() => "(?, ?)").join(", ")}
      on duplicate key update gram = values(gram)`;
    adding.push({ text, values: some.flat() });
  }
  return [...(keys.length === 0 ? [] : [removing]), ...adding];
}

/** Returns the statement that removes the grams of those of these rows that are gone, or whose texts are encrypted. */
export function removeOrphans(table: string, keys: readonly Uint8Array[] | undefined): Statement {
  const among = keys === undefined ? "" : `g.row_key in (${marksOf(keys)}) and`;
  return {
    text: `delete g from ${gramTable(table)} g left join ${table} t on t.row_key = g.row_key and t.texts is not null
      where ${among} t.row_key is null`,
    values: keys ?? [],
  };
}

/** Does the same for all rows. In parts, because one statement would exceed the deadline, and leave all as it was. */
export async function removeAllOrphans({ run }: Database, table: string): Promise<void> {
  const runAgain: Execute = (text, values) => withRetry(() => asFault(() => run(text, values)));
  const select = `select k.row_key as row_key, case when t.row_key is null then 1 else 0 end as is_orphan
    from (select distinct row_key from ${gramTable(table)} where row_key > ? order by row_key limit ${SWEPT}) k
    left join ${table} t on t.row_key = k.row_key and t.texts is not null order by k.row_key`;
  let after: Uint8Array = Buffer.alloc(0);
  for (;;) {
    const { rows } = await runAgain(select, [after]);
    const orphans = rows.filter((row) => numberOf(row, "is_orphan") === 1).map((row) => bytesOf(row, "row_key"));
    const { text, values } = removeOrphans(table, orphans);
    if (orphans.length > 0) await runAgain(text, values);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = bytesOf(last, "row_key");
  }
}

/** Returns the condition of the rows that may contain a part; undefined if it is too short for grams. */
export function withGrams(table: string, part: string): Statement | undefined {
  const grams = trigramsOf(part).slice(0, SEARCHED);
  if (grams.length === 0) return undefined;
  const name = gramTable(table);
  // Joined, so that the server begins with the rarest gram. A count of the matches reads all rows of the frequent ones.
  const others = grams
    .slice(1)
    .map((_, index) => `join ${name} g${index} on g${index}.row_key = g.row_key and g${index}.gram = ?`);
  return {
    text: `row_key in (select g.row_key from ${name} g ${others.join(" ")} where g.gram = ?)`,
    values: [...grams.slice(1), ...grams.slice(0, 1)].map((gram) => Buffer.from(gram, "utf8")),
  };
}
