/** A JSON file on another disk, or that puts its journal away sooner, than users have it. */
import * as nodeFs from "node:fs/promises";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { fileOptions } from "../../src/adapters/storage/json-file/options.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import type { ComplianceStorage, JsonFileOptions } from "../../src/json-file.js";

export interface OpenOptions extends JsonFileOptions {
  readonly fs?: FileSystem;
  /** How many bytes a journal may have before it is folded into the file. */
  readonly compactAt?: number;
}

export function openWith(path: string, { fs = nodeFs, compactAt, ...options }: OpenOptions): ComplianceStorage {
  const usual = fileOptions(options);
  return jsonFileStorageOn(path, fs, { ...usual, compactAt: compactAt ?? usual.compactAt });
}
