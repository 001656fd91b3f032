import { join } from "node:path";
import SQLite from "better-sqlite3";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  MssqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { encryptRecords, migrate, sqlStorage } from "../../src/sql.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { type AnyKysely, sqliteAt } from "../support/sql-connections.js";
import { pgliteDatabase, type SqlDatabase } from "../support/sql-databases.js";
import { MIGRATIONS } from "../support/sql-schema.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FIRST = { version: MIGRATIONS.length, applied: MIGRATIONS, search: "index" };
const AGAIN = { ...FIRST, applied: [] };

async function sqliteFile(): Promise<() => AnyKysely> {
  const path = join(await temporaryFolder(), "directory.sqlite");
  return () => {
    const kysely = sqliteAt(path, { durable: false, timeout: 20 });
    onTestFinished(() => kysely.destroy());
    return kysely;
  };
}

function kyselyOn(database: SqliteDatabase): AnyKysely {
  const kysely: AnyKysely = new Kysely({ dialect: new SqliteDialect({ database }) });
  onTestFinished(() => kysely.destroy());
  return kysely;
}

/** SQLite that rejects such statements while `hasIt` is false, for example where FTS5 was left out. */
function sqliteLacking(path: string, pattern: RegExp, code: string): { readonly kysely: AnyKysely; hasIt: boolean } {
  const database = new SQLite(path);
  const state = { hasIt: false };
  const prepare = (statement: string) => {
    if (!state.hasIt && pattern.test(statement)) throw Object.assign(new Error("made for a test"), { code });
    return database.prepare(statement);
  };
  return Object.assign(state, { kysely: kyselyOn({ close: () => database.close(), prepare }) });
}

const sqliteLackingFts5 = (path: string) => sqliteLacking(path, /fts5/, "SQLITE_ERROR");

function migrationsOf(open: () => Promise<() => AnyKysely>, addMeta: (kysely: AnyKysely) => Promise<unknown>): void {
  it("creates the tables once, and does nothing the next time", async () => {
    const connect = await open();
    expect(await migrate(connect())).toEqual(FIRST);
    expect(await migrate(connect())).toEqual(AGAIN);
    await sqlStorage(connect()).accounts.insert(individual("r1"));
    expect(await migrate(connect())).toEqual(AGAIN);
    expect(await sqlStorage(connect()).accounts.find("r1")).toEqual(individual("r1"));
  });

  it("applies each step once when many call it at once", async () => {
    const connect = await open();
    const connections = [connect(), connect(), connect()];
    const reports = await Promise.all([...connections, ...connections].map((kysely) => migrate(kysely)));
    expect(reports).toEqual(reports.map(({ applied }) => ({ ...FIRST, applied })));
    expect(reports.flatMap(({ applied }) => applied)).toEqual(FIRST.applied);
  });

  it("is required first, by a version that knows each step of the schema", async () => {
    const connect = await open();
    const storage = sqlStorage(connect());
    const before = await failureOf(storage.accounts.find("r1"), "storage_not_migrated");
    expect(before.message).toContain("migrate");
    await failureOf(encryptRecords(connect(), { key: new Uint8Array(32).fill(1) }), "storage_not_migrated");
    await migrate(connect());
    // The same storage works on, once it can.
    expect(await storage.accounts.find("r1")).toBeUndefined();

    await addMeta(connect());
    const later = await failureOf(migrate(connect()), "storage_not_migrated");
    expect(later.message).toContain("Update vaspkit.");
    const refused = await failureOf(sqlStorage(connect()).vasps.search("a"), "storage_not_migrated");
    expect(refused.message).toBe(later.message);
  });
}

