import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createCompliance } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { CANARY } from "../support/canaries.js";
import { failureOf } from "../support/outcomes.js";
import { type PostgresCluster, postgresCluster, postgresPrograms } from "../support/sql-cluster.js";
import { type AnyKysely, asked, postgresAt } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase } from "../support/sql-databases.js";
import { describePostgres, missing } from "../support/sql-postgres.js";
import { type Cut, type CuttingProxy, cuttingProxy, frontendMessages } from "../support/sql-proxy.js";
import { expectSilent, startWriters } from "../support/sql-writers.js";
import { individual } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Waits for that many more acknowledged writes. */
async function moreThan(count: number, writers: ReturnType<typeof startWriters>): Promise<void> {
  const before = writers.acknowledged;
  await vi.waitUntil(() => writers.acknowledged > before + count, { timeout: 20_000 });
}

describe("the proxy", () => {
  const message = (letter: string, ...texts: string[]): Buffer => {
    const body = Buffer.from(texts.map((text) => `${text}\0`).join(""));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(letter), length, body]);
  };
  const sent = [
    message("", "user", "tester"),
    message("P", "", "select 1"),
    message("B", "", ""),
    message("E", ""),
    message("P", "named", "insert"),
    message("Q", "commit"),
    message("B", "portal", "named"),
    message("E", "portal"),
    message("S"),
  ];

  it.each([1, 2, 7, 1000])("recognizes the executed statement in chunks of %i bytes", (size) => {
    const bytes = Buffer.concat(sent);
    const read = frontendMessages();
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const messages = pieces.flatMap(read);
    expect(messages.map((each) => each.bytes)).toEqual(sent);
    expect(messages.flatMap(({ sql }) => sql ?? [])).toEqual(["select 1", "commit", "insert"]);
  });
});

await describePostgres("PostgreSQL, when connections break", (server) => {
  const opened = async (): Promise<SqlDatabase> => {
    const database = await postgresDatabase(server);
    onTestFinished(() => database.destroy());
    await migrate(database.kysely);
    return database;
  };
  const storagesThrough = (url: string): readonly ComplianceStorage[] => {
    const each: readonly AnyKysely[] = [postgresAt(url, { connections: 3 }), postgresAt(url, { connections: 3 })];
    onTestFinished(async () => {
      await Promise.all(each.map((kysely) => kysely.destroy()));
    });
    return each.map((kysely) => sqlStorage(kysely));
  };

  it("loses and duplicates nothing when the server closes connections within transactions", async () => {
    const { kysely, place } = await opened();
    const writers = startWriters(storagesThrough(place));
    const name = new URL(place).pathname.slice(1);
    // Those that are in a transaction, so that all are about something.
    const busy = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and xact_start is not null";
    let cuts = 0;
    while (cuts < 40) {
      cuts += (await asked(server.url, busy, [name])).length;
      await sleep(10);
    }
    await moreThan(20, writers);
    await writers.stop();
    await writers.verify(sqlStorage(kysely));
  });

  it("loses and duplicates nothing when any statement or its result is lost", async () => {
    const { kysely, place } = await opened();
    const cuts = new Map<string, number>();
    let count = 0;
    const chosen = (sql: string): Cut | undefined => {
      count += 1;
      const cut = (["before", "within", "after"] as const)[(count / 9) % 3];
      if (count % 9 !== 0 || cut === undefined) return undefined;
      const kind = `${cut} ${sql.trim().split(/\s/, 1)[0]?.toLowerCase()}`;
      cuts.set(kind, (cuts.get(kind) ?? 0) + 1);
      return cut;
    };
    const proxy: CuttingProxy = await cuttingProxy(place, chosen);
    onTestFinished(() => proxy.close());
    const writers = startWriters(storagesThrough(proxy.url));
    const needed = ["before insert", "within insert", "after insert", "before commit", "after commit"];
    await vi.waitUntil(() => needed.every((kind) => (cuts.get(kind) ?? 0) >= 2), { timeout: 40_000 });
    await writers.stop();
    expect(writers.acknowledged).toBeGreaterThan(20);
    await writers.verify(sqlStorage(kysely));
  });

  it("recognizes an account whose response was lost before the server was away for seconds", async () => {
    const { kysely, place } = await opened();
    // The response to an insert is lost. Afterwards the server is away, or present.
    let state: "losing" | "away" | "losing once" | "present" = "losing";
    const proxy = await cuttingProxy(place, (sql) => {
      if (state === "away") return "before";
      if (state === "present" || !/^insert into vaspkit_accounts/.test(sql)) return undefined;
      state = state === "losing" ? "away" : "present";
      return "after";
    });
    onTestFinished(() => proxy.close());
    const through = postgresAt(proxy.url);
    onTestFinished(() => through.destroy());
    const { accounts } = createCompliance({ storage: sqlStorage(through) });
    const name = { individual_name: { name_type: "LEGL", name_first: "Ada", name_last: CANARY } } as const;
    const draft = { reference_id: "C-1", account_type: "individual", customer_id: "1", individual: name } as const;
    expectSilent(await failureOf(accounts.create(draft), "storage_outcome_unknown"));
    expectSilent(await failureOf(accounts.create(draft), "storage_outcome_unknown"));
    state = "losing once";
    const stored = await sqlStorage(kysely).accounts.find("C-1");
    expect(stored).toMatchObject(draft);
    expect(await accounts.create(draft)).toEqual({ ok: true, value: stored });
    expect(await accounts.create(draft)).toMatchObject({ issues: [{ code: "reference_id_taken" }] });
  });

  it("shows nothing of a row that the server quotes in an error", async () => {
    const { kysely, place } = await opened();
    const { accounts } = sqlStorage(kysely);
    await asked(place, "alter table vaspkit_accounts add constraint refused check (false) not valid");
    const refused = accounts.insert(individual(CANARY, { name_last: CANARY }));
    expectSilent(await failureOf(refused, "storage_unavailable"));
    await asked(place, "alter table vaspkit_accounts drop constraint refused");
    expect(await accounts.find(CANARY)).toBeUndefined();
    expect(await accounts.insert(individual(CANARY))).toBe("inserted");
  });
});

