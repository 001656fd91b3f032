/** The SQL engine: engineConformance of vaspkit/testing. */
import { describe, it, onTestFinished, vi } from "vitest";
import { databaseOf } from "../../src/adapters/storage/sql/database.js";
import { sqlEngine } from "../../src/adapters/storage/sql/engine.js";
import { openOnce } from "../../src/adapters/storage/sql/open.js";
import { migrate } from "../../src/sql.js";
import { engineConformance } from "../../src/testing.js";
import { runs } from "../support/runs.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";

vi.setConfig({ testTimeout: 300_000 });

function checksOn(database: () => Promise<SqlDatabase>): void {
  const place = async () => {
    const { kysely, destroy } = await database();
    onTestFinished(destroy);
    await migrate(kysely);
    return () => sqlEngine(openOnce(databaseOf("a test", kysely), undefined));
  };
  for (const { name, run } of engineConformance({ place }, { runs: runs(40) })) it(name, () => run());
}

describe("the engine of SQLite", () => checksOn(sqliteDatabase));

await describePostgres("the engine of PostgreSQL", (server) => {
  checksOn(() => postgresDatabase(server, { durable: false }));
});
