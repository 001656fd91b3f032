/** vaspkit/sql: a storage in a database that speaks PostgreSQL, or in SQLite, through the caller's Kysely. */
export type { EncryptionOptions } from "./adapters/storage/encryption.js";
export { type Migrated, migrate } from "./adapters/storage/sql/migrate.js";
export { encryptRecords } from "./adapters/storage/sql/seal-records.js";
export { type SqlStorageOptions, sqlStorage } from "./adapters/storage/sql/storage.js";
export type { ComplianceStorage } from "./ports/storage.js";
