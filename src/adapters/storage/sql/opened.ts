/** A database that has been looked at: its schema is ours, its keys are the caller's. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Keyring } from "../encryption.js";
import { type Answer, type Database, type Execute, numberOf, type SqlValue } from "./database.js";
import { sealingOf } from "./meta.js";
import { appliedIn, newerSchema } from "./migrate.js";
import { retrying } from "./retry.js";
import { migrations } from "./schema.js";
import type { Sealing } from "./sealing.js";
import { hasTrigramTables } from "./search-index.js";

/** What the repositories work with. */
export interface Opened {
  readonly database: Database;
  readonly sealing: Sealing;
  /** Whether SQLite has the tables of trigrams. */
  readonly hasTrigrams: boolean;
}

/** The database once it has been looked at: by the first operation, and again by the next while that fails. */
export function opening(database: Database, keyring: Keyring | undefined): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () => {
    opened ??= open(database, keyring).catch((failure) => {
      opened = undefined;
      throw failure;
    });
    return opened;
  };
}

/** Runs one statement that may be done twice, again and again while others stand in the way. */
export function asked({ run }: Database, statement: string, values?: readonly SqlValue[]): Promise<Answer> {
  return retrying(() => run(statement, values));
}

async function open(database: Database, keyring: Keyring | undefined): Promise<Opened> {
  return retrying(async () => {
    const { run, dialect } = database;
    checkSchema(await appliedIn(run));
    if (dialect.syncsByPragma) await syncEveryCommit(run);
    const sealing = await sealingOf(run, keyring);
    return { database, sealing, hasTrigrams: await hasTrigramTables(dialect, run) };
  });
}

/** @throws ComplianceError `storage_not_migrated`. */
export function checkSchema(applied: readonly string[]): void {
  if (applied.length > migrations.length) throw newerSchema(applied.length);
  if (applied.length < migrations.length) {
    throw new ComplianceError(
      "storage_not_migrated",
      `The database has version ${applied.length} of the schema, version ${migrations.length} is needed: call migrate(kysely) first.`,
    );
  }
}

/** Some builds of SQLite acknowledge in WAL mode before the disk has what they acknowledge: below 2 (FULL) that is so. */
async function syncEveryCommit(run: Execute): Promise<void> {
  const { rows } = await run("pragma synchronous");
  if (numberOf(rows[0], "synchronous") < 2) await run("pragma synchronous = full");
}
