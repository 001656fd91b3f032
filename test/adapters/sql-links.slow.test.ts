/** Links and removals of accounts by two connections of PostgreSQL. The conformance checks run them on one storage. */
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { migrate, sqlStorage } from "../../src/sql.js";
import { postgresAt } from "../support/sql-connections.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { addressUpdate, individual, screening } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 120_000 });

const ROUNDS = 300;

await describePostgres("links and removals by two connections", (server) => {
  it.each(["read committed", "repeatable read", "serializable"])(
    "leave no link to a removed account, with %s by default",
    async (isolation) => {
      const { place, kysely, destroy } = await postgresDatabase(server, { durable: false });
      onTestFinished(destroy);
      await migrate(kysely);
      const connected = () => {
        const url = new URL(place);
        url.searchParams.set(
          "options",
          `-c synchronous_commit=off -c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`,
        );
        const one = postgresAt(url.href, { durable: false, connections: 1 });
        onTestFinished(() => one.destroy());
        return sqlStorage(one);
      };
      const [linking, removing] = [connected(), connected()];
      const counts = { linked: 0, refused: 0 };
      /** How long a link takes on this machine, in milliseconds. */
      let typical = 2;
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = `r${round}`;
        await linking.accounts.insert(individual(id));
        const tag = round % 2 === 0 ? {} : { tag: "1" };
        const update = addressUpdate(`a${round % 7}`, { account_ref_id: id, relink: true, ...tag });
        // One of both begins later, by up to about twice the time that a link takes, so that both orders occur.
        const shift = (Math.random() * 4 - 2) * typical;
        const save = async () => {
          await setTimeout(Math.max(0, -shift));
          const begun = performance.now();
          const more = round % 3 === 0 && { screening: screening(round % 101) };
          const outcome = await linking.addresses.save({ ...update, ...more });
          typical = performance.now() - begun;
          return outcome;
        };
        const remove = async () => {
          await setTimeout(Math.max(0, shift));
          return removing.accounts.remove(id, "2026-02-03");
        };
        const [link, wasStored] = await Promise.all([save(), remove()]);
        counts[link === "unknown_account" ? "refused" : "linked"] += 1;
        expect(wasStored).toBe(true);
        expect(await linking.addresses.ofAccount(id)).toEqual([]);
        const links = (await linking.addresses.history("tezos", update.address))?.links ?? [];
        expect(links.filter(({ account_ref_id }) => account_ref_id === id)).toEqual([]);
      }
      // Both orders have occurred.
      expect(Math.min(counts.linked, counts.refused)).toBeGreaterThan(0);
    },
  );
});
