/** Writers on all nodes of a Galera cluster, whose nodes are killed, paused and started again. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { databaseOf } from "../../src/adapters/storage/sql/database.js";
import { sqlEngine } from "../../src/adapters/storage/sql/engine.js";
import { openOnce } from "../../src/adapters/storage/sql/open.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { engineConformance } from "../../src/testing.js";
import { type GaleraCluster, galeraCluster, galeraMissing } from "../support/galera.js";
import { type AnyKysely, mysqlAt } from "../support/sql-connections.js";
import { missing } from "../support/sql-postgres.js";
import { startWriters } from "../support/sql-writers.js";
import { addressUpdate, alert, individual, linkUpdate } from "../support/storage-records.js";

/** Operations while nodes fail; more with `GALERA_OPERATIONS`. */
const OPERATIONS = Number(process.env["GALERA_OPERATIONS"] ?? 1_500);
const NODES = [0, 1, 2] as const;

vi.setConfig({ testTimeout: 240_000 + OPERATIONS * 40, hookTimeout: 120_000 });

const reason = galeraMissing();
if (reason !== undefined) missing("Galera", reason);
else describe("Galera, three nodes", () => onCluster());

function onCluster(): void {
  let cluster: GaleraCluster;
  beforeAll(async () => {
    cluster = await galeraCluster();
  });
  afterAll(() => cluster.destroy());

  /** Creates a database, and returns what connects to it on a node. */
  async function database(): Promise<(node: number) => AnyKysely> {
    const name = `vaspkit_test_${randomBytes(8).toString("hex")}`;
    const at = (node: number): AnyKysely => {
      const kysely = mysqlAt(`${cluster.urlOf(node)}/${name}`, { connections: 3 });
      onTestFinished(() => kysely.destroy());
      return kysely;
    };
    const server = mysqlAt(`${cluster.urlOf(0)}/mysql`, { connections: 1 });
    onTestFinished(() => server.destroy());
    await sql`create database ${sql.id(name)}`.execute(server);
    await migrate(at(0));
    return at;
  }

  // Each engine is on the next node, so that rivals are on different ones.
  const place = async () => {
    const at = await database();
    const nodes = NODES.map(at);
    let opened = 0;
    return () => {
      opened += 1;
      // The cast: there are as many nodes.
      return sqlEngine(openOnce(databaseOf("a test", nodes[opened % NODES.length] as AnyKysely), undefined));
    };
  };
  for (const { name, run } of engineConformance({ place }, { runs: 3 })) it(name, () => run());

  it("stores an alert once, and leaves no link of a removed account, from all nodes at once", async () => {
    const at = await database();
    const storages = NODES.map((node) => sqlStorage(at(node)));
    const ids = Array.from({ length: 40 }, (_, index) => `id-${index}`);
    for (const id of ids) await storages[0]?.accounts.insert(individual(id));
    for (const id of ids) {
      const inserted = await Promise.all(storages.map(({ alerts }) => alerts.insert(alert(id))));
      expect(inserted.sort()).toEqual(["inserted", "taken", "taken"]);
      const [first, second, third] = storages;
      await Promise.all([
        first?.addresses.save(addressUpdate(id, { account_ref_id: id })).catch(() => undefined),
        second?.addresses.update(linkUpdate(`${id}-2`, id)).catch(() => undefined),
        third?.accounts.remove(id, "2026-01-01"),
      ]);
      expect(await first?.addresses.ofAccount(id)).toEqual([]);
    }
  });

  it(`loses and duplicates nothing of ${OPERATIONS} operations while nodes are killed, paused and rejoin`, async () => {
    const at = await database();
    const writers = startWriters([...NODES, ...NODES].map((node) => sqlStorage(at(node))));
    const moreThan = async (count: number): Promise<void> => {
      const wanted = writers.acknowledged + count;
      await vi.waitUntil(() => writers.acknowledged > wanted, { timeout: 120_000 + OPERATIONS * 20 });
    };
    await moreThan(OPERATIONS / 5);
    await cluster.signal(2, "SIGKILL");
    await moreThan(OPERATIONS / 5);
    await cluster.start(2);
    await moreThan(OPERATIONS / 5);
    await cluster.signal(1, "SIGSTOP");
    await sleep(12_000);
    await moreThan(OPERATIONS / 5);
    await cluster.signal(1, "SIGCONT");
    await moreThan(OPERATIONS / 5);
    await writers.stop();
    process.stdout.write(`${writers.acknowledged} acknowledged, ${writers.errors.length} failed.\n`);
    for (const node of NODES) {
      // A node that was paused for too long ends itself when the others have gone on.
      await cluster.start(node);
      await writers.verify(sqlStorage(at(node)));
    }
  });
}
