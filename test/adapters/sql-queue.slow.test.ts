/** Concurrent operations on the one connection of SQLite. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { migrate, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { sqliteDatabase } from "../support/sql-databases.js";
import { faultySqlite } from "../support/sql-faulty.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

/** Runs `work`, and returns how long it took and how often a timer ran meanwhile. */
async function timed(work: () => Promise<unknown>): Promise<{ milliseconds: number; ticks: number }> {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const start = performance.now();
  await work();
  clearInterval(timer);
  return { milliseconds: performance.now() - start, ticks };
}

async function opened() {
  const { kysely, destroy } = await sqliteDatabase({ durable: false });
  onTestFinished(destroy);
  await migrate(kysely);
  const storage = sqlStorage(kysely);
  await storage.accounts.insert(individual("r1"));
  return { kysely, storage };
}

describe("concurrent reads on SQLite", () => {
  it("take about as long as one after the other, and let timers run", async () => {
    const { storage } = await opened();
    const calls = Array.from({ length: 5_000 });
    const together = () => timed(() => Promise.all(calls.map(() => storage.accounts.find("r1"))));
    const inSequence = () =>
      timed(async () => {
        for (const _ of calls) await storage.accounts.find("r1");
      });
    await inSequence();
    const [sequence, concurrent] = [await inSequence(), await together()];
    expect(concurrent.milliseconds / sequence.milliseconds).toBeLessThan(5);
    // Every 10 ms on an idle machine.
    for (const { milliseconds, ticks } of [sequence, concurrent]) {
      expect(ticks).toBeGreaterThan(Math.floor(milliseconds / 250));
    }
  });

  it("end in the order of the calls, before close()", async () => {
    const { storage } = await opened();
    const calls = Array.from({ length: 300 }, (_, index) => index);
    const ended: number[] = [];
    for (const call of calls) storage.accounts.find("r1").then(() => ended.push(call));
    await storage.close();
    expect(ended).toEqual(calls);
  });

  it("run beside transactions of vaspkit and of the caller", async () => {
    const { kysely, storage } = await opened();
    const records = Array.from({ length: 600 }, (_, index) => vasp(`v${index}`));
    const loading = storage.vasps.load(streamOf(records));
    const held = kysely.transaction().execute(async (transaction) => {
      await sleep(50);
      return transaction.selectFrom("vaspkit_accounts").selectAll().execute();
    });
    const found = await Promise.all(Array.from({ length: 100 }, () => storage.accounts.find("r1")));
    expect(found).toEqual(found.map(() => individual("r1")));
    expect(await loading).toEqual({ loaded: 600, replaced: 0 });
    expect(await held).toHaveLength(1);
  });

  it("continue after one fails", async () => {
    const state = faultySqlite();
    await migrate(state.kysely);
    const { accounts } = sqlStorage(state.kysely);
    await accounts.insert(individual("r1"));
    let count = 0;
    state.fate = () => {
      count += 1;
      if (count % 2 === 0) throw Object.assign(new Error("…"), { code: "SQLITE_CORRUPT" });
      return undefined;
    };
    const finding = Array.from({ length: 10 }, () => accounts.find("r1"));
    for (const [index, find] of finding.entries()) {
      if (index % 2 === 0) expect(await find).toEqual(individual("r1"));
      else await failureOf(find, "storage_corrupt");
    }
  });
});