const CRASHES = 3;

const programs = postgresPrograms();
const name = "PostgreSQL, when the server restarts";
if (programs === undefined) missing(name, "the programs of PostgreSQL (initdb, pg_ctl) are not to be found");
else describe(name, () => restarts(programs));

function restarts(programs: string): void {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await postgresCluster(programs);
  });
  afterAll(() => cluster.destroy());

  it("continues after crashes and restarts, with every acknowledged write once", async () => {
    const database = await postgresDatabase(cluster);
    const { kysely } = database;
    await migrate(kysely);
    const other = postgresAt(database.place);
    onTestFinished(() => other.destroy());
    const writers = startWriters([sqlStorage(kysely), sqlStorage(other)]);
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await moreThan(30, writers);
      await sleep(Math.random() * 20);
      await cluster.stop(crash % 2 === 0 ? "immediate" : "fast");
      await cluster.start();
    }
    await moreThan(30, writers);
    await writers.stop();
    await writers.verify(sqlStorage(kysely));
    await database.destroy();
  });

  it("reports a stopped server without any parameter, and continues when it is back", async () => {
    const database = await postgresDatabase(cluster);
    await migrate(database.kysely);
    const storage = sqlStorage(database.kysely);
    expect(await storage.accounts.insert(individual("before"))).toBe("inserted");
    const writers = startWriters([storage]);
    await cluster.stop("immediate");
    await vi.waitUntil(() => writers.errors.length >= 4, { timeout: 30_000 });
    // A write that was under way when the server stopped may have been stored.
    const codes = writers.errors.map((error) => Object(error).code);
    expect(new Set(["storage_unavailable", "storage_outcome_unknown", ...codes]).size).toBe(2);
    await cluster.start();
    await moreThan(10, writers);
    await writers.stop();
    await writers.verify(storage);
    expect(await storage.accounts.find("before")).toEqual(individual("before"));
    await database.destroy();
  });
}
