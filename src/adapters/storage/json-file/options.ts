/** The options of a JSON file: what they are, and that they can be right. */
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import type { EncryptionOptions, Keyring } from "../encryption.js";
import { keyringOf } from "../encryption.js";

/** What an opening repaired. Nothing of it is personal. */
export interface Recovery {
  /** The name of the journal that ended in the middle of a write, without its folder. */
  readonly journal: string;
  /** The changes that were read from the journals, all that are left. */
  readonly replayed: number;
  /**
   * What was cut off the end of the journal: what was being written when the power failed or the process was killed, and
   * so was never acknowledged; unless somebody cut the file.
   */
  readonly droppedLines: number;
  readonly droppedBytes: number;
}

/** What `jsonFileStorage` takes besides the path. */
export interface JsonFileOptions {
  /**
   * Seals everything that is written (AES-256-GCM). `encryptExisting`: a file that is not encrypted yet is opened, and
   * rewritten sealed at once; without it, such a file is refused with `storage_key_wrong`.
   */
  readonly encryption?: EncryptionOptions & { readonly encryptExisting?: boolean };
  /**
   * Only reads, without a lock, beside one storage that writes and any number that read: each call sees what that one
   * had acknowledged before it. Changes reject with `storage_read_only`. Nothing is created, repaired or written.
   */
  readonly readOnly?: boolean;
  /** Told when an opening found a journal that ended in the middle of a write. What it throws is ignored. */
  readonly onRecovered?: (recovery: Recovery) => void;
}

/** The options as the storage uses them. */
export interface FileOptions {
  readonly keys: Keyring | undefined;
  readonly encryptExisting: boolean;
  readonly readOnly: boolean;
  readonly onRecovered: (recovery: Recovery) => void;
  /** A journal that has outgrown this and the snapshot is folded into it. */
  readonly compactAt: number;
}

const MEBIBYTE = 1024 * 1024;

/** @throws ComplianceError `configuration_invalid`. */
export function fileOptions(given: JsonFileOptions = {}): FileOptions {
  const { encryption, readOnly, onRecovered } = checkedOptions("jsonFileStorage", given, {
    encryption: "checked",
    readOnly: "boolean",
    onRecovered: "function",
  });
  return {
    ...encryptionOf(encryption),
    readOnly: readOnly ?? false,
    onRecovered: (recovery) => tell(onRecovered, recovery),
    compactAt: 4 * MEBIBYTE,
  };
}

function encryptionOf(given: JsonFileOptions["encryption"]): Pick<FileOptions, "keys" | "encryptExisting"> {
  if (given === undefined) return { keys: undefined, encryptExisting: false };
  const { encryptExisting = false, ...keys } = checkedOptions("encryption", given, {
    key: "checked",
    previousKeys: "checked",
    encryptExisting: "boolean",
  });
  if (keys.key === undefined) {
    throw configurationInvalid("encryption needs a key: a Uint8Array of 32 bytes, for example crypto.randomBytes(32).");
  }
  return { keys: keyringOf(keys), encryptExisting };
}

function tell(listener: JsonFileOptions["onRecovered"], recovery: Recovery): void {
  if (listener === undefined) return;
  // It comes before the first call is answered. A listener that fails, at once or later, must not keep the file shut.
  try {
    Promise.resolve(listener(recovery)).catch(() => undefined);
  } catch {
    // As above.
  }
}
