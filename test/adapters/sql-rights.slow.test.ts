import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { createCompliance } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { type AnyKysely, asked } from "../support/sql-connections.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { cuttingProxy } from "../support/sql-proxy.js";
import { MIGRATIONS } from "../support/sql-schema.js";
import { ALL, individual, streamOf, vasp } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

await describePostgres("PostgreSQL, for who may not do everything", (server) => {
  /** A migrated database, and an instance that connects to it with these settings. */
  const opened = async (): Promise<{ place: string; kysely: AnyKysely; as: (more: pg.PoolConfig) => AnyKysely }> => {
    const { place, kysely, destroy } = await postgresDatabase(server, { durable: false });
    onTestFinished(destroy);
    await migrate(kysely);
    const as = (more: pg.PoolConfig): AnyKysely => {
      const pool = new pg.Pool({ connectionString: place, max: 1, ...more });
      pool.on("error", () => undefined);
      pool.on("connect", (client) => client.on("error", () => undefined));
      const other: AnyKysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
      onTestFinished(() => other.destroy());
      return other;
    };
    return { place, kysely, as };
  };
  const migrated = { version: MIGRATIONS.length, applied: [], search: server.trigrams ? "index" : "scan" };

  it("reads from a standby", async () => {
    const { kysely, as } = await opened();
    const reading = as({ options: "-c default_transaction_read_only=on" });
    // Nobody has written down yet how records are kept.
    expect(await sqlStorage(reading).accounts.find("r1")).toBeUndefined();
    await sqlStorage(kysely).accounts.insert(individual("r1"));
    expect(await migrate(reading)).toEqual(migrated);
    const { accounts } = sqlStorage(reading);
    expect(await accounts.find("r1")).toEqual(individual("r1"));
    await failureOf(accounts.insert(individual("r2")), "storage_read_only");
  });

  it("works for a user without the privilege to create", async () => {
    const { kysely, place, as } = await opened();
    const role = `vaspkit_test_${randomBytes(8).toString("hex")}`;
    await asked(place, `create role ${role}`);
    onTestFinished(async () => {
      await asked(place, `drop owned by ${role}`);
      await asked(place, `drop role ${role}`);
    });
    await asked(place, `grant select, insert, update on all tables in schema public to ${role}`);
    const app = as({ options: `-c role=${role}` });
    expect(await migrate(app)).toEqual(migrated);
    expect(await sqlStorage(app).accounts.insert(individual("r1"))).toBe("inserted");
    if (server.trigrams) {
      await asked(place, "drop index vaspkit_accounts_texts");
      expect(await migrate(app)).toEqual({ ...migrated, search: "scan" });
      expect(await migrate(kysely)).toEqual(migrated);
    }
  });

  it("does nothing beside a writing transaction if the schema is up to date", async () => {
    const { kysely, as } = await opened();
    await kysely.transaction().execute(async (writing) => {
      for (const name of ["accounts", "vasps", "meta"]) {
        await sql`lock table ${sql.table(`vaspkit_${name}`)} in row exclusive mode`.execute(writing);
      }
      expect(await migrate(as({ options: "-c lock_timeout=100" }))).toEqual(migrated);
    });
  });

  /** The settings of a pool that parses values of one type in another way. */
  const parsing = (wanted: number, parser: (value: string) => unknown): pg.PoolConfig => ({
    types: { getTypeParser: (type: number) => (type === wanted ? parser : pg.types.getTypeParser(type)) },
  });
  const { BYTEA, TEXT, VARCHAR, INT8 } = pg.types.builtins;

  it.each([
    ["bytea", parsing(BYTEA, (value) => value)],
    ["text", parsing(TEXT, JSON.parse)],
    ["varchar(400)", parsing(VARCHAR, (value) => value.trim())],
    ["bytea", { binary: true } as pg.PoolConfig],
  ])("rejects a driver that changes values of the type %s, before anything is stored", async (type, settings) => {
    const { kysely, as } = await opened();
    for (const options of [{}, { encryption: { key: new Uint8Array(32).fill(7) } }]) {
      const { accounts } = sqlStorage(as(settings), options);
      for (const attempt of [() => accounts.insert(individual("r1")), () => migrate(as(settings))]) {
        expect((await failureOf(attempt(), "configuration_invalid")).message).toContain(`the type ${type} `);
      }
    }
    expect(await kysely.selectFrom("vaspkit_accounts").selectAll().execute()).toEqual([]);
  });

  it("accepts counts of any type", async () => {
    const { as } = await opened();
    const { vasps } = sqlStorage(as(parsing(INT8, BigInt)));
    await vasps.load(streamOf([vasp("v1")]));
    expect((await vasps.list(ALL)).pagination.total).toBe(1);
  });

  it("uses another connection while one does not respond after a query time-out", async () => {
    const { place, kysely, as } = await opened();
    let isSilent = false;
    const proxy = await cuttingProxy(place, () => {
      if (!isSilent) return undefined;
      isSilent = false;
      return "silence";
    });
    onTestFinished(() => proxy.close());
    const through = as({ connectionString: proxy.url, query_timeout: 300, max: 2 });
    const { accounts } = sqlStorage(through);
    await sqlStorage(kysely).accounts.insert(individual("r1"));
    await accounts.find("r1");
    isSilent = true;
    expect((await failureOf(accounts.find("r1"), "storage_unavailable")).message).toContain("query_timeout");
    expect(await accounts.find("r1")).toEqual(individual("r1"));
    // The connection returns to the pool when it breaks.
    const destroyed = through.destroy();
    await proxy.close();
    await destroyed;
  });

  it("recognizes an account that the server stored after a query time-out", async () => {
    const { kysely, as } = await opened();
    const { accounts } = createCompliance({ storage: sqlStorage(as({ query_timeout: 400 })) });
    expect(await accounts.retrieve("C-1")).toBeUndefined();
    const name = { individual_name: { name_type: "LEGL", name_first: "Ada", name_last: "Lovelace" } } as const;
    const draft = { reference_id: "C-1", account_type: "individual", customer_id: "1", individual: name } as const;
    await kysely.transaction().execute(async (locking) => {
      await sql`lock table vaspkit_accounts in exclusive mode`.execute(locking);
      await failureOf(accounts.create(draft), "storage_outcome_unknown");
      expect(await sqlStorage(kysely).accounts.find("C-1")).toBeUndefined();
    });
    const stored = await vi.waitUntil(() => sqlStorage(kysely).accounts.find("C-1"), { timeout: 10_000 });
    expect(await accounts.create(draft)).toEqual({ ok: true, value: stored });
    expect(await accounts.create(draft)).toMatchObject({ issues: [{ code: "reference_id_taken" }] });
  });

  it("acknowledges nothing in a transaction after a query time-out", async () => {
    const { kysely, as } = await opened();
    const impatient = sqlStorage(as({ query_timeout: 400 }));
    await impatient.accounts.find("r1");
    await kysely.transaction().execute(async (locking) => {
      await sql`lock table vaspkit_vasps in exclusive mode`.execute(locking);
      const failure = await failureOf(impatient.vasps.load(streamOf([vasp("v1")])), "storage_unavailable");
      expect(failure.message).toContain("query_timeout");
    });
    expect(await impatient.accounts.insert(individual("r1"))).toBe("inserted");
    const { accounts, vasps } = sqlStorage(kysely);
    expect(await accounts.find("r1")).toEqual(individual("r1"));
    expect(await vasps.find("v1")).toBeUndefined();
  });
});
