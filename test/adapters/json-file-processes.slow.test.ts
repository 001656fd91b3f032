/** Several processes on one JSON file: killed at any moment, writing, and reading beside the one that writes. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { type ComplianceStorage, type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { newPath } from "../support/json-file.js";
import { expectFree, expectLocked, locks } from "../support/json-file-lock.js";
import {
  bundled,
  CHILD_ARGUMENTS,
  CHILD_PROGRAM,
  type JsonFileProcess,
  startChild,
  startProcess,
} from "../support/json-file-process.js";
import {
  acknowledgedIn,
  isMade,
  isMadeBefore,
  makeChange,
  removalsIn,
  sharedVasps,
  WRITERS,
  writtenIn,
} from "../support/json-file-writing.js";
import { seededRandom } from "../support/seeded-random.js";
import { individual } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// tsx takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Of each of four directories, so that each run kills about 200 processes. More with `KILL_ROUNDS`. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 54);
/** Small, so that many kills interrupt a compaction. */
const COMPACT_AT = 12_000;

let program: string;
beforeAll(async () => {
  const writer = await bundled("json-file-writer-child.ts");
  program = writer.program;
  return () => writer.remove();
});

/** A directory and what it must hold. */
interface Life {
  readonly path: string;
  readonly key: Buffer | undefined;
  readonly model: ComplianceStorage;
  readonly random: () => number;
  /** What the kills interrupted, to prove that the test covers it. */
  readonly met: { changes: number; removals: number; unsaid: number; compactions: number; torn: number };
}

it(`four directories survive ${ROUNDS} processes each that are killed while they write`, async () => {
  // A new seed each time. The error names it, so that a failure can be repeated.
  const seed = Number(process.env["KILL_SEED"] ?? randomBytes(4).readUInt32LE());
  const folder = await temporaryFolder();
  const lives = await Promise.all([0, 1, 2, 3].map((number) => oneLife(folder, number, seed)));
  for (const { met } of lives) expect(met.changes).toBeGreaterThan(ROUNDS * 5);
  // Otherwise the kills did not test these cases.
  const sum = (of: keyof Life["met"]): number => lives.reduce((total, { met }) => total + met[of], 0);
  expect(sum("compactions")).toBeGreaterThan(0);
  expect(sum("removals")).toBeGreaterThan(ROUNDS);
  expect(sum("unsaid")).toBeGreaterThan(0);
}, 600_000);

async function oneLife(parent: string, number: number, seed: number): Promise<Life> {
  const folder = join(parent, String(number));
  await mkdir(folder);
  const life: Life = {
    path: join(folder, "directory.json"),
    key: number % 2 === 0 ? undefined : randomBytes(32),
    model: memoryStorage(),
    random: seededRandom(seed + number),
    met: { changes: 0, removals: 0, unsaid: 0, compactions: 0, torn: 0 },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await oneRound(life, round).catch((error: unknown) => {
      throw new Error(`KILL_SEED=${seed}, directory ${number}, round ${round}`, { cause: error });
    });
  }
  return life;
}

async function oneRound(life: Life, round: number): Promise<void> {
  const { path, key, random, met } = life;
  const given = [program, path, String(round), String(COMPACT_AT), key?.toString("hex") ?? "plain", "Infinity"];
  const { child, said, line, ended } = startProcess(process.execPath, given);
  if (random() < 0.2) {
    // While it starts, opens and repairs what the one before it left.
    await sleep(60 + random() * 80);
  } else {
    await line(2 + Math.floor(random() * 60));
    await sleep(random() * 8);
  }
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  const left = await readdir(dirname(path));
  if (left.some((name) => name.includes(".tmp.")) || left.filter((name) => name.includes(".journal.")).length > 1) {
    met.compactions += 1;
  }
  // Every other time nothing is repaired here, and the next process finds what this one left.
  await using storage = jsonFileStorage(path, {
    ...(key === undefined ? {} : { encryption: { key } }),
    onRecovered: () => {
      met.torn += 1;
    },
    ...(random() < 0.5 && left.includes("directory.json") ? { readOnly: true } : {}),
  });
  await addMade(life, storage, round, acknowledgedIn(said));
  expect(await writtenIn(storage, round + 1)).toBe(await writtenIn(life.model, round + 1));
}

/** Lets the model hold what was acknowledged, and the change that each writer had under way if the storage has it. */
async function addMade(
  life: Life,
  storage: ComplianceStorage,
  round: number,
  counts: readonly number[],
): Promise<void> {
  for (const [writer, count] of counts.entries()) {
    const unsaid = await isMade(storage, round, writer, count);
    const made = unsaid ? count + 1 : count;
    for (let index = 0; index < made; index += 1) await makeChange(life.model, round, writer, index);
    life.met.changes += count;
    life.met.removals += removalsIn(count);
    if (unsaid) life.met.unsaid += 1;
  }
}

/** How many changes each writer makes beside the readers: few enough for one page of VASPs. */
const CHANGES = 240;

/** Starts a process of several writers, which merges the journal whenever it has outgrown the file. */
function startWriter(path: string, changes: number, key?: Buffer): JsonFileProcess {
  const given = [program, path, "0", "10000", key?.toString("hex") ?? "plain", String(changes)];
  return startProcess(process.execPath, given);
}

