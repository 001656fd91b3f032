/** Changes of a JSON file: in the journal and synced, then visible; or refused, and nothing of them stays. */
import { basename } from "node:path";
import type { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Rows, type Tables } from "../tables.js";
import { asFailure, type FileSystem } from "./file-system.js";
import type { JournalRef } from "./format.js";
import { AppendFailure, createJournal, type JournalFile } from "./journal-file.js";
import type { FileLock } from "./lock.js";
import type { FileOptions } from "./options.js";
import type { FileAdapter, Writing } from "./replace.js";
import { checkUntouched, type Expected } from "./untouched.js";

/** A locked file, by its real path. */
export interface Held {
  readonly path: string;
  readonly lock: FileLock;
}

/** A file that was read, with its journals. */
export interface OpenFile extends Held {
  readonly adapter: FileAdapter;
  readonly low: Low<Writing>;
  readonly tables: Tables;
  readonly fs: FileSystem;
  readonly options: FileOptions;
  /** The last journal that the file holds already. */
  folded: JournalRef;
  /** Where changes are written; undefined: the next one begins a journal. */
  journal: JournalFile | undefined;
  /** The journals before it, the oldest first: removed as soon as the file holds them. */
  spent: JournalRef[];
  /** Whether nothing may be appended before a new snapshot stands: the journal is not to be trusted. */
  mustRenew: boolean;
  /** The journal is folded into the file once it is longer than this, and than the file. Bytes. */
  compactAt: number;
  /** Counts the snapshots that were begun for good, so that one that was begun before gives up. */
  epoch: number;
  /** The one that is under way in the background. Never rejects. */
  compaction: Promise<void> | undefined;
}

/** The changes were refused, and what is in memory may not be what is in the file: it must be read anew. */
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

/** One change: its rows, and these as text. */
export interface Write {
  readonly rows: Partial<Rows>;
  readonly payload: string;
}

/** Throws {@link MustReopen} when somebody else touched the lock, the file or its journal. */
export async function checkOurs({ path, adapter, journal, mustRenew, lock, fs }: OpenFile): Promise<void> {
  const ours: Expected[] = [[path, adapter.stamp()]];
  // One that we failed to write has a stamp that nobody knows, and is not appended to.
  if (journal !== undefined && !mustRenew) ours.push([journal.path, journal.stamp()]);
  await checkUntouched(lock, ours, fs).catch((error: unknown) => {
    throw new MustReopen(asFailure(basename(path), error), false);
  });
}

/** Makes these changes durable by one write and one sync, then visible. Throws a ComplianceError when all is as before. */
export async function append(file: OpenFile, writes: readonly Write[]): Promise<void> {
  const journal = file.journal ?? (await beginJournal(file));
  try {
    await journal.append(writes.map(({ payload }) => payload));
  } catch (error) {
    if (!(error instanceof AppendFailure)) throw error;
    if (!error.isSound) file.mustRenew = true;
    const name = basename(file.path);
    throw error.isCutBack ? asFailure(name, error.cause) : notTakenBack(name, error.cause);
  }
  for (const { rows } of writes) putRows(file.tables, rows);
}

function notTakenBack(name: string, cause: unknown): ComplianceError {
  const { message } = asFailure(name, cause);
  return new ComplianceError(
    "storage_unavailable",
    `${message} The change was refused before it was certain what of it stands in the journal: the next change that ` +
      "succeeds takes it back; only if the process ends before that, it may show when the file is opened again.",
    { cause },
  );
}

/** Begins the next journal: writes go there from now on. Throws, with all as before, or with `mustRenew` set. */
export async function beginJournal(file: OpenFile): Promise<JournalFile> {
  const { path, journal: before, adapter, fs, options, folded } = file;
  const continued =
    before === undefined
      ? { generation: folded.generation + 1, continues: adapter.file()?.id ?? "", after: 0 }
      : { generation: before.generation + 1, continues: before.id, after: before.end().seq };
  const { journal, unsettled } = await createJournal(path, continued, options.keys, fs);
  file.journal = journal;
  if (before !== undefined) {
    file.spent.push(before);
    await before.close().catch(() => undefined);
  }
  if (unsettled !== undefined) {
    // It stands there, or may, so it is ours. But after a loss of power it may not, with all that was written to it.
    file.mustRenew = true;
    throw asFailure(basename(path), unsettled.cause);
  }
  return journal;
}
