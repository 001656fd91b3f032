/**
 * Search on MySQL: a table of grams beside each searched table, because its servers have no common index of parts of texts.
 * A gram is three characters of the searched texts. The statements that write a row also write its grams.
 */
import { own } from "../../../domain/own.js";
import type { Change, Collection, Draft } from "../../../ports/storage-engine.js";
import type { SqlDialect } from "./dialects.js";
import { keyOf } from "./keys.js";
import { indexedTexts, trigramsOf } from "./search-texts.js";
import { marksOf, type Statement, tableOf } from "./statements.js";

/** Rows of one statement. */
const BATCH = 2_000;
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

/** Returns the statement that removes the grams of rows that are gone, or whose texts are encrypted. */
export function removeOrphans(table: string): Statement {
  return {
    text: `delete g from ${gramTable(table)} g left join ${table} t on t.row_key = g.row_key and t.texts is not null
      where t.row_key is null`,
    values: [],
  };
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
