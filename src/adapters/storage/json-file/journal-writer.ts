/** Writes journals: creates them, appends and syncs lines, cuts failed ones off, removes obsolete journals. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import type { Keyring } from "../encryption.js";
import {
  asFailure,
  type FileSystem,
  fingerprintOf,
  ignoreErrorCodes,
  OWNER_ONLY,
  renameTemporary,
  syncFolder,
  temporaryPath,
  UncertainWrite,
  writeAt,
} from "./file-system.js";
import { type Continuation, journalPath, type LineCodec, newJournal } from "./journal-format.js";
import type { JournalRef } from "./snapshot.js";

/** The acknowledged end of a journal. */
interface JournalEnd {
  readonly bytes: number;
  /** Of the last line; 0 if there is none. */
  readonly seq: number;
  readonly group: number;
}

/** A journal that is open for writing. */
export interface JournalWriter extends JournalRef {
  readonly path: string;
  end(): JournalEnd;
  /** Returns its fingerprint after the last write. */
  fingerprint(): string;
  /** Resolves once these changes are durable. Throws {@link AppendFailure}. */
  append(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Nothing of the changes is acknowledged. */
export class AppendFailure extends Error {
  /** Whether the lines were certainly cut off again. */
  readonly isCutOff: boolean;
  /** Whether the journal can still be used. After a failed sync it cannot. */
  readonly isUsable: boolean;

  constructor(cause: unknown, isCutOff: boolean, isUsable: boolean) {
    super("A journal could not be appended to.", { cause });
    this.isCutOff = isCutOff;
    this.isUsable = isUsable;
  }
}

interface Opened extends JournalRef {
  readonly path: string;
  readonly file: FileHandle;
  readonly codec: LineCodec;
  readonly end: JournalEnd;
  readonly fingerprint: string;
}

/** Returns the writer of an open journal. */
export function journalWriter({ path, generation, id, file, codec, ...opened }: Opened): JournalWriter {
  let { end, fingerprint } = opened;
  let lastGroup = end.group;

  const cutOff = async (): Promise<boolean> => {
    try {
      // A disk that refuses all changes refuses this one too, but then there is nothing to cut off.
      const { size } = await file.stat();
      if (size === end.bytes) return true;
      await file.truncate(end.bytes);
      fingerprint = await fingerprintOf(file);
      await file.datasync();
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
    fingerprint: () => fingerprint,
    append: async (payloads) => {
      lastGroup += 1;
      const lines = payloads.map((payload, index) =>
        codec.encode({ seq: end.seq + 1 + index, group: lastGroup, after: end.seq, payload }),
      );
      const bytes = Buffer.from(lines.join(""));
      let written: string | undefined;
      try {
        await writeAt(file, bytes, end.bytes);
        written = await fingerprintOf(file);
        await file.datasync();
      } catch (cause) {
        const isCutOff = await cutOff();
        throw new AppendFailure(cause, isCutOff, isCutOff && written === undefined);
      }
      fingerprint = written;
      end = { bytes: end.bytes + bytes.length, seq: end.seq + payloads.length, group: lastGroup };
    },
    close: () => file.close(),
  };
}

/**
 * Creates a journal beside the file at that real path. `uncertain` means that it is in its place, or may be, but is not
 * durable. If this throws, there is no new journal.
 */
export async function createJournal(
  path: string,
  continuation: Continuation,
  keys: Keyring | undefined,
  fs: FileSystem,
): Promise<{ readonly journal: JournalWriter; readonly uncertain: UncertainWrite | undefined }> {
  const { line, header, codec } = newJournal(continuation, keys);
  const bytes = Buffer.from(line);
  const temporary = temporaryPath(path);
  const target = journalPath(path, header.generation);
  const file = await fs.open(temporary, "wx", OWNER_ONLY);
  try {
    await writeAt(file, bytes, 0);
    await file.sync();
    const fingerprint = await fingerprintOf(file);
    const uncertain = await install(temporary, target, fs);
    const end = { bytes: bytes.length, seq: 0, group: 0 };
    return { journal: journalWriter({ ...header, path: target, file, codec, end, fingerprint }), uncertain };
  } catch (error) {
    await file.close().catch(() => undefined);
    await fs.unlink(temporary).catch(() => undefined);
    throw asFailure(basename(path), error);
  }
}

async function install(temporary: string, target: string, fs: FileSystem): Promise<UncertainWrite | undefined> {
  try {
    await renameTemporary(temporary, target, fs);
  } catch (error) {
    if (error instanceof UncertainWrite) return error;
    throw error;
  }
  return syncFolder(target, fs).then(
    () => undefined,
    (cause) => new UncertainWrite(true, cause),
  );
}

/**
 * Removes these journals, the oldest first. Each is recognised by the one after it, so each removal is durable before the
 * next one.
 */
export async function removeJournals(path: string, generations: readonly number[], fs: FileSystem): Promise<void> {
  for (const [index, generation] of generations.entries()) {
    if (index > 0) await syncFolder(path, fs);
    await ignoreErrorCodes(["ENOENT"], fs.unlink(journalPath(path, generation)));
  }
}
