/** Whether the file and its lock are as this storage left them: somebody may remove or replace them from outside. */
import { basename } from "node:path";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, unless } from "./file-system.js";
import type { FileLock } from "./lock.js";

/** Which file stands at the path, and its last change; undefined: none. */
export async function stampOf(path: string, fs: FileSystem): Promise<string | undefined> {
  const stat = await unless(["ENOENT", "ENOTDIR"], fs.stat(path, { bigint: true }));
  return stat && `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/**
 * Throws when a write could overwrite what is not this storage's: `storage_locked` when its lock is gone, so that
 * another one may have the file, `storage_unavailable` when the file is another than it last read or wrote. What comes
 * between this look and the end of the write goes unnoticed.
 */
export async function checkUntouched(
  path: string,
  stamp: string | undefined,
  lock: FileLock,
  fs: FileSystem,
): Promise<void> {
  if (!(await lock.isHeld())) throw lockGone(basename(path));
  if ((await stampOf(path, fs)) !== stamp) throw replaced(basename(path));
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
      "was overwritten. If that was not meant, restore the file, then try again: the next call reads what is there, " +
      "and begins with an empty file where none is.",
  );
}
