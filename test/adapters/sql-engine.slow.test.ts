/** The SQL engine: engineConformance of vaspkit/testing. */
import { describe, it, onTestFinished, vi } from "vitest";
import { databaseOf } from "../../src/adapters/storage/sql/database.js";
import { sqlEngine } from "../../src/adapters/storage/sql/engine.js";
import { openOnce } from "../../src/adapters/storage/sql/open.js";
import { migrate } from "../../src/sql.js";
import { type CutPlace, type DurableEngine, engineConformance } from "../../src/testing.js";
import { runs } from "../support/runs.js";
import { postgresAt } from "../support/sql-connections.js";
import { mysqlDatabase, postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describeMysql } from "../support/sql-mysql.js";
import { describePostgres } from "../support/sql-postgres.js";
import { type Cut, cuttingProxy } from "../support/sql-proxy.js";

vi.setConfig({ testTimeout: 300_000 });

function checksOn(database: () => Promise<SqlDatabase>, more: Pick<DurableEngine, "cutPlace"> = {}): void {
  const place = async () => {
    const { kysely, destroy } = await database();
    onTestFinished(destroy);
    await migrate(kysely);
    return () => sqlEngine(openOnce(databaseOf("a test", kysely), undefined));
  };
  for (const { name, run } of engineConformance({ place, ...more }, { runs: runs(40) })) it(name, () => run());
}

describe("the engine of SQLite", () => checksOn(sqliteDatabase));

await describeMysql("the engine of MariaDB", () => checksOn(mysqlDatabase));

const CUTS = ["before", "within", "after"] as const;

/** A database whose connections go through a proxy, which cuts the one of the next statement. */
async function cutPlaceOf({ kysely, place, destroy }: SqlDatabase): Promise<CutPlace> {
  onTestFinished(destroy);
  await migrate(kysely);
  let cuts = 0;
  let due: Cut | undefined;
  const proxy = await cuttingProxy(place, () => {
    const chosen = due;
    due = undefined;
    return chosen;
  });
  onTestFinished(() => proxy.close());
  const through = postgresAt(proxy.url);
  onTestFinished(() => through.destroy());
  return {
    open: () => sqlEngine(openOnce(databaseOf("a test", through), undefined)),
    cut: () => {
      due = CUTS[cuts % CUTS.length];
      cuts += 1;
    },
  };
}

await describePostgres("the engine of PostgreSQL", (server) => {
  const database = () => postgresDatabase(server, { durable: false });
  checksOn(database, { cutPlace: async () => cutPlaceOf(await database()) });
});
