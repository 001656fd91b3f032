/** Erasure: after a removal, `compact` or `close` leaves no byte of the record in the folder of a JSON file. */
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { createReader } from "../../src/adapters/storage/json-file/reader.js";
import { readSnapshot } from "../../src/adapters/storage/json-file/snapshot.js";
import { type FileOptions, fileOptions, jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { createWriter } from "../../src/adapters/storage/json-file/writer.js";
import type { TableHost } from "../../src/adapters/storage/table-engine.js";
import type { Rows } from "../../src/adapters/storage/tables.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { type FolderImage, imageOf, putImage } from "../support/folder-image.js";
import { powerDisk } from "../support/power-disk.js";
import { isFullRun } from "../support/runs.js";
import { seededRandom } from "../support/seeded-random.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";
import { CANARY, idsIn, NAMES, putRow, RECORDS, REMOVALS, ROWS, rowsOf } from "../support/table-rows.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000 });

const NAME = "directory.json";
const OPTIONS = { plain: fileOptions(), encrypted: fileOptions({ encryption: { key: Buffer.alloc(32, 7) } }) };
/** Merges the journal into the file as soon as it is larger than the file. */
const eager = (options: FileOptions): FileOptions => ({ ...options, compactAt: 1 });

const other = (id: string): Rows => rowsOf({ accounts: [individual(id)] });

const opened: TableHost[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.release().catch(() => undefined);
});

function open(folder: string, options: FileOptions, fs: FileSystem = nodeFs): TableHost {
  const host = createWriter(join(folder, NAME), fs, options);
  opened.push(host);
  return host;
}

/** Returns the lines that may contain the rows, as they are on the disk: encrypted rows are recognised by them. */
async function linesIn(folder: string): Promise<ReadonlySet<string>> {
  // A compaction in the background may remove a file meanwhile.
  const reads = (await nodeFs.readdir(folder)).map((name) =>
    nodeFs.readFile(join(folder, name), "latin1").catch(() => ""),
  );
  const lines = (await Promise.all(reads)).flatMap((text) => text.split("\n"));
  return new Set(lines.filter((line) => line.length > 100 && (line.includes(CANARY) || !line.includes("Zzz"))));
}

/** Expects that no file has a byte of the removed rows, and that the file alone holds everything. */
async function expectErased(folder: string, options: FileOptions, before: ReadonlySet<string> = new Set()) {
  const image = await imageOf(folder);
  for (const [name, bytes] of image) expectNone(name, bytes);
  expect([...(await linesIn(folder))].filter((line) => before.has(line))).toEqual([]);
  const handle = await nodeFs.open(join(folder, NAME));
  const { snapshot } = await readSnapshot(handle, NAME, options).finally(() => handle.close());
  expectNone(
    "the decrypted file",
    Buffer.from(JSON.stringify(NAMES.map((name) => [...(snapshot.records[name] ?? [])]))),
  );
}

/** In any case, because searches fold texts. */
function expectNone(name: string, bytes: Buffer): void {
  expect(bytes.toString("latin1").toLowerCase().includes(CANARY.toLowerCase()), name).toBe(false);
}

/** Rows in the file and rows in the journal, as a process that is killed leaves them. */
async function killed(options: FileOptions): Promise<string> {
  const [folder, copy] = [await temporaryFolder(), await temporaryFolder()];
  const host = open(folder, options);
  await putRow(host, ROWS);
  await host.compact();
  await putRow(host, other("kept"));
  await putRow(host, REMOVALS);
  await putImage(copy, await imageOf(folder));
  return copy;
}

/** So many rows that a compaction takes some time. */
const MANY_VASPS = Array.from({ length: 2000 }, (_, index) => vasp(`w${index}`));

