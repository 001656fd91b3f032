/** Lists: the operations `all`, which read every page, and cursors that belong to one set of conditions. */
import { cursorLost } from "../domain/cursor.js";
import { bare } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import { inputInvalid, type Result } from "../domain/result.js";
import { pacer } from "../runtime/turns.js";
import { type Abort, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import type { OperationOptions } from "./types.js";

/** Where the records come from. */
export interface Listing<T> {
  /** Returns the page after a cursor; without one the first. Undefined if the storage rejects the cursor. */
  readonly page: (cursor: string | undefined) => Promise<CursorPage<T> | undefined>;
  readonly abort: Abort;
}

/** A query of a page. */
interface AtCursor {
  readonly cursor?: string | undefined;
}

/** A list whose records `all` yields. */
interface AllRecords<Query, T> {
  /** The name of the operation, for messages. */
  readonly operation: string;
  /** Parses the conditions. */
  readonly parse: (query: unknown) => Result<Query>;
  /** Returns a page, as in {@link Listing}. The first query has no cursor. */
  readonly page: (query: Query) => Promise<CursorPage<T> | undefined>;
}

/**
 * Returns the records of a list. Each iteration begins with the checks of options and conditions, because an iterable has
 * no place for a result.
 *
 * @throws ComplianceError `invalid_input` when it is iterated; for wrong conditions with their issues.
 */
export function allRecords<Query extends AtCursor, T>(
  { operation, parse, page }: AllRecords<Query, T>,
  query: unknown,
  options: OperationOptions | undefined,
): AsyncIterable<T> {
  const open = (): Listing<T> => {
    const { abort } = readOptions(operation, options, { signal: "signal" }, "The records are incomplete.");
    const parsed = parse(query === undefined ? {} : query);
    if (!parsed.ok) throw inputInvalid(`The query of ${operation}`, parsed.issues);
    const conditions = parsed.value;
    return { abort, page: (cursor) => page(cursor === undefined ? conditions : { ...conditions, cursor }) };
  };
  return { [Symbol.asyncIterator]: () => eachRecord(open) };
}

/** Yields the records of a listing, with one page in memory. Workers may ask for the next one at the same time. */
export async function* eachRecord<T>(open: () => Listing<T>): AsyncGenerator<T, void> {
  const { page, abort } = open();
  const pace = pacer();
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const position: string | undefined = cursor;
    const read: CursorPage<T> | undefined = await unlessAborted(() => page(position), abort);
    if (read === undefined) throw cursorLost();
    for (const record of read.items) {
      await pace();
      throwIfAborted(abort);
      yield record;
    }
    cursor = read.next_cursor;
  }
}

/**
 * Returns one page. Its cursor begins with the mark of the conditions; the storage gets and writes the rest.
 *
 * @param mark - a text that differs for other conditions
 * @returns undefined for a text that is no cursor of a list with these conditions
 */
export async function markedPage<Query extends { readonly cursor?: string | undefined }, T>(
  query: Query,
  mark: string,
  list: (query: Query) => Promise<CursorPage<T> | undefined>,
): Promise<CursorPage<T> | undefined> {
  const { cursor, ...first } = bare(query);
  const prefix = `${mark}-`;
  if (cursor !== undefined && !cursor.startsWith(prefix)) return undefined;
  const rest = cursor === undefined ? first : { ...first, cursor: cursor.slice(prefix.length) };
  // The cast: only the cursor may be absent.
  const found = await list(rest as Query);
  if (found === undefined) return undefined;
  const { items, next_cursor } = found;
  return { items, next_cursor: next_cursor === null ? null : prefix + next_cursor };
}
