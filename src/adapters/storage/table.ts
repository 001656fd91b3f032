/** A table in memory: rows of one collection, with their sorted lists and their search. */
import { own } from "../../domain/own.js";
import { compareText } from "../../domain/text.js";
import { BY_KEY, columnOf, compareValues, holds, isIndexed, orderOf } from "../../ports/rows.js";
import type { Collection, ColumnValue, Condition, IndexShape, RangeRead, Row } from "../../ports/storage-engine.js";
import type { Background } from "./background.js";
import { type LazyList, lazyList } from "./sorted-list.js";
import { type TextRow, type TextSearch, textSearch } from "./text-search.js";

/** A row of a table. It is never changed, only replaced; but the search writes its number. */
export interface TableRow extends Row, TextRow {}

export interface Table {
  readonly collection: Collection;
  readonly rows: ReadonlyMap<string, TableRow>;
  /** Finds rows. Sorts at once what is not sorted yet. */
  find(range: RangeRead): readonly TableRow[];
  count(range: RangeRead): number;
  /** Returns the list of a range if it is not sorted yet. */
  unsorted(range: RangeRead): LazyList<TableRow> | undefined;
  readonly search: TextSearch<TableRow>;
  put(key: string, row: TableRow | undefined): void;
  /** Must be called before so many rows are put. Drops the lists if sorting again costs less than updating them. */
  prepareFor(rows: number): void;
}

/** A load drops the lists if it has more rows than this, and than this share of the table. */
const LARGE_LOAD = { rows: 1000, share: 1 / 64 };

interface SortedRows {
  readonly index: IndexShape;
  readonly list: LazyList<TableRow>;
}

/** Returns a table without rows. */
export function emptyTable(collection: Collection, indexing: Background): Table {
  const rows = new Map<string, TableRow>();
  const search = textSearch<TableRow>(indexing);
  const lists = new Map<string, SortedRows>();
  const listOf = (range: RangeRead): SortedRows => {
    const [name, descending] = [own(range, "index"), own(range, "descending") === true];
    const id = `${descending ? "-" : ""}${name ?? ""}`;
    let sorted = lists.get(id);
    if (sorted === undefined) {
      const index = name === undefined ? BY_KEY : (collection.indexes[name] ?? BY_KEY);
      const items = (): TableRow[] => [...rows.values()].filter((row) => isIndexed(row, index));
      sorted = { index, list: lazyList(items, orderOf(index, descending)) };
      lists.set(id, sorted);
    }
    return sorted;
  };
  return {
    collection,
    rows,
    search,
    find: (range) => {
      const one = keyIn(range);
      if (one === undefined) return found(listOf(range), range);
      const row = rows.get(one);
      return row !== undefined && holds(row, own(range, "where") ?? []) ? [row] : [];
    },
    count: (range) => {
      if (own(range, "index") === undefined && own(range, "where") === undefined) return rows.size;
      const { first, end, rest, sorted } = bounds(listOf(range), range);
      if (rest.length === 0) return end - first;
      return sorted.slice(first, end).filter((row) => holds(row, rest)).length;
    },
    unsorted: (range) => {
      if (keyIn(range) !== undefined) return undefined;
      const { list } = listOf(range);
      return list.sorted() === undefined ? list : undefined;
    },
    put: (key, row) => {
      const before = rows.get(key);
      if (row !== undefined) rows.set(key, row);
      else rows.delete(key);
      if (collection.isSearched) {
        if (row !== undefined) search.put(row, before);
        else if (before !== undefined) search.remove(before);
      }
      for (const { index, list } of lists.values()) {
        if (before !== undefined && isIndexed(before, index)) list.remove(before);
        if (row !== undefined && isIndexed(row, index)) list.add(row);
      }
    },
    prepareFor: (count) => {
      if (count > LARGE_LOAD.rows && count > rows.size * LARGE_LOAD.share) lists.clear();
    },
  };
}

