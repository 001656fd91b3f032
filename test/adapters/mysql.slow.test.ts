/** What is of MySQL only: connections that are killed, deadlines, keys. */

import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { Kysely, type LogEvent, MysqlDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { expect, it, onTestFinished, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import { type AnyKysely, mysqlAt, mysqlUrl } from "../support/sql-connections.js";
import { mysqlDatabase, type SqlDatabase } from "../support/sql-databases.js";
import { describeMysql } from "../support/sql-mysql.js";
import { startWriters } from "../support/sql-writers.js";
import { individual } from "../support/storage-records.js";

/** Connections to kill; more with `KILLED_CONNECTIONS`. */
const KILLED = Number(process.env["KILLED_CONNECTIONS"] ?? 60);

vi.setConfig({ testTimeout: 120_000 + KILLED * 500, hookTimeout: 60_000 });

async function opened(): Promise<SqlDatabase> {
  const database = await mysqlDatabase();
  onTestFinished(() => database.destroy());
  await migrate(database.kysely);
  return database;
}

function through(place: string, connections = 3): AnyKysely {
  const kysely = mysqlAt(place, { connections });
  onTestFinished(() => kysely.destroy());
  return kysely;
}

await describeMysql("MariaDB", () => {
  it("tells what to do without the schema, the database or the right password", async () => {
    const database = await mysqlDatabase();
    onTestFinished(() => database.destroy());
    await failureOf(sqlStorage(database.kysely).accounts.find("A-1"), "storage_not_migrated");
    const place = new URL(database.place);
    place.pathname = "/vaspkit_test_none";
    expect((await failureOf(migrate(through(place.href)), "storage_unavailable")).message).toContain("1049");
    place.username = "nobody";
    await failureOf(migrate(through(place.href)), "storage_unavailable");
    place.port = "1";
    await failureOf(migrate(through(place.href)), "storage_unavailable");
  });

  it(`loses and duplicates nothing when ${KILLED} connections are killed at work`, async () => {
    const { kysely, place } = await opened();
    const writers = startWriters([sqlStorage(through(place)), sqlStorage(through(place))]);
    const name = new URL(place).pathname.slice(1);
    const control = through(mysqlUrl(), 1);
    let killed = 0;
    while (killed < KILLED) {
      const { rows } = await sql<{ id: number }>`select id from information_schema.processlist
        where db = ${name} and command = 'Query'`.execute(control);
      for (const { id } of rows) {
        const wasThere = await sql`kill connection ${sql.lit(id)}`.execute(control).then(
          () => true,
          () => false,
        );
        killed += wasThere ? 1 : 0;
      }
      await sleep(10);
    }
    const { acknowledged } = writers;
    await vi.waitUntil(() => writers.acknowledged > acknowledged + 50, { timeout: 20_000 });
    await writers.stop();
    await writers.verify(sqlStorage(kysely));
  });

  it("rejects a statement that a lock keeps waiting, and needs no restart afterwards", async () => {
    const { kysely, place } = await opened();
    const storage = sqlStorage(kysely);
    await storage.accounts.insert(individual("A-1"));
    const other = through(place, 1);
    await other.transaction().execute(async (transaction) => {
      await sql`select * from vaspkit_accounts for update`.execute(transaction);
      const put = storage.accounts.put(individual("A-1", { name_last: "Other" }));
      expect((await failureOf(put, "storage_unavailable")).message).toContain("1205");
    });
    expect(await storage.accounts.find("A-1")).toEqual(individual("A-1"));
    expect(await storage.accounts.put(individual("A-1", { name_last: "Other" }))).toMatchObject({ is_new: false });
  });

  it("has one record for each id, also if ids differ in case, accents, spaces at the end or characters of any plane", async () => {
    const { kysely } = await opened();
    const { accounts } = sqlStorage(kysely);
    const unit = fc.constantFrom("a", "A", "á", "a\u0301", " ", "\u0000", "😀", "\ufffd", "ß", "ss", "\\", "'", "%");
    const anyId = fc.string({ unit, minLength: 1, maxLength: 4 });
    const stored = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(anyId, fc.nat(), async (id, number) => {
        const outcome = await accounts.insert(individual(id, { name_last: String(number) }));
        expect(outcome).toBe(stored.has(id) ? "taken" : "inserted");
        if (outcome === "inserted") stored.set(id, String(number));
        expect(await accounts.find(id)).toEqual(individual(id, { name_last: String(stored.get(id)) }));
      }),
      { numRuns: runs(300) },
    );
    const page = await accounts.list({ size: 1_000, sort: "created" });
    expect(page?.items.map(({ reference_id }) => reference_id).sort()).toEqual([...stored.keys()].sort());
  });

  it("removes the grams of encrypted and removed rows in parts, and keeps the others", async () => {
    const { kysely, place } = await opened();
    const storage = sqlStorage(kysely);
    await storage.accounts.insert(individual("A-1", { name_last: "Kept" }));
    await storage.accounts.insert(individual("Z-1", { name_last: "Kept" }));
    await sql`insert into vaspkit_accounts_grams (gram, row_key)
      select g.gram, concat('B-', seq) from vaspkit_accounts_grams g, seq_1_to_1000 where row_key = 'A-1'`.execute(
      kysely,
    );
    const statements: string[] = [];
    const log = ({ query }: LogEvent): void => void statements.push(query.sql);
    const logged = mysqlAt(place, { connections: 1, log });
    onTestFinished(() => logged.destroy());
    await sqlStorage(logged).compact();
    const { rows } = await sql`select distinct row_key from vaspkit_accounts_grams`.execute(kysely);
    expect(rows).toHaveLength(2);
    expect(await storage.accounts.search({ term: "kept" })).toHaveLength(2);
    expect(statements.filter((text) => text.startsWith("delete")).length).toBeGreaterThan(3);
  });

  it.each(["vaspkit_alerts", "vaspkit_meta"])("refuses a table %s of another program", async (name) => {
    const database = await mysqlDatabase();
    onTestFinished(() => database.destroy());
    const table = sql.table(name);
    await sql`create table ${table} (id integer primary key)`.execute(database.kysely);
    for (let call = 0; call < 2; call += 1) {
      expect((await failureOf(migrate(database.kysely), "configuration_invalid")).message).toContain("Rename it");
    }
    await sql`drop table ${table}`.execute(database.kysely);
    expect(await migrate(database.kysely)).toMatchObject({ version: 1 });
  });

  it("a load waits for a sync, so that all of its records are there or none", async () => {
    const { kysely, place } = await opened();
    const { vasps } = createCompliance({ storage: sqlStorage(kysely) });
    const base = Array.from({ length: 1_500 }, (_, n) => ({ vasp_id: `M-${1_000 + n}`, name_legal: `Exchange ${n}` }));
    await vasps.load(base);
    let loading: Promise<unknown> = Promise.resolve();
    await through(place, 1)
      .transaction()
      .execute(async (transaction) => {
        // The sync has read its first rows, and waits here for one of the others.
        await sql`select 1 from vaspkit_vasps where row_key = 'M-2400' for update`.execute(transaction);
        const syncing = vasps.sync(base);
        await sleep(500);
        loading = createCompliance({ storage: sqlStorage(through(place)) }).vasps.load(
          ["A-1", "Z-1"].map((vasp_id) => ({ vasp_id, name_legal: "Extra" })),
        );
        loading = Promise.all([loading, syncing]);
        await sleep(500);
      });
    await loading;
    expect([await vasps.retrieve("A-1"), await vasps.retrieve("Z-1")]).toMatchObject([
      { name_legal: "Extra" },
      { name_legal: "Extra" },
    ]);
  });

  it("recovers from connections that a network drops silently, with the listener of docs/mysql.md", async () => {
    const { kysely, place } = await opened();
    await sqlStorage(kysely).accounts.insert(individual("A-1"));
    const to = new URL(place);
    const { hostname } = to;
    const port = Number(to.port);
    let isSilent = false;
    const server = createServer((client) => {
      const target = connect(port, hostname);
      const wasSilent = isSilent;
      const isOpen = (): boolean => wasSilent || !isSilent;
      client.on("data", (data) => isOpen() && target.write(data)).on("error", () => undefined);
      target.on("data", (data) => isOpen() && client.write(data)).on("error", () => undefined);
      client.on("close", () => target.destroy());
      target.on("close", () => client.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    to.port = String(Reflect.get(Object(server.address()), "port"));
    const pool = createPool({ uri: to.href, connectionLimit: 2 });
    pool.on("connection", (connection) => {
      const stream = Reflect.get(connection, "stream");
      stream.setTimeout(1_000, () => stream.destroy(Object.assign(new Error("silent"), { code: "ETIMEDOUT" })));
    });
    const proxied: AnyKysely = new Kysely({ dialect: new MysqlDialect({ pool }) });
    onTestFinished(async () => {
      await proxied.destroy();
      server.close();
    });
    const { accounts } = sqlStorage(proxied);
    const both = () => Promise.all([accounts.find("A-1"), accounts.find("A-1")]);
    await both();
    isSilent = true;
    expect(await both()).toEqual([individual("A-1"), individual("A-1")]);
  });

  it("sorts VASPs by names of any length as in memory", async () => {
    const { kysely } = await opened();
    const { vasps } = createCompliance({ storage: sqlStorage(kysely) });
    const list = ["c", "b", "a", "d"].map((end, n) => ({ vasp_id: `V-${n}`, name_legal: `${"漢".repeat(995)}${end}` }));
    await vasps.load(list);
    const { items } = unwrap(await vasps.list({ sort: "name_legal" }));
    expect(items.map(({ vasp_id }) => vasp_id)).toEqual(["V-2", "V-1", "V-0", "V-3"]);
  });
});
