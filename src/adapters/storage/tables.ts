/** All tables in memory, and the commits that change them. */
import { own } from "../../domain/own.js";
import { joinTexts } from "../../domain/ranking.js";
import { collections } from "../../ports/collections.js";
import { holds, newToken, nextVersion, stateColumns } from "../../ports/rows.js";
import type {
  Change,
  Collection,
  Columns,
  Committed,
  Condition,
  Draft,
  Found,
  RangeRead,
  Read,
  Removal,
} from "../../ports/storage-engine.js";
import { type Background, createBackground } from "./background.js";
import { emptyTable, type Table, type TableRow } from "./table.js";

/** Rows to put by collection and key; undefined for each one that is removed. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, TableRow | undefined>>;

/** Rows that can be looked up: the visible ones, or also those of earlier changes that are not durable yet. */
export interface Lookup {
  get(collection: string, key: string): TableRow | undefined;
  /** Returns the rows of a removal. */
  matching(removal: Removal): Iterable<TableRow>;
  keys(collection: string): Iterable<string>;
}

/** The visible rows. Only {@link putRows} changes them. */
export interface Tables extends Lookup {
  of(collection: string): Table;
  /** Builds the indexes of searches. */
  readonly indexing: Background;
  /** Version of rows that were read from a file, which keeps none. */
  readonly loaded: string;
}

/** Returns tables without rows. */
export function emptyTables(): Tables {
  const indexing = createBackground();
  const tables = new Map(collections.map((collection) => [collection.name, emptyTable(collection, indexing)]));
  const of = (name: string): Table => {
    const table = tables.get(name);
    if (table === undefined) throw new TypeError("There is no such collection.");
    return table;
  };
  return {
    of,
    indexing,
    loaded: newToken(),
    get: (collection, key) => of(collection).rows.get(key),
    keys: (collection) => of(collection).rows.keys(),
    matching: ({ collection, where, ...removal }) => {
      const table = of(collection);
      const keys = own(removal, "keys");
      if (keys === undefined) return table.find({ collection, index: groupIndex(table.collection, where), where });
      return keys
        .map((key) => table.rows.get(key))
        .filter((row) => row !== undefined && holds(row, where)) as TableRow[];
    },
  };
}

/** Returns the index whose only group column is that of the first condition. */
function groupIndex({ indexes }: Collection, [first]: readonly Condition[]): string | undefined {
  return Object.keys(indexes).find((name) => {
    const group = indexes[name]?.group;
    return group?.length === 1 && group.at(0) === first?.at(0);
  });
}

/** Adds, replaces or removes these rows. Removing a row that does not exist does nothing. */
export function putRows(tables: Tables, rows: Rows): void {
  for (const [collection, changed] of rows) {
    const table = tables.of(collection);
    table.prepareFor(changed.size);
    for (const [key, row] of changed) table.put(key, row);
  }
}

/** Returns the row of a draft. */
export function rowOf({ key, columns, record, texts }: Draft, version: string): TableRow {
  return { key, version, columns, record, folded: texts.length === 0 ? "" : joinTexts(texts), document: 0 };
}

/** Returns the row with other values in some columns. */
export function withColumns(row: TableRow, set: Columns, token: string): TableRow {
  return { ...row, columns: { ...row.columns, ...set }, version: nextVersion(token, row.version) };
}

/** What a commit does to rows: its result, and the rows to put. */
export interface Planned<R> {
  readonly result: R;
  readonly rows?: Rows;
}

/** Decides a commit on these rows. */
export function planCommit(
  lookup: Lookup,
  token: string,
  changes: readonly Change[],
  removals: readonly Removal[],
): Planned<Committed | "conflict"> {
  const rows = new Map<string, Map<string, TableRow | undefined>>();
  const put = (collection: string, key: string, row: TableRow | undefined): void => {
    const changed = rows.get(collection);
    if (changed === undefined) rows.set(collection, new Map([[key, row]]));
    else changed.set(key, row);
  };
  for (const change of changes) {
    const { collection, key, expect } = change;
    const before = lookup.get(collection, key);
    if (!isExpected(before, expect)) return { result: "conflict" };
    const [draft, set] = [own(change, "put"), own(change, "set")];
    if (draft !== undefined) put(collection, key, replaced(collection, before, draft, token));
    else if (set !== undefined && before !== undefined) put(collection, key, withColumns(before, set, token));
    else if (own(change, "remove")) put(collection, key, undefined);
  }
  let removed = 0;
  for (const removal of removals) {
    const changed = rows.get(removal.collection) ?? new Map<string, TableRow | undefined>();
    const found = [...lookup.matching(removal)].filter(({ key }) => !changed.has(key));
    for (const { key } of [...found, ...[...changed.values()].filter((row) => isRemoved(row, removal))]) {
      put(removal.collection, key, undefined);
      removed += 1;
    }
  }
  return rows.size === 0 ? { result: { removed } } : { result: { removed }, rows };
}

/** Returns whether a row is among those of a removal. */
export function isRemoved(row: TableRow | undefined, { where, ...removal }: Removal): row is TableRow {
  return row !== undefined && holds(row, where) && own(removal, "keys")?.includes(row.key) !== false;
}

function isExpected(row: TableRow | undefined, expect: Change["expect"]): boolean {
  if (row === undefined) return expect === "absent";
  return expect !== "absent" && (expect === "present" || holds(row, expect));
}

/** The columns of each collection that are in no record. */
export const statesOf: ReadonlyMap<string, readonly string[]> = new Map(
  collections.map((collection) => [collection.name, stateColumns(collection)]),
);

/** Returns the row that replaces `before`. It keeps the columns that are in no record. */
function replaced(collection: string, before: TableRow | undefined, draft: Draft, token: string): TableRow {
  const row = rowOf(draft, nextVersion(token, before?.version ?? ""));
  const states = statesOf.get(collection) ?? [];
  if (before === undefined || states.length === 0) return row;
  const kept = Object.fromEntries(states.map((name) => [name, before.columns[name] ?? null]));
  return { ...row, columns: { ...row.columns, ...kept } };
}

/** Finds rows of one moment. Sorts at once what is not sorted yet. */
export function findIn(tables: Tables, read: Read): Found {
  if (Object.hasOwn(read, "key")) {
    const { collection, key } = read as Extract<Read, { key: string }>;
    const row = tables.get(collection, key);
    return row === undefined ? NOTHING : { rows: [row], count: 1 };
  }
  const range = read as RangeRead;
  const table = tables.of(range.collection);
  if (own(range, "count") === true) return { rows: [], count: table.count(range) };
  const found = table.find(range);
  const follow = own(range, "follow");
  if (follow === undefined) return { rows: found, count: found.length };
  const keys = new Set(found.map(({ columns }) => String(columns[follow.column])));
  const rows = [...keys].flatMap((key) => tables.get(follow.collection, key) ?? []);
  return { rows, count: rows.length };
}

const NOTHING: Found = { rows: [], count: 0 };
