/** Opens a database: checks its schema and that the caller's key fits its records. */
import type { Keyring } from "../encryption.js";
import { type Database, type Execute, numberOf } from "./database.js";
import { codecOf, type RecordCodec } from "./encryption.js";
import { retryOnFault } from "./failures.js";
import { checkSchema } from "./schema.js";
import { hasTrigramTables, type SearchedDatabase } from "./search.js";

/** A checked database with the codec of its records. */
export interface OpenDatabase extends SearchedDatabase {
  readonly codec: RecordCodec;
}

/** Returns a function that opens the database at its first call, and again after a failure. */
export function openOnce(database: Database, keyring: Keyring | undefined): () => Promise<OpenDatabase> {
  let opened: Promise<OpenDatabase> | undefined;
  const openedOnce = (): Promise<OpenDatabase> => {
    opened ??= open(database, keyring).catch((failure) => {
      opened = undefined;
      throw failure;
    });
    return opened;
  };
  // Every operation begins here, so thousands of them begin in slices. They share one attempt to open.
  return () => database.inTurn(async () => undefined).then(openedOnce);
}

async function open(database: Database, keyring: Keyring | undefined): Promise<OpenDatabase> {
  return retryOnFault(async () => {
    const { run, dialect } = database;
    await checkSchema(database);
    if (dialect.syncsByPragma) await syncEveryCommit(run);
    const codec = await codecOf(run, keyring);
    return { database, codec, hasTrigrams: await hasTrigramTables(dialect, run) };
  });
}

/** Below 2 (FULL), SQLite in WAL mode acknowledges a commit before it is on the disk. */
async function syncEveryCommit(run: Execute): Promise<void> {
  const { rows } = await run("pragma synchronous");
  if (numberOf(rows.at(0), "synchronous") < 2) await run("pragma synchronous = full");
}