/** Returns the key of a range that can have one row only. */
function keyIn(range: RangeRead): string | undefined {
  const value = own(range, "where")?.find(([column, is]) => column === "key" && is === "=")?.[2];
  return typeof value === "string" ? value : undefined;
}

/** Rows to look at in one step. */
const STEP = 64;

/** Returns the rows of a range, in its order. */
function found(rows: SortedRows, range: RangeRead): readonly TableRow[] {
  const { first, end, rest, sorted } = bounds(rows, range);
  const [limit = Number.POSITIVE_INFINITY, offset = 0] = [own(range, "limit"), own(range, "offset")];
  if (rest.length === 0)
    return sorted.slice(first + offset, Math.max(first + offset, Math.min(first + offset + limit, end)));
  const matching: TableRow[] = [];
  let skipped = 0;
  for (let start = first; start < end && matching.length < limit; start += STEP) {
    for (const row of sorted.slice(start, Math.min(start + STEP, end))) {
      if (matching.length === limit) break;
      if (!holds(row, rest)) continue;
      if (skipped < offset) skipped += 1;
      else matching.push(row);
    }
  }
  return matching;
}

/** Returns where the rows of a range are in its list, and the conditions that its place does not decide. */
function bounds({ index, list }: SortedRows, range: RangeRead) {
  const sorted = list.sortedNow();
  const [where, after] = [own(range, "where") ?? [], own(range, "after")];
  const group = own(index, "group") ?? [];
  const isWhole = where.length + group.length === 0 && after === undefined;
  if (isWhole) return { first: 0, end: sorted.length, rest: where, sorted };
  const descending = own(range, "descending") === true;
  const by = index.by.at(0);
  const sign = descending ? -1 : 1;
  const tieSign = own(index, "tiesAscend") ? 1 : sign;
  const groupValues = group.map((column) => where.find((each) => each[0] === column)?.[2] ?? null);
  const rest = where.filter(([column, is]) => !group.includes(column) && !(column === by && is !== "outside"));
  /** How the row is to a place, as far as it is given: negative before, 0 at it. */
  const compare = (row: TableRow, value: ColumnValue | undefined, key: string | undefined): number => {
    for (const [number, column] of group.entries()) {
      const order = compareValues(columnOf(row, column), groupValues.at(number) ?? null);
      if (order !== 0) return order;
    }
    if (value !== undefined && by !== undefined) {
      const order = sign * compareValues(columnOf(row, by), value);
      if (order !== 0) return order;
    }
    return key === undefined ? 0 : tieSign * compareText(row.key, key);
  };
  const [start, stop] = [startsOf(where, by, descending), startsOf(where, by, !descending)];
  const inGroup = (row: TableRow): number => compare(row, undefined, undefined);
  const isBefore = (row: TableRow): boolean =>
    inGroup(row) < 0 ||
    start.some(({ value, isStrict }) => compare(row, value, undefined) < (isStrict ? 1 : 0)) ||
    (after !== undefined && compare(row, by === undefined ? undefined : after[0], after[1]) <= 0);
  const isInside = (row: TableRow): boolean =>
    inGroup(row) <= 0 && stop.every(({ value, isStrict }) => compare(row, value, undefined) < (isStrict ? 0 : 1));
  const first = sorted.countWhile(isBefore);
  return { first, end: Math.max(first, sorted.countWhile(isInside)), rest, sorted };
}

interface Bound {
  readonly value: ColumnValue;
  readonly isStrict: boolean;
}

/** Returns the conditions of a column at which a list with this direction starts; those of the other one end it. */
function startsOf(where: readonly Condition[], by: string | undefined, descending: boolean): readonly Bound[] {
  const operators = descending ? ["<", "<="] : [">", ">="];
  return where.flatMap(([column, is, value]) => {
    if (column !== by || (is !== "=" && !operators.includes(is))) return [];
    return [{ value, isStrict: is === "<" || is === ">" }];
  });
}
