/** Storage in one JSON file, with a journal beside it while it is open. */
import * as nodeFs from "node:fs/promises";
import { resolve } from "node:path";
import type { DisposableStorage } from "../../../ports/storage.js";
import { tableStorage } from "../table-storage.js";
import type { FileSystem } from "./file-system.js";
import { type FileOptions, fileOptions, type JsonFileOptions } from "./options.js";
import { checkedPath } from "./path.js";
import { readingHost } from "./reading-host.js";
import { writingHost } from "./writing-host.js";

/**
 * A storage in the JSON file at `path`. Returns at once; the file is opened, or created with mode 0600, by the first
 * call of a method. What is acknowledged is on disk: appended to a journal beside the file (`<name>.journal.<n>`) and
 * synced. Changes that wait at the same time share one sync, and what a change costs does not grow with the number of
 * records. The journal is folded into the file when it has outgrown it, and by `close`: after that the file alone holds
 * everything. All records are held in memory.
 *
 * One storage at a time may have the file open, in this process or any other, besides those that are `readOnly`. The
 * lock tells processes apart by host name and start, so hosts or containers that share the folder need different host
 * names.
 *
 * Throws `configuration_invalid` at once for what is neither a path nor a `file:` URL, for names like those of its own
 * files (`….tmp.<16 hex digits>`, `….journal.<number>`), and for options that cannot be right. Its methods reject with a
 * `ComplianceError`: `storage_unavailable` (no folder, no permission, disk full; later calls work once the cause is
 * gone), `storage_locked` (somebody else has it open), `storage_corrupt` (the file or its journal is not what was
 * written; the bytes stay untouched), `storage_key_wrong` (encrypted otherwise than `encryption` says),
 * `storage_read_only`, `storage_closed`. `close` rejects when the journal could not be folded into the file, which loses
 * nothing: the next opening reads both.
 *
 * Before each write the lock, the file and its journal (id, size and time) are looked at: where somebody removed or
 * changed one of them from outside, the change is refused with `storage_locked` (the lock) or `storage_unavailable`, and
 * the next call locks and reads anew. Until then reads answer from memory. Unnoticed remains what happens during the
 * write itself, some milliseconds.
 *
 * @example
 * const compliance = createCompliance({ storage: jsonFileStorage("data/directory.json") });
 */
export function jsonFileStorage(path: string | URL, options?: JsonFileOptions): DisposableStorage {
  return jsonFileStorageOn(checkedPath(path), nodeFs, fileOptions(options));
}

/** The same by way of `fs`, for tests of failing disks. */
export function jsonFileStorageOn(
  path: string,
  fs: FileSystem,
  options: FileOptions = fileOptions(),
): DisposableStorage {
  // Now, for the working folder may be another one when the file is opened.
  const absolute = resolve(path);
  return tableStorage(options.readOnly ? readingHost(absolute, fs, options) : writingHost(absolute, fs, options));
}
