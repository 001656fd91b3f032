/** Opens a locked file: the snapshot, then the journals that go on from it. Repairs what a killed process left. */
import { basename } from "node:path";
import { Low } from "lowdb";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Tables } from "../tables.js";
import type { Held, OpenFile } from "./commit.js";
import { type FileSystem, unless } from "./file-system.js";
import { corrupt, NO_JOURNAL, type Snapshot } from "./format.js";
import { journalPath } from "./journal.js";
import { journalsBeside, removeJournals } from "./journal-file.js";
import type { FileOptions } from "./options.js";
import { corruptJournal } from "./read-journal.js";
import { afterSnapshot, checkFolded, recover } from "./recover.js";
import { fileAdapter, OWNER_ONLY, removeLeftovers, syncFolder, type Writing } from "./replace.js";
import { replaceSnapshot } from "./replace-snapshot.js";
import { snapshotOf, tablesOf } from "./rows.js";

const NOTHING: Snapshot = { accounts: [], vasps: [], alerts: [], addresses: [], folded: NO_JOURNAL };

/** What the file and its journals hold; a file that does not exist is created, so that missing permissions show at once. */
export async function openFile(held: Held, fs: FileSystem, options: FileOptions): Promise<OpenFile> {
  const { path } = held;
  const stat = await unless(["ENOENT"], fs.stat(path));
  if (stat?.isFile() === false) throw notAFile(basename(path));
  const adapter = fileAdapter(path, fs, options);
  const low = new Low<Writing>(adapter, NOTHING);
  await low.read();
  const generations = await journalsBeside(path, fs);
  if (stat === undefined) {
    checkNone(path, generations);
    await low.write();
  } else {
    // What is read must be durable before anybody acts on it, also when its writer died before it could sync.
    await syncFolder(path, fs);
    for (const each of [path, ...generations.map((generation) => journalPath(path, generation))])
      await makePrivate(each, fs);
  }
  const { folded } = low.data;
  const tables = await loadedTables(low.data, basename(path));
  const leftOver = upTo(folded.generation, generations);
  await checkFolded(path, leftOver, folded, fs);
  await removeJournals(path, leftOver, fs);
  const replaying = { path, fs, options, put: putRows.bind(undefined, tables) };
  const start = afterSnapshot(adapter.file()?.id ?? "", folded);
  const { journal, earlier, isSealedAsAsked } = await recover(replaying, beyond(folded.generation, generations), start);
  low.data = snapshotOf(tables, folded);
  const file: OpenFile = {
    ...{ ...held, adapter, low, tables, fs, options, folded, journal, spent: [...earlier], mustRenew: false },
    ...{ compactAt: options.compactAt, epoch: 0, compaction: undefined },
  };
  try {
    await removeLeftovers(path, fs);
    // What is plain, or sealed with a previous key, must not go on standing there.
    const isFileAsAsked = adapter.file()?.sealedWith === options.keys?.current.id;
    if (!isFileAsAsked || !isSealedAsAsked) await sealAnew(file);
  } catch (error) {
    await file.journal?.close().catch(() => undefined);
    throw error;
  }
  return file;
}

/** Those up to that number. */
export function upTo(generation: number, generations: readonly number[]): readonly number[] {
  return generations.filter((each) => each <= generation);
}

function beyond(generation: number, generations: readonly number[]): readonly number[] {
  return generations.filter((each) => each > generation);
}

/** Throws `storage_corrupt` when there are journals: there is no file that they could go on from. */
export function checkNone(path: string, [first]: readonly number[]): void {
  if (first !== undefined)
    throw corruptJournal(basename(journalPath(path, first)), "has lost the file that it goes on from");
}

async function sealAnew(file: OpenFile): Promise<void> {
  await replaceSnapshot(file);
  const [left] = file.spent;
  if (left !== undefined) await file.fs.unlink(journalPath(file.path, left.generation));
}

/** A file that was copied here, as from a backup, may be for others to read. */
async function makePrivate(path: string, fs: FileSystem): Promise<void> {
  const { mode } = await fs.stat(path);
  if ((mode & 0o077) !== 0) await fs.chmod(path, OWNER_ONLY);
}

function notAFile(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The path of "${name}" leads to a folder or a device: give the path of a file.`,
  );
}

/** The tables of a snapshot. */
export async function loadedTables(snapshot: Snapshot, name: string): Promise<Tables> {
  try {
    return await tablesOf(snapshot);
  } catch {
    // No cause: what was thrown may quote what was read.
    throw corrupt(name, "holds records of another shape, so another program wrote it");
  }
}
