/** The tables of a JSON file that this storage has to itself: every change on disk before it is acknowledged or seen. */
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { TableHost } from "../table-storage.js";
import { takeBatch, type Waiting } from "./batch.js";
import { append, checkOurs, type Held, MustReopen, type OpenFile } from "./commit.js";
import { compactIfDue, type Exclusively } from "./compaction.js";
import { asFailure, type FileSystem } from "./file-system.js";
import { acquireLock } from "./lock.js";
import { openFile } from "./open.js";
import type { FileOptions } from "./options.js";
import { realPath } from "./path.js";
import { UnsettledWrite } from "./replace.js";
import { removeSpent, replaceSnapshot } from "./replace-snapshot.js";

/** The host of the file at that absolute path. */
export function writingHost(path: string, fs: FileSystem, options: FileOptions): TableHost {
  const name = basename(path);
  const keeper = fileKeeper(path, fs, options);
  const waiting: Waiting[] = [];
  let isScheduled = false;
  let lastJob: Promise<unknown> = Promise.resolve();

  const exclusively: Exclusively = (job) => {
    const result = lastJob.then(job);
    lastJob = result.catch(() => undefined);
    return result;
  };

  /** Writes what waits, as far as it fits into one batch. Never rejects: those who wait hear of it. */
  const writeBatch = async (): Promise<void> => {
    const file = await keeper.opened().catch((error: unknown) => {
      for (const { reject } of waiting.splice(0)) reject(error);
      return undefined;
    });
    isScheduled = false;
    if (file === undefined) return;
    // From here to the end of the sync others come to wait: they are the next batch.
    const batch = takeBatch(waiting, file.tables);
    if (waiting.length > 0) schedule();
    if (batch.writes.length === 0 && batch.large === undefined) return;
    try {
      await checkOurs(file);
      if (file.mustRenew) await replaceSnapshot(file);
      if (batch.large === undefined) await append(file, batch.writes);
      else await replaceSnapshot(file, batch.large);
    } catch (error) {
      batch.reject(asFailure(name, await keeper.failed(error)));
      return;
    }
    batch.resolve();
    await compactIfDue(file, exclusively);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    exclusively(writeBatch).catch(() => undefined);
  };

  return {
    tables: async () => (await keeper.opened()).tables,
    change: <R>(plan: Waiting["plan"]) =>
      new Promise<R>((resolve, reject) => {
        // The answer is that of this very plan.
        waiting.push({ plan, resolve: (answer) => resolve(answer as R), reject });
        schedule();
      }),
    release: async () => {
      // What was acknowledged last may just be beginning one in the background, which then needs its turn.
      await exclusively(async () => undefined);
      await keeper.current()?.compaction;
      await exclusively(() => keeper.close());
    },
  };
}

/** Opens the file when it is needed, and again when what is in memory is no longer sure to be what the file holds. */
interface FileKeeper {
  opened(): Promise<OpenFile>;
  /** The file, if it is open. */
  current(): OpenFile | undefined;
  /** The failure to be told; after a {@link MustReopen} the next call reads anew. */
  failed(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

function fileKeeper(path: string, fs: FileSystem, options: FileOptions): FileKeeper {
  const name = basename(path);
  let held: Held | undefined;
  let opening: Promise<OpenFile> | undefined;
  let current: OpenFile | undefined;

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
      current = await openFile(held, fs, options);
      return current;
    } catch (error) {
      await letGo();
      opening = undefined;
      throw asFailure(name, error instanceof UnsettledWrite ? error.cause : failureIn(error));
    }
  };
  const forget = async (): Promise<void> => {
    const file = current;
    [opening, current] = [undefined, undefined];
    if (file === undefined) return;
    // A snapshot that is being written in the background must not come to stand there.
    file.epoch += 1;
    await file.journal?.close().catch(() => undefined);
  };

  return {
    opened: () => {
      opening ??= open();
      return opening;
    },
    current: () => current,
    failed: async (error) => {
      if (!(error instanceof MustReopen)) return error;
      await forget();
      if (!error.keepsLock) await letGo();
      return error.failure;
    },
    close: async () => {
      const folded = current === undefined ? undefined : await foldAll(current).catch((error: unknown) => ({ error }));
      await forget();
      await held?.lock.release().catch((error) => {
        throw asFailure(name, error);
      });
      if (folded !== undefined) throw notFolded(name, folded.error);
    },
  };
}

/** All that the journals hold into the file, so that it alone holds everything. */
async function foldAll(file: OpenFile): Promise<undefined> {
  const { journal, fs, mustRenew } = file;
  await removeSpent(file);
  if (file.spent.length > 0 || mustRenew || (journal !== undefined && journal.end().seq > 0)) {
    await checkOurs(file);
    await replaceSnapshot(file);
  } else if (journal !== undefined) {
    // Nothing was written to it. Where it cannot be removed, the next opening goes on with it.
    await fs.unlink(journal.path).catch(() => undefined);
  }
}

function failureIn(error: unknown): unknown {
  return error instanceof MustReopen ? error.failure : error;
}

function notFolded(name: string, error: unknown): ComplianceError {
  const { code, message, cause } = asFailure(name, failureIn(error));
  // What was touched from outside may be gone: nothing can be promised of it.
  const rest =
    error instanceof MustReopen
      ? "but it could not be brought up to date: its last changes stand in the journal beside it, if that is still there."
      : "and nothing that was acknowledged is lost; but it could not be brought up to date, so its last changes stand " +
        "in the journal beside it: keep both together, the next opening reads both.";
  return new ComplianceError(code, `The file "${name}" was closed, ${rest} ${message}`, { cause });
}

async function lockFile(path: string, fs: FileSystem): Promise<Held> {
  const real = await realPath(path, fs);
  return { path: real, lock: await acquireLock(real, fs) };
}