describe("two processes that write", () => {
  it("conflict: the second gets storage_locked, until the first has ended", async () => {
    const path = await newPath();
    const writer = startWriter(path, Number.POSITIVE_INFINITY);
    await writer.line(50);
    await using second = jsonFileStorage(path);
    for (const call of [second.accounts.insert(individual("r1")), second.accounts.find("r1")]) {
      await expect(call).rejects.toMatchObject({ code: "storage_locked" });
    }
    expect(writer.child.exitCode).toBeNull();
    await writer.line(writer.said.length + 50);
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(await second.accounts.insert(individual("r1"))).toBe("inserted");
    for (const [number, count] of acknowledgedIn(writer.said).entries()) {
      expect(await isMadeBefore(second, 0, number, count)).toBe(true);
    }
  });
});

describe("processes that read beside one that writes", () => {
  it.each<[string, Buffer | undefined]>([
    ["plain", undefined],
    ["encrypted", randomBytes(32)],
  ])("see complete states only, everything acknowledged, and finally all changes: %s", async (_, key) => {
    const path = await newPath();
    const writer = startWriter(path, CHANGES, key);
    await writer.line(1);
    const options: JsonFileOptions = { readOnly: true, ...(key === undefined ? {} : { encryption: { key } }) };
    const readers = [0, 1, 2].map(() => jsonFileStorage(path, options));
    const journals = new Set<string>();
    const isDone = (): boolean => writer.said.length > CHANGES * WRITERS;
    // A last time after the writers have finished, while their process still has the file open.
    for (let isLast = false; !isLast; ) {
      isLast = isDone();
      await Promise.all(readers.map((reader) => expectWhole(reader, writer)));
      for (const journal of await journalsOf(path)) journals.add(journal);
    }
    // Otherwise nothing was read while the writer put a new file in place: each has a journal of the next number.
    const numbers = [...journals].map((journal) => Number(journal.split(".").at(-1)));
    expect(Math.max(...numbers)).toBeGreaterThan(3);
    const model = memoryStorage();
    for (let number = 0; number < WRITERS; number += 1) {
      for (let index = 0; index < CHANGES; index += 1) await makeChange(model, 0, number, index);
    }
    for (const reader of readers) {
      expect(await writtenIn(reader, 1)).toBe(await writtenIn(model, 1));
      await expect(reader.accounts.insert(individual("r1"))).rejects.toMatchObject({ code: "storage_read_only" });
      await reader.close();
    }
    writer.child.kill("SIGKILL");
    await writer.ended;
  });
});

/** What was acknowledged before the look is there, and of each load all or nothing. */
async function expectWhole(reader: ComplianceStorage, { said }: JsonFileProcess): Promise<void> {
  for (const [writer, count] of acknowledgedIn(said).entries()) {
    expect(await isMadeBefore(reader, 0, writer, count), `writer ${writer} after ${count} changes`).toBe(true);
  }
  // One call is one state: the four records that each load of a writer replaces.
  const { items } = await reader.vasps.list({ page: 1, size: 1000 });
  const summaries = new Map(items.map(({ vasp_id, summary }) => [vasp_id, summary]));
  for (let writer = 0; writer < WRITERS; writer += 1) {
    expect(new Set(sharedVasps(writer).map((id) => summaries.get(id))).size).toBe(1);
    const [first = ""] = sharedVasps(writer);
    const load = summaries.get(first);
    if (load !== undefined) expect(summaries.get(load)).toBe(load);
  }
}

async function journalsOf(path: string): Promise<readonly string[]> {
  return (await readdir(dirname(path))).filter((name) => name.includes(".journal."));
}

describe("the lock of a JSON file", () => {
  it("rejects another process, names it, and opens once it was killed", async () => {
    const path = await newPath();
    const { child, line, ended } = startChild(path, "hold");
    expect(await line(1)).toBe("open");
    await expectLocked(
      path,
      new RegExp(`process ${child.pid} on host "${hostname()}".*delete "directory\\.json\\.lock\\.`),
    );
    expect(await startChild(path, "hold").line(1)).toMatch(/^storage_locked: /);
    child.kill("SIGKILL");
    await ended;
    expect(await locks(path)).toHaveLength(1);
    await expectFree(path);
  });

  it("rejects a worker thread of the process that holds it", async () => {
    const path = await newPath();
    // tsx does not enter worker threads by itself.
    const inWorker = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(CHILD_PROGRAM)})))`;
    const program = `
      import { Worker } from "node:worker_threads";
      import { jsonFileStorage } from "./src/json-file.ts";
      const path = ${JSON.stringify(path)};
      await jsonFileStorage(path).accounts.find("r1");
      new Worker(${JSON.stringify(inWorker)}, { eval: true, argv: [path, "hold", ""] });`;
    const { line } = startProcess(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    expect(await line(1)).toMatch(/^storage_locked: /);
  });

  it.runIf(process.platform === "linux")("is not held by a zombie process", async () => {
    const path = await newPath();
    const quoted = [process.execPath, ...CHILD_ARGUMENTS, path, "hold", "-"].map((word) => `'${word}'`).join(" ");
    const parent = startProcess("/bin/sh", ["-c", `echo $$; ${quoted} & exec sleep 600`]);
    await parent.line(2);
    expect(parent.said).toContain("open");
    const pid = Number((await locks(path))[0]?.split(".").at(-3));
    process.kill(pid, "SIGKILL");
    while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, "utf8"))) await sleep(20);
    await expectFree(path);
  });
});
