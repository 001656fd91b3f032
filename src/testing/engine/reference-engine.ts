/** The reference engine: what an engine must return, as plain code over maps. */
import { bestMatches } from "../../domain/ranking.js";
import { collections } from "../../ports/collections.js";
import {
  BY_KEY,
  columnOf,
  holds,
  isIndexed,
  isSameData,
  nextVersion,
  orderOf,
  stateColumns,
} from "../../ports/rows.js";
import type {
  Change,
  Collection,
  Columns,
  ColumnValue,
  Committed,
  Draft,
  Found,
  RangeRead,
  Read,
  Removal,
  ReplaceCounts,
  Row,
  SearchQuery,
  Taking,
} from "../../ports/storage-engine.js";

/** A row of the reference. */
export interface ModelRow extends Row {
  readonly texts: readonly string[];
}

/** Everything stored, by collection and key. */
export type Model = ReadonlyMap<string, Map<string, ModelRow>>;

export function emptyModel(): Model {
  return new Map(collections.map(({ name }) => [name, new Map<string, ModelRow>()]));
}

export function rowsIn(model: Model, collection: string): Map<string, ModelRow> {
  return model.get(collection) ?? new Map<string, ModelRow>();
}

/** Returns the collection of that name. */
export function collectionOf(name: string): Collection {
  const found = collections.find((each) => each.name === name);
  if (found === undefined) throw new TypeError("There is no such collection.");
  return found;
}

/** Returns the rows of a range, in its order. */
function ranged(model: Model, range: RangeRead): readonly ModelRow[] {
  const { collection, index, where = [], descending = false, after, limit, offset = 0 } = range;
  const shape = index === undefined ? BY_KEY : (collectionOf(collection).indexes[index] ?? BY_KEY);
  const order = orderOf(shape, descending);
  const all = [...rowsIn(model, collection).values()].filter((row) => isIndexed(row, shape) && holds(row, where));
  const sorted = all.sort(order);
  const behind = after === undefined ? sorted : sorted.filter((row) => order(row, placeOf(row, range, after)) > 0);
  return behind.slice(offset, offset + (limit ?? behind.length));
}

/** Returns a row at this place, in the group of the other one. */
function placeOf(row: ModelRow, { collection, index }: RangeRead, [value, key]: readonly [ColumnValue, string]): Row {
  const [by] = index === undefined ? [] : (collectionOf(collection).indexes[index]?.by ?? []);
  return { ...row, key, columns: by === undefined ? row.columns : { ...row.columns, [by]: value } };
}

export function modelRead(model: Model, read: Read): Found {
  if ("key" in read) {
    const row = rowsIn(model, read.collection).get(read.key);
    return { rows: row === undefined ? [] : [row], count: row === undefined ? 0 : 1 };
  }
  const found = ranged(model, read);
  if (read.count) return { rows: [], count: found.length };
  const { follow } = read;
  if (follow === undefined) return { rows: found, count: found.length };
  const keys = new Set(found.map((row) => String(columnOf(row, follow.column))));
  const rows = [...keys].flatMap((key) => rowsIn(model, follow.collection).get(key) ?? []);
  return { rows, count: rows.length };
}

function store(model: Model, token: string, collection: string, draft: Draft): void {
  const rows = rowsIn(model, collection);
  const before = rows.get(draft.key);
  const kept = before === undefined ? [] : stateColumns(collectionOf(collection));
  const columns = {
    ...draft.columns,
    ...Object.fromEntries(kept.map((name) => [name, before?.columns[name] ?? null])),
  };
  rows.set(draft.key, { ...draft, columns, version: nextVersion(token, before?.version ?? "") });
}

function set(model: Model, token: string, collection: string, row: ModelRow, columns: Columns): ModelRow {
  const next = { ...row, columns: { ...row.columns, ...columns }, version: nextVersion(token, row.version) };
  rowsIn(model, collection).set(row.key, next);
  return next;
}

export function modelCommit(
  model: Model,
  token: string,
  changes: readonly Change[],
  removals: readonly Removal[],
): Committed | "conflict" {
  if (!changes.every((change) => isExpected(model, change))) return "conflict";
  for (const change of changes) apply(model, token, change);
  return { removed: removals.reduce((sum, removal) => sum + removeAll(model, removal), 0) };
}

function isExpected(model: Model, { collection, key, expect }: Change): boolean {
  const row = rowsIn(model, collection).get(key);
  if (row === undefined || expect === "absent") return row === undefined && expect === "absent";
  return expect === "present" || holds(row, expect);
}

function apply(model: Model, token: string, { collection, key, put, set: columns, remove }: Change): void {
  const row = rowsIn(model, collection).get(key);
  if (put !== undefined) store(model, token, collection, put);
  else if (columns !== undefined && row !== undefined) set(model, token, collection, row, columns);
  else if (remove) rowsIn(model, collection).delete(key);
}

function removeAll(model: Model, { collection, where, keys }: Removal): number {
  const found = ranged(model, { collection, where }).filter(({ key }) => keys === undefined || keys.includes(key));
  for (const { key } of found) rowsIn(model, collection).delete(key);
  return found.length;
}

export function modelTake(model: Model, token: string, { range, set: columns, next }: Taking): readonly ModelRow[] {
  const group = collectionOf(range.collection).indexes[range.index ?? ""]?.group ?? [];
  const where = (range.where ?? []).filter(([column]) => group.includes(column));
  const others = ranged(model, { collection: range.collection, where });
  const highest = next === undefined ? 0 : others.reduce((most, row) => Math.max(most, Number(row.columns[next])), 0);
  const values = next === undefined ? columns : { ...columns, [next]: highest + 1 };
  return ranged(model, range).map((row) => set(model, token, range.collection, row, values));
}

export function modelSearch(model: Model, { collection, term, where, limit }: SearchQuery): readonly Row[] {
  const searchable = ranged(model, { collection, where }).map((record) => ({
    id: record.key,
    record,
    texts: record.texts,
  }));
  return bestMatches(searchable, term, { limit });
}

export function modelReplace(
  model: Model,
  token: string,
  collection: string,
  drafts: ReadonlyMap<string, Draft | undefined>,
  { others, mostRemoved }: { readonly others: "keep" | "remove"; readonly mostRemoved: number },
): ReplaceCounts | "refused" {
  const rows = rowsIn(model, collection);
  const gone = others === "remove" ? [...rows.keys()].filter((key) => !drafts.has(key)) : [];
  if (gone.length > mostRemoved) return "refused";
  const counts = { added: 0, changed: 0, same: 0, removed: gone.length, stored: others === "remove" ? rows.size : 0 };
  for (const [key, draft] of drafts) {
    const row = rows.get(key);
    const isSame = draft === undefined || (others === "remove" && isSameData(row?.record, draft.record));
    if (row !== undefined && isSame) counts.same += 1;
    else if (draft !== undefined) {
      counts[row === undefined ? "added" : "changed"] += 1;
      store(model, token, collection, draft);
    }
  }
  for (const key of gone) rows.delete(key);
  return counts;
}
