/** Settings of the session on MySQL: what is set on each connection, and what is refused. */
import { Kysely, MysqlDialect } from "kysely";
import { createPool, type PoolOptions } from "mysql2";
import { expect, it, onTestFinished, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { type AnyKysely, mysqlAt } from "../support/sql-connections.js";
import { mysqlDatabase } from "../support/sql-databases.js";
import { describeMysql } from "../support/sql-mysql.js";
import { individual } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

async function migrated(): Promise<string> {
  const { kysely, place, destroy } = await mysqlDatabase();
  onTestFinished(destroy);
  await migrate(kysely);
  return place;
}

/** Connects with a pool whose connections have this setting. */
function connected(uri: string, setting: () => string, options: PoolOptions = {}): AnyKysely {
  const pool = createPool({ uri, connectionLimit: 1, ...options });
  pool.on("connection", (connection) => connection.query(setting()));
  const kysely: AnyKysely = new Kysely({ dialect: new MysqlDialect({ pool }) });
  onTestFinished(() => kysely.destroy());
  return kysely;
}

const REFUSED = [
  ["sql_mode = 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES'", "NO_BACKSLASH_ESCAPES"],
  ["sql_mode = ''", "STRICT_TRANS_TABLES"],
  ["autocommit = 0", "autocommit"],
  ["character_set_client = latin1", "utf8mb4"],
  ["character_set_results = null", "utf8mb4"],
] as const;

await describeMysql("MariaDB", () => {
  it.each(REFUSED)("is refused with %s", async (setting, advice) => {
    const kysely = connected(await migrated(), () => `set session ${setting}`);
    expect((await failureOf(migrate(kysely), "configuration_invalid")).message).toContain(advice);
    const found = sqlStorage(kysely).accounts.find("A-1");
    expect((await failureOf(found, "configuration_invalid")).message).toContain(advice);
  });

  it.each(REFUSED)("refuses a later connection with %s, and writes nothing through it", async (setting, advice) => {
    const place = await migrated();
    let statement = "select 1";
    const { accounts } = sqlStorage(connected(place, () => statement, { connectionLimit: 6 }));
    expect(await accounts.insert(individual("A-0"))).toBe("inserted");
    statement = `set session ${setting}`;
    const ids = ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6"];
    const outcomes = await Promise.allSettled(ids.map((id) => accounts.insert(individual(id))));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(1);
    const reason = { code: "configuration_invalid", message: expect.stringContaining(advice) };
    expect(refused).toMatchObject(refused.map(() => ({ reason })));
    const page = await sqlStorage(mysqlFrom(place)).accounts.list({ size: 10, sort: "created" });
    expect(page?.items).toHaveLength(1 + ids.length - refused.length);
  });

  it.each([
    "completion_type = 1",
    "completion_type = 2",
    "sql_select_limit = 1",
    "sql_safe_updates = 1",
    "sql_big_selects = 0, session max_join_size = 1",
    "tx_isolation = 'SERIALIZABLE'",
    "sql_mode = 'ANSI,STRICT_ALL_TABLES,EMPTY_STRING_IS_NULL,PAD_CHAR_TO_FULL_LENGTH,HIGH_NOT_PRECEDENCE'",
    "sql_mode = 'ORACLE,STRICT_TRANS_TABLES,SIMULTANEOUS_ASSIGNMENT'",
  ])("stores and finds everything where the server has %s", async (setting) => {
    const place = await migrated();
    const storage = sqlStorage(connected(place, () => `set session ${setting}`));
    const { accounts } = storage;
    const { vasps } = createCompliance({ storage });
    const names = ["A-1", "A-2", "A-3"];
    for (const id of names) expect(await accounts.insert(individual(id))).toBe("inserted");
    await accounts.put(individual("A-3", { name_last: "O'Neil \\" }));
    const list = [1, 2, 3, 4, 5].map((n) => ({ vasp_id: `V-${n}`, name_legal: `Exchange ${n}` }));
    expect(await vasps.load(list)).toMatchObject({ loaded: 5, replaced: 0 });
    // The first is still open if its commit began another transaction.
    const other = sqlStorage(mysqlFrom(place));
    for (const id of names.slice(0, 2)) expect(await other.accounts.find(id)).toEqual(individual(id));
    const { last_modified: _, ...changed } = individual("A-3", { name_last: "O'Neil \\" });
    expect(await other.accounts.find("A-3")).toMatchObject(changed);
    const page = await accounts.list({ size: 10, sort: "created" });
    expect(page?.items).toHaveLength(3);
    expect(unwrap(await vasps.search({ search_term: "exchange" }))).toHaveLength(5);
  });

  it("refuses a pool that resets its connections", async () => {
    const kysely = connected(await migrated(), () => "select 1", { resetOnRelease: true });
    const found = sqlStorage(kysely).accounts.find("A-1");
    expect((await failureOf(found, "configuration_invalid")).message).toContain("resetOnRelease");
    expect((await failureOf(migrate(kysely), "configuration_invalid")).message).toContain("resetOnRelease");
  });

  it.each([
    ["rowsAsArray", { rowsAsArray: true }],
    ["nestTables", { nestTables: true }],
    ["typeCast", { typeCast: false }],
    ["a parser", { typeCast: (_field: unknown, next: () => unknown) => String(next()) }],
  ] as const)("refuses a driver that changes rows or values by %s", async (_, options) => {
    await failureOf(migrate(connected(await migrated(), () => "select 1", options)), "configuration_invalid");
  });
});

function mysqlFrom(place: string): AnyKysely {
  const kysely = mysqlAt(place, { connections: 1 });
  onTestFinished(() => kysely.destroy());
  return kysely;
}
