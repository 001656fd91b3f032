/** File operations of the JSON-file storage, and the failures of the file system as ComplianceErrors. */
import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import type * as nodeFs from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { configurationInvalid } from "../../../domain/options.js";

/** The part of `node:fs/promises` that this storage uses. Tests pass disks that fail. */
export type FileSystem = Pick<
  typeof nodeFs,
  "chmod" | "open" | "readdir" | "readFile" | "readlink" | "realpath" | "rename" | "stat" | "unlink"
>;

/** Files hold personal data, so only their owner may read them. */
export const OWNER_ONLY = 0o600;

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: "Check the permissions of the file and its folder.",
  EDQUOT: "The disk quota is used up. Free some space.",
  EISDIR: "The path is a folder. Pass the path of a file.",
  ELOOP: "Its symbolic links form a circle. Correct them.",
  EMFILE: "This process has too many open files. Raise the limit or close some.",
  ENAMETOOLONG: "The name is too long for the temporary and lock files beside it. Shorten it.",
  ENFILE: "The system has too many open files. Raise the limit or close some.",
  ENOENT: "Its folder does not exist. Create the folder first.",
  ENOSPC: "The disk is full. Free some space.",
  ENOTDIR: "A part of the path is not a folder. Correct the path.",
  EPERM: "Check the permissions of the file and its folder.",
  EROFS: "The file system is read-only. Mount it writable or choose another folder.",
};

/** Returns the code of a system error, for example `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Returns what a file operation threw as a ComplianceError. `name` is the name of the file without its folder. */
export function asFailure(name: string, error: unknown): ComplianceError {
  if (error instanceof ComplianceError) return error;
  const code = systemCode(error) ?? "unknown failure";
  const advice = ADVICE[code] ?? "The file system reported an error. See the cause.";
  return new ComplianceError("storage_unavailable", `The file "${name}" cannot be used (${code}). ${advice}`, {
    cause: error,
  });
}

