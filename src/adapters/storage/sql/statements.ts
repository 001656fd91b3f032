/** Statements over the tables of collections, and rows of their results. */
import { bare, own } from "../../../domain/own.js";
import { BY_KEY, stateColumns } from "../../../ports/rows.js";
import type {
  Change,
  Collection,
  Columns,
  ColumnValue,
  Condition,
  Draft,
  IndexShape,
  KeyRead,
  RangeRead,
  Read,
  Row,
} from "../../../ports/storage-engine.js";
import type { Row as ResultRow, SqlDialect, SqlValue } from "./dialects.js";
import { keyIdOf, keyMissing } from "./encryption.js";
import { corrupt } from "./failures.js";
import { keyOf, orderedBytes, textOfBytes } from "./keys.js";
import { bytesOf, numberOf, textOf } from "./results.js";
import { indexedTexts } from "./search-texts.js";

/** A statement with a `?` for each value. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** An index entry of PostgreSQL holds about 2,700 bytes, of which a key may take 2,400. */
export const LONG_PREFIX = 200;

/** Returns a `?` for each value. */
export function marksOf(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** Returns the name of the table of a collection. */
export function tableOf({ name }: Pick<Collection, "name">): string {
  return `vaspkit_${name}`;
}

/** Statements of one collection. */
export interface TableStatements {
  readonly collection: Collection;
  readonly table: string;
  /** The columns that a select of rows returns. */
  readonly selected: readonly string[];
  /** Returns the row of a result. */
  rowOf(result: ResultRow): Row;
  /** Inserts rows, those whose key is free. */
  insert(drafts: readonly Draft[], token: string): Statement;
  /** Stores rows in place of those with their keys. Returns the writers of each, if a write returns rows. */
  upsert(drafts: readonly Draft[], token: string): Statement;
  /** Finds the writers of these rows. */
  writersOf(drafts: readonly Draft[]): Statement;
  /** Finds the rows with these keys, and keeps them from being removed until the end of the transaction. */
  keep(keys: readonly string[]): Statement;
  /** Changes exactly one stored row, or finds it, if the expectation of the change holds. */
  change(change: Change, token: string): Statement;
}

/** @param isEncrypted - whether keys are digests, and records encrypted texts */
export function tableStatements(collection: Collection, dialect: SqlDialect, isEncrypted: boolean): TableStatements {
  const table = tableOf(collection);
  const { columns, isSearched, isPersonal } = collection;
  const states = stateColumns(collection);
  const derived = Object.keys(columns).filter((name) => !states.includes(name));
  const hidesKeys = isEncrypted && isPersonal;
  // The columns of encrypted records are compared with the records.
  const returned = hidesKeys ? Object.keys(columns) : states;
  const content = ["record", ...(isSearched ? ["texts"] : []), ...derived];
  const stored = ["row_key", "writers", ...content, ...states];
  const contentOf = ({ record, texts, columns: values }: Draft): readonly SqlValue[] => [
    typeof record === "string" ? record : JSON.stringify(record),
    ...(isSearched ? [texts.length === 0 ? null : indexedTexts(texts)] : []),
    ...derived.map((name) => storedValue(collection, name, values[name] ?? null)),
  ];
  const insert = (drafts: readonly Draft[], token: string, suffix = dialect.onTaken): Statement => {
    const one = `(${marksOf(stored)})`;
    const values = drafts.flatMap((draft) => [
      keyOf(draft.key),
      token,
      ...contentOf(draft),
      ...states.map((name) => storedValue(collection, name, draft.columns[name] ?? null)),
    ]);
    return {
      text: `insert into ${table} (${stored.join(", ")}) values ${drafts.map(() => one).join(", ")} ${suffix}`,
      values,
    };
  };
  return {
    collection,
    table,
    selected: ["row_key", "writers", "record", ...returned],
    rowOf: (result) => {
      const record = recordOf(textOf(result, "record"));
      if (!hidesKeys && typeof record === "string") throw keyMissing();
      const values = Object.fromEntries(returned.map((name) => [name, returnedValue(collection, name, result)]));
      const key = hidesKeys ? bytesOf(result, "row_key").toString("latin1") : keyOfRecord(collection, record);
      return { key, version: textOf(result, "writers"), columns: values, record };
    },
    insert,
    upsert: (drafts, token) => {
      const [before, next] = [`${table}.writers`, dialect.inserted("writers")];
      // A repeated statement of the same writer changes no version. So a row of one writer was new.
      const writers = `case when substr(${before}, 1, ${token.length}) = ${next} then ${before}
        else substr(${dialect.joined(next, before)}, 1, 64) end`;
      return insert(drafts, token, dialect.replacing(content, writers));
    },
    writersOf: (drafts) => {
      const text = `select writers from ${table} where row_key in (${marksOf(drafts)})`;
      return { text, values: drafts.map(({ key }) => keyOf(key)) };
    },
    keep: (keys) => {
      const where = `where row_key in (${marksOf(keys)})`;
      return { text: keeping(table, where, dialect, "order by row_key"), values: keys.map(keyOf) };
    },
    change: (change, token) => changeStatement(collection, dialect, { content, contentOf }, change, token),
  };
}

/** The columns that `put` changes, with their values. */
interface Content {
  readonly content: readonly string[];
  readonly contentOf: (draft: Draft) => readonly SqlValue[];
}

function changeStatement(
  collection: Collection,
  dialect: SqlDialect,
  { content, contentOf }: Content,
  change: Change,
  token: string,
): Statement {
  const { key, expect } = change;
  const table = tableOf(collection);
  const [put, set] = [own(change, "put"), own(change, "set")];
  const where = whereOf(collection, [["key", "=", key], ...(typeof expect === "string" ? [] : expect)]);
  if (own(change, "remove")) return { text: `delete from ${table} ${where.text}`, values: where.values };
  if (put === undefined && set === undefined) {
    return { text: keeping(table, where.text, dialect), values: where.values };
  }
  const names = put === undefined ? Object.keys(set ?? {}) : content;
  const next = put === undefined ? valuesOf(collection, set ?? {}) : contentOf(put);
  const values = [token, ...next, ...where.values];
  return { text: `update ${table} set ${assigned(names, dialect)} ${where.text}`, values };
}

/** Returns the statement that finds rows, and keeps them until the end of the transaction. */
function keeping(table: string, where: string, { keepRows }: SqlDialect, order = ""): string {
  if (keepRows === undefined) return `update ${table} set kept = kept + 1 ${where}`;
  return `select 1 as found from ${table} ${where} ${order} ${keepRows}`;
}

/** Returns the assignments of an update. The first value is the token. */
export function assigned(names: readonly string[], { joined, casts }: SqlDialect): string {
  const writers = joined(`cast(? as ${casts["varchar(400)"]})`, "writers");
  return [`writers = substr(${writers}, 1, 64)`, ...names.map((name) => `${name} = ?`)].join(", ");
}

/** Returns the values of columns in the order of their names. */
export function valuesOf(collection: Collection, columns: Columns): readonly SqlValue[] {
  return Object.entries(columns).map(([name, value]) => storedValue(collection, name, value));
}

/** Returns the value of a column as it is stored. */
export function storedValue({ columns }: Collection, name: string, value: ColumnValue): SqlValue {
  if (name === "version" || typeof value !== "string") return value;
  return columns[name]?.isLong ? orderedBytes(value) : keyOf(value);
}

function returnedValue({ columns }: Collection, name: string, result: ResultRow): ColumnValue {
  if (result[name] === null) return null;
  return columns[name]?.type === "integer" ? numberOf(result, name) : textOfBytes(bytesOf(result, name));
}

function keyOfRecord(collection: Collection, record: unknown): string {
  try {
    return collection.keyOf(record);
  } catch {
    throw corrupt("A record has another shape");
  }
}

/** Returns the record of its column: an encrypted text, or the object of a JSON text. */
export function recordOf(text: string): string | object {
  if (keyIdOf(text) !== undefined) return text;
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof record !== "object" || record === null) throw corrupt("A record is not valid JSON");
  return record;
}

