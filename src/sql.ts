/** `vaspkit/sql`: a storage in PostgreSQL or SQLite, over your Kysely instance. */

export type { EncryptionOptions } from "./adapters/storage/encryption.js";
export { type Migrated, migrate } from "./adapters/storage/sql/migrate.js";
export { encryptRecords } from "./adapters/storage/sql/seal-records.js";
export { type SqlStorageOptions, sqlStorage } from "./adapters/storage/sql/storage.js";
export type { ComplianceStorage, DisposableStorage } from "./ports/storage.js";