describe("migrate on SQLite", () => {
  const meta = (name: string) => ({ name: `migration ${name}`, value: name });
  migrationsOf(sqliteFile, (kysely) => kysely.insertInto("vaspkit_meta").values(meta("0999_later")).execute());

  it("works without FTS5, and adds the index once FTS5 is available, for old and new records", async () => {
    const lacking = sqliteLackingFts5(join(await temporaryFolder(), "directory.sqlite"));
    expect(await migrate(lacking.kysely)).toEqual({ ...FIRST, search: "scan" });
    const storage = sqlStorage(lacking.kysely);
    await storage.accounts.insert(individual("r1", { name_last: "Ruiz" }));
    await storage.vasps.load(streamOf([vasp("v1")]));
    expect(await storage.accounts.search({ term: "ruiz" })).toHaveLength(1);

    lacking.hasIt = true;
    expect(await migrate(lacking.kysely)).toEqual(AGAIN);
    const indexed = sqlStorage(lacking.kysely);
    await indexed.accounts.insert(individual("r2", { name_last: "de Ruiz" }));
    await indexed.vasps.load(streamOf([vasp("v1", { name_legal: "Renamed" }), vasp("v2")]));
    // A storage that was open before goes on without the index.
    for (const each of [storage, indexed]) {
      const found = await each.accounts.search({ term: "ruiz" });
      expect(found.map(({ reference_id }) => reference_id)).toEqual(["r1", "r2"]);
      expect(await each.vasps.search("legal")).toEqual([vasp("v2")]);
      expect(await each.vasps.search("renamed")).toEqual([vasp("v1", { name_legal: "Renamed" })]);
    }
    // Which of them asks the index shows when it forgets everything.
    const [table, forget] = ["vaspkit_accounts_trigrams", { vaspkit_accounts_trigrams: "delete-all" }];
    await lacking.kysely.insertInto(table).values(forget).execute();
    expect(await storage.accounts.search({ term: "ruiz" })).toHaveLength(2);
    expect(await indexed.accounts.search({ term: "ruiz" })).toEqual([]);
    expect(await indexed.accounts.search({ term: "ru" })).toHaveLength(2);
  });

  it("reads a read-only file, with and without the index", async () => {
    const path = join(await temporaryFolder(), "directory.sqlite");
    const writing = sqliteLackingFts5(path);
    await migrate(writing.kysely);
    await sqlStorage(writing.kysely).accounts.insert(individual("r1", { name_last: "Ruiz" }));
    for (const search of ["scan", "index"]) {
      writing.hasIt = search === "index";
      await migrate(writing.kysely);
      const kysely = kyselyOn(new SQLite(path, { readonly: true }));
      expect(await migrate(kysely)).toEqual({ ...AGAIN, search });
      const { accounts } = sqlStorage(kysely);
      expect(await accounts.search({ term: "ruiz" })).toHaveLength(1);
      await failureOf(accounts.insert(individual("r2")), "storage_read_only");
    }
  });

  it("rejects a file with another encoding, which would change U+FFFF", async () => {
    const database = new SQLite(":memory:");
    database.pragma("encoding = 'UTF-16'");
    const kysely = kyselyOn(database);
    for (const attempt of [() => migrate(kysely), () => sqlStorage(kysely).accounts.find("r1")]) {
      expect((await failureOf(attempt(), "configuration_invalid")).message).toContain("pragma encoding");
    }
    expect(await kysely.introspection.getTables()).toEqual([]);
  });

  it("leaves no partial step after a failure", async () => {
    const full = sqliteLacking(":memory:", /vaspkit_alerts_by_raised/, "SQLITE_FULL");
    const { kysely } = full;
    const failure = await failureOf(migrate(kysely), "storage_unavailable");
    expect(failure.message).toContain("SQLITE_FULL");
    const tables = await kysely.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(["vaspkit_meta"]);
    full.hasIt = true;
    expect(await migrate(kysely)).toEqual(FIRST);
  });

  it("makes acknowledged writes wait for the disk", async () => {
    const database = new SQLite(join(await temporaryFolder(), "directory.sqlite"));
    const kysely = kyselyOn(database);
    database.pragma("journal_mode = wal");
    database.pragma("synchronous = normal");
    await migrate(kysely);
    await sqlStorage(kysely).accounts.find("r1");
    expect(database.pragma("synchronous", { simple: true })).toBe(2);
    // Who asks for more keeps it.
    database.pragma("synchronous = extra");
    await sqlStorage(kysely).accounts.find("r1");
    expect(database.pragma("synchronous", { simple: true })).toBe(3);
  });
});

describe("migrate on PGlite", () => {
  let shared: SqlDatabase;
  let count = 0;
  beforeAll(async () => {
    shared = await pgliteDatabase({ trigrams: true });
  });
  afterAll(() => shared.destroy());
  const schema = async (): Promise<() => AnyKysely> => {
    count += 1;
    await shared.kysely.schema.createSchema(`s${count}`).execute();
    await sql.raw(`set search_path = s${count}`).execute(shared.kysely);
    return () => shared.kysely;
  };
  migrationsOf(schema, (kysely) =>
    kysely.insertInto("vaspkit_meta").values({ name: "migration 0999_later", value: "0999_later" }).execute(),
  );
});

