/** Storage in one JSON file, with a journal beside it while it is open. */
import * as nodeFs from "node:fs/promises";
import type { DisposableStorage } from "../../../ports/storage.js";
import { tableStorage } from "../table-storage.js";
import type { FileSystem } from "./file-system.js";
import { checkedPath, type FileOptions, fileOptions, type JsonFileOptions } from "./options.js";
import { createReader } from "./reader.js";
import { createWriter } from "./writer.js";

/**
 * Creates a storage in the JSON file at `path`. The first call of a method opens the file, or creates it with mode 0600.
 *
 * A write resolves once it is appended to a journal beside the file (`<name>.journal.<n>`) and synced. Concurrent writes
 * share one sync. The cost of a write does not grow with the number of records. The journal is merged into the file when
 * it has outgrown it, and by `close`: after that the file alone holds everything. All records are also in memory.
 *
 * One storage at a time may write to the file, in this process or another. Any number may read it with `readOnly`. Hosts
 * or containers that share the folder need different host names.
 *
 * The methods reject with a `ComplianceError`:
 *
 * - `storage_unavailable`: no folder, no permission, disk full, or the file was changed from outside. Later calls work once
 *   the cause is removed.
 * - `storage_locked`: another storage writes to the file, or its lock was removed from outside.
 * - `storage_corrupt`: vaspkit did not write the file or its journal as they are. They are not changed.
 * - `storage_key_wrong`: the file is encrypted with another key, or not encrypted although a key was given.
 * - `storage_read_only`, `storage_closed`.
 *
 * `close` rejects if the journal could not be merged. Nothing is lost: the next opening reads both.
 *
 * @param path a path, or a `file:` URL, to a file in an existing folder
 * @param options encryption, read-only mode, and a listener for repairs
 * @returns The storage. The file is not open yet.
 * @throws ComplianceError `configuration_invalid` for an invalid path or option, or a name like those of journals, lock
 *   files and temporary files.
 *
 * @example
 * const compliance = createCompliance({ storage: jsonFileStorage("data/directory.json") });
 */
export function jsonFileStorage(path: string | URL, options?: JsonFileOptions): DisposableStorage {
  return jsonFileStorageOn(checkedPath(path), nodeFs, fileOptions(options));
}

/** Creates the same storage on another file system. Used by tests with failing disks. */
export function jsonFileStorageOn(
  path: string,
  fs: FileSystem,
  options: FileOptions = fileOptions(),
): DisposableStorage {
  return tableStorage(options.readOnly ? createReader(path, fs, options) : createWriter(path, fs, options));
}
