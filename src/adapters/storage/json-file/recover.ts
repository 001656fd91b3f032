/** The journals beside a file: which of them go on from it, in which order, and what they put. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { Rows } from "../tables.js";
import type { FileSystem } from "./file-system.js";
import type { JournalRef } from "./format.js";
import { type JournalHeader, journalPath } from "./journal.js";
import { type JournalFile, journalFile } from "./journal-file.js";
import type { FileOptions } from "./options.js";
import { corruptJournal, headerOf, type OpenedJournal, openJournal, type Replayed, replay } from "./read-journal.js";
import { rowsOfPayload } from "./rows.js";
import { stampFrom } from "./untouched.js";

/** What the next journal must go on from. */
export interface Before {
  /** The number that it has. */
  readonly generation: number;
  accepts(header: JournalHeader): boolean;
}

/** After the snapshot: from it itself, or from the last journal that it holds. */
export function afterSnapshot(id: string, folded: JournalRef): Before {
  return {
    generation: folded.generation + 1,
    accepts: ({ continues, after }) =>
      (continues === id && after === 0) || (folded.id !== "" && continues === folded.id),
  };
}

/** After a journal that ended with the line `seq`. */
export function afterJournal({ generation, id }: JournalRef, seq: number): Before {
  return {
    generation: generation + 1,
    accepts: ({ continues, after }) => continues === id && after === seq,
  };
}

/** Throws `storage_corrupt` for a journal of something else. */
export function checkContinues(header: JournalHeader, generation: number, before: Before, name: string): void {
  if (generation !== before.generation || header.generation !== generation || !before.accepts(header)) {
    throw corruptJournal(name, "does not go on from the file beside it, or from the journal before it");
  }
}

/**
 * Throws `storage_corrupt` when one of these journals, which the snapshot should hold already, is a journal of something
 * else. They are left over where somebody was killed before he removed them.
 */
export async function checkFolded(
  path: string,
  generations: readonly number[],
  folded: JournalRef,
  fs: FileSystem,
): Promise<void> {
  let expected = folded;
  // From the newest back, each naming the one before it.
  for (const generation of [...generations].reverse()) {
    const target = journalPath(path, generation);
    const name = basename(target);
    const { header } = await using(target, "r", fs, (handle) => headerOf(handle, name));
    if (generation !== expected.generation || header.generation !== generation || header.id !== expected.id) {
      throw corruptJournal(name, "does not belong to the file beside it");
    }
    expected = { generation: generation - 1, id: header.continues };
  }
}

/** How journals are read: the file's real path, and where the rows go. */
export interface Replaying {
  readonly path: string;
  readonly fs: FileSystem;
  readonly options: FileOptions;
  readonly put: (rows: Partial<Rows>) => void;
}

export interface Recovered {
  /** The last one, open for writing; undefined: there is none. */
  readonly journal: JournalFile | undefined;
  /** Those before it. */
  readonly earlier: readonly JournalRef[];
  /** Whether all are sealed, or plain, as is asked for now. */
  readonly isSealedAsAsked: boolean;
}

/** Replays the journals of these numbers, the first of which goes on from `start`. The last may end in a torn write. */
export async function recover(replaying: Replaying, generations: readonly number[], start: Before): Promise<Recovered> {
  const { options } = replaying;
  const earlier: JournalRef[] = [];
  let [before, replayed, isSealedAsAsked] = [start, 0, true];
  for (const generation of generations) {
    const isLast = generation === generations.at(-1);
    const target = journalPath(replaying.path, generation);
    const read = async (handle: FileHandle): Promise<Read> => {
      const opened = await readThrough(handle, { replaying, generation, before, isLast });
      replayed += opened.position.seq;
      return opened;
    };
    const isAsked = ({ header }: OpenedJournal): boolean => header.sealed?.key === options.keys?.current.id;
    if (!isLast) {
      const opened = await using(target, "r", replaying.fs, read);
      isSealedAsAsked &&= isAsked(opened);
      earlier.push({ generation, id: opened.header.id });
      before = afterJournal({ generation, id: opened.header.id }, opened.position.seq);
      continue;
    }
    const handle = await replaying.fs.open(target, "r+");
    try {
      const opened = await read(handle);
      isSealedAsAsked &&= isAsked(opened);
      const journal = await settled(target, handle, opened);
      const { droppedLines, droppedBytes } = opened;
      if (droppedBytes > 0) options.onRecovered({ journal: basename(target), replayed, droppedLines, droppedBytes });
      return { journal, earlier, isSealedAsAsked };
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }
  return { journal: undefined, earlier, isSealedAsAsked };
}

type Read = OpenedJournal & Replayed;

interface Reading {
  readonly replaying: Replaying;
  readonly generation: number;
  readonly before: Before;
  readonly isLast: boolean;
}

async function readThrough(handle: FileHandle, { replaying, generation, before, isLast }: Reading): Promise<Read> {
  const name = basename(journalPath(replaying.path, generation));
  const opened = await openJournal(handle, name, replaying.options);
  checkContinues(opened.header, generation, before, name);
  const take = (payload: string): void => replaying.put(rowsOfPayload(payload));
  const read = await replay(handle, name, { codec: opened.codec, from: opened.start, take });
  if (!isLast && read.droppedBytes > 0) {
    throw corruptJournal(name, "is damaged before changes that were acknowledged");
  }
  return { ...opened, ...read };
}

/** Durable, for whoever wrote it may have died before he could sync; and without a torn end. */
async function settled(path: string, handle: FileHandle, read: Read): Promise<JournalFile> {
  const { header, codec, position, droppedBytes } = read;
  if (droppedBytes > 0) await handle.truncate(position.bytes);
  await handle.sync();
  const stamp = await stampFrom(handle);
  return journalFile({ path, generation: header.generation, id: header.id, handle, codec, end: position, stamp });
}

/** The answer of a reader of the file at that path. */
export async function using<T>(
  path: string,
  flags: string,
  fs: FileSystem,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await fs.open(path, flags);
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}
