/** The tables of a file that this storage writes. Each change is on disk before it is acknowledged or visible. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { own } from "../../../domain/own.js";
import type { TableHost } from "../table-engine.js";
import { putRows } from "../tables.js";
import {
  append,
  checkExternalChange,
  MustReopen,
  type OpenFile,
  takeBatch,
  type WaitingChange,
  type WriterOptions,
} from "./commit.js";
import {
  compactIfDue,
  type Exclusively,
  endJournals,
  mergeJournals,
  NotRemoved,
  replaceSnapshot,
} from "./compaction.js";
import {
  asFailure,
  type FileSystem,
  fingerprintOf,
  ignoreErrorCodes,
  OWNER_ONLY,
  realPath,
  removeTemporaryFiles,
  syncFolder,
  UncertainWrite,
  withFile,
} from "./file-system.js";
import {
  afterJournal,
  afterSnapshot,
  type JournalWriter,
  journalsBeside,
  journalWriter,
  obsoleteAmong,
  type ReadJournal,
  readJournal,
  removeJournals,
  requireNoJournals,
} from "./journal.js";
import { corruptJournal, journalPath } from "./journal-format.js";
import { acquireLock, type LockedFile } from "./lock.js";
import { EMPTY_SNAPSHOT, loadTables, type NewSnapshot, snapshotAdapter } from "./snapshot.js";

/** Returns the host of the file at that absolute path. */
export function createWriter(path: string, fs: FileSystem, options: WriterOptions): TableHost {
  const name = basename(path);
  const manager = fileManager(path, fs, options);
  const waiting: WaitingChange[] = [];
  const exclusively = jobQueue();
  const pause = compactionPause(exclusively, manager);
  let isScheduled = false;

  /** Writes the waiting changes that fit into one batch. Never rejects: the changes are settled instead. */
  const writeBatch = async (): Promise<void> => {
    const file = await manager.opened().catch((error: unknown) => {
      for (const { reject } of waiting.splice(0)) reject(error);
      return undefined;
    });
    isScheduled = false;
    if (file === undefined) return;
    // Changes that arrive from here to the end of the sync are the next batch.
    const batch = takeBatch(waiting, file.tables);
    if (waiting.length > 0) schedule();
    if (batch.writes.length === 0 && batch.large === undefined) return;
    try {
      await checkExternalChange(file);
      if (file.needsSnapshot) await replaceSnapshot(file);
      if (batch.large === undefined) await append(file, batch.writes);
      else await replaceSnapshot(file, batch.large);
    } catch (error) {
      batch.reject(asFailure(name, await manager.failed(error)));
      return;
    }
    batch.resolve();
    if (!pause.isPaused()) await compactIfDue(file, exclusively);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    exclusively(writeBatch).catch(() => undefined);
  };
  const compact = async (): Promise<void> => {
    const file = await manager.opened();
    await mergeJournals(file).catch(async (error: unknown) => {
      throw asFailure(name, await manager.failed(error));
    });
  };

  return {
    tables: async () => (await manager.opened()).tables,
    change: <R>(plan: WaitingChange["plan"]) =>
      new Promise<R>((resolve, reject) => {
        // The cast: the result is that of this plan.
        waiting.push({ plan, resolve: (result) => resolve(result as R), reject });
        schedule();
      }),
    touch: (plan) =>
      exclusively(async () => {
        const { tables } = await manager.opened();
        const planned = plan(tables);
        const rows = own(planned, "rows");
        if (rows !== undefined) putRows(tables, rows);
        return planned.result;
      }),
    compact: () => pause.run(compact),
    release: () => pause.run(() => manager.close()),
  };
}

/** Returns a function that runs jobs one after another. */
function jobQueue(): Exclusively {
  let lastJob: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = lastJob.then(job);
    lastJob = result.catch(() => undefined);
    return result;
  };
}

/** Keeps compactions from running in the background. */
interface CompactionPause {
  /** Whether none may begin. */
  isPaused(): boolean;
  /** Runs the job exclusively, while no compaction runs. */
  run(job: () => Promise<void>): Promise<void>;
}

function compactionPause(exclusively: Exclusively, manager: FileManager): CompactionPause {
  let running = 0;
  return {
    isPaused: () => running > 0,
    run: async (job) => {
      running += 1;
      try {
        // The last change may just be starting a compaction, which then runs exclusively too.
        await exclusively(async () => undefined);
        await manager.compactions();
        await exclusively(job);
      } finally {
        running -= 1;
      }
    },
  };
}

