/** Writes that take effect once, even if the connection breaks, and writes to one row in batches. */
import { randomBytes } from "node:crypto";
import { bytesOf, type Database, runWithRetry, type SqlValue } from "./database.js";
import { faultOf, retryOnFault } from "./failures.js";

/** Returns random bytes by which a writer recognizes its own row. */
export function newToken(): Buffer {
  return randomBytes(8);
}

/** A statement that does nothing if the key is taken, and one that finds the row with a key and a token. */
export interface Insertion {
  readonly insert: string;
  readonly isOwn: string;
  /** The values of the inserted row without its token, the key first. */
  readonly row: readonly [key: Uint8Array, ...values: SqlValue[]];
}

type Send = <T>(write: Promise<T>, isSent?: () => boolean) => Promise<T>;

/**
 * Retries a write. `send` waits for the part of an attempt that stores, and remembers whether it may have been executed
 * although it failed. A transaction is not executed before its commit is sent, that is before `isSent` returns true.
 *
 * @throws ComplianceError `storage_outcome_unknown` if so.
 */
export function retryWrite<R>(attempt: (send: Send, isRetry: boolean) => Promise<R>): Promise<R> {
  let isOutcomeUnknown = false;
  const send: Send = async (write, isSent = () => true) => {
    try {
      return await write;
    } catch (thrown) {
      isOutcomeUnknown ||= isSent() && !faultOf(thrown).isRejection;
      throw thrown;
    }
  };
  return retryOnFault(
    (isRetry) => attempt(send, isRetry),
    () => isOutcomeUnknown,
  );
}

/** Rows that are removed. The condition has one placeholder. */
interface RemovedRows {
  readonly table: string;
  readonly key: string;
  readonly condition: string;
  readonly order: string;
}

/** Rows in one statement. */
const BATCH = 500;

/**
 * Removes the rows for which the condition holds, in batches, so that no statement blocks others for long.
 *
 * @param value - that of the placeholder
 * @returns How many rows were removed.
 */
export async function removeInBatches(
  database: Database,
  { table, key, condition, order }: RemovedRows,
  value: SqlValue,
): Promise<number> {
  const select = `select ${key} from ${table} where ${condition} order by ${order} limit ${BATCH}`;
  let removed = 0;
  for (;;) {
    const { rows } = await runWithRetry(database, select, [value]);
    if (rows.length === 0) return removed;
    const keys = rows.map((row) => bytesOf(row, key));
    const statement = `delete from ${table} where ${key} in (${keys.map(() => "?").join(", ")}) and ${condition}`;
    removed += await retryWrite(async (send, isRetry) => {
      const { changed } = await send(database.run(statement, [...keys, value]));
      // The attempt before may have removed them, although its connection broke.
      return isRetry ? keys.length : changed;
    });
  }
}

/**
 * Inserts a row with one statement. After a failed attempt, a taken key may be taken by this very row, which the token
 * shows. An attempt that the server executes after a later one finds the key taken.
 */
export async function insertOnce(database: Database, { insert, isOwn, row }: Insertion): Promise<"inserted" | "taken"> {
  const token = newToken();
  return retryWrite(async (send, isRetry) => {
    const { changed } = await send(database.run(insert, [...row, token]));
    if (changed > 0) return "inserted";
    if (!isRetry) return "taken";
    const { rows } = await database.run(isOwn, [row[0], token]);
    return rows.length > 0 ? "inserted" : "taken";
  });
}

/**
 * Returns a function that collects items of one key while earlier items of it are being written, and writes them in one
 * batch afterwards. So a hundred concurrent writers of one row write it a few times and do not conflict. `write` returns
 * one result for each item, in order. If it rejects, the whole batch rejects.
 */
export function batchByKey<T, R>(
  write: (key: string, batch: readonly T[]) => Promise<readonly R[]>,
): (key: string, item: T) => Promise<R> {
  const waiting = new Map<string, { readonly items: T[]; readonly results: Promise<readonly R[]> }>();
  const latest = new Map<string, Promise<readonly R[]>>();

  const newBatch = (key: string) => {
    const items: T[] = [];
    const begin = (): Promise<readonly R[]> => {
      waiting.delete(key);
      return write(key, items);
    };
    const results = (latest.get(key) ?? Promise.resolve()).then(begin, begin);
    latest.set(key, results);
    const forget = (): void => {
      if (latest.get(key) === results) latest.delete(key);
    };
    results.then(forget, forget);
    const batch = { items, results };
    waiting.set(key, batch);
    return batch;
  };

  return async (key, item) => {
    const { items, results } = waiting.get(key) ?? newBatch(key);
    const index = items.push(item) - 1;
    // `write` returns as many results as items.
    return (await results)[index] as R;
  };
}
