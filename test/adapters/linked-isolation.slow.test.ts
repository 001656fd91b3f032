/** Concurrent evaluations of linked transactions on several connections, at each isolation level of PostgreSQL. */
import { describe, expect, it, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { postgresAt } from "../support/sql-connections.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";

vi.setConfig({ testTimeout: 120_000 });

const ROUNDS = 150;
const RIVALS = 4;
const rule_codes = ["LINKED_TRANSACTIONS_BY_COUNTRY"] as const;

await describePostgres("concurrent sums of linked transactions", (server) => {
  describe.each(["read committed", "repeatable read", "serializable"])("with the isolation level %s", (level) => {
    it(`are missed in none of ${ROUNDS} rounds`, async () => {
      const database = await postgresDatabase(server, { durable: false });
      await migrate(database.kysely);
      const url = new URL(database.place);
      url.searchParams.set("options", `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`);
      const pools = Array.from({ length: RIVALS }, () => postgresAt(url.href, { connections: 2 }));
      const rivals = pools.map((kysely) =>
        createCompliance({ storage: sqlStorage(kysely), thresholds: { DE: "1000" } }),
      );
      const missed: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Only all of them together reach the threshold.
        const statuses = rivals.map(async ({ rules }, index) => {
          const amount = 1000 / RIVALS;
          const given = {
            transaction_id: `T-${index}`,
            amount,
            currency: "EUR",
            country: "DE",
            link_key: `k-${round}`,
          };
          return unwrap(await rules.evaluate({ transaction: given, rule_codes })).results[0]?.status;
        });
        if (!(await Promise.all(statuses)).includes("breach")) missed.push(round);
      }
      expect(missed).toEqual([]);
      await Promise.all(pools.map((kysely) => kysely.destroy()));
      await database.destroy();
    });
  });
});
