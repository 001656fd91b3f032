/** A new snapshot in the file's place, with all that its journals hold. */
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Rows } from "../tables.js";
import { MustReopen, type OpenFile } from "./commit.js";
import { asFailure, systemCode } from "./file-system.js";
import type { JournalRef } from "./format.js";
import { removeJournals } from "./journal-file.js";
import { UnsettledWrite } from "./replace.js";
import { snapshotOf } from "./rows.js";

/**
 * Writes all that is acknowledged, and these rows, as a new snapshot; then its journals are removed. Throws a
 * ComplianceError when all is as before, {@link MustReopen} otherwise.
 */
export async function replaceSnapshot(file: OpenFile, rows: Partial<Rows> = {}): Promise<void> {
  const { low, tables, path, journal } = file;
  const folded: JournalRef = journal ?? file.folded;
  // One in the background would put older rows in its place.
  file.epoch += 1;
  low.data = snapshotOf(tables, folded, rows);
  try {
    await low.write();
  } catch (error) {
    low.data = snapshotOf(tables, folded);
    if (!(error instanceof UnsettledWrite)) throw error;
    // The file holds the journal now, or may: what were appended to that could be lost.
    file.mustRenew = true;
    if (await putBack(file, error)) await settle(file, folded);
    throw asFailure(basename(path), error.cause);
  }
  putRows(tables, rows);
  low.data = snapshotOf(tables, folded);
  await settle(file, folded);
}

/**
 * The change is being refused, so it must not stand in the file: put the acknowledged state back. Where even that fails,
 * the file alone knows, and the next call reads it anew. Only a loss of power before the folder has been synced can
 * bring the refused change back. Says whether it was synced.
 */
async function putBack({ low, path }: OpenFile, unsettled: UnsettledWrite): Promise<boolean> {
  try {
    await low.write();
    return true;
  } catch (error) {
    if (error instanceof UnsettledWrite && error.replaced) return false;
    throw new MustReopen(uncertain(basename(path), unsettled.cause), true);
  }
}

/** The snapshot stands for good: the journals that it holds are in the way only. */
async function settle(file: OpenFile, folded: JournalRef): Promise<void> {
  const { journal } = file;
  file.folded = folded;
  file.mustRenew = false;
  file.compactAt = file.options.compactAt;
  if (journal !== undefined) {
    file.spent.push(journal);
    file.journal = undefined;
    await journal.close().catch(() => undefined);
  }
  await removeSpent(file);
}

/** Removes the journals that the file holds. What cannot be removed now is tried again later. */
export async function removeSpent(file: OpenFile): Promise<void> {
  const { path, fs, folded } = file;
  const held = file.spent.map(({ generation }) => generation).filter((generation) => generation <= folded.generation);
  try {
    await removeJournals(path, held, fs);
    file.spent.splice(0, held.length);
  } catch {
    // They are in the way only.
  }
}

function uncertain(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was written, but the disk failed (${systemCode(cause) ?? "unknown failure"}) before that was certain. ` +
      "Whether this change was kept shows when the file is read again, which the next call does.",
    { cause },
  );
}