const COLUMN_NAMES: ReadonlyMap<string, string> = new Map([
  ["key", "row_key"],
  ["version", "writers"],
]);

/** Returns the where clause of these conditions, with more texts that have no values. */
export function whereOf(
  collection: Collection,
  conditions: readonly Condition[],
  more: readonly string[] = [],
): Statement {
  const values: SqlValue[] = [];
  const texts = conditions.map(([column, is, first, second]) => {
    const name = COLUMN_NAMES.get(column) ?? column;
    if (first === null) return is === "=" ? `${name} is null` : "1 = 0";
    values.push(storedValue(collection, column, first));
    if (is !== "outside") return `${name} ${is} ?`;
    values.push(storedValue(collection, column, second ?? null));
    return `(${name} <= ? or ${name} > ?)`;
  });
  const all = [...texts, ...more];
  return { text: all.length === 0 ? "" : `where ${all.join(" and ")}`, values };
}

/**
 * Returns the select of these columns of the rows of a read, in its order.
 *
 * @param unlimited - the limit if the read has none
 */
export function selection(collection: Collection, read: Read, columns: readonly string[], unlimited = ""): Statement {
  const table = tableOf(collection);
  if (Object.hasOwn(read, "key")) {
    const { key } = read as KeyRead;
    return { text: `select ${columns.join(", ")} from ${table} where row_key = ?`, values: [keyOf(key)] };
  }
  const { limit, offset, count } = bare(read as RangeRead);
  const { filter, order, values } = rangeOf(collection, read as RangeRead);
  if (count) return { text: `select count(*) as count from ${table} ${filter}`, values };
  const limits = `${limit === undefined ? unlimited : "limit ?"} ${offset === undefined ? "" : "offset ?"}`;
  const all = [...values, ...[limit, offset].filter((each) => each !== undefined)];
  if (offset === undefined)
    return { text: `select ${columns.join(", ")} from ${table} ${filter} ${order} ${limits}`, values: all };
  // Sorts and skips by keys only, and reads the records of the page.
  const chosen = `select row_key as chosen from ${table} ${filter} ${order} ${limits}`;
  return {
    text: `select ${columns.join(", ")} from ${table} join (${chosen}) c on row_key = chosen ${order} ${unlimited}`,
    values: all,
  };
}