describe.each(["plain", "encrypted"] as const)("no byte of a removed row remains in a %s file", (kind) => {
  const options = OPTIONS[kind];

  const ends: readonly [string, (host: TableHost) => Promise<void>][] = [
    ["compact", (host) => host.compact()],
    ["close", async (host) => void (await host.tables().then(() => host.release()))],
  ];

  it.each(ends)("after %s, whether it was in the journal or in the file", async (_, end) => {
    const folder = await temporaryFolder();
    const host = open(folder, options);
    await putRow(host, ROWS);
    await host.compact();
    await putRow(host, other("kept"));
    await putRow(host, rowsOf({ vasps: [vasp(`v${CANARY}`, { summary: `New ${CANARY}` })] }));
    const before = await linesIn(folder);
    await putRow(host, REMOVALS);
    await end(host);
    await expectErased(folder, options, before);
    expect([...(await imageOf(folder)).keys()]).toEqual([NAME]);
    await host.release();
    expect(await idsIn(open(folder, options))).toEqual({ accounts: ["kept"] });
  });

  it("after compact, while a compaction in the background writes the rows to a temporary file", async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 5; round += 1) {
      const host = open(folder, eager(options));
      await putRow(host, rowsOf({ ...RECORDS, vasps: [...RECORDS.vasps, ...MANY_VASPS] }));
      const before = await linesIn(folder);
      await Promise.all([
        putRow(host, REMOVALS).then(() => host.compact()),
        ...[1, 2, 3].map((number) => putRow(host, other(`${round}-${number}`))),
      ]);
      await expectErased(folder, options, before);
      await host.release();
      await expectErased(folder, options, before);
    }
  });

  it("after compact, which waits for a compaction in the background that only begins to write", async () => {
    const folder = await temporaryFolder();
    const created: number[] = [];
    // In milliseconds: of two journals, and of the file of the compaction in the background.
    const delays: number[] = [];
    const open: typeof nodeFs.open = async (path, flags, mode) => {
      if (flags === "wx" && String(path).includes(".tmp.")) {
        await sleep(delays.shift() ?? 0);
        created.push(performance.now());
      }
      return nodeFs.open(path, flags, mode);
    };
    const storage = createWriter(join(folder, NAME), { ...nodeFs, open }, eager(options));
    opened.push(storage);
    await storage.tables();
    delays.push(0, 0, 100);
    await putRow(storage, ROWS);
    await putRow(storage, REMOVALS);
    await storage.compact();
    const end = performance.now();
    await expectErased(folder, options);
    await sleep(150);
    expect(created.length).toBeGreaterThan(3);
    expect(created.filter((time) => time > end)).toEqual([]);
  });

  it("after compact, also of a temporary file that an earlier failure left", async () => {
    const folder = await temporaryFolder();
    const { fs, faults } = faultyDisk();
    const host = open(folder, options, fs);
    await putRow(host, ROWS);
    faults.set("sync file", { code: "EIO", times: 1 }).set("unlink", { code: "EIO", times: 1 });
    await expect(host.compact()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect([...(await imageOf(folder)).keys()].some((name) => name.includes(".tmp."))).toBe(true);
    const before = await linesIn(folder);
    await putRow(host, REMOVALS);
    await host.compact();
    await expectErased(folder, options, before);
  });

  it.each(ends)("after a crash, the next opening and %s", async (_, end) => {
    const folder = await killed(options);
    const before = await linesIn(folder);
    await nodeFs.writeFile(join(folder, `${NAME}.tmp.0123456789abcdef`), `an interrupted write of ${CANARY}`);
    await end(open(folder, options));
    await expectErased(folder, options, before);
  });

  it("after compact with a reader attached, which sees the same records", async () => {
    const folder = await temporaryFolder();
    const host = open(folder, options);
    await putRow(host, ROWS);
    const reader = createReader(join(folder, NAME), nodeFs, options);
    expect(Object.keys(await idsIn(reader))).toEqual(NAMES);
    const isReading = { value: true };
    const reading = (async () => {
      for (; isReading.value; await sleep(1)) await reader.tables();
    })();
    const before = await linesIn(folder);
    await putRow(host, REMOVALS);
    await putRow(host, other("kept"));
    await host.compact();
    await expectErased(folder, options, before);
    expect(await idsIn(reader)).toEqual({ accounts: ["kept"] });
    await putRow(host, other("next"));
    expect(await idsIn(reader)).toEqual({ accounts: ["kept", "next"] });
    isReading.value = false;
    await reading;
    await expect(reader.compact()).rejects.toMatchObject({ code: "storage_read_only" });
    await reader.release();
  });

  it("after compact that is repeated, wherever a crash or a failing disk interrupted the first", async () => {
    let interrupted = 0;
    for (let steps = 0; ; steps += 1) {
      const folder = await killed(options);
      const before = await linesIn(folder);
      const { fs, stopAfter } = faultyDisk();
      const first = open(folder, options, fs);
      await first.tables();
      stopAfter(steps);
      const failure: unknown = await first.compact().catch((error: unknown) => error);
      const copy = await temporaryFolder();
      await putImage(copy, await imageOf(folder));
      stopAfter(Number.POSITIVE_INFINITY);
      if (failure === undefined) await expectErased(folder, options, before);
      else expect(failure).toMatchObject({ code: "storage_unavailable" });
      // The same process tries again, and so does the next one after a crash.
      for (const host of [first, open(copy, options)]) {
        await host.compact();
        expect(await idsIn(host)).toEqual({ accounts: ["kept"] });
      }
      await expectErased(folder, options, before);
      await expectErased(copy, options, before);
      if (failure === undefined) break;
      interrupted += 1;
    }
    expect(interrupted).toBeGreaterThan(5);
  });

  it("after compact and a power cut, which may bring back nothing", async () => {
    for (let seed = 0; seed < (isFullRun ? 60 : 8); seed += 1) {
      const folder = await temporaryFolder();
      const disk = powerDisk(new Map(), seededRandom(seed));
      const host = createWriter(join(folder, NAME), disk.process(Number.POSITIVE_INFINITY), eager(options));
      await putRow(host, ROWS);
      for (const id of ["1", "2", "3"]) await putRow(host, other(id));
      const before = await linesIn(folder);
      await putRow(host, REMOVALS);
      await (seed % 2 === 0 ? host.compact() : host.release());
      const left: FolderImage = disk.left();
      await disk.end();
      const restored = await temporaryFolder();
      await putImage(restored, left);
      await expectErased(restored, options, before);
    }
  });
});

