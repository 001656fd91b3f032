/** Storage in one JSON file: the tables in memory, every change on disk before it is acknowledged or seen. */
import * as nodeFs from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Storage } from "../../../ports/storage.js";
import { type Change, type TableHost, tableStorage } from "../table-storage.js";
import { accountRow, emptyTables, putRows, type Rows, type Tables, vaspRow } from "../tables.js";
import { asFailure, type FileSystem, systemCode, unless } from "./file-system.js";
import { corrupt, type Snapshot } from "./format.js";
import { acquireLock, type FileLock } from "./lock.js";
import { fileAdapter, OWNER_ONLY, removeLeftovers, syncFolder, UnsettledWrite } from "./replace.js";

interface OpenFile {
  readonly low: Low<Snapshot>;
  readonly tables: Tables;
}

const NOTHING: Snapshot = { accounts: [], vasps: [], alerts: [] };

/**
 * A storage in the JSON file at `path`. Returns at once; the file is opened, or created with mode 0600, by the first
 * call of a method. What is acknowledged is on disk: written beside it, synced, renamed into place, folder synced.
 *
 * One storage at a time may have the file open, in this process or any other. The lock tells processes apart by host
 * name and start, so hosts or containers that share the folder need different host names. All records are held in
 * memory, and every change writes the whole file: meant for directories of some thousand records.
 *
 * Its methods reject with a `ComplianceError`: `storage_unavailable` (no folder, no permission, disk full; later calls
 * work once the cause is gone), `storage_locked` (somebody else has it open), `storage_corrupt` (the file is not what
 * was written; its bytes stay untouched), `storage_closed`.
 *
 * @example
 * const compliance = createCompliance({ storage: jsonFileStorage("data/directory.json") });
 */
export function jsonFileStorage(path: string): Storage {
  return jsonFileStorageOn(path, nodeFs);
}

/** The same by way of `fs`, for tests of failing disks. */
export function jsonFileStorageOn(path: string, fs: FileSystem): Storage {
  // Now, for the working folder may be another one when the file is opened.
  return tableStorage(jsonFileHost(resolve(path), fs));
}

function jsonFileHost(path: string, fs: FileSystem): TableHost {
  const name = basename(path);
  let held: { readonly path: string; readonly lock: FileLock } | undefined;
  let opening: Promise<OpenFile> | undefined;
  let lastChange: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<OpenFile> => {
    try {
      if (held === undefined) {
        const real = await realPath(path, fs);
        held = { path: real, lock: await acquireLock(real, fs) };
      }
      return await readOrCreate(held.path, fs);
    } catch (error) {
      opening = undefined;
      const lock = held?.lock;
      held = undefined;
      await lock?.release().catch(() => undefined);
      throw asFailure(name, error instanceof UnsettledWrite ? error.cause : error);
    }
  };
  const opened = (): Promise<OpenFile> => {
    opening ??= open();
    return opening;
  };

  const commit = async ({ low, tables }: OpenFile, rows: Partial<Rows>): Promise<void> => {
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
      if (restored) throw asFailure(name, error.cause);
      opening = undefined;
      throw uncertain(name, error.cause);
    }
    putRows(tables, rows);
  };

  return {
    tables: async () => (await opened()).tables,
    change: <R>(plan: (tables: Tables) => Change<R>) => {
      const change = lastChange.then(async () => {
        const file = await opened();
        const { answer, rows } = plan(file.tables);
        if (rows !== undefined) await commit(file, rows);
        return answer;
      });
      lastChange = change.catch(() => undefined);
      return change;
    },
    release: async () => {
      await held?.lock.release().catch((error) => {
        throw asFailure(name, error);
      });
    },
  };
}

/** What the file holds; a file that does not exist is created, so that missing permissions show at once. */
async function readOrCreate(path: string, fs: FileSystem): Promise<OpenFile> {
  const stat = await unless(["ENOENT"], fs.stat(path));
  if (stat?.isFile() === false) throw notAFile(basename(path));
  const low = new Low(fileAdapter(path, fs), NOTHING);
  await low.read();
  const tables = tablesOf(low.data, basename(path));
  if (stat === undefined) {
    await low.write();
  } else {
    // What is read must be durable before anybody acts on it, also when its writer died before it could sync.
    await syncFolder(path, fs);
    if ((stat.mode & 0o077) !== 0) await fs.chmod(path, OWNER_ONLY);
  }
  await removeLeftovers(path, fs);
  low.data = snapshotOf(tables);
  return { low, tables };
}

function notAFile(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The path of "${name}" leads to a folder or a device: give the path of a file.`,
  );
}

function uncertain(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was written, but the disk failed (${systemCode(cause) ?? "unknown failure"}) before that was certain. ` +
      "Whether this change was kept shows when the file is read again, which the next call does.",
    { cause },
  );
}

/** The file itself, so that replacing it never replaces a symbolic link to it. It need not exist, its folder must. */
async function realPath(path: string, fs: FileSystem): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const target = await fs.readlink(path).catch(() => undefined);
  if (target !== undefined) return realPath(resolve(dirname(path), target), fs);
  return join(await fs.realpath(dirname(path)), basename(path));
}

function tablesOf({ accounts, vasps, alerts }: Snapshot, name: string): Tables {
  const tables = emptyTables();
  try {
    for (const account of accounts) tables.accounts.set(account.reference_id, accountRow(account));
    for (const vasp of vasps) tables.vasps.set(vasp.vasp_id, vaspRow(vasp));
    for (const row of alerts) tables.alerts.set(row.alert.alert_id, row);
  } catch {
    throw corrupt(name, "holds records of another shape, so another program wrote it");
  }
  return tables;
}

/** The tables as they will be with these rows. Read lazily: no change may happen meanwhile. */
function snapshotOf(tables: Tables, rows: Partial<Rows> = {}): Snapshot {
  return {
    accounts: { [Symbol.iterator]: () => records(merged(tables.accounts, rows.accounts)) },
    vasps: { [Symbol.iterator]: () => records(merged(tables.vasps, rows.vasps)) },
    alerts: { [Symbol.iterator]: () => merged(tables.alerts, rows.alerts) },
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