/** Opens the file when it is needed, and again when memory may differ from the file. */
interface FileManager {
  opened(): Promise<OpenFile>;
  /** Resolves when the compactions that run in the background have ended. */
  compactions(): Promise<unknown>;
  /** Returns the failure to report. After a {@link MustReopen} the next call opens the file again. */
  failed(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

function fileManager(path: string, fs: FileSystem, options: WriterOptions): FileManager {
  const name = basename(path);
  let locked: LockedFile | undefined;
  let opening: Promise<OpenFile> | undefined;
  let current: OpenFile | undefined;
  /** Whether closing has left a journal beside the file. */
  let isUnmerged = false;
  /** The compactions of files that are not open any more. */
  let abandoned: Promise<unknown> = Promise.resolve();

  const unlock = async (): Promise<void> => {
    await locked?.lock.release();
    locked = undefined;
  };
  /** If the lock cannot be released, the next opening uses it. */
  const unlockIfPossible = (): Promise<void> => unlock().catch(() => undefined);
  const open = async (): Promise<OpenFile> => {
    try {
      if (locked === undefined || !(await locked.lock.isHeld())) {
        const real = await realPath(path, fs);
        locked = { path: real, lock: await acquireLock(real, fs) };
      }
      current = await openFile(locked, fs, options);
      current.tables.indexing.start();
      return current;
    } catch (error) {
      await unlockIfPossible();
      opening = undefined;
      throw asFailure(name, error instanceof UncertainWrite ? error.cause : failureIn(error));
    }
  };
  const forget = async (): Promise<void> => {
    const file = current;
    [opening, current] = [undefined, undefined];
    if (file === undefined) return;
    file.tables.indexing.stop();
    // A compaction in the background must not replace the file any more.
    file.epoch += 1;
    abandoned = Promise.all([abandoned, file.compaction]);
    await file.journal?.close().catch(() => undefined);
  };

  const opened = (): Promise<OpenFile> => {
    opening ??= open();
    return opening;
  };

  return {
    opened,
    compactions: () => Promise.all([abandoned, current?.compaction]),
    failed: async (error) => {
      if (error instanceof NotRemoved) return error.failure;
      if (!(error instanceof MustReopen)) return error;
      await forget();
      if (!error.keepsLock) await unlockIfPossible();
      return error.failure;
    },
    close: async () => {
      if (isUnmerged && (await exists(path, fs))) await opened();
      const failure = current && (await endJournals(current).catch((error: unknown) => ({ error })));
      isUnmerged = failure !== undefined;
      await forget();
      await unlock().catch((error) => {
        throw asFailure(name, error);
      });
      if (failure !== undefined) throw notMerged(name, failure.error);
    },
  };
}

/** Returns whether there is a file to merge a journal into. It may be gone since an earlier attempt released the lock. */
async function exists(path: string, fs: FileSystem): Promise<boolean> {
  const stats = await ignoreErrorCodes(["ENOENT", "ENOTDIR"], fs.stat(path)).catch((error) => {
    throw asFailure(basename(path), error);
  });
  return stats !== undefined;
}

function failureIn(error: unknown): unknown {
  return error instanceof MustReopen ? error.failure : error;
}

function notMerged(name: string, error: unknown): ComplianceError {
  if (error instanceof NotRemoved) return error.failure;
  const { code, message, cause } = asFailure(name, failureIn(error));
  // After a change from outside the journal may be lost.
  const consequence =
    error instanceof MustReopen
      ? "Its last changes are in the journal beside it, if that still exists."
      : "Nothing that was acknowledged is lost: the last changes are in the journal beside it. Keep both files together. " +
        "Close again to merge them, or open the file again: the next opening reads both.";
  const text = `The file "${name}" was closed, but its journal could not be merged into it. ${consequence} ${message}`;
  return new ComplianceError(code, text, { cause });
}

/**
 * Opens a locked file with its journals, and repairs what a killed process left. Creates a missing file, so that missing
 * permissions are reported at once.
 */
async function openFile(locked: LockedFile, fs: FileSystem, options: WriterOptions): Promise<OpenFile> {
  const { path } = locked;
  const name = basename(path);
  const stats = await ignoreErrorCodes(["ENOENT"], fs.stat(path));
  if (stats?.isFile() === false) throw notAFile(name);
  const adapter = snapshotAdapter(path, fs, options);
  const database = new Low<NewSnapshot>(adapter, EMPTY_SNAPSHOT);
  await database.read();
  const generations = await journalsBeside(path, fs);
  if (stats === undefined) {
    requireNoJournals(path, generations);
    await database.write();
  } else {
    // What is read must be durable before it is used, even if its writer died before the sync.
    await syncFolder(path, fs);
    for (const each of [path, ...generations.map((generation) => journalPath(path, generation))]) {
      await makePrivate(each, fs);
    }
  }
  const snapshot = database.data;
  const { mergedJournal } = snapshot;
  const tables = await loadTables(snapshot, name);
  database.data = EMPTY_SNAPSHOT;
  await removeJournals(path, await obsoleteAmong(generations, path, mergedJournal, fs), fs);
  const file: OpenFile = {
    ...{ ...locked, adapter, database, tables, fs, options, mergedJournal, needsSnapshot: false },
    ...{ journal: undefined, obsoleteJournals: [], compactAt: options.compactAt, epoch: 0, compaction: undefined },
  };
  try {
    const remaining = generations.filter((generation) => generation > mergedJournal.generation);
    const haveCurrentKey = await recover(file, remaining);
    await removeTemporaryFiles(path, fs);
    if (!haveCurrentKey || adapter.file()?.encryptedWith !== options.keys?.current.id) await encryptAgain(file);
  } catch (error) {
    await file.journal?.close().catch(() => undefined);
    throw error;
  }
  return file;
}

/** Replaces what is plain or encrypted with a previous key. Fails if an old journal cannot be removed. */
async function encryptAgain(file: OpenFile): Promise<void> {
  await replaceSnapshot(file);
  const [remaining] = file.obsoleteJournals;
  if (remaining !== undefined) await file.fs.unlink(journalPath(file.path, remaining.generation));
}

/** A file that was copied from a backup may be readable by others. */
async function makePrivate(path: string, fs: FileSystem): Promise<void> {
  const { mode } = await fs.stat(path);
  if ((mode & 0o077) !== 0) await fs.chmod(path, OWNER_ONLY);
}

function notAFile(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The path of "${name}" leads to a folder or a device. Pass the path of a file.`,
  );
}

/**
 * Replays the journals of these generations, and opens the last one for writing. Its end may be torn. Returns whether all
 * of them are encrypted with the current key, or plain if there is none.
 */
async function recover(file: OpenFile, generations: readonly number[]): Promise<boolean> {
  const { path, fs, options, tables, adapter, mergedJournal } = file;
  const last = generations.at(-1);
  let predecessor = afterSnapshot(adapter.file()?.id ?? "", mergedJournal);
  let [replayed, haveCurrentKey] = [0, true];
  const read = async (handle: FileHandle, generation: number): Promise<ReadJournal> => {
    const name = basename(journalPath(path, generation));
    const journal = await readJournal(handle, { name, generation, predecessor, access: options, tables });
    const { header, position, droppedBytes } = journal;
    if (generation !== last && droppedBytes > 0) {
      throw corruptJournal(name, "is damaged before changes that were acknowledged");
    }
    predecessor = afterJournal(header, position.seq);
    replayed += position.seq;
    haveCurrentKey &&= header.encrypted?.key === options.keys?.current.id;
    return journal;
  };
  for (const generation of generations.slice(0, -1)) {
    const { header } = await withFile(journalPath(path, generation), fs, (handle) => read(handle, generation));
    file.obsoleteJournals.push(header);
  }
  if (last === undefined) return haveCurrentKey;
  const target = journalPath(path, last);
  const handle = await fs.open(target, "r+");
  try {
    const journal = await read(handle, last);
    file.journal = await repair(target, handle, journal);
    const { droppedLines, droppedBytes } = journal;
    if (droppedBytes > 0) options.onRecovered({ journal: basename(target), replayed, droppedLines, droppedBytes });
    return haveCurrentKey;
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Cuts off a torn end and syncs the journal, because its writer may have died before the sync. */
async function repair(path: string, file: FileHandle, read: ReadJournal): Promise<JournalWriter> {
  const { header, codec, position, droppedBytes } = read;
  if (droppedBytes > 0) await file.truncate(position.bytes);
  await file.sync();
  const fingerprint = await fingerprintOf(file);
  return journalWriter({ path, generation: header.generation, id: header.id, file, codec, end: position, fingerprint });
}
