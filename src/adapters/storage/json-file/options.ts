/** The path and the options of a JSON-file storage, checked. */
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ComplianceError } from "../../../domain/compliance-error.js";
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import { type EncryptionOptions, keyringOf } from "../encryption.js";
import type { Access } from "./encryption-header.js";
import { type FileSystem, systemCode } from "./file-system.js";

/** A repair at opening. It contains no personal data. */
export interface Recovery {
  /** The name of the journal that ended in the middle of a write, without its folder. */
  readonly journal: string;
  /** How many changes were read from the journals. */
  readonly replayed: number;
  /**
   * How many lines were removed from the end of the journal. An interrupted write left them, so they were never
   * acknowledged, unless something outside cut the file.
   */
  readonly droppedLines: number;
  readonly droppedBytes: number;
}

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

/** Checked options. */
export interface FileOptions extends Access {
  readonly readOnly: boolean;
  readonly onRecovered: (recovery: Recovery) => void;
  /** The journal is merged into the file when it has more bytes than this, and than the file. */
  readonly compactAt: number;
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

/** The names of temporary files, lock files and journals. Opening the file beside them may remove them. */
const OWN_NAME = /\.(?:(?:tmp|lock\..*)\.[0-9a-f]{16}|journal\.[0-9]+)$/s;

/**
 * Returns the absolute path. It is resolved now, because the working folder may have changed when the file is opened.
 *
 * @throws ComplianceError `configuration_invalid`
 */
export function checkedPath(given: string | URL): string {
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

function checkedName(path: string): string {
  if (OWN_NAME.test(basename(path))) throw nameReserved();
  return path;
}

function nameReserved(): ComplianceError {
  return configurationInvalid(
    "The file is named like a temporary file, a lock or a journal of another file, so it could be removed. Choose another name.",
  );
}
