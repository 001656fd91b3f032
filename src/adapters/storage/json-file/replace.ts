/** lowdb's adapter for one file: whatever happens, the file is the old snapshot or the new one, never a part. */
import { createHash, randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import type { Adapter } from "lowdb";
import { asFailure, type FileSystem, unless } from "./file-system.js";
import { bodyOf, HEADER_BYTES, headerLine, parseFile, type Snapshot } from "./format.js";
import { stampOf } from "./untouched.js";

/** Files hold personal data: for their owner only. */
export const OWNER_ONLY = 0o600;

/**
 * The new snapshot stands in the file's place, or may stand there, but it is not known to be durable. Thrown by `write`
 * instead of a plain failure, which means that the file is as it was.
 */
export class UnsettledWrite extends Error {
  /** Whether the new snapshot stands there; false: unknown. */
  readonly replaced: boolean;

  constructor(replaced: boolean, cause: unknown) {
    super("The outcome of writing a file is not known.", { cause });
    this.replaced = replaced;
  }
}

export interface FileAdapter extends Adapter<Snapshot> {
  /** Which file it last read or wrote, as {@link stampOf} says; undefined: none. */
  stamp(): string | undefined;
}

/** The snapshots in the file of that real path. `read` gives null when there is no file. */
export function fileAdapter(path: string, fs: FileSystem): FileAdapter {
  const name = basename(path);
  let stamp: string | undefined;
  // Stamps are taken before the bytes are read or put in place, so that what comes in between is another file.
  return {
    stamp: () => stamp,
    read: async () => {
      stamp = await stampOf(path, fs);
      const bytes = await unless(["ENOENT"], fs.readFile(path));
      return bytes === undefined ? null : parseFile(bytes, name);
    },
    write: async (snapshot) => {
      const temporary = `${path}.tmp.${randomBytes(8).toString("hex")}`;
      let written: string | undefined;
      try {
        await writeNew(temporary, snapshot, fs);
        written = await stampOf(temporary, fs);
      } catch (error) {
        await fs.unlink(temporary).catch(() => undefined);
        throw asFailure(name, error);
      }
      await rename(temporary, path, fs);
      stamp = written;
      await syncFolder(path, fs).catch((cause) => {
        throw new UnsettledWrite(true, cause);
      });
    },
  };
}

async function writeNew(path: string, snapshot: Snapshot, fs: FileSystem): Promise<void> {
  const file = await fs.open(path, "wx", OWNER_ONLY);
  try {
    const hash = createHash("sha256");
    await file.writeFile(headerLine("0".repeat(64)));
    for (const text of bodyOf(snapshot)) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      await file.writeFile(bytes);
    }
    const header = Buffer.from(headerLine(hash.digest("hex")));
    const { bytesWritten } = await file.write(header, 0, HEADER_BYTES, 0);
    if (bytesWritten !== HEADER_BYTES) throw new Error("The header line was written in part only.");
    await file.sync();
  } finally {
    await file.close();
  }
}

async function rename(from: string, to: string, fs: FileSystem): Promise<void> {
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