describe.each(["plain", "encrypted"] as const)("accounts.remove and vasps.remove of a %s file", (kind) => {
  const options = OPTIONS[kind];
  const fill = async ({ accounts, vasps }: ComplianceStorage): Promise<void> => {
    for (const name_first of [`First ${CANARY}`, CANARY]) await accounts.put(individual("r1", { name_first }));
    await accounts.put(individual("r2"));
    await vasps.load(streamOf([vasp("v1", { name_legal: CANARY }), vasp("v2")]));
    // Also builds the search index.
    expect(await accounts.search({ term: "canary" })).toHaveLength(1);
  };
  const opened = (folder: string): ComplianceStorage => jsonFileStorageOn(join(folder, NAME), nodeFs, options);

  it.each<[string, (storage: ComplianceStorage) => Promise<void>]>([
    ["compact", (storage) => storage.compact()],
    ["close", (storage) => storage.close()],
  ])("leave nothing after %s", async (_, end) => {
    const folder = await temporaryFolder();
    const storage = opened(folder);
    await fill(storage);
    await storage.compact();
    const before = await linesIn(folder);
    expect([await storage.accounts.remove("r1", "2026-02-03"), await storage.vasps.remove("v1")]).toEqual([true, true]);
    expect(await storage.accounts.search({ term: "canary" })).toEqual([]);
    await end(storage);
    await expectErased(folder, options, before);
    await storage.close();
    await expectErased(folder, options, before);
    const again = opened(folder);
    expect([await again.accounts.find("r1"), await again.vasps.find("v1")]).toEqual([undefined, undefined]);
    expect(await again.accounts.search({ term: "zzz" })).toHaveLength(1);
    await again.close();
  });
});

describe("a compact that cannot remove a file", () => {
  it("rejects, changes nothing, and works later", async () => {
    const folder = await temporaryFolder();
    const { fs, faults } = faultyDisk();
    const host = open(folder, OPTIONS.plain, fs);
    await putRow(host, ROWS);
    await putRow(host, REMOVALS);
    faults.set("unlink", { code: "EBUSY", times: 2 });
    const message = expect.stringMatching(/may contain removed records.*Call compact again/);
    await expect(host.compact()).rejects.toMatchObject({ code: "storage_unavailable", message });
    await putRow(host, other("next"));
    await host.compact();
    await expectErased(folder, OPTIONS.plain);
    expect(await idsIn(host)).toEqual({ accounts: ["next"] });
  });

  it("rejects if the file was changed from outside, and removes nothing", async () => {
    const folder = await temporaryFolder();
    const host = open(folder, OPTIONS.plain);
    await putRow(host, ROWS);
    await nodeFs.appendFile(join(folder, NAME), " ");
    const before = await imageOf(folder);
    await expect(host.compact()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await imageOf(folder)).toEqual(before);
  });
});
