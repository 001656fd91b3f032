/** `vaspkit/json-file`: storage in one JSON file. Needs Node. */

export type { EncryptionOptions } from "./adapters/storage/encryption.js";
export type { Recovery } from "./adapters/storage/json-file/journal.js";
export type { JsonFileEncryption, JsonFileOptions } from "./adapters/storage/json-file/storage.js";
export { jsonFileStorage } from "./adapters/storage/json-file/storage.js";
export type { ComplianceStorage, DisposableStorage } from "./ports/storage.js";
