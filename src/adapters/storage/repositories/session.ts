/** What the repositories of a storage share. */
import type { Cursors } from "../../../domain/cursor.js";
import { bare } from "../../../domain/own.js";
import type { CursorPage } from "../../../domain/page.js";
import { compareText } from "../../../domain/text.js";
import type { AuditRecording } from "../../../ports/audit.js";
import type { CollectionOf } from "../../../ports/collections.js";
import type {
  ColumnValue,
  Condition,
  Found,
  KeyRead,
  RangeRead,
  Read,
  Row,
  StorageEngine,
} from "../../../ports/storage-engine.js";
import type { RunWhileOpen } from "../closable.js";
import { copyIfAny, copyOf } from "../copy.js";
import { withRetry } from "./attempts.js";
import { grouping } from "./group.js";
import type { Plan } from "./perform.js";
import { recorded } from "./recorded.js";

export interface Session {
  readonly engine: StorageEngine;
  readonly cursors: Cursors;
  readonly whileOpen: RunWhileOpen;
  /** Reads, also again after failures that may pass. */
  readonly read: (reads: readonly Read[]) => Promise<readonly Found[]>;
  /** Performs a plan, with a record of the audit trail in its commit, and returns a copy of its result. */
  readonly run: <R>(plan: Plan<R>, recording?: AuditRecording) => Promise<R>;
}

/** Returns the session of an engine. */
export function sessionOf(engine: StorageEngine, cursors: Cursors, whileOpen: RunWhileOpen): Session {
  const group = grouping(engine);
  return {
    engine,
    cursors,
    whileOpen,
    read: (reads) => withRetry(() => engine.read(reads)),
    // The cast: a copy has the type of its original.
    run: async <R>(plan: Plan<R>, recording?: AuditRecording) =>
      copyIfAny(await (recording === undefined ? group(plan) : recorded(group, plan, recording))) as R,
  };
}

/** Returns a copy of the record in a row. */
export async function findRecord<T>(
  { read }: Session,
  collection: CollectionOf<T>,
  at: KeyRead,
): Promise<T | undefined> {
  const [found] = await read([at]);
  return copyIfAny(collection.recordOf(found?.rows.at(0)));
}

/** Returns the conditions that have a value. */
export function given(
  conditions: readonly (readonly [column: string, is: "=" | "<" | ">=", value: ColumnValue | undefined])[],
): readonly Condition[] {
  return conditions.flatMap(([column, is, value]): Condition[] => (value === undefined ? [] : [[column, is, value]]));
}

/** A list whose cursors name the listing and the position of the last row. */
interface Listing<T> {
  readonly name: string;
  readonly range: RangeRead;
  /** Further ranges without a common row, in the same order. The page merges them. They need `timeOf`. */
  readonly others?: readonly RangeRead[];
  /** A further read of the same moment. */
  readonly more?: (page: RangeRead) => Read;
  /** Returns the time in a row by which the index orders; undefined: the list is in the order of keys. */
  readonly timeOf?: (row: Row) => string;
  readonly itemsOf: (rows: readonly Row[], more: readonly Row[]) => readonly T[];
}

/** Returns one page, which is copied; undefined for a cursor that is not of this listing. */
export async function cursorPage<T>(
  { read, cursors }: Session,
  listing: Listing<T>,
  { size, cursor }: { readonly size: number; readonly cursor?: string | undefined },
): Promise<CursorPage<T> | undefined> {
  const { name, range, others = [], more, timeOf, itemsOf } = bare(listing);
  const ranges = [range, ...others];
  const width = timeOf === undefined ? 1 : 2;
  // A place for each range, because keys of equal time may be in another order than their texts.
  const position = cursor === undefined ? [] : cursors.read(name, cursor, width * ranges.length);
  if (position === undefined) return undefined;
  const places = ranges.map((_, index) => position.slice(index * width, (index + 1) * width));
  // One more shows whether there is a next page.
  const pages = ranges.map((each, index): RangeRead => ({ ...each, after: afterOf(places[index]), limit: size + 1 }));
  const found = await read(more === undefined ? pages : pages.flatMap((page) => [page, more(page)]));
  const rows = others.length === 0 ? numbered(found.slice(0, 1)) : merged(found, range, timeOf);
  const listed = rows.slice(0, size);
  for (const { row, number } of listed) places[number] = timeOf === undefined ? [row.key] : [timeOf(row), row.key];
  const end = places.flatMap((place) => (place.length === 0 ? NOWHERE.slice(0, width) : place));
  return {
    items: copyOf(
      itemsOf(
        listed.map(({ row }) => row),
        found[1]?.rows ?? [],
      ),
    ),
    next_cursor: rows.length > size ? cursors.write(name, end) : null,
  };
}

/** The place of a range before its first row. No row has an empty key. */
const NOWHERE: readonly string[] = ["", ""];

function afterOf(place: readonly string[] = []): RangeRead["after"] {
  const key = place.at(-1) ?? "";
  return key === "" ? undefined : [place.at(0) ?? null, key];
}

/** A row of a range, with the number of the range. */
interface NumberedRow {
  readonly row: Row;
  readonly number: number;
}

function numbered(found: readonly Found[]): readonly NumberedRow[] {
  return found.flatMap(({ rows }, number) => rows.map((row) => ({ row, number })));
}

/** Returns the rows of several ranges by their times. */
function merged(
  found: readonly Found[],
  { descending }: RangeRead,
  timeOf: (row: Row) => string = () => "",
): readonly NumberedRow[] {
  const sign = descending === true ? -1 : 1;
  return [...numbered(found)].sort((a, b) => sign * compareText(timeOf(a.row), timeOf(b.row)));
}

/** Rows that are removed in one commit. */
const BATCH = 500;

/**
 * Removes the rows of a range, in batches, so that no commit blocks others for long.
 *
 * @returns How many were removed.
 */
export async function removeRange({ read, run }: Session, range: RangeRead): Promise<number> {
  const where = range.where ?? [];
  let removed = 0;
  for (;;) {
    const [found] = await read([{ ...range, limit: BATCH }]);
    const keys = (found?.rows ?? []).map(({ key }) => key);
    if (keys.length === 0) return removed;
    const removals = [{ collection: range.collection, where, keys }];
    removed += await run({
      reads: [],
      run: () => ({ result: keys.length, counted: (committed) => committed.removed, removals }),
    });
  }
}
