/** The audit trail of processes that are killed at any moment: it verifies, and every answer has its record. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyAudit } from "../../src/audit.js";
import type { Compliance } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { newPath } from "../support/json-file.js";
import { bundled, startProcess } from "../support/json-file-process.js";
import { seededRandom } from "../support/seeded-random.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { bundledChild, type SqlProcess, startSqlProcess } from "../support/sql-processes.js";
import { idsOfCalls, prepareTransfers, unmatched, unrecorded, withTrail } from "../support/trail-writing.js";

/** Killed processes of each storage. More with `KILL_ROUNDS`. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 5);
// A new seed each time. The error names it, so that a failure can be repeated.
const SEED = Number(process.env["KILL_SEED"] ?? randomBytes(4).readUInt32LE());
/** Small, so that many kills interrupt a compaction. */
const COMPACT_AT = 12_000;

vi.setConfig({ testTimeout: 120_000 + ROUNDS * 15_000, hookTimeout: 120_000 });

/** Expects a trail without a fault, and a record of each answer. Returns how many records there are. */
async function expectRecorded(compliance: Compliance, answered: readonly string[]): Promise<number> {
  const verified = await verifyAudit(compliance.audit.lines());
  expect(verified).toMatchObject({ ok: true });
  expect(await unrecorded(compliance, answered)).toEqual([]);
  return verified.ok ? verified.records : 0;
}

async function eachRound(round: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < ROUNDS; number += 1) {
    await round(number).catch((error: unknown) => {
      throw new Error(`KILL_SEED=${SEED}, round ${number}`, { cause: error });
    });
  }
}

function report(storage: string, answers: number, records: number): void {
  if (process.env["KILL_ROUNDS"] !== undefined) {
    console.log(`${storage}: ${ROUNDS} processes were killed, ${answers} answers, ${records} records`);
  }
}

it(`a trail in a JSON file survives ${ROUNDS} processes that are killed`, async () => {
  const { program, remove } = await bundled("json-file-trail-child.ts");
  const [path, random] = [await newPath(), seededRandom(SEED)];
  let [answers, records] = [0, 0];
  {
    await using storage = jsonFileStorage(path);
    await prepareTransfers(storage);
  }
  await eachRound(async (round) => {
    const { child, said, line, ended } = startProcess(process.execPath, [
      program,
      path,
      String(round),
      String(COMPACT_AT),
    ]);
    await line(2 + Math.floor(random() * 30));
    await sleep(random() * 8);
    child.kill("SIGKILL");
    await ended;
    expect(child.signalCode).toBe("SIGKILL");
    await using storage = jsonFileStorage(path);
    const compliance = withTrail(storage);
    records = await expectRecorded(compliance, said.slice(1));
    answers += said.length - 1;
    if (round === ROUNDS - 1) expect(await unmatched(compliance)).toEqual([0, 0, 0]);
  });
  report("JSON file", answers, records);
  await remove();
});

let folder = "";
let program = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-trails-"));
  program = await bundledChild(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many calls each process makes. */
const CALLS = 36;

/** Gives a process its calls. Returns the ids of those that were answered. */
async function answeredBy(process: SqlProcess, items: readonly string[]): Promise<readonly string[]> {
  const answers = await process.ask({ do: "record", by: "", items });
  return answers.map((answer) => {
    if ("failed" in answer) throw new Error(`A call failed: ${answer.failed}`);
    return items[answer.index] ?? "";
  });
}

function trailsOn(kind: "postgres" | "sqlite", open: () => Promise<SqlDatabase>): void {
  let database: SqlDatabase;
  let compliance: Compliance;
  const start = (): Promise<SqlProcess> => startSqlProcess(program, kind, database.place);
  beforeAll(async () => {
    database = await open();
    await migrate(database.kysely);
    const storage = sqlStorage(database.kysely);
    await prepareTransfers(storage);
    compliance = withTrail(storage);
  });
  afterAll(() => database.destroy());

  it("has every record of two processes that write at once", async () => {
    const processes = await Promise.all([start(), start()]);
    const answered = await Promise.all(
      processes.map((process, index) => answeredBy(process, idsOfCalls(`together ${index}`, CALLS * 3))),
    );
    await Promise.all(processes.map((process) => process.kill()));
    const ids = answered.flat();
    expect(ids).toHaveLength(CALLS * 6);
    // Screenings of addresses have records, too.
    expect(await expectRecorded(compliance, ids)).toBeGreaterThan(ids.length);
    expect(await unmatched(compliance)).toEqual([0, 0, 0]);
  });

  it(`survives ${ROUNDS} processes that are killed, beside one that goes on`, async () => {
    const random = seededRandom(SEED);
    const survivor = await start();
    let [answers, records, lost] = [0, 0, 0];
    await eachRound(async (round) => {
      const victim = await start();
      const killed = answeredBy(victim, idsOfCalls(`victim ${round}`, CALLS));
      const others = answeredBy(survivor, idsOfCalls(`survivor ${round}`, CALLS / 3));
      await victim.answered(1 + Math.floor((random() * CALLS) / 2));
      await victim.kill();
      const answered = [await killed, await others];
      lost += CALLS - (answered[0]?.length ?? 0);
      answers += answered.flat().length;
      records = await expectRecorded(compliance, answered.flat());
    });
    expect(await unmatched(compliance)).toEqual([0, 0, 0]);
    // The victims were killed in the middle, or this shows nothing.
    expect(lost).toBeGreaterThan(ROUNDS);
    report(kind, answers, records);
    await survivor.kill();
  });
}

describe("SQLite, a trail of several processes", () => trailsOn("sqlite", sqliteDatabase));

await describePostgres("PostgreSQL, a trail of several processes", (server) =>
  trailsOn("postgres", () => postgresDatabase(server)),
);