/** Returns the result of `operation`, or undefined if it fails with one of these codes. */
export async function ignoreErrorCodes<T>(codes: readonly string[], operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** The names of temporary files, lock files and journals. Opening the file beside them may remove them. */
const OWN_NAME = /\.(?:(?:tmp|lock\..*)\.[0-9a-f]{16}|journal\.[0-9]+)$/s;

/**
 * Returns the path of the file itself, because replacing the file must not replace a symbolic link to it. The folder
 * must exist, the file may be missing.
 */
export async function realPath(path: string, fs: FileSystem): Promise<string> {
  try {
    return checkedName(await fs.realpath(path));
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const target = await fs.readlink(path).catch(() => undefined);
  if (target !== undefined) return realPath(resolve(dirname(path), target), fs);
  return checkedName(join(await fs.realpath(dirname(path)), basename(path)));
}

/** @throws ComplianceError `configuration_invalid` for a name that this storage uses for its other files. */
export function checkedName(path: string): string {
  if (!OWN_NAME.test(basename(path))) return path;
  throw configurationInvalid(
    "The file is named like a temporary file, a lock or a journal of another file, so it could be removed. Choose another name.",
  );
}

/** Opens the file at `path`, passes it to `use`, and closes it. */
export async function withFile<T>(
  path: string,
  fs: FileSystem,
  use: (file: nodeFs.FileHandle) => Promise<T>,
): Promise<T> {
  const file = await fs.open(path, "r");
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Writes all of `bytes` at `position`. */
export async function writeAt(file: nodeFs.FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error("The system wrote nothing.");
    done += bytesWritten;
  }
}

/** Returns an unused name beside the file. Opening removes the files that a killed process left under such names. */
export function temporaryPath(path: string): string {
  return `${path}.tmp.${randomBytes(8).toString("hex")}`;
}

/** Removes the temporary files that killed processes left beside the file. Requires the lock. */
export async function removeTemporaryFiles(path: string, fs: FileSystem): Promise<void> {
  const prefix = `${basename(path)}.tmp.`;
  for (const entry of await fs.readdir(dirname(path))) {
    if (!entry.startsWith(prefix) || !/^[0-9a-f]{16}$/.test(entry.slice(prefix.length))) continue;
    await ignoreErrorCodes(["ENOENT"], fs.unlink(`${dirname(path)}/${entry}`));
  }
}

/** Means: the new file is in its place, or may be, but is not known to be durable. Any other error means: no change. */
export class UncertainWrite extends Error {
  /** Whether the new file is in its place; false if that is unknown. */
  readonly isReplaced: boolean;

  constructor(isReplaced: boolean, cause: unknown) {
    super("The outcome of writing a file is not known.", { cause });
    this.isReplaced = isReplaced;
  }
}

/**
 * Puts a temporary file in the place of another and makes that durable. Returns a failure after which the target is or may
 * be the new file.
 *
 * @throws ComplianceError if the target did not change.
 */
export async function installTemporary(from: string, to: string, fs: FileSystem): Promise<UncertainWrite | undefined> {
  try {
    await fs.rename(from, to);
  } catch (cause) {
    // A network file system may fail after the rename. If the old name can still be removed, nothing was renamed.
    const removed = await fs.unlink(from).then(
      () => true,
      () => false,
    );
    if (removed) throw asFailure(basename(to), cause);
    return new UncertainWrite(false, cause);
  }
  return syncFolder(to, fs).then(
    () => undefined,
    (cause) => new UncertainWrite(true, cause),
  );
}

/** Makes the names in the folder of `path` durable. */
export async function syncFolder(path: string, fs: FileSystem): Promise<void> {
  // Windows cannot open folders. NTFS journals renames itself.
  if (process.platform === "win32") return;
  await withFile(dirname(path), fs, (folder) => folder.sync());
}

/** Returns which file is at the path and when it last changed; undefined if there is none. */
export async function fingerprintAt(path: string, fs: FileSystem): Promise<string | undefined> {
  const stats = await ignoreErrorCodes(["ENOENT", "ENOTDIR"], fs.stat(path, { bigint: true }));
  return stats && fingerprint(stats);
}

/** Returns the fingerprint of an open file. */
export async function fingerprintOf(file: nodeFs.FileHandle): Promise<string> {
  return fingerprint(await file.stat({ bigint: true }));
}

function fingerprint({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

const CHUNK_BYTES = 512 * 1024;
export const LINE_FEED = 10;

/** Yields the bytes of the file from `position` on, so that no buffer has to hold a whole file. */
export async function* chunksOf(file: nodeFs.FileHandle, position = 0): AsyncGenerator<Buffer, void, undefined> {
  for (let at = position; ; ) {
    // A new buffer each time, because lines are parts of it and not copies.
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Splits chunks of a file into lines. */
export interface LineSplitter {
  /** Yields the lines that end in this chunk, without their line feed. */
  split(chunk: Buffer): Generator<Buffer, void, undefined>;
  /** Returns the bytes after the last line feed. */
  rest(): Buffer;
}

export function lineSplitter(): LineSplitter {
  let pieces: Buffer[] = [];
  return {
    *split(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        const last = chunk.subarray(start, end);
        yield pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
        pieces = [];
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pieces),
  };
}

/** The header lines of snapshots and journals are shorter. */
const MAX_HEADER_BYTES = 1024;

/** Returns the first line with its line feed, or the first bytes if no line feed is near. */
export async function firstLine(file: nodeFs.FileHandle): Promise<Buffer> {
  const start = Buffer.alloc(MAX_HEADER_BYTES);
  let length = 0;
  while (length < MAX_HEADER_BYTES) {
    const { bytesRead } = await file.read(start, length, MAX_HEADER_BYTES - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const end = start.subarray(0, length).indexOf(LINE_FEED);
  return start.subarray(0, end === -1 ? length : end + 1);
}

/** Returns the failure of a file with unexpected content. */
export function corruptFile(name: string, problem: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" ${problem}. It was not changed. Restore it from a backup, or move it away to begin with an empty file.`,
  );
}