/** The clauses of a range. */
interface RangeClauses {
  readonly filter: string;
  readonly order: string;
  readonly values: readonly SqlValue[];
}

/** Returns the conditions of a range, without its limit, and its order. */
export function rangeOf(collection: Collection, read: RangeRead): RangeClauses {
  const { index: name, where = [], descending, after } = bare(read);
  const index = name === undefined ? BY_KEY : (collection.indexes[name] ?? BY_KEY);
  const long = index.by.filter((column) => collection.columns[column]?.isLong);
  const { text, values } = whereOf(
    collection,
    where,
    long.map((column) => `${column} is not null`),
  );
  const place = after === undefined ? undefined : behind(collection, index, descending === true, after);
  const filter = place === undefined ? text : `${text === "" ? "where" : `${text} and`} ${place.text}`;
  const order = `order by ${ordersOf(collection, index, descending === true).join(", ")}`;
  return { filter, order, values: [...values, ...(place?.values ?? [])] };
}

/** Returns the directions of an order: of its columns, and of keys. */
function directions(index: IndexShape, descending: boolean): readonly [order: "asc" | "desc", ties: "asc" | "desc"] {
  const order = descending ? "desc" : "asc";
  return [order, own(index, "tiesAscend") ? "asc" : order];
}

function ordersOf(collection: Collection, index: IndexShape, descending: boolean): readonly string[] {
  const [order, ties] = directions(index, descending);
  const columns = index.by.flatMap((column) => {
    // The index holds the beginning of a long value. The rest decides among equal beginnings.
    const isLong = collection.columns[column]?.isLong;
    return [...(isLong ? [`substr(${column}, 1, ${LONG_PREFIX}) ${order}`] : []), `${column} ${order}`];
  });
  return [...columns, `row_key ${ties}`];
}

/** Written out, because some databases read all rows before `(time, row_key) > (?, ?)`. */
function behind(
  collection: Collection,
  index: IndexShape,
  descending: boolean,
  [value, key]: NonNullable<RangeRead["after"]>,
): Statement {
  const [order, ties] = directions(index, descending);
  const [column] = index.by;
  const isBehind = ties === "asc" ? "row_key > ?" : "row_key < ?";
  if (column === undefined) return { text: isBehind, values: [keyOf(key)] };
  const sign = order === "asc" ? ">" : "<";
  const at = storedValue(collection, column, value);
  return { text: `${column} ${sign}= ? and (${column} ${sign} ? or ${isBehind})`, values: [at, at, keyOf(key)] };
}
