/** Power cuts at any moment: what was acknowledged survives, and so does what was read from a dead process. */
import { randomBytes } from "node:crypto";
import * as nodeFs from "node:fs/promises";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { ComplianceStorage, JsonFileOptions } from "../../src/json-file.js";
import { type FolderImage, imageOf, putImage } from "../support/folder-image.js";
import { openWith, tooManyVasps } from "../support/json-file.js";
import { isMade, makeChange, WRITERS, writtenIn } from "../support/json-file-writing.js";
import { powerDisk } from "../support/power-disk.js";
import { isFullRun } from "../support/runs.js";
import { seededRandom } from "../support/seeded-random.js";
import { individual, streamOf } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const NAME = "directory.json";
/** Small, so that many cuts interrupt a compaction. */
const COMPACT_AT = 3000;
const CHANGES = 10;
/** Young ones are small, so that their journals soon outgrow their files. */
const DIRECTORIES = isFullRun ? 15 : 2;

/** How it is kept, whether large loads are a part of its life, and how often the power is cut. */
const kinds: readonly (readonly [JsonFileOptions, boolean, number])[] = [
  [{}, false, isFullRun ? 15 : 4],
  [{ encryption: { key: randomBytes(32) } }, false, isFullRun ? 15 : 4],
  [{}, true, 4],
];

/** A directory, what the last cut left of it, and what it must hold. */
interface Life {
  readonly folder: string;
  readonly options: JsonFileOptions;
  readonly random: () => number;
  readonly model: ComplianceStorage;
  image: FolderImage;
  /** How many processes it has lived through: each is a round of its own to json-file-writing.ts. */
  processes: number;
  /** Whether loads are a part of it that are too large for a line of the journal. */
  readonly isLarge: boolean;
  /** What the cuts met, for the test to know that it tests something. */
  readonly met: { changes: number; unsaid: number; compactions: number; torn: number; seen: number };
}

/** What one process got acknowledged: the count of each writer, and of large loads. */
interface Acknowledged {
  readonly round: number;
  readonly counts: number[];
  large: number;
}

it("a directory survives power cuts: plain, encrypted, and with large loads", async () => {
  // A new seed each time. The error names it, so that a failure can be repeated.
  const seed = Number(process.env["POWER_SEED"] ?? randomBytes(4).readUInt32LE());
  const met = { changes: 0, unsaid: 0, compactions: 0, torn: 0, seen: 0 };
  const parent = await temporaryFolder();
  for (let number = 0; number < DIRECTORIES; number += 1) {
    const [options, isLarge, cuts] = kinds[number % kinds.length] ?? [{}, false, 0];
    const life: Life = {
      ...{ folder: join(parent, String(number)), options, isLarge, met },
      ...{ random: seededRandom(seed + number), model: memoryStorage(), image: new Map(), processes: 0 },
    };
    await mkdir(life.folder);
    for (let cut = 0; cut < cuts; cut += 1) {
      await untilNextCut(life).catch((error: unknown) => {
        throw new Error(`POWER_SEED=${seed}, directory ${number}, cut ${cut}`, { cause: error });
      });
    }
  }
  expect(met.changes).toBeGreaterThan(isFullRun ? 500 : 5);
  if (!isFullRun) return;
  // Otherwise the cuts did not test these cases.
  expect(Math.min(met.unsaid, met.compactions, met.torn, met.seen), JSON.stringify(met)).toBeGreaterThan(0);
}, 600_000);

it("journals are removed in their order, so that no power cut leaves one that the file cannot recognise", async () => {
  const path = join(await temporaryFolder(), NAME);
  const made: string[] = [];
  let isRefused = true;
  const fs = { ...nodeFs };
  fs.unlink = async (target) => {
    const [, journal] = /\.journal\.([0-9]+)$/.exec(String(target)) ?? [];
    if (journal !== undefined) {
      if (isRefused) throw Object.assign(new Error("made for a test"), { code: "EPERM" });
      made.push(`remove ${journal}`);
    }
    return nodeFs.unlink(target);
  };
  fs.open = async (...given) => {
    const handle = await nodeFs.open(...given);
    const sync = handle.sync.bind(handle);
    const isFolder = (await handle.stat()).isDirectory();
    return Object.assign(handle, {
      sync: async () => {
        if (isFolder) made.push("sync");
        await sync();
      },
    });
  };
  const eager = { fs, compactAt: 1 };
  const inOrder = ["remove 1", "sync", "remove 2"];
  const inserted = async (storage: ComplianceStorage, ...ids: readonly string[]): Promise<void> => {
    for (const id of ids) await storage.accounts.insert(individual(id));
  };
  const first = openWith(path, eager);
  await inserted(first, "a1", "a2", "a3");
  await expect(first.close()).rejects.toMatchObject({ code: "storage_unavailable" });
  const image = await imageOf(join(path, ".."));
  expect([...image.keys()]).toEqual(
    expect.arrayContaining([NAME, ...[1, 2].map((number) => `${NAME}.journal.${number}`)]),
  );
  // By the opening that finds them, and by the storage that could not remove them after a compaction.
  isRefused = false;
  const second = openWith(path, eager);
  made.length = 0;
  await second.accounts.find("a1");
  expect(made.slice(made.indexOf("remove 1")).slice(0, inOrder.length)).toEqual(inOrder);
  await second.close();
  await rm(path);
  isRefused = true;
  const third = openWith(path, eager);
  await inserted(third, "a1", "a2", "a3");
  isRefused = false;
  made.length = 0;
  await third.close();
  expect(made.slice(made.indexOf("remove 1")).slice(0, inOrder.length)).toEqual(inOrder);
});

