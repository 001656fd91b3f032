/** A journal as it is written: lines that are appended and synced, or cut back. */
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Keyring } from "../encryption.js";
import { asFailure, type FileSystem, unless } from "./file-system.js";
import type { JournalRef } from "./format.js";
import { journalPath, type LineCodec, newJournal } from "./journal.js";
import { OWNER_ONLY, rename, syncFolder, temporaryPath, UnsettledWrite } from "./replace.js";
import { stampFrom } from "./untouched.js";

/** What is acknowledged of a journal. */
interface JournalEnd {
  readonly bytes: number;
  /** The last line's; 0: there is none. */
  readonly seq: number;
  readonly group: number;
}

export interface JournalFile extends JournalRef {
  readonly path: string;
  end(): JournalEnd;
  /** Which file it is, with its last change. */
  stamp(): string;
  /** Resolves once these changes are durable. Throws {@link AppendFailure}. */
  append(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Nothing of it is acknowledged. */
export class AppendFailure extends Error {
  /** Whether the lines are certainly gone from the journal again. */
  readonly isCutBack: boolean;
  /** Whether what the system holds of the journal is still to be trusted: after a failed sync it is not. */
  readonly isSound: boolean;

  constructor(cause: unknown, isCutBack: boolean, isSound: boolean) {
    super("A journal could not be appended to.", { cause });
    this.isCutBack = isCutBack;
    this.isSound = isSound;
  }
}

interface Opened extends JournalRef {
  readonly path: string;
  readonly handle: FileHandle;
  readonly codec: LineCodec;
  readonly end: JournalEnd;
  readonly stamp: string;
}

/** A journal that is open for writing and ends there. */
export function journalFile({ path, generation, id, handle, codec, ...opened }: Opened): JournalFile {
  let { end, stamp } = opened;
  let lastGroup = end.group;

  const cutBack = async (): Promise<boolean> => {
    try {
      // A disk that refuses every change refuses this too, but then there is nothing to take back.
      const { size } = await handle.stat();
      if (size === end.bytes) return true;
      await handle.truncate(end.bytes);
      stamp = await stampFrom(handle);
      await handle.datasync();
      return true;
    } catch {
      return false;
    }
  };
  return {
    path,
    generation,
    id,
    end: () => end,
    stamp: () => stamp,
    append: async (payloads) => {
      lastGroup += 1;
      const lines = payloads.map((payload, index) =>
        codec.encode({ seq: end.seq + 1 + index, group: lastGroup, after: end.seq, payload }),
      );
      const bytes = Buffer.from(lines.join(""));
      let written: string | undefined;
      try {
        await writeAt(handle, bytes, end.bytes);
        written = await stampFrom(handle);
        await handle.datasync();
      } catch (cause) {
        const isCutBack = await cutBack();
        throw new AppendFailure(cause, isCutBack, isCutBack && written === undefined);
      }
      stamp = written;
      end = { bytes: end.bytes + bytes.length, seq: end.seq + payloads.length, group: lastGroup };
    },
    close: () => handle.close(),
  };
}

/** What a new journal goes on from, and its number. */
export interface Continued {
  readonly generation: number;
  readonly continues: string;
  readonly after: number;
}

/**
 * Puts a new journal beside the file of that real path. `unsettled`: it stands there, or may, and that is not durable.
 * Throws when it does not stand there.
 */
export async function createJournal(
  path: string,
  continued: Continued,
  keys: Keyring | undefined,
  fs: FileSystem,
): Promise<{ readonly journal: JournalFile; readonly unsettled: UnsettledWrite | undefined }> {
  const { line, header, codec } = newJournal(continued, keys);
  const bytes = Buffer.from(line);
  const temporary = temporaryPath(path);
  const target = journalPath(path, header.generation);
  const handle = await fs.open(temporary, "wx", OWNER_ONLY);
  const end = { bytes: bytes.length, seq: 0, group: 0 };
  try {
    await writeAt(handle, bytes, 0);
    await handle.sync();
    const stamp = await stampFrom(handle);
    const unsettled = await install(temporary, target, fs);
    return { journal: journalFile({ ...header, path: target, handle, codec, end, stamp }), unsettled };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await fs.unlink(temporary).catch(() => undefined);
    throw asFailure(basename(path), error);
  }
}

async function install(temporary: string, target: string, fs: FileSystem): Promise<UnsettledWrite | undefined> {
  try {
    await rename(temporary, target, fs);
    await syncFolder(target, fs).catch((cause) => {
      throw new UnsettledWrite(true, cause);
    });
    return undefined;
  } catch (error) {
    if (error instanceof UnsettledWrite) return error;
    throw error;
  }
}

/** The generations of the journals beside the file, the lowest first. */
export async function journalsBeside(path: string, fs: FileSystem): Promise<readonly number[]> {
  const prefix = `${basename(path)}.journal.`;
  const entries = await fs.readdir(dirname(path));
  const numbers = entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
  return numbers
    .filter((text) => /^[1-9][0-9]{0,14}$/.test(text))
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Removes these journals, the oldest first: what is left goes on to be recognised, each by the one after it. A file system
 * may make removals durable in another order, so each one is durable before the next is made.
 */
export async function removeJournals(path: string, generations: readonly number[], fs: FileSystem): Promise<void> {
  for (const [index, generation] of generations.entries()) {
    if (index > 0) await syncFolder(path, fs);
    await unless(["ENOENT"], fs.unlink(journalPath(path, generation)));
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error("The system wrote nothing.");
    done += bytesWritten;
  }
}
