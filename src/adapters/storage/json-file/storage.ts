/** Storage in one JSON file: the tables in memory, every change on disk before it is acknowledged or seen. */
import * as nodeFs from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Storage } from "../../../ports/storage.js";
import { type Change, type TableHost, tableStorage } from "../table-storage.js";
import { accountRow, emptyTables, putAddress, type Tables, vaspRow } from "../tables.js";
import { commit, type Held, MustReopen, type OpenFile, snapshotOf } from "./commit.js";
import { asFailure, type FileSystem, unless } from "./file-system.js";
import { corrupt, type Snapshot } from "./format.js";
import { acquireLock } from "./lock.js";
import { checkedPath, realPath } from "./path.js";
import { fileAdapter, OWNER_ONLY, removeLeftovers, syncFolder, UnsettledWrite } from "./replace.js";

const NOTHING: Snapshot = { accounts: [], vasps: [], alerts: [], addresses: [] };

/**
 * A storage in the JSON file at `path`. Returns at once; the file is opened, or created with mode 0600, by the first
 * call of a method. What is acknowledged is on disk: written beside it, synced, renamed into place, folder synced.
 *
 * One storage at a time may have the file open, in this process or any other. The lock tells processes apart by host
 * name and start, so hosts or containers that share the folder need different host names. All records are held in
 * memory, and every change writes the whole file: meant for directories of some thousand records.
 *
 * Throws `configuration_invalid` at once for what is neither a path nor a `file:` URL, and for names like those of its
 * own temporary and lock files (`….tmp.<16 hex digits>`). Its methods reject with a `ComplianceError`:
 * `storage_unavailable` (no folder, no permission, disk full; later calls work once the cause is gone),
 * `storage_locked` (somebody else has it open), `storage_corrupt` (the file is not what was written; its bytes stay
 * untouched), `storage_closed`.
 *
 * Before each write the lock and the file (its id, size and time) are looked at: where somebody removed or changed one
 * of them from outside, the change is refused with `storage_locked` (the lock) or `storage_unavailable` (the file), and
 * the next call locks and reads anew. Until then reads answer from memory. Unnoticed remains what happens during the
 * write itself, some milliseconds.
 *
 * @example
 * const compliance = createCompliance({ storage: jsonFileStorage("data/directory.json") });
 */
export function jsonFileStorage(path: string | URL): Storage {
  return jsonFileStorageOn(checkedPath(path), nodeFs);
}

/** The same by way of `fs`, for tests of failing disks. */
export function jsonFileStorageOn(path: string, fs: FileSystem): Storage {
  // Now, for the working folder may be another one when the file is opened.
  return tableStorage(jsonFileHost(resolve(path), fs));
}

function jsonFileHost(path: string, fs: FileSystem): TableHost {
  const name = basename(path);
  let held: Held | undefined;
  let opening: Promise<OpenFile> | undefined;
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Gives the lock back. One that cannot be removed now is still ours, for the next opening. */
  const letGo = async (): Promise<void> => {
    await held?.lock.release().then(
      () => {
        held = undefined;
      },
      () => undefined,
    );
  };

  const open = async (): Promise<OpenFile> => {
    try {
      if (held === undefined || !(await held.lock.isHeld())) held = await lockFile(path, fs);
      return await readOrCreate(held, fs);
    } catch (error) {
      await letGo();
      opening = undefined;
      throw asFailure(name, error instanceof UnsettledWrite ? error.cause : error);
    }
  };
  const opened = (): Promise<OpenFile> => {
    opening ??= open();
    return opening;
  };

  /** What the memory holds is no longer sure to be what the file does: the next call reads it anew. */
  const reopenAfter = async (error: unknown): Promise<never> => {
    if (!(error instanceof MustReopen)) throw error;
    if (!error.keepsLock) await letGo();
    opening = undefined;
    throw error.failure;
  };

  return {
    tables: async () => (await opened()).tables,
    change: <R>(plan: (tables: Tables) => Change<R>) => {
      const change = lastChange.then(async () => {
        const file = await opened();
        const { answer, rows } = plan(file.tables);
        if (rows !== undefined) await commit(file, rows, fs).catch(reopenAfter);
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

async function lockFile(path: string, fs: FileSystem): Promise<Held> {
  const real = await realPath(path, fs);
  return { path: real, lock: await acquireLock(real, fs) };
}

/** What the file holds; a file that does not exist is created, so that missing permissions show at once. */
async function readOrCreate(held: Held, fs: FileSystem): Promise<OpenFile> {
  const { path } = held;
  const stat = await unless(["ENOENT"], fs.stat(path));
  if (stat?.isFile() === false) throw notAFile(basename(path));
  const adapter = fileAdapter(path, fs);
  const low = new Low(adapter, NOTHING);
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
  return { ...held, adapter, low, tables };
}

function notAFile(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The path of "${name}" leads to a folder or a device: give the path of a file.`,
  );
}

function tablesOf({ accounts, vasps, alerts, addresses }: Snapshot, name: string): Tables {
  const tables = emptyTables();
  try {
    for (const account of accounts) tables.accounts.set(account.reference_id, accountRow(account));
    for (const vasp of vasps) tables.vasps.set(vasp.vasp_id, vaspRow(vasp));
    for (const row of alerts) tables.alerts.set(row.alert.alert_id, row);
    // Copied, so that a row without a list of screenings shows now.
    for (const row of addresses) putAddress(tables, { ...row, screenings: [...row.screenings] });
  } catch {
    throw corrupt(name, "holds records of another shape, so another program wrote it");
  }
  return tables;
}
