/** Disks that are full, refuse changes or are read-only, and removed files: changes are rejected, until the cause is gone. */
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { ComplianceStorage, JsonFileOptions } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { openWith } from "../support/json-file.js";
import { makeChange, WRITERS, writtenIn } from "../support/json-file-writing.js";
import { isFullRun } from "../support/runs.js";
import { mountedDisk, type SmallDisk, simulatedDisk } from "../support/small-disk.js";
import { individual } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 200 + index));
const NAME = "directory.json";

/** What was acknowledged, and where each writer is. */
interface Written {
  readonly model: ComplianceStorage;
  readonly next: number[];
  refused: number;
}

function nothingWritten(): Written {
  return { model: memoryStorage(), next: Array.from({ length: WRITERS }, () => 0), refused: 0 };
}

/** All writers concurrently, each until so many rejections or changes. A rejected change is tried again. */
async function write(
  storage: ComplianceStorage,
  written: Written,
  until: { refusals: number; changes: number },
): Promise<void> {
  const { model, next } = written;
  const writer = async (number: number): Promise<void> => {
    let [refusals, changes] = [0, 0];
    while (refusals < until.refusals && changes < until.changes) {
      const index = next[number] ?? 0;
      try {
        await makeChange(storage, 0, number, index);
      } catch (error) {
        expect(error).toMatchObject({ code: "storage_unavailable", cause: { code: "ENOSPC" } });
        written.refused += 1;
        refusals += 1;
        continue;
      }
      await makeChange(model, 0, number, index);
      next[number] = index + 1;
      changes += 1;
    }
  };
  await Promise.all(next.map((_, number) => writer(number)));
}

async function expectWritten(storage: ComplianceStorage, { model }: Written): Promise<void> {
  expect(await writtenIn(storage, 1)).toBe(await writtenIn(model, 1));
}

/** Copies the folder, again if a compaction removes a journal meanwhile. */
async function copyOfFolder(folder: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const copy = await temporaryFolder();
    try {
      await cp(folder, copy, { recursive: true, filter: (path) => !path.includes(".lock.") });
      return copy;
    } catch (error) {
      if (tries === 20) throw error;
      expect(error).toMatchObject({ code: "ENOENT" });
    }
  }
}

/** Expects the state that the next process finds if this one is killed now. */
async function expectOnDisk(disk: SmallDisk, written: Written, options: JsonFileOptions): Promise<void> {
  const copy = await copyOfFolder(disk.folder);
  await using found = openWith(join(copy, NAME), options);
  await expectWritten(found, written);
}

const disks: readonly (readonly [string, () => Promise<SmallDisk | undefined>])[] = [
  ["a disk in memory", mountedDisk],
  ["a simulated disk", simulatedDisk],
];
const kinds: readonly (readonly [string, JsonFileOptions])[] = [
  ["a plain", {}],
  ["an encrypted", { encryption: { key: KEY } }],
];
/** `npm test` fills the simulated disk only. */
const cases = disks
  .slice(isFullRun ? 0 : 1)
  .flatMap(([disk, make]) =>
    kinds.map(([kind, options]) => [`${disk} that fills up under ${kind}`, make, options] as const),
  );

// If this process may not mount a disk, the simulated one replaces it.
const diskOf = async (make: () => Promise<SmallDisk | undefined>): Promise<SmallDisk> =>
  (await make()) ?? (await simulatedDisk());