describe("migrate on PostgreSQL", () => {
  /** A server that says in which encoding it keeps texts, and takes every statement. */
  const serverWith = (encoding: string): { readonly kysely: AnyKysely; readonly statements: string[] } => {
    const statements: string[] = [];
    const connection = {
      executeQuery: async ({ sql, parameters }: CompiledQuery) => {
        statements.push(sql);
        const echo = Object.fromEntries(parameters.map((value, index) => [`value_${index}`, value]));
        const rows: object[] = sql.includes("server_encoding")
          ? [{ is_utf8: encoding === "UTF8" ? "1" : "0", ...echo }]
          : [];
        return { rows: rows as never[], numAffectedRows: 0n };
      },
      streamQuery: () => {
        throw new Error("not asked for");
      },
    };
    const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely: AnyKysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    };
    return { kysely: new Kysely({ dialect }), statements };
  };

  it("rejects a database with another encoding before creating anything", async () => {
    const { kysely, statements } = serverWith("SQL_ASCII");
    expect((await failureOf(migrate(kysely), "configuration_invalid")).message).toContain("UTF8");
    expect(statements).toHaveLength(1);
  });

  it("uses placeholders of PostgreSQL, and creates no index without the extension", async () => {
    const { kysely, statements } = serverWith("UTF8");
    expect(await migrate(kysely)).toEqual({ ...AGAIN, applied: ["0001_rows"], search: "scan" });
    expect(statements).toContain("insert into vaspkit_meta (name, value) values ($1, $2)");
    expect(statements).toContain("create extension if not exists pg_trgm");
    expect(statements.join()).not.toContain("using gin");
  });
});

describe("the Kysely instance", () => {
  const dialectWith = (adapter: object) => ({
    createAdapter: () => Object.assign(new MssqlAdapter(), adapter),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error("not asked for");
    },
    createQueryCompiler: () => new MysqlQueryCompiler(),
  });
  const all = [
    ["sqlStorage", (given: unknown) => sqlStorage(given as AnyKysely)],
    ["migrate", (given: unknown) => migrate(given as AnyKysely)],
    ["encryptRecords", (given: unknown) => encryptRecords(given as AnyKysely, { key: new Uint8Array(32).fill(1) })],
  ] as const;

  describe.each(all)("given to %s", (name, use) => {
    const refused = async (given: unknown): Promise<string> => {
      const attempt = async () => use(given);
      const { message } = await failureOf(attempt(), "configuration_invalid");
      expect(message.startsWith(`${name} `)).toBe(true);
      return message;
    };

    it("is required", async () => {
      for (const given of [undefined, null, {}, "postgres://", new SQLite(":memory:")]) {
        expect(await refused(given)).toContain("new Kysely({ dialect })");
      }
    });

    it("has a supported dialect", async () => {
      expect(await refused(new Kysely({ dialect: dialectWith({}) }))).toContain("PostgreSQL, SQLite or MySQL");
    });

    it("is neither a transaction nor withSchema", async () => {
      const kysely = (await sqliteFile())();
      expect(await refused(kysely.withSchema("other"))).toContain("search_path");
      await kysely.transaction().execute(async (transaction) => {
        expect(await refused(transaction)).toContain("transaction");
      });
    });
  });

  it("may come from another copy of Kysely", async () => {
    const copy = { PostgresAdapter: class PostgresAdapter extends MssqlAdapter {} };
    expect(new copy.PostgresAdapter()).not.toBeInstanceOf(PostgresAdapter);
    class Derived extends copy.PostgresAdapter {}
    const dialect = { ...dialectWith({}), createAdapter: () => new Derived() };
    expect(sqlStorage(new Kysely({ dialect }))).toBeTypeOf("object");
  });

  it("is passed with known options only", () => {
    const kysely = kyselyOn(new SQLite(":memory:"));
    for (const [options, advice] of [
      [{ encrypt: {} }, "its options are encryption"],
      [{ encryption: { key: "secret" } }, "32 bytes"],
      [{ encryption: null }, "encryption"],
    ] as const) {
      // Callers without types may give anything.
      const use = () => sqlStorage(kysely, options as object);
      expect(thrownBy(use, "configuration_invalid").message).toContain(advice);
    }
  });
});