/** Two processes, the first of which may die on its own; then the power is cut, and what is left is looked at. */
async function untilNextCut(life: Life): Promise<void> {
  const { random } = life;
  const folder = join(life.folder, "running");
  await mkdir(folder);
  await putImage(folder, life.image);
  const disk = powerDisk(life.image, random);
  disk.cutAfter(1 + Math.floor(random() * 120));
  const stepsToLive = random() < 0.5 ? Number.POSITIVE_INFINITY : Math.floor(random() * 60);
  const first = await useDisk(life, disk.process(stepsToLive), {});
  // One that only reads what the first one left acts on it all the same.
  const isIdle = random() < 0.3;
  const second = await useDisk(life, disk.process(Number.POSITIVE_INFINITY), { before: first, isIdle });
  life.image = disk.left();
  await disk.end();
  await rm(folder, { recursive: true });
  const names = [...life.image.keys()];
  if (names.some((name) => name.includes(".tmp.")) || names.length > 2) life.met.compactions += 1;
  await expectKept(life, [first, second]);
}

interface Use {
  /** The process before, whose last changes are read first. */
  readonly before?: Acknowledged;
  /** It reads only, and is neither done nor closed when the power is cut. */
  readonly isIdle?: boolean;
}

/** All writers of a process at once, until they are done, it dies, or the power is cut. */
async function useDisk(life: Life, fs: FileSystem, { before, isIdle = false }: Use) {
  const folder = join(life.folder, "running");
  // Of a process that has died.
  for (const name of await readdir(folder)) if (name.includes(".lock.")) await rm(join(folder, name));
  const storage = openWith(join(folder, NAME), { ...life.options, fs, compactAt: COMPACT_AT });
  const done: Acknowledged = { round: life.processes, counts: Array.from({ length: WRITERS }, () => 0), large: 0 };
  life.processes += 1;
  try {
    if (before !== undefined) life.met.seen += await addSeen(storage, before);
    if (isIdle) return done;
    const writing = done.counts.map(async (_, writer) => {
      for (let index = 0; index < CHANGES; index += 1) {
        await makeChange(storage, done.round, writer, index);
        done.counts[writer] = index + 1;
      }
    });
    if (life.isLarge) writing.push(loadLarge(storage, done));
    const failed = (await Promise.allSettled(writing)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  } catch (error) {
    expect(error).toMatchObject({ code: "storage_unavailable", cause: { code: "EIO" } });
  } finally {
    if (!isIdle) await storage.close().catch(() => undefined);
  }
  return done;
}

async function loadLarge(storage: ComplianceStorage, done: Acknowledged): Promise<void> {
  await storage.vasps.load(streamOf(largeLoad(done.round)));
  done.large += 1;
}

/** Of a load of its own the ids are shared, so that the directory stays small enough to be read again and again. */
const largeLoad = (round: number) => tooManyVasps("large").map((record) => ({ ...record, summary: `${round}` }));

/** What was read of a process that died before it was acknowledged there counts as acknowledged from then on. */
async function addSeen(storage: ComplianceStorage, { round, counts }: Acknowledged): Promise<number> {
  let seen = 0;
  for (const [writer, count] of counts.entries()) {
    if (count === CHANGES || !(await isMade(storage, round, writer, count))) continue;
    counts[writer] = count + 1;
    seen += 1;
  }
  return seen;
}

/** What was left opens, for who reads and for who writes, to what was acknowledged, and at most one more of each writer. */
async function expectKept(life: Life, all: readonly Acknowledged[]): Promise<void> {
  const { met, model, processes } = life;
  const folder = join(life.folder, "looked at");
  await mkdir(folder);
  await putImage(folder, life.image);
  const path = join(folder, NAME);
  let seen: string | undefined;
  if (life.image.has(NAME)) {
    await using reader = openWith(path, { ...life.options, readOnly: true });
    seen = await writtenIn(reader, processes);
  }
  const onRecovered = (): void => {
    met.torn += 1;
  };
  const storage = openWith(path, { ...life.options, onRecovered });
  for (const acknowledged of all) await addMade(life, storage, acknowledged);
  const expected = await writtenIn(model, processes);
  expect(await writtenIn(storage, processes)).toBe(expected);
  if (seen !== undefined) expect(seen).toBe(expected);
  await storage.close();
  await rm(folder, { recursive: true });
}

/** Lets the model hold what was acknowledged, and the change that each writer had under way if the storage has it. */
async function addMade(
  { model, met, isLarge }: Life,
  storage: ComplianceStorage,
  acknowledged: Acknowledged,
): Promise<void> {
  const { round, counts, large } = acknowledged;
  for (const [writer, count] of counts.entries()) {
    const unsaid = count < CHANGES && (await isMade(storage, round, writer, count));
    for (let index = 0; index < (unsaid ? count + 1 : count); index += 1) await makeChange(model, round, writer, index);
    met.changes += count;
    if (unsaid) met.unsaid += 1;
  }
  if (!isLarge) return;
  const newest = await storage.vasps.find("large0");
  if (large > 0 || newest?.summary === `${round}`) await model.vasps.load(streamOf(largeLoad(round)));
}
