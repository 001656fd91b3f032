/** The storages that are compared. Each loads its packages only in the process that opens it. */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Pool } from "pg";
import { type Account, type ComplianceStorage, memoryStorage } from "vaspkit";
import { foldText, searchTextsOf, squeezeText } from "vaspkit/storage";

/** The measured operations. Each resolves once it is as durable as the storage makes it. */
export interface Directory {
  /** Returns false if the id is taken. */
  insert(account: Account): Promise<boolean>;
  find(reference_id: string): Promise<Account | undefined>;
  /** Returns ids. */
  search(typed: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface OpenStorage {
  readonly directory: Directory;
  /** Settings that decide how durable a write is. */
  readonly settings: string;
  /** Called after filling. */
  readonly settle?: () => Promise<void>;
  /** Bytes on disk. By default the size of the files in the folder. */
  readonly bytes?: () => Promise<number>;
}

interface OpenVaspkit extends OpenStorage {
  readonly storage: ComplianceStorage;
  /** That of PostgreSQL, for tables of the caller. */
  readonly pool?: Pick<Pool, "query">;
}

export type OwnStorage = Subject<OpenVaspkit>;

export interface Subject<O extends OpenStorage = OpenStorage> {
  readonly title: string;
  readonly keeps: "in memory" | "in memory and on disk" | "on disk";
  /** Concurrent callers that fill it. */
  readonly fillers: number;
  readonly maxSize?: number;
  /** Its search index is complete some time after the accounts. */
  readonly indexesInBackground?: true;
  /** Databases may skip syncs of the disk while they are filled. */
  readonly open: (folder: string, isFilling: boolean) => Promise<O>;
  /** Returns why it cannot be measured here. */
  readonly unavailable?: () => Promise<string | undefined>;
  /** Removes what is not in the folder. */
  readonly remove?: (folder: string) => Promise<void>;
}

function folded(typed: string): string {
  return squeezeText(foldText(typed));
}

function opened(storage: ComplianceStorage, settings: string, destroy?: () => Promise<void>): OpenVaspkit {
  const { accounts, close } = storage;
  const directory: Directory = {
    insert: async (account) => (await accounts.insert(account)) === "inserted",
    find: accounts.find,
    search: async (typed) => (await accounts.search({ term: folded(typed) })).map(({ reference_id }) => reference_id),
    close: async () => {
      await close();
      await destroy?.();
    },
  };
  return { storage, directory, settings };
}

/** Stores items 0 to size - 1 with concurrent callers, at most for `seconds`. Returns how many were begun. */
export async function fillWith(
  { fillers }: Subject,
  size: number,
  seconds: number,
  store: (index: number) => Promise<void>,
): Promise<number> {
  const end = performance.now() + seconds * 1e3;
  let next = 0;
  const filler = async (): Promise<void> => {
    while (next < size && performance.now() < end) {
      next += 1;
      await store(next - 1);
    }
  };
  await Promise.all(Array.from({ length: fillers }, filler));
  return next;
}

function jsonFile(title: string, key?: Uint8Array): OwnStorage {
  return {
    title,
    keeps: "in memory and on disk",
    fillers: 500,
    indexesInBackground: true,
    open: async (folder) => {
      const { jsonFileStorage } = await import("vaspkit/json-file");
      const options = key === undefined ? {} : { encryption: { key } };
      return opened(
        jsonFileStorage(join(folder, "directory.json"), options),
        "journal, fsync before each acknowledgement",
      );
    },
  };
}

async function openSqlite(folder: string, isFilling: boolean): Promise<OpenVaspkit> {
  const [{ default: Database }, { Kysely, SqliteDialect }, { migrate, sqlStorage }] = await Promise.all([
    import("better-sqlite3"),
    import("kysely"),
    import("vaspkit/sql"),
  ]);
  const database = new Database(join(folder, "directory.sqlite"));
  database.pragma("journal_mode = WAL");
  const kysely = new Kysely({ dialect: new SqliteDialect({ database }) });
  await migrate(kysely);
  const storage = sqlStorage(kysely);
  // The first operation sets how a commit waits for the disk.
  await storage.accounts.find("");
  if (isFilling) {
    database.pragma("synchronous = OFF");
    database.pragma("cache_size = -1000000");
  }
  const settings = `better-sqlite3, WAL, synchronous=${database.pragma("synchronous", { simple: true })} (2 is FULL)`;
  return {
    ...opened(storage, settings, () => kysely.destroy()),
    settle: async () => {
      database.pragma("wal_checkpoint(TRUNCATE)");
    },
  };
}

async function onServer(statement: string): Promise<readonly unknown[]> {
  const { asked, serverUrl } = await import("../../test/support/sql-connections.js");
  return asked(serverUrl(), statement);
}

function databaseOf(folder: string): string {
  return `vaspkit_bench_${basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "_")}`;
}

/** While it is filled, the index of searches is missing and no commit waits for the disk. */
async function openPostgres(folder: string, isFilling: boolean): Promise<OpenVaspkit> {
  const [{ default: pg }, { Kysely, PostgresDialect, sql }, { migrate, sqlStorage }, { serverUrl }] = await Promise.all(
    [import("pg"), import("kysely"), import("vaspkit/sql"), import("../../test/support/sql-connections.js")],
  );
  const name = databaseOf(folder);
  const known = await onServer(`select 1 from pg_database where datname = '${name}'`);
  if (known.length === 0) await onServer(`create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const options = `-c synchronous_commit=${isFilling ? "off" : "on"}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 10, options });
  // The database may be dropped before the server has read that the connections end.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await migrate(kysely);
  if (isFilling) await sql`drop index if exists vaspkit_accounts_texts`.execute(kysely);
  const { rows } = await sql<{ version: string }>`select version()`.execute(kysely);
  const settings = `${rows[0]?.version.split(" on ")[0]}, pool of 10, ${options.slice(3)}`;
  return {
    ...opened(sqlStorage(kysely), settings, () => kysely.destroy()),
    pool,
    settle: async () => {
      await migrate(kysely);
      await sql`vacuum analyze`.execute(kysely);
    },
    bytes: async () => {
      const { rows: sizes } = await sql<{ bytes: string }>`select sum(pg_total_relation_size(oid)) as bytes
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(kysely);
      return Number(sizes[0]?.bytes);
    },
  };
}

async function onMysql(statement: string): Promise<void> {
  const [{ mysqlAt, mysqlUrl }, { sql }] = await Promise.all([
    import("../../test/support/sql-connections.js"),
    import("kysely"),
  ]);
  const server = mysqlAt(mysqlUrl(), { connections: 1 });
  await sql
    .raw(statement)
    .execute(server)
    .finally(() => server.destroy());
}

/** Each commit waits for the disk, also while it is filled: only the server could change that. */
async function openMysql(folder: string): Promise<OpenVaspkit> {
  const [{ mysqlAt, mysqlUrl }, { sql }, { migrate, sqlStorage }] = await Promise.all([
    import("../../test/support/sql-connections.js"),
    import("kysely"),
    import("vaspkit/sql"),
  ]);
  const name = databaseOf(folder);
  await onMysql(`create database if not exists ${name}`);
  const url = new URL(mysqlUrl());
  url.pathname = `/${name}`;
  const kysely = mysqlAt(url.href, { connections: 10 });
  await migrate(kysely);
  const { rows } = await sql<{ version: string; flush: number }>`select version() as version,
    @@global.innodb_flush_log_at_trx_commit as flush`.execute(kysely);
  const settings = `${rows[0]?.version}, pool of 10, innodb_flush_log_at_trx_commit=${rows[0]?.flush}`;
  return {
    ...opened(sqlStorage(kysely), settings, () => kysely.destroy()),
    settle: async () => {
      await sql`analyze table vaspkit_accounts, vaspkit_accounts_grams`.execute(kysely);
    },
    bytes: async () => {
      const { rows: sizes } = await sql<{ bytes: string }>`select sum(data_length + index_length) as bytes
        from information_schema.tables where table_schema = ${name}`.execute(kysely);
      return Number(sizes[0]?.bytes);
    },
  };
}

/** lowdb as its readme shows it: an array, `push` and `write`. No fsync, no lock, no check for a taken id. */
async function openLowdb(folder: string, isFilling: boolean): Promise<OpenStorage> {
  const [{ Low }, { JSONFile }] = await Promise.all([import("lowdb"), import("lowdb/node")]);
  const low = new Low<Account[]>(new JSONFile<Account[]>(join(folder, "lowdb.json")), []);
  await low.read();
  const matches = (account: Account, term: string) => searchTextsOf(account).some((text) => text.includes(term));
  return {
    directory: {
      insert: async (account) => {
        low.data.push(account);
        // A write per account would take hours to fill it.
        if (!isFilling) await low.write();
        return true;
      },
      find: async (id) => low.data.find(({ reference_id }) => reference_id === id),
      search: async (typed) => {
        const term = folded(typed);
        return low.data.filter((account) => matches(account, term)).map(({ reference_id }) => reference_id);
      },
      close: async () => undefined,
    },
    settings: "JSONFile, push and write for each record, no fsync",
    settle: () => low.write(),
  };
}

/** The storages of vaspkit. */
export const own: Readonly<Record<string, OwnStorage>> = {
  memory: {
    title: "memory",
    keeps: "in memory",
    fillers: 500,
    indexesInBackground: true,
    open: async () => opened(memoryStorage(), "lost when the process ends"),
  },
  "json-file": jsonFile("JSON file"),
  "json-file-encrypted": jsonFile("JSON file, encrypted", createHash("sha256").update("bench").digest()),
  sqlite: { title: "SQLite", keeps: "on disk", fillers: 1, open: openSqlite },
  postgresql: {
    title: "PostgreSQL",
    keeps: "on disk",
    fillers: 40,
    open: openPostgres,
    unavailable: () =>
      onServer("select 1").then(
        () => undefined,
        () => "no server responds; set VASPKIT_TEST_POSTGRES to the URL of one",
      ),
    remove: async (folder) => {
      await onServer(`drop database if exists ${databaseOf(folder)} with (force)`);
    },
  },
  mariadb: {
    title: "MariaDB",
    keeps: "on disk",
    fillers: 10,
    maxSize: 100_000,
    open: openMysql,
    unavailable: () =>
      onMysql("select 1").then(
        () => undefined,
        () => "no server responds; set VASPKIT_TEST_MYSQL to the URL of one",
      ),
    remove: (folder) => onMysql(`drop database if exists ${databaseOf(folder)}`),
  },
};

/** By name, in the order of the tables. */
export const subjects: Readonly<Record<string, Subject>> = {
  ...own,
  lowdb: {
    title: "plain lowdb (no fsync)",
    keeps: "in memory and on disk",
    fillers: 1,
    maxSize: 100_000,
    open: openLowdb,
  },
};
