/** Processes that are killed at any moment while they write, open, recover or compact a JSON file. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { type ComplianceStorage, jsonFileStorage } from "../../src/json-file.js";
import { bundledWriter } from "../support/bundled-writer.js";
import { startProcess } from "../support/json-file-process.js";
import { acknowledgedIn, isMade, makeChange, writtenIn } from "../support/json-file-writing.js";
import { seededRandom } from "../support/seeded-random.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROUNDS = 54;
/** Small, so that many kills meet a compaction. */
const COMPACT_AT = 12_000;

let program: string;
beforeAll(async () => {
  const bundled = await bundledWriter();
  program = bundled.program;
  return () => bundled.remove();
});

/** A directory and what it must hold. */
interface Life {
  readonly path: string;
  readonly key: Buffer | undefined;
  readonly model: ComplianceStorage;
  readonly random: () => number;
  /** What the kills met: how often, for the test to know that it tests something. */
  readonly met: { changes: number; unsaid: number; compactions: number; torn: number };
}

it(`four directories outlive ${ROUNDS} processes each that were killed while they wrote`, async () => {
  // Another search each time; what failed can be looked at again with the seed that is told.
  const seed = Number(process.env["KILL_SEED"] ?? randomBytes(4).readUInt32LE());
  const folder = await temporaryFolder();
  const lives = await Promise.all([0, 1, 2, 3].map((number) => oneLife(folder, number, seed)));
  for (const { met } of lives) expect(met.changes).toBeGreaterThan(ROUNDS * 5);
  // Kills that met nothing special would prove nothing of it.
  const sum = (of: keyof Life["met"]): number => lives.reduce((total, { met }) => total + met[of], 0);
  expect(sum("compactions")).toBeGreaterThan(0);
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
    met: { changes: 0, unsaid: 0, compactions: 0, torn: 0 },
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
  const storage = jsonFileStorage(path, {
    ...(key === undefined ? {} : { encryption: { key } }),
    onRecovered: () => {
      met.torn += 1;
    },
    ...(random() < 0.5 && left.includes("directory.json") ? { readOnly: true } : {}),
  });
  await addMade(life, storage, round, acknowledgedIn(said));
  expect(await writtenIn(storage, round + 1)).toBe(await writtenIn(life.model, round + 1));
  await storage.close();
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
    if (unsaid) life.met.unsaid += 1;
  }
}
