import { type FileHandle, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { type FileOptions, fileOptions, jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { type FaultyDisk, faultyDisk } from "../support/faulty-disk.js";
import { newPath, tooManyVasps } from "../support/json-file.js";
import { isFullRun } from "../support/runs.js";
import { individual, streamOf } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** Merges the journal into the file as soon as it is larger than the file. */
const EAGER: FileOptions = { ...fileOptions(), compactAt: 1 };
const KEY = { key: Buffer.alloc(32, 7) };
const OLD_KEY = { key: Buffer.alloc(32, 8) };

const entries = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((entry) => !entry.includes(".lock."));

/** Copies all files but the lock, as a killed process leaves them, at one moment. */
async function copied(path: string): Promise<string> {
  const copy = await newPath();
  for (;;) {
    const before = await stampsBeside(path);
    const files = await Promise.all(
      [...before.keys()].map(async (entry) => [entry, await readFile(join(dirname(path), entry))] as const),
    ).catch(() => undefined);
    if (files === undefined || !isDeepStrictEqual(await stampsBeside(path), before)) continue;
    for (const [entry, bytes] of files) await writeFile(join(dirname(copy), entry), bytes);
    return copy;
  }
}

async function stampsBeside(path: string): Promise<ReadonlyMap<string, string>> {
  const stamps = (await entries(path)).map(async (entry) => {
    const found = await stat(join(dirname(path), entry)).catch(() => undefined);
    return [entry, `${found?.ino} ${found?.size} ${found?.mtimeMs}`] as const;
  });
  return new Map(await Promise.all(stamps));
}

async function idsIn(storage: ComplianceStorage): Promise<string[]> {
  const found = await storage.accounts.search({ term: "zzz" });
  return found.map(({ reference_id }) => reference_id);
}

const inserted = async (storage: ComplianceStorage, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await storage.accounts.insert(individual(id));
};

/** Expects these accounts in a copy of the files. */
async function expectIds(path: string, ids: readonly string[]): Promise<void> {
  await using reopened = jsonFileStorage(await copied(path));
  expect(await idsIn(reopened)).toEqual(ids);
}

const numbered = (letter: string, length: number): readonly string[] =>
  Array.from({ length }, (_, index) => `${letter}${String(index).padStart(2, "0")}`);

/** The file system with other methods of its open files. */
const withHandles = (fs: FileSystem, methodsOf: (file: FileHandle) => object): FileSystem => ({
  ...fs,
  open: async (...given) => {
    const file = await fs.open(...given);
    return Object.assign(file, methodsOf(file));
  },
});

describe("the journal of a JSON file", () => {
  it("is merged into the file in the background when it has outgrown it, while writes continue in the next one", async () => {
    const path = await newPath();
    const { fs, steps } = faultyDisk();
    const storage = jsonFileStorageOn(path, fs, EAGER);
    const ids = numbered("r", 60);
    await inserted(storage, ids);
    expect(steps.filter((step) => step === "write header").length).toBeGreaterThan(6);
    expect((await entries(path)).filter((entry) => entry.includes(".journal.")).length).toBeLessThanOrEqual(3);
    expect(await entries(path)).not.toContain("directory.json.journal.1");
    await expectIds(path, ids);
    await storage.close();
    expect(await entries(path)).toEqual(["directory.json"]);
  });

  it("is not merged by each write, only when it is larger than the file", async () => {
    const path = await newPath();
    const { fs, steps } = faultyDisk();
    const filled = jsonFileStorageOn(path, fs);
    await inserted(filled, numbered("before ", 40));
    await filled.close();
    await using storage = jsonFileStorageOn(path, fs, EAGER);
    steps.length = 0;
    await inserted(storage, ["a", "b", "c"]);
    // One new journal, no new file.
    expect(steps.filter((step) => step === "rename")).toHaveLength(1);
  });

  it("fails no write if it cannot be merged, and is merged later, without leaving a temporary file", async () => {
    const path = await newPath();
    const { fs, faults } = faultyDisk();
    const storage = jsonFileStorageOn(path, fs, { ...EAGER, compactAt: 2000 });
    await storage.accounts.find("any");
    faults.set("write", { code: "ENOSPC", times: Number.POSITIVE_INFINITY });
    const ids = numbered("r", 40);
    await inserted(storage, ids);
    expect((await entries(path)).filter((entry) => entry.includes(".tmp.")).length).toBeLessThanOrEqual(1);
    await expectIds(path, ids);
    expect(JSON.parse(await readFile(path, "utf8")).data.accounts).toEqual([]);
    faults.clear();
    await inserted(storage, numbered("s", 20));
    while (JSON.parse(await readFile(path, "utf8")).data.accounts.length < ids.length) await sleep(5);
    await storage.close();
    expect(await entries(path)).toEqual(["directory.json"]);
  });

  it("is not merged over a newer file that a large load wrote meanwhile", async () => {
    const path = await newPath();
    const { fs } = faultyDisk();
    let [created, held] = [false, 0];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = withHandles(fs, (file) => {
      const [write, flush] = [file.writeFile.bind(file), file.sync.bind(file)];
      let isSnapshot = false;
      const writeFile: typeof write = (...text) => {
        isSnapshot = true;
        return write(...text);
      };
      const sync = async () => {
        // The first compaction waits until the load is done.
        if (created && isSnapshot && held === 0) {
          held = 1;
          await released;
        }
        await flush();
      };
      return { writeFile, sync };
    });
    const storage = jsonFileStorageOn(path, slow, EAGER);
    await storage.accounts.find("any");
    created = true;
    await storage.accounts.insert(individual("r1"));
    while (held === 0) await sleep(5);
    await storage.vasps.load(streamOf(tooManyVasps()));
    release();
    await storage.accounts.insert(individual("r2"));
    const reopened = jsonFileStorage(await copied(path));
    expect((await reopened.vasps.list({ page: 1, size: 1 })).pagination.total).toBe(5000);
    expect(await idsIn(reopened)).toEqual(["r1", "r2"]);
    await reopened.close();
    await storage.close();
    expect(await entries(path)).toEqual(["directory.json"]);
    const { data } = JSON.parse(await readFile(path, "utf8"));
    expect([data.accounts.length, data.vasps.length]).toEqual([2, 5000]);
  });

  it("is not merged over a file that was put in its place from outside", async () => {
    const path = await newPath();
    const foreign = await newPath();
    const other = jsonFileStorage(foreign);
    await other.accounts.insert(individual("foreign"));
    await other.close();
    const bytes = await readFile(foreign);
    const { fs } = faultyDisk();
    let [created, replaced] = [false, false];
    const replacing = withHandles(fs, (file) => {
      const write = file.writeFile.bind(file);
      const writeFileTo: typeof write = async (...text) => {
        // The compaction is being written: the first write after the file was created.
        if (created && !replaced) {
          replaced = true;
          await writeFile(path, bytes);
        }
        return write(...text);
      };
      return { writeFile: writeFileTo };
    });
    const storage = jsonFileStorageOn(path, replacing, EAGER);
    await storage.accounts.find("any");
    created = true;
    await inserted(storage, ["r1"]);
    while (!replaced || (await entries(path)).some((entry) => entry.includes(".tmp."))) await sleep(5);
    expect(await readFile(path)).toEqual(bytes);
    await expect(storage.accounts.insert(individual("r2"))).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await readFile(path)).toEqual(bytes);
    await storage.close();
    expect(await readFile(path)).toEqual(bytes);
  });
});

interface Scenario {
  readonly name: string;
  readonly options: FileOptions;
  /** Creates the file, and returns the acknowledged ids. */
  readonly before: (path: string) => Promise<readonly string[]>;
  /** Makes changes until one is rejected. Calls `say` before and `saw` after each. */
  readonly run: (storage: ComplianceStorage, say: (id: string) => void, saw: (id: string) => void) => Promise<void>;
  readonly after: FileOptions;
}

const nothing = async (): Promise<readonly string[]> => [];
const some = async (path: string, options: FileOptions): Promise<readonly string[]> => {
  const storage = jsonFileStorageOn(path, faultyDisk().fs, options);
  await inserted(storage, ["b1", "b2"]);
  const copy = await copied(path);
  await storage.close();
  // As a killed process leaves it: with a journal.
  for (const entry of await entries(copy)) {
    await writeFile(join(dirname(path), entry), await readFile(join(dirname(copy), entry)));
  }
  return ["b1", "b2"];
};
const insertingAll =
  (...ids: readonly string[]): Scenario["run"] =>
  async (storage, say, saw) => {
    for (const id of ids) {
      say(id);
      await storage.accounts.insert(individual(id));
      saw(id);
    }
  };
const inserting = insertingAll("r1", "r2", "r3", "r4", "r5", "r6");

const scenarios: readonly Scenario[] = [
  { name: "merges the journal in the background", options: EAGER, before: nothing, run: inserting, after: EAGER },
  {
    name: "writes the file for a large load",
    options: fileOptions(),
    before: nothing,
    run: async (storage, say, saw) => {
      await insertingAll("r1")(storage, say, saw);
      await storage.vasps.load(streamOf(tooManyVasps()));
      await insertingAll("r2")(storage, say, saw);
    },
    after: fileOptions(),
  },
  {
    name: "encrypts a plain file and its journal",
    options: fileOptions({ encryption: { ...KEY, encryptExisting: true } }),
    before: (path) => some(path, fileOptions()),
    run: inserting,
    after: fileOptions({ encryption: { ...KEY, encryptExisting: true } }),
  },
  {
    name: "encrypts a file and its journal with a new key",
    options: { ...fileOptions({ encryption: { ...KEY, previousKeys: [OLD_KEY.key] } }), compactAt: 1 },
    before: (path) => some(path, fileOptions({ encryption: OLD_KEY })),
    run: inserting,
    after: fileOptions({ encryption: { ...KEY, previousKeys: [OLD_KEY.key] } }),
  },
];

describe("a process that ends before any change on the disk loses nothing acknowledged", () => {
  /** Stops the disk before the change of that number. Returns whether that stopped anything. */
  async function stoppedAt(scenario: Scenario, allowed: number): Promise<boolean> {
    const path = await newPath();
    const acknowledged = [...(await scenario.before(path))];
    const said = [...acknowledged];
    const disk: FaultyDisk = faultyDisk();
    const storage = jsonFileStorageOn(path, disk.fs, scenario.options);
    disk.stopAfter(allowed);
    await scenario
      .run(
        storage,
        (id) => said.push(id),
        (id) => acknowledged.push(id),
      )
      .catch(() => undefined);
    await storage.close().catch(() => undefined);
    const wasStopped = disk.changes() > allowed;

    const copy = await copied(path);
    const again = jsonFileStorageOn(copy, faultyDisk().fs, scenario.after);
    const found = await idsIn(again);
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    expect(said).toEqual(expect.arrayContaining(found));
    // A load is complete or absent.
    expect([0, 5000]).toContain((await again.vasps.list({ page: 1, size: 1 })).pagination.total);
    await inserted(again, ["next"]);
    await again.close();
    expect(await entries(copy)).toEqual(["directory.json"]);
    const once = jsonFileStorageOn(copy, faultyDisk().fs, scenario.after);
    expect(await idsIn(once)).toEqual([...found, "next"].sort());
    await once.close();
    return wasStopped;
  }

  it.each(scenarios)("when it $name", async (scenario) => {
    let steps = 0;
    while (await stoppedAt(scenario, steps)) steps += isFullRun ? 1 : 17;
    expect(steps).toBeGreaterThan(15);
  });
});
