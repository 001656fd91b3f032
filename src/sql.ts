/** `vaspkit/sql`: a storage in PostgreSQL or SQLite, through the caller's Kysely instance. */
export type { EncryptionOptions } from "./adapters/storage/encryption.js";
export { encryptRecords } from "./adapters/storage/sql/encrypt-records.js";
export { rowKey } from "./adapters/storage/sql/row-key.js";
export { type Migrated, migrate } from "./adapters/storage/sql/schema.js";
export { type SqlStorageOptions, sqlStorage } from "./adapters/storage/sql/storage.js";
export type { ComplianceStorage, DisposableStorage } from "./ports/storage.js";
