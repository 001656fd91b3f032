/** One change of a JSON file: written whole, then visible; or refused, and nothing of it stays. */
import { basename } from "node:path";
import type { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Rows, type Tables } from "../tables.js";
import { asFailure, type FileSystem, systemCode } from "./file-system.js";
import type { Snapshot } from "./format.js";
import type { FileLock } from "./lock.js";
import { type FileAdapter, UnsettledWrite } from "./replace.js";
import { checkUntouched } from "./untouched.js";

/** A locked file, by its real path. */
export interface Held {
  readonly path: string;
  readonly lock: FileLock;
}

/** A file that was read. */
export interface OpenFile extends Held {
  readonly adapter: FileAdapter;
  readonly low: Low<Snapshot>;
  readonly tables: Tables;
}

/** The change was refused, and what is in memory may not be what is in the file: it must be read anew. */
export class MustReopen extends Error {
  readonly failure: ComplianceError;
  /** Whether the lock is still good for that. */
  readonly keepsLock: boolean;

  constructor(failure: ComplianceError, keepsLock: boolean) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.keepsLock = keepsLock;
  }
}

/** Makes the rows durable, then visible. Throws a ComplianceError when all is as before, {@link MustReopen} otherwise. */
export async function commit(file: OpenFile, rows: Partial<Rows>, fs: FileSystem): Promise<void> {
  const { adapter, lock, low, tables, path } = file;
  const name = basename(path);
  await checkUntouched(path, adapter.stamp(), lock, fs).catch((error: unknown) => {
    throw new MustReopen(asFailure(name, error), false);
  });
  low.data = snapshotOf(tables, rows);
  try {
    await low.write();
  } catch (error) {
    low.data = snapshotOf(tables);
    if (!(error instanceof UnsettledWrite)) throw error;
    // The change is being refused, so it must not stand in the file: put the acknowledged state back. Where even
    // that fails, the file alone knows, and the next call reads it anew. Only a loss of power before the folder has
    // been synced can bring the refused change back.
    const restored = await low.write().then(
      () => true,
      (again) => again instanceof UnsettledWrite && again.replaced,
    );
    if (!restored) throw new MustReopen(uncertain(name, error.cause), true);
    throw asFailure(name, error.cause);
  }
  putRows(tables, rows);
}

function uncertain(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was written, but the disk failed (${systemCode(cause) ?? "unknown failure"}) before that was certain. ` +
      "Whether this change was kept shows when the file is read again, which the next call does.",
    { cause },
  );
}

/** The tables as they will be with these rows. Read lazily: no change may happen meanwhile. */
export function snapshotOf(tables: Tables, rows: Partial<Rows> = {}): Snapshot {
  return {
    accounts: { [Symbol.iterator]: () => records(merged(tables.accounts, rows.accounts)) },
    vasps: { [Symbol.iterator]: () => records(merged(tables.vasps, rows.vasps)) },
    alerts: { [Symbol.iterator]: () => merged(tables.alerts, rows.alerts) },
    addresses: { [Symbol.iterator]: () => merged(tables.addresses, rows.addresses) },
  };
}

/** The rows of the table in its order, replaced ones in their place, then the new ones. */
function* merged<R>(table: ReadonlyMap<string, R>, changes: ReadonlyMap<string, R> = new Map()): Generator<R> {
  for (const [id, row] of table) yield changes.get(id) ?? row;
  for (const [id, row] of changes) if (!table.has(id)) yield row;
}

function* records<T>(rows: Iterable<{ readonly record: T }>): Generator<T> {
  for (const { record } of rows) yield record;
}