describe.each(cases)("%s file", (_, make, options) => {
  /** A disk, what is written, and storages on it that compact early. */
  const setting = async () => {
    const disk = await diskOf(make);
    const open = (more: JsonFileOptions = {}) =>
      openWith(join(disk.folder, NAME), { ...options, ...more, fs: disk.fs, compactAt: 20_000 });
    return { disk, open, written: nothingWritten() };
  };

  it("rejects what does not fit, keeps what was acknowledged, and continues once there is space", async () => {
    const { disk, open, written } = await setting();
    const storage = open();
    await write(storage, written, { refusals: 1, changes: 12 });
    expect(written.refused).toBe(0);
    for (const left of isFullRun ? [0, 100, 1500, 5000, 9000, 30_000] : [0, 5000]) {
      await disk.leave(left);
      const before = written.refused;
      await write(storage, written, { refusals: 3, changes: 200 });
      expect(written.refused, `${left} bytes left`).toBeGreaterThan(before);
      await expectWritten(storage, written);
      await expectOnDisk(disk, written, options);
      await disk.leave(Number.POSITIVE_INFINITY);
      await write(storage, written, { refusals: 1, changes: 6 });
      await expectWritten(storage, written);
    }
    await storage.close();
    expect(await readdir(disk.folder)).toEqual([NAME]);
    await using again = open();
    await expectWritten(again, written);
  });

  it("loses nothing, and keeps nothing rejected, if it is closed while the disk is full", async () => {
    const { disk, open, written } = await setting();
    const storage = open();
    await write(storage, written, { refusals: 1, changes: 20 });
    await disk.leave(2000);
    await write(storage, written, { refusals: 2, changes: 200 });
    expect(written.refused).toBeGreaterThan(0);
    // The merge may fail; what was acknowledged is in the journal.
    await storage.close().catch((error: unknown) => {
      expect(error).toMatchObject({ code: "storage_unavailable" });
    });
    await expectOnDisk(disk, written, options);
    const reader = open({ readOnly: true });
    await expectWritten(reader, written);
    await reader.close();
    await disk.leave(Number.POSITIVE_INFINITY);
    await using again = open();
    await expectWritten(again, written);
  });

  it("opens on a full disk, or rejects and opens once there is space", async () => {
    const { disk, open, written } = await setting();
    const storage = open();
    await write(storage, written, { refusals: 1, changes: 10 });
    await storage.close();
    await disk.leave(0);
    await using again = open();
    await write(again, written, { refusals: 1, changes: 10 });
    expect(written.refused).toBe(WRITERS);
    await disk.leave(Number.POSITIVE_INFINITY);
    await write(again, written, { refusals: 1, changes: 10 });
    expect(written.refused).toBe(WRITERS);
    await expectWritten(again, written);
  });

  it("is not created on a full disk, and is created once there is space", async () => {
    const { disk, open } = await setting();
    await disk.leave(0);
    const storage = open();
    await expect(storage.accounts.insert(individual("a1"))).rejects.toMatchObject({ code: "storage_unavailable" });
    await disk.leave(Number.POSITIVE_INFINITY);
    expect(await storage.accounts.insert(individual("a1"))).toBe("inserted");
    await storage.close();
    expect(await readdir(disk.folder)).toEqual([NAME]);
  });
});

describe("a disk that refuses every change for a while", () => {
  it.each(isFullRun ? ["EACCES", "EPERM", "EROFS", "EIO", "EDQUOT", "EMFILE"] : ["EROFS"])(
    "is reported with its code, and loses nothing acknowledged before or after: %s",
    async (code) => {
      const path = join(await temporaryFolder(), NAME);
      const disk = faultyDisk();
      const storage = openWith(path, { fs: disk.fs, compactAt: 3000 });
      await storage.accounts.insert(individual("before"));
      disk.refuseWith(code);
      const failure = { code: "storage_unavailable", message: expect.stringContaining(code), cause: { code } };
      for (const id of ["refused 1", "refused 2"]) {
        await expect(storage.accounts.insert(individual(id))).rejects.toMatchObject(failure);
        expect(await storage.accounts.find(id)).toBeUndefined();
        expect(await storage.accounts.find("before")).toEqual(individual("before"));
      }
      disk.refuseWith(undefined);
      const after = Array.from({ length: 20 }, (_, index) => `after ${index}`);
      for (const id of after) expect(await storage.accounts.insert(individual(id))).toBe("inserted");
      await storage.close();
      await using again = openWith(path, {});
      const found = await again.accounts.search({ term: "zzz" });
      expect(found.map(({ reference_id }) => reference_id)).toEqual(["before", ...after].sort());
    },
  );
});

describe("a file system that is mounted read-only", () => {
  it("rejects writing, serves reading, and is written again once it is writable", async () => {
    const disk = isFullRun ? await mountedDisk() : undefined;
    // Without a mounted disk, the test of EROFS above shows the same.
    const folder = disk?.folder ?? (await temporaryFolder());
    const path = join(folder, NAME);
    const first = openWith(path, {});
    await first.accounts.insert(individual("before"));
    await first.close();
    disk?.remount("ro");
    await using storage = openWith(path, {});
    await using reader = openWith(path, { readOnly: true });
    if (disk !== undefined) {
      const refused = storage.accounts.insert(individual("refused"));
      const message = expect.stringMatching(/writable/);
      await expect(refused).rejects.toMatchObject({ code: "storage_unavailable", message, cause: { code: "EROFS" } });
    }
    expect(await reader.accounts.find("before")).toEqual(individual("before"));
    disk?.remount("rw");
    expect(await storage.accounts.find("refused")).toBeUndefined();
    expect(await storage.accounts.insert(individual("after"))).toBe("inserted");
    expect(await reader.accounts.find("after")).toEqual(individual("after"));
  });
});
