/** New snapshots of an open file: for a large change, on closing, and in the background when the journal has grown. */
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Rows } from "../tables.js";
import { beginJournal, checkExternalChange, MustReopen, type OpenFile } from "./commit.js";
import { asFailure, removeTemporaryFiles, syncFolder, systemCode, UncertainWrite } from "./file-system.js";
import { removeJournals } from "./journal.js";
import type { JournalRef } from "./journal-format.js";
import { copyOfRows, EMPTY_SNAPSHOT, type NewSnapshot, rowsWith } from "./snapshot.js";

/** Runs `job` while nothing else changes the file or the acknowledged rows. */
export type Exclusively = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Writes a new snapshot with everything acknowledged and these rows, and removes the merged journals.
 *
 * @throws ComplianceError if nothing changed, {@link MustReopen} otherwise.
 */
export async function replaceSnapshot(file: OpenFile, rows: Rows = new Map()): Promise<void> {
  const { tables, path, journal } = file;
  const mergedJournal = journal ?? file.mergedJournal;
  // A compaction in the background would replace this snapshot by older rows.
  file.epoch += 1;
  try {
    await write(file, { records: rowsWith(tables, rows), mergedJournal });
  } catch (error) {
    if (!(error instanceof UncertainWrite)) throw error;
    // The journal may be merged already, so changes that are appended to it could be lost.
    file.needsSnapshot = true;
    if (await putBack(file, mergedJournal, error)) await settle(file, mergedJournal);
    throw asFailure(basename(path), error.cause);
  }
  putRows(tables, rows);
  await settle(file, mergedJournal);
}

async function write({ database }: OpenFile, snapshot: NewSnapshot): Promise<void> {
  database.data = snapshot;
  const written = database.write();
  // The adapter has the snapshot. lowdb would keep its rows in memory.
  database.data = EMPTY_SNAPSHOT;
  await written;
}

/**
 * Restores the acknowledged state, because the change is rejected and must not remain in the file. Returns whether it was
 * synced. If the folder was not synced, a loss of power can bring the rejected change back.
 *
 * @throws MustReopen if memory may differ from the file.
 */
async function putBack(file: OpenFile, mergedJournal: JournalRef, uncertain: UncertainWrite): Promise<boolean> {
  try {
    await write(file, { records: rowsWith(file.tables), mergedJournal });
    return true;
  } catch (error) {
    if (error instanceof UncertainWrite && error.isReplaced) return false;
    throw new MustReopen(outcomeUnknown(basename(file.path), uncertain.cause), true);
  }
}

/** Closes and removes the journals, after their changes are in the file. */
async function settle(file: OpenFile, mergedJournal: JournalRef): Promise<void> {
  const { journal } = file;
  file.mergedJournal = mergedJournal;
  file.needsSnapshot = false;
  file.compactAt = file.options.compactAt;
  if (journal !== undefined) {
    file.obsoleteJournals.push(journal);
    file.journal = undefined;
    await journal.close().catch(() => undefined);
  }
  await removeObsolete(file);
}

/** Removes the journals whose changes are in the file. A failed removal is tried again later. */
async function removeObsolete(file: OpenFile): Promise<void> {
  const { path, fs, mergedJournal } = file;
  const generations = file.obsoleteJournals.map(({ generation }) => generation);
  const merged = generations.filter((generation) => generation <= mergedJournal.generation);
  try {
    await removeJournals(path, merged, fs);
    file.obsoleteJournals.splice(0, merged.length);
  } catch {
    // They do no harm.
  }
}

/**
 * Merges all journals into the file, so that it alone holds everything, and removes what else may contain removed records.
 * No compaction may run in the background.
 *
 * @throws NotRemoved if something remained.
 */
export async function mergeJournals(file: OpenFile): Promise<void> {
  await checkExternalChange(file);
  await removeObsolete(file);
  if (mustMerge(file)) await replaceSnapshot(file);
  await removeLeftovers(file);
}

function mustMerge({ obsoleteJournals, needsSnapshot, journal }: OpenFile): boolean {
  return obsoleteJournals.length > 0 || needsSnapshot || (journal?.end().seq ?? 0) > 0;
}

/** Does the same before the file is closed, also if nothing has to be merged into a file that changed from outside. */
export async function endJournals(file: OpenFile): Promise<void> {
  const { lock, fs } = file;
  await removeObsolete(file);
  if (mustMerge(file)) await mergeJournals(file);
  // Without the lock, temporary files may be those of another storage.
  else if (await lock.isHeld().catch(() => false)) await removeLeftovers(file);
  // An empty journal. If it cannot be removed, the next opening continues it.
  if (file.journal !== undefined) await fs.unlink(file.journal.path).catch(() => undefined);
}

/** The file holds everything, but a journal or a temporary file beside it could not be removed. */
export class NotRemoved extends Error {
  readonly failure: ComplianceError;

  constructor(name: string, cause: unknown) {
    const failure = new ComplianceError(
      "storage_unavailable",
      `The file "${name}" holds everything, but an obsolete file beside it may remain ` +
        `(${systemCode(cause) ?? "unknown failure"}). It may contain removed records. Call compact again, or open the file ` +
        "again: both remove it.",
      { cause },
    );
    super(failure.message, { cause });
    this.failure = failure;
  }
}

/** Removes merged journals and temporary files, so that a loss of power does not bring them back. */
async function removeLeftovers(file: OpenFile): Promise<void> {
  const { path, fs, obsoleteJournals } = file;
  try {
    const generations = obsoleteJournals.map(({ generation }) => generation);
    await removeJournals(path, generations, fs);
    obsoleteJournals.splice(0);
    await removeTemporaryFiles(path, fs);
    await syncFolder(path, fs);
  } catch (error) {
    throw new NotRemoved(basename(path), error);
  }
}

/**
 * Begins to merge the journal into the file if it has outgrown it. Must be awaited while nothing else changes the file. The
 * long part continues in the background. A failure rejects no change, and the merge is tried again later.
 */
export async function compactIfDue(file: OpenFile, exclusively: Exclusively): Promise<void> {
  const { journal, adapter, compaction, needsSnapshot } = file;
  if (journal === undefined || compaction !== undefined || needsSnapshot) return;
  const { bytes } = journal.end();
  if (bytes <= Math.max(file.compactAt, adapter.file()?.bytes ?? 0)) return;
  // After a failure, for example on a full disk, the journal first grows by as much again.
  file.compactAt = bytes + file.options.compactAt;
  try {
    await beginJournal(file);
  } catch {
    return;
  }
  file.compactAt = file.options.compactAt;
  const mergedJournal = { generation: journal.generation, id: journal.id };
  const snapshot = { records: copyOfRows(file.tables), mergedJournal };
  file.compaction = compact(file, snapshot, exclusively).finally(() => {
    file.compaction = undefined;
  });
}

async function compact(file: OpenFile, snapshot: NewSnapshot, exclusively: Exclusively): Promise<void> {
  const { epoch } = file;
  const whenReady = (replace: () => Promise<void>): Promise<void> =>
    exclusively(async () => {
      if (file.epoch !== epoch) throw new Error("A newer snapshot was written.");
      await checkExternalChange(file);
      await replace();
      file.mergedJournal = snapshot.mergedJournal;
      await removeObsolete(file);
    });
  // If it fails, the journals remain and hold everything.
  await write(file, { ...snapshot, whenReady }).catch(() => undefined);
}

function outcomeUnknown(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was written, but the disk failed (${systemCode(cause) ?? "unknown failure"}) before that was ` +
      "certain. The outcome of this change is unknown. The next call reads the file again and shows it.",
    { cause },
  );
}
