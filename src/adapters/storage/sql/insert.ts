/** Storing a row unless its key is taken, once, whatever happens to the connection. */
import { randomBytes } from "node:crypto";
import type { Database, SqlValue } from "./database.js";
import { retrying } from "./retry.js";

/** By which a writer knows its own row again. */
export function newToken(): Buffer {
  return randomBytes(8);
}

/** A statement that does nothing where the key is taken, and one that finds the row of that key and token. */
export interface Insertion {
  readonly insert: string;
  readonly values: readonly SqlValue[];
  readonly isOwn: string;
  readonly key: Uint8Array;
  readonly token: Uint8Array;
}

/**
 * One statement; the database's own uniqueness decides. Where an attempt broke and may have been carried out after all,
 * a taken key may be taken by this very row, which the token tells. An attempt that is carried out later than the next
 * one, when the server gets to it, finds the key taken.
 */
export async function insertOnce(database: Database, insertion: Insertion): Promise<"inserted" | "taken"> {
  const { insert, values, isOwn, key, token } = insertion;
  return retrying(async (isAgain) => {
    const { changed } = await database.run(insert, values);
    if (changed > 0) return "inserted";
    if (!isAgain) return "taken";
    const { rows } = await database.run(isOwn, [key, token]);
    return rows.length > 0 ? "inserted" : "taken";
  });
}
