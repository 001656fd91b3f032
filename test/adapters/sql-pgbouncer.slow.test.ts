/** PgBouncer in transaction mode, and failover to a synchronous standby behind it, on servers of their own. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { type PostgresCluster, postgresCluster, postgresPair, postgresPrograms } from "../support/sql-cluster.js";
import { postgresAt } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase } from "../support/sql-databases.js";
import { type Pooler, pgbouncer, pgbouncerProgram } from "../support/sql-pgbouncer.js";
import { missing } from "../support/sql-postgres.js";
import { placesOn } from "../support/sql-storages.js";
import { startWriters } from "../support/sql-writers.js";
import { storageSuite } from "../support/storage-suite.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const programs = postgresPrograms();
const pooler = pgbouncerProgram();
const name = "PostgreSQL behind PgBouncer";
if (programs === undefined) missing(name, "the programs of PostgreSQL (initdb, pg_ctl) are not to be found");
else if (pooler === undefined) missing(name, "pgbouncer is not installed. Install it: apt-get install pgbouncer");
else describe(name, () => behindPooler(programs, pooler));

function behindPooler(programs: string, program: string): void {
  describe("in transaction mode", () => {
    let server: PostgresCluster;
    let pool: Pooler;
    beforeAll(async () => {
      server = await postgresCluster(programs);
      pool = await pgbouncer(program, server.port);
    });
    afterAll(async () => {
      await pool.destroy();
      await server.destroy();
    });

    // Ten connections of the storage share four of the pooler.
    const open = async (): Promise<SqlDatabase> => {
      const database = await postgresDatabase(server);
      const kysely = postgresAt(throughPool(pool, database), { connections: 10 });
      return { ...database, kysely, destroy: () => kysely.destroy().then(() => database.destroy()) };
    };
    storageSuite("conforms", placesOn(open, { search: "index" }), { runs: 5 });
  });

  it("loses nothing when the primary is killed and its standby is promoted", async () => {
    const pair = await postgresPair(programs);
    onTestFinished(() => pair.destroy());
    const pool = await pgbouncer(program, pair.primary.port);
    onTestFinished(() => pool.destroy());
    const database = await postgresDatabase(pair.primary);
    await migrate(database.kysely);
    const durations: number[] = [];
    const storages = [1, 2, 3].map(() => {
      const kysely = postgresAt(throughPool(pool, database), { connections: 4 });
      onTestFinished(() => kysely.destroy());
      return timed(sqlStorage(kysely), durations);
    });
    const writers = startWriters(storages);
    await vi.waitUntil(() => writers.acknowledged > 1_000, { timeout: 20_000 });
    const start = performance.now();
    await pair.failOver();
    await pool.pointTo(pair.standby.port);
    const failover = performance.now() - start;
    const before = writers.acknowledged;
    await vi.waitUntil(() => writers.acknowledged > before + 1_000, { timeout: 20_000 });
    await writers.stop();
    await database.kysely.destroy();
    const promoted = postgresAt(urlOn(pair.standby, database));
    onTestFinished(() => promoted.destroy());
    await writers.verify(sqlStorage(promoted));
    const slowest = Math.max(...durations);
    const times = `failover ${Math.round(failover)} ms, slowest call ${Math.round(slowest)} ms`;
    process.stdout.write(`${writers.acknowledged} acknowledged, ${writers.errors.length} errors, ${times}.\n`);
    expect(slowest).toBeLessThan(10_000);
  });
}

function throughPool(pool: Pooler, { place }: SqlDatabase): string {
  return pool.urlOf(new URL(place).pathname.slice(1));
}

function urlOn({ url }: PostgresCluster, { place }: SqlDatabase): string {
  const other = new URL(url);
  other.pathname = new URL(place).pathname;
  return other.href;
}

/** Returns the storage, with the milliseconds of each call added to `durations`. */
function timed(storage: ComplianceStorage, durations: number[]): ComplianceStorage {
  const measured = <T extends object>(repository: T): T => {
    const copy = { ...repository };
    for (const [method, call] of Object.entries(repository)) {
      Reflect.set(copy, method, async (...args: readonly unknown[]) => {
        const start = performance.now();
        try {
          return await call(...args);
        } finally {
          durations.push(performance.now() - start);
        }
      });
    }
    return copy;
  };
  const { accounts, vasps, alerts, addresses } = storage;
  return {
    ...storage,
    accounts: measured(accounts),
    vasps: measured(vasps),
    alerts: measured(alerts),
    addresses: measured(addresses),
  };
}
