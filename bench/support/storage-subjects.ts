/** The contenders. What one of them needs is loaded only in the process that runs it. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { directoryIn, type OpenSubject, type Subject } from "./storage-subject.js";

const MILLION = 1_000_000;
const FILLERS = 500;

const memory: Subject = {
  group: "memory",
  name: "memory",
  title: "memory",
  largest: MILLION,
  fillers: FILLERS,
  keeps: "in memory",
  indexesWhileSearching: true,
  open: async () => {
    const { memoryStorage } = await import("../../src/adapters/storage/memory.js");
    return { directory: directoryIn(memoryStorage()), settings: "ends with the process" };
  },
};

const scan: Subject = {
  group: "memory",
  name: "scan",
  title: "linear scan",
  largest: MILLION,
  fillers: FILLERS,
  keeps: "in memory",
  only: "search",
  open: async () => (await import("./storage-scan.js")).openScan(),
};

const jsonFile: Subject = {
  group: "json-file",
  name: "json-file",
  title: "JSON file",
  indexesWhileSearching: true,
  keeps: "in memory and on disk",
  largest: MILLION,
  fillers: FILLERS,
  open: (folder) => openJsonFile(folder, undefined),
};

const encryptedJsonFile: Subject = {
  ...jsonFile,
  name: "json-file-encrypted",
  title: "JSON file, encrypted",
  open: (folder) => openJsonFile(folder, createHash("sha256").update("a key for measuring").digest()),
};

async function openJsonFile(folder: string, key: Uint8Array | undefined): Promise<OpenSubject> {
  const { jsonFileStorage } = await import("../../src/json-file.js");
  const options = key === undefined ? {} : { encryption: { key } };
  return {
    directory: directoryIn(jsonFileStorage(join(folder, "directory.json"), options)),
    settings: `journal, fsync before acknowledging${key === undefined ? "" : ", AES-256-GCM"}`,
  };
}

const sqlite: Subject = {
  group: "sqlite",
  name: "sqlite",
  title: "SQLite",
  keeps: "on disk",
  largest: MILLION,
  fillers: 1,
  open: async (folder, purpose) => (await import("./storage-sqlite.js")).openSqlite(folder, purpose),
};

const pglite: Subject = {
  group: "pglite",
  name: "pglite",
  title: "PGlite (no fsync)",
  keeps: "on disk",
  largest: MILLION,
  fillers: 1,
  open: async (folder, purpose) => (await import("./storage-pglite.js")).openPglite(folder, purpose),
};

const postgresql: Subject = {
  group: "postgresql",
  name: "postgresql",
  title: "PostgreSQL",
  keeps: "on disk",
  largest: MILLION,
  fillers: 40,
  missing: async () => (await import("./storage-postgres.js")).postgresMissing(),
  open: async (folder, purpose) => (await import("./storage-postgres.js")).openPostgres(folder, purpose),
  remove: async (folder) => (await import("./storage-postgres.js")).removePostgres(folder),
};

const lowdb: Subject = {
  group: "lowdb",
  name: "lowdb",
  title: "plain lowdb (no fsync)",
  keeps: "in memory and on disk",
  largest: 100_000,
  fillers: 1,
  open: async (folder, purpose) => (await import("./storage-lowdb.js")).openLowdb(folder, purpose),
};

/** In the order of the tables. */
export const subjects: readonly Subject[] = [
  memory,
  scan,
  jsonFile,
  encryptedJsonFile,
  sqlite,
  pglite,
  postgresql,
  lowdb,
];

/** The one of that name. */
export function subjectOf(name: string): Subject {
  const found = subjects.find((subject) => subject.name === name);
  if (found === undefined) throw new Error(`there is no storage ${name}`);
  return found;
}
