/** What engines compute alike: the versions of rows, whether conditions hold, and the order of an index. And what an engine is. */
import { configurationInvalid, hasMethod } from "../domain/options.js";
import { bare, own } from "../domain/own.js";
import { compareText } from "../domain/text.js";
import type { Collection, ColumnValue, Condition, IndexShape, Row, StorageEngine } from "./storage-engine.js";

/** Characters of a token. */
export const WRITER = 16;
/** How many writers a version names. */
export const WRITERS = 4;

/** Random text of this process, made with the first token. */
let writer: string | undefined;
let tokens = 0;

/** Returns the token of a new writer. No two are the same, in any process. */
export function newToken(): string {
  tokens += 1;
  writer ??= randomText(8);
  return writer + tokens.toString(36).padStart(WRITER - writer.length, "0");
}

function randomText(length: number): string {
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => digits[byte % digits.length]).join("");
}

/**
 * Returns the version of a row that the writer with this token changes.
 *
 * @param token - of the writer
 * @param before - the version of the row before; "" for a new row
 * @returns the last four tokens, newest first
 * @example
 * rows.set(key, { ...draft, version: nextVersion(token, rows.get(key)?.version ?? "") });
 */
export function nextVersion(token: string, before: string): string {
  return before === "" ? token : (token + before).slice(0, WRITERS * WRITER);
}

/**
 * Returns the names of the columns of a collection that are in no record. A new record keeps their values.
 *
 * @param collection - the collection
 * @returns the names
 * @example
 * stateColumns(alerts); // ["delivered", "round", "lease", "until"]
 */
export function stateColumns({ columns }: Collection): readonly string[] {
  return Object.keys(columns).filter((name) => columns[name]?.initial !== undefined);
}

/** Returns the value of a column of a row. "key" and "version" are columns too. */
export function columnOf(row: Omit<Row, "record">, name: string): ColumnValue {
  if (name === "key") return row.key;
  return name === "version" ? row.version : (row.columns[name] ?? null);
}

/** Compares two values of one column: numbers by value, texts in UTF-16 code units. */
export function compareValues(a: ColumnValue, b: ColumnValue): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}

/**
 * Returns whether a row matches all conditions.
 *
 * @param row - the row
 * @param conditions - see {@link Condition}
 * @returns whether all of them hold
 * @example
 * holds(row, [["delivered", "=", 0]]);
 */
export function holds(row: Omit<Row, "record">, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => {
    const value = columnOf(row, condition[0]);
    if (condition[1] === "outside") {
      return value !== null && (compareValues(value, condition[2]) <= 0 || compareValues(value, condition[3]) > 0);
    }
    const [, is, wanted] = condition;
    if (value === null || wanted === null) return is === "=" && value === wanted;
    return comparisons[is](compareValues(value, wanted));
  });
}

const comparisons = {
  "=": (order: number) => order === 0,
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
} as const;

/** The index of a range without one: the order of keys. */
export const BY_KEY: IndexShape = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ bare({ by: [] }));

/**
 * Returns the comparison function of an index.
 *
 * @param index - the index
 * @param descending - whether the `by` columns descend
 * @returns a function for rows of the index
 * @example
 * const sorted = rows.filter((row) => isIndexed(row, index)).sort(orderOf(index, true));
 */
export function orderOf(index: IndexShape, descending: boolean): (a: Row, b: Row) => number {
  const sign = descending ? -1 : 1;
  const tieSign = index.tiesAscend ? 1 : sign;
  const group = index.group ?? [];
  return (a, b) => {
    for (const column of group) {
      const order = compareValues(columnOf(a, column), columnOf(b, column));
      if (order !== 0) return order;
    }
    for (const column of index.by) {
      const order = compareValues(columnOf(a, column), columnOf(b, column));
      if (order !== 0) return sign * order;
    }
    return tieSign * compareText(a.key, b.key);
  };
}

/**
 * Returns whether a row is in an index: it has a value in each of its columns.
 *
 * @param row - the row
 * @param index - the index
 * @returns whether it is
 * @example
 * const indexed = rows.filter((row) => isIndexed(row, index));
 */
export function isIndexed({ columns }: Pick<Row, "columns">, { group = [], by }: IndexShape): boolean {
  return by.every((column) => columns[column] !== null) && group.every((column) => columns[column] !== null);
}

/**
 * Returns whether two values are the same JSON data, in any order of properties.
 *
 * @param a - plain data
 * @param b - plain data
 * @returns whether they are the same; an absent property is the same as an undefined one
 * @example
 * isSameData({ a: 1, b: [2] }, { b: [2], a: 1 }); // true
 */
export function isSameData(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameData(item, b[index]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // The casts: both are objects with these properties, or without.
  return [...names].every((name) => isSameData(own(a as Data, name), own(b as Data, name)));
}

type Data = Readonly<Record<string, unknown>>;

const METHODS = ["read", "commit", "take", "search", "replaceAll", "compact", "close"] as const;

/** @throws ComplianceError `configuration_invalid` for anything but an engine */
export function checkedEngine(engine: StorageEngine): StorageEngine {
  if (METHODS.every((name) => hasMethod(engine, name))) return engine;
  throw configurationInvalid(`A storage engine is an object with the methods ${METHODS.join(", ")}.`);
}
