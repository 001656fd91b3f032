/** Storage in one JSON file, with a journal beside it while it is open. */
import * as nodeFs from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import type { DisposableStorage } from "../../../ports/storage.js";
import { type EncryptionOptions, encryptedCursors, keyringOf } from "../encryption.js";
import { storageOf } from "../repositories/storage.js";
import { tableEngine } from "../table-engine.js";
import type { WriterOptions } from "./commit.js";
import { checkedName, type FileSystem } from "./file-system.js";
import type { Recovery } from "./journal.js";
import type { Access } from "./journal-format.js";
import { createReader } from "./reader.js";
import { createWriter } from "./writer.js";

/** Encryption of a JSON file. */
export interface JsonFileEncryption extends EncryptionOptions {
  /**
   * Set `true` to open a file that is not encrypted, and to encrypt it at once. Otherwise such a file is
   * `storage_key_wrong`.
   * @default false
   */
  readonly encryptExisting?: boolean | undefined;
}

/** Options for `jsonFileStorage`. */
export interface JsonFileOptions {
  /**
   * Encrypts everything that is written, with AES-256-GCM.
   * @default undefined (not encrypted)
   */
  readonly encryption?: JsonFileEncryption | undefined;
  /**
   * Set `true` to read without a lock, beside one storage that writes and any number that read. Each call returns what the
   * writing storage had acknowledged before it. Changes reject with `storage_read_only`. Nothing is created or repaired.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Called when opening repaired a journal that ended in the middle of a write. Its errors are ignored.
   * @default undefined
   */
  readonly onRecovered?: ((recovery: Recovery) => void) | undefined;
}

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
 * `close` rejects if the journal could not be merged, or the lock not released. Nothing is lost: the next opening reads
 * both. Close again to try again.
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
  const host = options.readOnly ? createReader(path, fs, options) : createWriter(path, fs, options);
  return storageOf(tableEngine(host), { cursors: options.keys && encryptedCursors(options.keys) });
}

/** Checked options. */
export interface FileOptions extends WriterOptions {
  readonly readOnly: boolean;
}

const MEBIBYTE = 1024 * 1024;

/** @throws ComplianceError `configuration_invalid` */
export function fileOptions(given: JsonFileOptions = {}): FileOptions {
  const { encryption, readOnly, onRecovered } = checkedOptions("jsonFileStorage", given, {
    encryption: "checked",
    readOnly: "boolean",
    onRecovered: "function",
  });
  return {
    ...accessOf(encryption),
    readOnly: readOnly ?? false,
    onRecovered: (recovery) => notify(onRecovered, recovery),
    compactAt: 4 * MEBIBYTE,
  };
}

function accessOf(given: JsonFileOptions["encryption"]): Access {
  if (given === undefined) return { keys: undefined, encryptExisting: false };
  const {
    encryptExisting = false,
    key,
    previousKeys,
  } = checkedOptions("encryption", given, {
    key: "checked",
    previousKeys: "checked",
    encryptExisting: "boolean",
  });
  if (key === undefined) {
    throw configurationInvalid("encryption needs a key: a Uint8Array of 32 bytes, for example crypto.randomBytes(32).");
  }
  return { keys: keyringOf({ key, previousKeys }), encryptExisting };
}

/** Calls the listener before the first call resolves. An error of it, at once or later, must not keep the file closed. */
function notify(listener: JsonFileOptions["onRecovered"], recovery: Recovery): void {
  if (listener !== undefined) new Promise((resolve) => resolve(listener(recovery))).catch(() => undefined);
}

/**
 * Returns the absolute path. It is resolved now, because the working folder may have changed when the file is opened.
 *
 * @throws ComplianceError `configuration_invalid`
 */
function checkedPath(given: string | URL): string {
  const path = pathOf(given);
  if (path === undefined || path === "") {
    throw configurationInvalid("jsonFileStorage needs the path of a file: a string that is not empty, or a file: URL.");
  }
  return checkedName(resolve(path));
}

/** Returns undefined for anything but a string or a `file:` URL, of any realm. */
function pathOf(given: string | URL): string | undefined {
  try {
    return typeof given === "string" ? given : fileURLToPath(given);
  } catch {
    return undefined;
  }
}
