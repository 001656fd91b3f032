/** What the SQL storages have in common. Each database has a file of its own, so that no process loads all of them. */
import { type Kysely, sql } from "kysely";
import { migrate, sqlStorage } from "../../src/sql.js";
import { gathering } from "./storage-sql-bulk.js";
import { type Directory, directoryIn, type OpenSubject, type Purpose } from "./storage-subject.js";

/** The SQL storage on whatever speaks PostgreSQL; `more` is said of its settings. */
export async function openPostgresLike<DB>(kysely: Kysely<DB>, purpose: Purpose, more: string): Promise<OpenSubject> {
  await migrate(kysely);
  const settings = `${await settingsOf(kysely)}${more}; filled 1,000 rows a statement, the index of search created after`;
  if (purpose === "measuring") {
    return { directory: closingWith(directoryIn(sqlStorage(kysely)), () => kysely.destroy()), settings };
  }
  await sql`drop index if exists vaspkit_accounts_texts`.execute(kysely);
  const bulk = gathering(kysely);
  return {
    directory: closingWith(directoryIn(sqlStorage(bulk.kysely)), () => kysely.destroy()),
    settings,
    settle: async () => {
      await bulk.flush();
      // Creates the index that is missing.
      await migrate(kysely);
      await sql`vacuum analyze`.execute(kysely);
    },
    bytes: async () => {
      // The log, which is written anew all the time, is left out.
      const { rows } = await sql<{ bytes: string }>`select sum(pg_total_relation_size(oid)) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(kysely);
      return Number(rows[0]?.bytes);
    },
  };
}

async function settingsOf<DB>(kysely: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string; fsync: string; commit: string }>`select
    current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commit`.execute(kysely);
  const [row] = rows;
  return `${row?.version}, fsync=${row?.fsync}, synchronous_commit=${row?.commit}, pg_trgm`;
}

/** The same directory, whose end is that of its database as well. */
export function closingWith(directory: Directory, destroy: () => Promise<void>): Directory {
  return {
    ...directory,
    close: async () => {
      await directory.close();
      await destroy();
    },
  };
}
