import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { CUSTOMER, DECIDING, OWN_VASP, PROVING } from "../support/deciding.js";
import { solanaWallet } from "../support/ownership/solana-wallet.js";
import { mysqlDatabase, postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describeMysql } from "../support/sql-mysql.js";
import { describePostgres } from "../support/sql-postgres.js";
import { type Answer, bundledChild, type SqlProcess, startSqlProcess, type Task } from "../support/sql-processes.js";
import { ALL, alert, allAlerts, individual, streamOf, unreviewed } from "../support/storage-records.js";

/** More with `KILL_ROUNDS`. */
const DEATHS = Number(process.env["KILL_ROUNDS"] ?? 5);

vi.setConfig({ testTimeout: 60_000 + DEATHS * 2_000, hookTimeout: 60_000 });

let folder = "";
let program = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-processes-"));
  program = await bundledChild(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Processes that use one database, each with a connection pool of its own, and the storage of this process beside. */
interface Rivals {
  readonly migrations: readonly unknown[];
  readonly database: SqlDatabase;
  readonly storage: ComplianceStorage;
  readonly processes: readonly SqlProcess[];
  start(): Promise<SqlProcess>;
}

interface Setting {
  readonly kind: "postgres" | "mysql" | "sqlite";
  readonly open: () => Promise<SqlDatabase>;
  readonly count: number;
  /** How many items each process has to do in a test. */
  readonly items: number;
}

/** All processes migrate the empty database at once, before anything else. */
async function rivalsOn({ kind, open, count }: Setting): Promise<Rivals> {
  const database = await open();
  const start = (): Promise<SqlProcess> => startSqlProcess(program, kind, database.place);
  const processes = await Promise.all(Array.from({ length: count }, start));
  const migrations = (await together(processes, "migrate", () => ["once"])).map((said) => said.get("once"));
  return { migrations, database, storage: sqlStorage(database.kysely), processes, start };
}

/** Gives every process its items at the same time, and says what came of each. */
async function together(
  processes: readonly SqlProcess[],
  doing: Task["do"],
  itemsOf: (index: number) => readonly string[],
): Promise<readonly ReadonlyMap<string, unknown>[]> {
  return Promise.all(
    processes.map(async (process, index) => {
      const items = itemsOf(index);
      const said = outcomes(await process.ask({ do: doing, by: by(index), items }), items);
      expect(said.size).toBe(items.length);
      return said;
    }),
  );
}

/** What became of each item; fails with the first that failed. */
function outcomes(answers: readonly Answer[], items: readonly string[]): ReadonlyMap<string, unknown> {
  return new Map(
    answers.map((answer) => {
      if ("failed" in answer) throw new Error(`An operation failed: ${answer.failed}`);
      return [items[answer.index] ?? "", answer.outcome];
    }),
  );
}

const by = (index: number): string => `process ${index}`;

function named(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

/** The same in another order for each process, so that they meet at any moment. */
function turned(items: readonly string[], index: number): readonly string[] {
  const turn = [...items.slice(index * 3), ...items.slice(0, index * 3)];
  return index % 2 === 0 ? turn : turn.reverse();
}

function processesOn(setting: Setting): void {
  let rivals: Rivals;
  beforeAll(async () => {
    rivals = await rivalsOn(setting);
  });
  afterAll(async () => {
    await Promise.all(rivals.processes.map((process) => process.kill()));
    await rivals.database.destroy();
  });

  it("migrates an empty database once", async () => {
    const { version } = await migrate(rivals.database.kysely);
    expect(rivals.migrations.map((report) => Object(report).version)).toEqual(rivals.processes.map(() => version));
    const applied = rivals.migrations.flatMap((report) => Object(report).applied);
    expect(applied).toEqual([...new Set(applied)]);
  });

  it("inserts each contested account once, while a process is killed", () => contestedAccounts(rivals, setting.items));

  it("stores each contested alert once", async () => {
    const { processes, storage } = rivals;
    const ids = named("alert", setting.items);
    const said = await together(processes, "insert alert", (index) => turned(ids, index));
    for (const id of ids) {
      const told = said.map((answers) => answers.get(id)).sort();
      expect(told).toEqual(["inserted", ...processes.slice(1).map(() => "taken")]);
    }
    const stored = await allAlerts(storage.alerts);
    expect(stored).toHaveLength(ids.length);
    expect(new Set(stored)).toEqual(new Set(ids.map((id) => unreviewed(alert(id)))));
  });

  it("keeps every screening of the same addresses", async () => {
    const { processes, storage } = rivals;
    const addresses = named("address", 3);
    const items = named("screening", setting.items).map((time, index) => `${addresses[index % 3]} ${time}`);
    await together(processes, "screen address", () => items);
    for (const address of addresses) {
      const stored = await storage.addresses.history("tezos", address);
      const kept = stored?.screenings.map(([entry]) => entry?.created).sort();
      const times = items.filter((item) => item.startsWith(`${address} `)).map((item) => item.split(" ")[1]);
      expect(kept).toEqual(processes.flatMap((_, index) => times.map((time) => `${by(index)} ${time}`)).sort());
    }
  });

  it("misses no sum of linked transactions", async () => {
    const { processes } = rivals;
    // Only the transactions of all processes together reach the threshold of 1000.
    const items = named("key", setting.items * 4).map((key) => `${key} ${1000 / processes.length}`);
    const said = await together(processes, "evaluate linked", (index) => (index % 2 ? items : items.toReversed()));
    const meeting = await together(processes, "evaluate linked", () => items.map((item) => `same-${item}`));
    for (const [answers, prefix] of [[said, ""] as const, [meeting, "same-"] as const]) {
      const missed = items.filter((item) => !answers.some((each) => each.get(`${prefix}${item}`) === "breach"));
      expect(missed).toEqual([]);
    }
  });

  it("loads the same VASPs concurrently, each load as a whole or not at all", () => contestedLoads(rivals));

  it(`keeps every decision that was answered, and decides each transfer once, through ${DEATHS} deaths`, () =>
    contestedDecisions(rivals));

  it("accepts one of fifty answers to a challenge, from all processes at once", () => racedChallenge(rivals));

  it(`keeps every proof that was acknowledged, through ${DEATHS} deaths`, () => provingUntilDeath(rivals));
}

/** Makes challenges, and signs them. */
async function signedChallenges(storage: ComplianceStorage, count: number): Promise<readonly string[]> {
  await storage.accounts.insert(CUSTOMER);
  const { ownership } = createCompliance({ storage, ...DECIDING, ownership: PROVING });
  const wallet = solanaWallet.wallet(new Uint8Array(32).fill(7));
  const { reference_id: account_ref_id } = CUSTOMER;
  const request = { account_ref_id, chain: "solana", address: wallet.address, method: "message" } as const;
  const made = Array.from({ length: count }, async () => {
    const { challenge_id, text = "" } = unwrap(await ownership.challenge(request));
    return `${challenge_id} ${wallet.sign(text).signature}`;
  });
  return Promise.all(made);
}

async function racedChallenge({ processes, storage }: Rivals): Promise<void> {
  const [item = ""] = await signedChallenges(storage, 1);
  const tries = Math.ceil(50 / processes.length);
  const said = await together(processes, "prove wallet", () =>
    named(item, tries).map((each) => each.replace("-", " ")),
  );
  const outcome = said.flatMap((answers) => [...answers.values()]).sort();
  expect(outcome).toEqual([...Array(outcome.length - 1).fill("challenge_used"), "proved"]);
}

/** Two processes answer the same challenges, and one of them is killed in the middle, again and again. */
async function provingUntilDeath({ processes, storage, start }: Rivals): Promise<void> {
  const [survivor] = processes;
  let lost = 0;
  for (let death = 0; death < DEATHS; death += 1) {
    const items = await signedChallenges(storage, 12);
    const victim = await start();
    const killed = victim.ask({ do: "prove wallet", by: "victim", items });
    const other = survivor?.ask({ do: "prove wallet", by: "survivor", items: items.toReversed() });
    await victim.answered(3);
    await victim.kill();
    const said = [outcomes(await killed, items), outcomes((await other) ?? [], items.toReversed())];
    lost += items.length - (said[0]?.size ?? 0);
    for (const item of items) {
      const [challenge_id = ""] = item.split(" ");
      const record = await storage.ownership.find(challenge_id);
      // The survivor has answered each: either it proved the wallet, or the victim had.
      expect(record).toMatchObject({ proof: { format: "solana" }, tries: [] });
      expect(said.filter((answers) => answers.get(item) === "proved").length).toBeLessThanOrEqual(1);
    }
  }
  expect(lost).toBeGreaterThan(0);
}

async function contestedAccounts({ processes, storage, start }: Rivals, count: number): Promise<void> {
  const contested = named("contested", count);
  const own = (index: number): readonly string[] => named(`own-${index}`, count);
  const items = (index: number): readonly string[] =>
    turned(contested, index).flatMap((id, at) => [id, own(index)[at] ?? ""]);
  const victim = await start();
  const last = processes.length;
  const killed = victim.ask({ do: "insert account", by: by(last), items: items(last) });
  const others = together(processes, "insert account", items);
  await victim.answered(count / 2);
  await victim.kill();
  const said = [...(await others), outcomes(await killed, items(last))];
  // It was killed in the middle, or this shows nothing.
  expect(said.at(-1)?.size).toBeLessThan(2 * count);

  const found = await storage.accounts.search({ term: "process" });
  const stored = new Map(found.map((account) => [account.reference_id, account]));
  expect(stored.size).toBe(found.length);
  for (const id of contested) {
    const winners = said.flatMap((answers, index) => (answers.get(id) === "inserted" ? [index] : []));
    // Nobody was told: it is the work of the one that could not say so any more.
    const [winner = last] = winners;
    expect(winners.length).toBeLessThanOrEqual(1);
    expect(stored.get(id)).toEqual(individual(id, { name_last: by(winner) }));
  }
  for (const [index, answers] of said.entries()) {
    for (const id of own(index)) {
      expect(answers.get(id)).toBeOneOf(index === last ? ["inserted", undefined] : ["inserted"]);
      const expected = individual(id, { name_last: by(index) });
      if (answers.has(id) || stored.has(id)) expect(stored.get(id)).toEqual(expected);
    }
  }
}

/** Two processes decide the same transfers, and one of them is killed in the middle, again and again. */
async function contestedDecisions({ processes, storage, start }: Rivals): Promise<void> {
  await storage.accounts.insert(CUSTOMER);
  await storage.vasps.load(streamOf([OWN_VASP]));
  const [survivor] = processes;
  let lost = 0;
  for (let death = 0; death < DEATHS; death += 1) {
    const items = named(`transfer-${death}`, 12);
    const victim = await start();
    const killed = victim.ask({ do: "decide transfer", by: "victim", items });
    const other = survivor?.ask({ do: "decide transfer", by: "survivor", items: items.toReversed() });
    await victim.answered(3);
    await victim.kill();
    const said = [outcomes(await killed, items), outcomes((await other) ?? [], items.toReversed())];
    lost += items.length - (said[0]?.size ?? 0);
    for (const id of items) {
      const record = await storage.transfers.find(id);
      expect(record?.versions).toHaveLength(1);
      const [stored] = record?.versions ?? [];
      for (const answers of said) {
        if (answers.has(id)) expect(stored).toMatchObject(Object(answers.get(id)));
      }
    }
  }
  // The victims were killed in the middle, or this shows nothing.
  expect(lost).toBeGreaterThan(0);
}

async function contestedLoads({ processes, storage }: Rivals): Promise<void> {
  // More than one statement takes.
  const ids = named("vasp", 300);
  const rounds = 3;
  const loads = (index: number): readonly string[] =>
    Array.from({ length: rounds }, (_, round) => turned(ids, index + round).join(" "));
  let isLoading = true;
  const loading = together(processes.slice(0, 3), "load VASPs", loads).finally(() => {
    isLoading = false;
  });
  // What is seen meanwhile is of one load, and the whole of it.
  while (isLoading) {
    const { items } = await storage.vasps.list(ALL);
    expect(items.length).toBeOneOf([0, ids.length]);
    expect(new Set(items.map(({ summary }) => summary)).size).toBe(Math.sign(items.length));
    // SQLite answers without ever waiting: what the processes say would never be heard.
    await setImmediate();
  }
  const said = await loading;
  const reports = said.flatMap((answers) => [...answers.values()].map(Object));
  expect(reports.reduce((sum, { loaded }) => sum + loaded, 0)).toBe(ids.length);
  expect(reports.reduce((sum, { loaded, replaced }) => sum + loaded + replaced, 0)).toBe(3 * rounds * ids.length);
  const { items, pagination } = await storage.vasps.list(ALL);
  expect(pagination.total).toBe(ids.length);
  expect(new Set(items.map(({ vasp_id }) => vasp_id))).toEqual(new Set(ids));
}

describe("SQLite, several processes on one file", () => {
  processesOn({ kind: "sqlite", open: sqliteDatabase, count: 4, items: 20 });
});

await describeMysql("MariaDB, several processes on one server", () => {
  processesOn({ kind: "mysql", open: mysqlDatabase, count: 4, items: 24 });
});

await describePostgres("PostgreSQL, several processes on one server", (server) => {
  processesOn({ kind: "postgres", open: () => postgresDatabase(server), count: 8, items: 24 });
});
