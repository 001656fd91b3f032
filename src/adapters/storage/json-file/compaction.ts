/** Folding the journal into the file in the background, while writes go on in the next journal. */
import { beginJournal, checkOurs, type OpenFile } from "./commit.js";
import { removeSpent } from "./replace-snapshot.js";
import { cutOf, snapshotOf } from "./rows.js";

/** Runs when nothing else changes the file or what is acknowledged. */
export type Exclusively = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Begins to fold the journal into the file when it has outgrown it. To be called, and awaited, when nothing else changes
 * the file; the long part is under way afterwards. What fails here is no caller's change: it is tried again later.
 */
export async function compactIfDue(file: OpenFile, exclusively: Exclusively): Promise<void> {
  const { journal, adapter, compaction, mustRenew } = file;
  if (journal === undefined || compaction !== undefined || mustRenew) return;
  const { bytes } = journal.end();
  if (bytes <= Math.max(file.compactAt, adapter.file()?.bytes ?? 0)) return;
  // Where it fails, as on a full disk, the journal first grows by as much again.
  file.compactAt = bytes + file.options.compactAt;
  try {
    await beginJournal(file);
  } catch {
    return;
  }
  file.compactAt = file.options.compactAt;
  const folded = { generation: journal.generation, id: journal.id };
  file.compaction = compact(file, cutOf(file.tables, folded), exclusively).finally(() => {
    file.compaction = undefined;
  });
}

async function compact(file: OpenFile, cut: ReturnType<typeof cutOf>, exclusively: Exclusively): Promise<void> {
  const { low, tables, epoch } = file;
  const isOvertaken = (): boolean => file.epoch !== epoch;
  low.data = {
    ...cut,
    turn: (install) =>
      exclusively(async () => {
        if (isOvertaken()) throw new Error("A newer snapshot was written.");
        await checkOurs(file);
        await install();
        file.folded = cut.folded;
        await removeSpent(file);
      }),
  };
  try {
    await low.write();
  } catch {
    // The journals stay, and hold everything.
  } finally {
    if (!isOvertaken()) low.data = snapshotOf(tables, file.folded);
  }
}
