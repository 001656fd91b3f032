/** Whether the file, its journal and its lock are as this storage left them: somebody may remove or replace them from outside. */
import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, unless } from "./file-system.js";
import type { FileLock } from "./lock.js";

/** Which file stands at the path, and its last change; undefined: none. */
export async function stampOf(path: string, fs: FileSystem): Promise<string | undefined> {
  const stat = await unless(["ENOENT", "ENOTDIR"], fs.stat(path, { bigint: true }));
  return stat && stampIn(stat);
}

/** The same of an open file. */
export async function stampFrom(file: FileHandle): Promise<string> {
  return stampIn(await file.stat({ bigint: true }));
}

function stampIn({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

/** A path and the stamp that it must have. */
export type Expected = readonly [path: string, stamp: string | undefined];

/**
 * Throws when a write could overwrite what is not this storage's: `storage_locked` when its lock is gone, so that
 * another one may have the file, `storage_unavailable` when the file or its journal is another than it last read or
 * wrote. What comes between this look and the end of the write goes unnoticed.
 */
export async function checkUntouched(lock: FileLock, files: readonly Expected[], fs: FileSystem): Promise<void> {
  // All at once: this look is a part of every write.
  const stamps = files.map(async ([path, stamp]) => (await stampOf(path, fs)) === stamp);
  const [isHeld, ...areSame] = await Promise.all([lock.isHeld(), ...stamps]);
  const [[path] = [""]] = files;
  if (!isHeld) throw lockGone(basename(path));
  const other = files[areSame.indexOf(false)];
  if (other !== undefined) throw replaced(basename(other[0]));
}

function lockGone(name: string): ComplianceError {
  return new ComplianceError(
    "storage_locked",
    `The lock of the file "${name}" was removed from outside, so that another storage may have written to it. ` +
      "This change was refused, and nothing was overwritten. Let nobody remove lock files of running processes, " +
      "then try again: the next call locks the file anew and reads what is there.",
  );
}

function replaced(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was removed or changed from outside while it was open. This change was refused, and nothing ` +
      "was overwritten. If that was not meant, restore it, then try again: the next call reads what is there.",
  );
}
