/** Opens a database: checks its schema and that the caller's key fits its records. */
import { collections } from "../../../ports/collections.js";
import type { Keyring } from "../encryption.js";
import type { Database } from "./database.js";
import type { Execute } from "./dialects.js";
import { codecOf, type RecordCodec } from "./encryption.js";
import { asFault } from "./failures.js";
import { numberOf } from "./results.js";
import { checkSchema } from "./schema.js";
import { hasTrigramTables, type SearchedDatabase } from "./search.js";
import { type TableStatements, tableStatements } from "./statements.js";

/** A checked database with the statements of its tables. */
export interface OpenDatabase extends SearchedDatabase {
  /** The codec of encrypted records; undefined for plain ones. */
  readonly codec: RecordCodec | undefined;
  of(collection: string): TableStatements;
}

/** Returns a function that opens the database at its first call, and again after a failure. It throws faults. */
export function openOnce(database: Database, keyring: Keyring | undefined): () => Promise<OpenDatabase> {
  let opened: Promise<OpenDatabase> | undefined;
  const openedOnce = (): Promise<OpenDatabase> => {
    opened ??= asFault(() => open(database, keyring)).catch((failure) => {
      opened = undefined;
      throw failure;
    });
    return opened;
  };
  // Every operation begins here, so thousands of them begin in slices. They share one attempt to open.
  return () => database.inTurn(async () => undefined).then(openedOnce);
}

async function open(database: Database, keyring: Keyring | undefined): Promise<OpenDatabase> {
  const { run, dialect } = database;
  await checkSchema(database);
  if (dialect.syncsByPragma) await syncEveryCommit(run);
  const codec = await codecOf(run, keyring);
  const statements = new Map(
    collections.map((each) => [each.name, tableStatements(each, dialect, codec !== undefined)]),
  );
  const of = (name: string): TableStatements => {
    const found = statements.get(name);
    if (found === undefined) throw new TypeError("There is no such collection.");
    return found;
  };
  return { database, codec, of, hasTrigrams: await hasTrigramTables(dialect, run) };
}

/** Below 2 (FULL), SQLite in WAL mode acknowledges a commit before it is on the disk. */
async function syncEveryCommit(run: Execute): Promise<void> {
  const { rows } = await run("pragma synchronous");
  if (numberOf(rows.at(0), "synchronous") < 2) await run("pragma synchronous = full");
}
