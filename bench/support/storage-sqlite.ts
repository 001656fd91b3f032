/** The SQL storage on SQLite, with a log that every commit waits for. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { migrate, sqlStorage } from "../../src/sql.js";
import { closingWith } from "./storage-sql.js";
import { directoryIn, type OpenSubject, type Purpose } from "./storage-subject.js";

/** SQLite in a file. */
export async function openSqlite(folder: string, purpose: Purpose): Promise<OpenSubject> {
  const database = new Database(join(folder, "directory.sqlite"));
  database.pragma("journal_mode = WAL");
  const kysely = new Kysely({ dialect: new SqliteDialect({ database }) });
  await migrate(kysely);
  const directory = directoryIn(sqlStorage(kysely));
  // The first operation sets how a commit waits for the disk.
  await directory.find("");
  if (purpose === "filling") {
    database.pragma("synchronous = OFF");
    // 1 GB, so that the transaction stays in memory.
    database.pragma("cache_size = -1000000");
    database.exec("begin");
  }
  const told = (name: string): string => String(database.pragma(name, { simple: true }));
  return {
    directory: closingWith(directory, () => kysely.destroy()),
    settings: `better-sqlite3, journal_mode=${told("journal_mode")}, synchronous=${told("synchronous")} (2 is FULL); filled in one transaction`,
    settle: async () => {
      database.exec("commit");
      database.pragma("synchronous = FULL");
      database.pragma("wal_checkpoint(TRUNCATE)");
    },
  };
}
