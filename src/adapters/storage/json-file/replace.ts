/** lowdb's adapter for one file: whatever happens, the file is the old snapshot or the new one, never a part. */
import { createHash, randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Adapter } from "lowdb";
import type { Keyring } from "../encryption.js";
import { asFailure, type FileSystem, unless } from "./file-system.js";
import { bodyOf, HEADER_BYTES, headerLine, type Snapshot } from "./format.js";
import { type Access, readSnapshot, type SnapshotFile } from "./read-snapshot.js";
import { newSealedHeader, sealedLine } from "./sealed.js";
import { stampOf } from "./untouched.js";

/** Files hold personal data: for their owner only. */
export const OWNER_ONLY = 0o600;

/**
 * The new file stands in its place, or may stand there, but it is not known to be durable. Thrown instead of a plain
 * failure, which means that all is as it was.
 */
export class UnsettledWrite extends Error {
  /** Whether the new file stands there; false: unknown. */
  readonly replaced: boolean;

  constructor(replaced: boolean, cause: unknown) {
    super("The outcome of writing a file is not known.", { cause });
    this.replaced = replaced;
  }
}

/** What is written, and when it may take the place of the file: without a turn, at once. */
export interface Writing extends Snapshot {
  readonly turn?: (install: () => Promise<void>) => Promise<void>;
}

export interface FileAdapter extends Adapter<Writing> {
  /** Which file it last read or wrote, as {@link stampOf} says; undefined: none. */
  stamp(): string | undefined;
  /** The file that it last read or wrote; undefined: none. */
  file(): SnapshotFile | undefined;
}

/** The snapshots in the file of that real path. `read` gives null when there is no file. */
export function fileAdapter(path: string, fs: FileSystem, access: Access): FileAdapter {
  const name = basename(path);
  let stamp: string | undefined;
  let file: SnapshotFile | undefined;
  // Stamps are taken before the bytes are read or put in place, so that what comes in between is another file.
  return {
    stamp: () => stamp,
    file: () => file,
    read: async () => {
      stamp = await stampOf(path, fs);
      const handle = await unless(["ENOENT"], fs.open(path, "r"));
      if (handle === undefined) return null;
      try {
        const read = await readSnapshot(handle, name, access);
        file = read;
        return read.snapshot;
      } finally {
        await handle.close();
      }
    },
    write: async (snapshot) => {
      const temporary = temporaryPath(path);
      const install = async (): Promise<void> => {
        await rename(temporary, path, fs);
        [stamp, file] = [written.stamp, written.file];
        await syncFolder(path, fs).catch((cause) => {
          throw new UnsettledWrite(true, cause);
        });
      };
      let written: { readonly stamp: string | undefined; readonly file: SnapshotFile };
      try {
        const file = await writeNew(temporary, snapshot, access.keys, fs);
        written = { stamp: await stampOf(temporary, fs), file };
        await (snapshot.turn ?? ((now) => now()))(install);
      } catch (error) {
        if (error instanceof UnsettledWrite) throw error;
        await fs.unlink(temporary).catch(() => undefined);
        throw asFailure(name, error);
      }
    },
  };
}

/** A name beside the file that nobody has. Opening removes what a killed process left under such a one. */
export function temporaryPath(path: string): string {
  return `${path}.tmp.${randomBytes(8).toString("hex")}`;
}

async function writeNew(
  path: string,
  snapshot: Snapshot,
  keys: Keyring | undefined,
  fs: FileSystem,
): Promise<SnapshotFile> {
  const file = await fs.open(path, "wx", OWNER_ONLY);
  try {
    const written = keys === undefined ? await writePlain(file, snapshot) : await writeSealed(file, snapshot, keys);
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

async function writePlain(file: FileHandle, snapshot: Snapshot): Promise<SnapshotFile> {
  const hash = createHash("sha256");
  let length = HEADER_BYTES;
  await file.writeFile(headerLine("0".repeat(64)));
  for (const text of bodyOf(snapshot)) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    length += bytes.length;
    await file.writeFile(bytes);
  }
  const id = hash.digest("hex");
  const { bytesWritten } = await file.write(Buffer.from(headerLine(id)), 0, HEADER_BYTES, 0);
  if (bytesWritten !== HEADER_BYTES) throw new Error("The header line was written in part only.");
  return { id, bytes: length, sealedWith: undefined };
}

async function writeSealed(file: FileHandle, snapshot: Snapshot, keys: Keyring): Promise<SnapshotFile> {
  const { line, salt, cipher } = newSealedHeader(keys);
  let length = line.length;
  await file.writeFile(line);
  const body = bodyOf(snapshot);
  let next = body.next();
  for (let index = 0; !next.done; index += 1) {
    const text = next.value;
    next = body.next();
    const sealed = sealedLine(cipher, text, index, next.done === true);
    length += sealed.length;
    await file.writeFile(sealed);
  }
  return { id: salt, bytes: length, sealedWith: keys.current.id };
}

/** Throws a plain failure only when the new file certainly does not stand there. */
export async function rename(from: string, to: string, fs: FileSystem): Promise<void> {
  try {
    await fs.rename(from, to);
  } catch (cause) {
    // A file system over a network can fail after the deed. Nothing happened only if the old name can still be removed.
    const removed = await fs.unlink(from).then(
      () => true,
      () => false,
    );
    throw removed ? asFailure(basename(to), cause) : new UnsettledWrite(false, cause);
  }
}

/** Makes the names in the folder of `path` durable. */
export async function syncFolder(path: string, fs: FileSystem): Promise<void> {
  // Windows opens no folders; its file system journals renames itself.
  if (process.platform === "win32") return;
  const folder = await fs.open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes temporary files that a killed process left beside the file. Only for the holder of the lock. */
export async function removeLeftovers(path: string, fs: FileSystem): Promise<void> {
  const prefix = `${basename(path)}.tmp.`;
  for (const entry of await fs.readdir(dirname(path))) {
    if (!entry.startsWith(prefix) || !/^[0-9a-f]{16}$/.test(entry.slice(prefix.length))) continue;
    await unless(["ENOENT"], fs.unlink(`${dirname(path)}/${entry}`));
  }
}
