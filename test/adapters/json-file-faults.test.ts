import { chmod, type FileHandle, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { createCompliance } from "../../src/compliance.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { type FaultyDisk, faultyDisk, type Step } from "../support/faulty-disk.js";
import { imageOf, putImage } from "../support/folder-image.js";
import { tooManyVasps } from "../support/json-file.js";
import { isFullRun } from "../support/runs.js";
import { addressUpdate, individual, screening, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Setting extends FaultyDisk {
  readonly path: string;
  readonly storage: ReturnType<typeof jsonFileStorage>;
}

/** A storage with one account, one VASP and its account's address on a disk that is still whole. */
async function setting(): Promise<Setting> {
  const path = join(await temporaryFolder(), "directory.json");
  const disk = faultyDisk();
  const storage = jsonFileStorageOn(path, disk.fs);
  onTestFinished(() => storage.close());
  await storage.accounts.insert(individual("kept"));
  await storage.vasps.load(streamOf([vasp("kept")]));
  await storage.addresses.save(addressUpdate("kept", { account_ref_id: "kept" }));
  return { ...disk, path, storage };
}

const entries = async (path: string): Promise<string[]> => [...(await imageOf(dirname(path))).keys()];

/** A storage on a copy of the folder, as a killed process would leave it. */
async function copyOpened(path: string): Promise<ComplianceStorage> {
  const folder = await temporaryFolder();
  await putImage(folder, await imageOf(dirname(path)));
  const storage = jsonFileStorage(join(folder, "directory.json"));
  onTestFinished(() => storage.close());
  return storage;
}

const unavailable = (code: string, message = /./) => ({
  code: "storage_unavailable",
  message: expect.stringMatching(message),
  cause: { code },
});

/** Expects exactly these accounts. All of them have the same last name. */
async function expectAccounts({ accounts }: ComplianceStorage, ...ids: readonly string[]): Promise<void> {
  expect(await accounts.search({ term: "zzz" })).toEqual(ids.map((id) => individual(id)));
}

/** The file system with other methods of its open files. */
const withHandles = (fs: FileSystem, methodsOf: (file: FileHandle) => object): FileSystem => ({
  ...fs,
  open: async (...given) => {
    const file = await fs.open(...given);
    return Object.assign(file, methodsOf(file));
  },
});

const FILE = ["directory.json", "directory.json.journal.1"];

describe("a write", () => {
  it("checks for changes from outside, and is synced in the journal before it is acknowledged", async () => {
    const { steps, storage } = await setting();
    steps.length = 0;
    await storage.accounts.insert(individual("r1"));
    expect([...steps.slice(0, 3)].sort()).toEqual(["look at file", "look at journal", "look for lock"]);
    expect(steps.slice(3)).toEqual(["append", "look at what was appended", "sync journal"]);
  });

  it("creates a complete journal first if it is the first write after opening", async () => {
    const { fs, steps, path, storage } = await setting();
    await storage.close();
    await using again = jsonFileStorageOn(path, fs);
    await again.accounts.find("kept");
    steps.length = 0;
    await again.accounts.insert(individual("r1"));
    expect(steps.filter((step) => !step.startsWith("look"))).toEqual([
      ...["create temporary file", "write header", "sync file", "rename", "answer of rename", "sync folder"],
      ...["append", "sync journal"],
    ]);
  });

  it("shares its sync with concurrent writes, each of which is planned on the ones before", async () => {
    const { steps, storage } = await setting();
    steps.length = 0;
    const ids = Array.from({ length: 100 }, (_, index) => `r${index % 90}`);
    const outcomes = await Promise.all(ids.map((id) => storage.accounts.insert(individual(id))));
    expect(outcomes).toEqual(ids.map((_, index) => (index < 90 ? "inserted" : "taken")));
    expect(steps.filter((step) => step === "sync journal").length).toBeLessThanOrEqual(2);
  });

  it("becomes a new file, synced before it replaces the old one, if it is too large for a line; the journals are removed", async () => {
    const { fs, steps, path, storage } = await setting();
    steps.length = 0;
    expect(await storage.vasps.load(streamOf(tooManyVasps()))).toEqual({ loaded: 5000, replaced: 0 });
    expect(steps.filter((step) => !step.startsWith("look at") && step !== "write")).toEqual([
      ...["look for lock", "create temporary file", "write header", "sync file", "rename", "answer of rename"],
      ...["sync folder", "unlink"],
    ]);
    expect(await entries(path)).toEqual(["directory.json"]);
    await storage.accounts.insert(individual("after"));
    expect(await entries(path)).toEqual(["directory.json", "directory.json.journal.2"]);
    await storage.close();
    await using again = jsonFileStorageOn(path, fs);
    expect((await again.vasps.list({ page: 1, size: 1 })).pagination.total).toBe(5001);
    expect(await again.accounts.find("after")).toEqual(individual("after"));
  });

  it("of a dead process is synced before it is read", async () => {
    const { fs, steps, path } = await setting();
    const folder = await temporaryFolder();
    await putImage(folder, await imageOf(dirname(path)));
    await using again = jsonFileStorageOn(join(folder, "directory.json"), fs);
    steps.length = 0;
    await again.accounts.find("kept");
    expect(steps).toContain("sync folder");
    expect(steps).toContain("sync journal");
  });
});

const largeLoadFaults: readonly (readonly [Step, string, RegExp, number])[] = [
  ["create temporary file", "EACCES", /Check the permissions/, 1],
  ["create temporary file", "EROFS", /read-only/, 1],
  ["write", "ENOSPC", /Free some space/, 1],
  ["write header", "EDQUOT", /Free some space/, 1],
  ["sync file", "EIO", /See the cause/, 1],
  ["look at temporary file", "EIO", /See the cause/, 1],
  ["rename", "EPERM", /Check the permissions/, 1],
  ["answer of rename", "EIO", /See the cause/, 1],
  ["sync folder", "EIO", /See the cause/, 1],
  ["sync folder", "EIO", /See the cause/, 2],
];

/** Returns every third case in `npm test`. */
const sampled = <T>(cases: readonly T[]): readonly T[] =>
  isFullRun ? cases : cases.filter((_, index) => index % 3 === 2);

describe("a failed write is rejected and never becomes visible", () => {
  it.each<[Step, string, RegExp, number]>([
    ["look for lock", "EACCES", /Check the permissions/, 1],
    ["look at file", "EIO", /See the cause/, 1],
    ["look at journal", "EIO", /See the cause/, 1],
    ["append", "ENOSPC", /Free some space/, 1],
    ["append", "EDQUOT", /Free some space/, 1],
    ["append", "EROFS", /read-only/, 1],
    ["append", "EACCES", /Check the permissions/, 1],
    ["look at what was appended", "EIO", /See the cause/, 1],
    ["sync journal", "EIO", /See the cause/, 1],
  ])("if this step fails: %s (%s)", async (step, code, advice, times) => {
    const { faults, path, storage } = await setting();
    const before = await readFile(`${path}.journal.1`);
    faults.set(step, { code, times });
    await expect(storage.accounts.insert(individual("refused"))).rejects.toMatchObject(unavailable(code, advice));
    expect(await readFile(`${path}.journal.1`)).toEqual(before);
    faults.clear();
    expect(await storage.accounts.insert(individual("between"))).toBe("inserted");
    const kept = await storage.addresses.ofAccount("kept");
    faults.set(step === "look at journal" ? "look at file" : step, { code, times });
    const screened = addressUpdate("kept", { screening: screening(5), account_ref_id: "between", relink: true });
    const outcome = storage.addresses.save(screened);
    // A journal that began again after a failed sync is begun by other steps first.
    await expect(outcome).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await storage.accounts.find("refused")).toBeUndefined();
    expect(await storage.addresses.ofAccount("kept")).toEqual(kept);
    expect(await storage.addresses.ofAccount("between")).toEqual([]);

    faults.clear();
    expect(await storage.accounts.insert(individual("refused"))).toBe("inserted");
    expect(await storage.accounts.insert(individual("kept"))).toBe("taken");
    await storage.close();
    await using again = jsonFileStorage(path);
    await expectAccounts(again, "between", "kept", "refused");
    expect(await again.addresses.ofAccount("between")).toEqual([]);
  });

  it.each(sampled(largeLoadFaults))(
    "of a large load, if this step fails: %s (%s)",
    async (step, code, advice, times) => {
      const { faults, path, storage } = await setting();
      faults.set(step, { code, times });
      const load = storage.vasps.load(streamOf([vasp("kept", { summary: "refused" }), ...tooManyVasps()]));
      await expect(load).rejects.toMatchObject(unavailable(code, advice));
      faults.clear();
      expect(await storage.vasps.find("kept")).toEqual(vasp("kept"));
      expect(await storage.vasps.find("v1")).toBeUndefined();
      const reopened = await copyOpened(path);
      expect(await reopened.vasps.find("v1")).toBeUndefined();
      await expectAccounts(reopened, "kept");

      expect(await storage.accounts.insert(individual("next"))).toBe("inserted");
      const after = await copyOpened(path);
      await expectAccounts(after, "kept", "next");
      expect(await after.vasps.find("v1")).toBeUndefined();
      await storage.close();
      expect(await entries(path)).toEqual(["directory.json"]);
    },
  );

  it("together with its batch; later writes succeed", async () => {
    const { faults, path, storage } = await setting();
    faults.set("append", { code: "ENOSPC", times: 1 });
    const first = Promise.allSettled(["1", "2", "2"].map((id) => storage.accounts.insert(individual(id))));
    const behind = first.then(() => storage.accounts.insert(individual("3")));
    expect((await first).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await behind).toBe("inserted");
    await expectAccounts(storage, "3", "kept");
    expect(await readFile(`${path}.journal.1`, "utf8")).not.toContain('"reference_id":"1"');
  });

  it("also if a part of its line reached the disk", async () => {
    const { fs, path, storage } = await setting();
    await storage.close();
    let room = Number.POSITIVE_INFINITY;
    const limited = withHandles(fs, (file) => {
      const writeAll = file.write.bind(file);
      const write = async (bytes: Buffer, from: number, length: number, at: number) => {
        if (at > 0 && room === 0) throw Object.assign(new Error("made for a test"), { code: "ENOSPC" });
        const { bytesWritten } = await writeAll(bytes, from, at > 0 ? Math.min(length, room) : length, at);
        if (at > 0) room -= bytesWritten;
        return { bytesWritten, buffer: bytes };
      };
      return { write };
    });
    await using full = jsonFileStorageOn(path, limited);
    await full.accounts.insert(individual("r1"));
    const before = await readFile(`${path}.journal.2`);
    room = 50;
    await expect(full.accounts.insert(individual("r2"))).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await readFile(`${path}.journal.2`)).toEqual(before);
    expect(await full.accounts.find("r2")).toBeUndefined();
    room = Number.POSITIVE_INFINITY;
    expect(await full.accounts.insert(individual("r2"))).toBe("inserted");
  });

  it("and after a failed sync the next change first writes a new file, because the journal cannot be used", async () => {
    const { faults, path, steps, storage } = await setting();
    faults.set("sync journal", { code: "EIO", times: 1 });
    await expect(storage.accounts.insert(individual("refused"))).rejects.toMatchObject({ cause: { code: "EIO" } });
    steps.length = 0;
    await storage.accounts.insert(individual("next"));
    expect(steps.filter((step) => step === "rename")).toHaveLength(2);
    expect(await entries(path)).toEqual(["directory.json", "directory.json.journal.2"]);
    expect(JSON.parse(await readFile(path, "utf8")).data.accounts).toEqual([{ record: individual("kept") }]);
  });

  it("and says so if it could not be cut off; the next change removes it", async () => {
    const { faults, path, storage } = await setting();
    faults.set("sync journal", { code: "EIO", times: 1 });
    faults.set("cut back", { code: "EROFS", times: 1 });
    const failure = unavailable("EIO", /\(EIO\).*The next successful change removes it/);
    await expect(storage.accounts.insert(individual("refused"))).rejects.toMatchObject(failure);
    expect(await storage.accounts.find("refused")).toBeUndefined();
    faults.set("create temporary file", { code: "EROFS", times: 1 });
    await expect(storage.accounts.insert(individual("too early"))).rejects.toMatchObject({ cause: { code: "EROFS" } });
    expect(await storage.accounts.insert(individual("next"))).toBe("inserted");
    await expectAccounts(await copyOpened(path), "kept", "next");
  });

  it("and is not visible before it is acknowledged", async () => {
    const { fs, path, storage } = await setting();
    await storage.close();
    const seen: unknown[] = [];
    const looking = withHandles(fs, (file) => {
      const sync = file.datasync.bind(file);
      const datasync = async () => {
        seen.push(await slow.accounts.find("r1"));
        await sync();
        seen.push(await slow.accounts.find("r1"), await slow.accounts.search({ term: "zzz" }));
      };
      return { datasync };
    });
    await using slow = jsonFileStorageOn(path, looking);
    await slow.accounts.insert(individual("r1"));
    expect(seen).toEqual([undefined, undefined, [individual("kept")]]);
    expect(await slow.accounts.find("r1")).toEqual(individual("r1"));
  });
});

describe("a disk that fails after the file was replaced, and then cannot restore the old one", () => {
  it("makes the outcome uncertain; the next call reads the file again", async () => {
    const { faults, path, storage } = await setting();
    faults.set("sync folder", { code: "EIO", times: 1 });
    // Putting back begins with a new temporary file, the second one.
    faults.set("create temporary file", { code: "EACCES", times: 1, after: 1 });
    const failure = unavailable("EIO", /\(EIO\) before that was certain.*next call/);
    await expect(storage.vasps.load(streamOf(tooManyVasps("uncertain ")))).rejects.toMatchObject(failure);
    faults.clear();
    expect(await storage.vasps.find("uncertain 1")).toEqual(vasp("uncertain 1"));
    expect(await storage.accounts.find("kept")).toEqual(individual("kept"));
    expect(await storage.accounts.insert(individual("next"))).toBe("inserted");
    expect(await entries(path)).toEqual(["directory.json", "directory.json.journal.2"]);
  });
});

describe("closing", () => {
  it("rejects if the journal cannot be merged into the file; the journal remains, and nothing is lost", async () => {
    const { faults, path, storage } = await setting();
    faults.set("write", { code: "ENOSPC", times: 1000 });
    const failure = /Nothing that was acknowledged is lost.*Keep both files together.*ENOSPC.*Free some space/;
    await expect(storage.close()).rejects.toMatchObject(unavailable("ENOSPC", failure));
    expect(await readdir(dirname(path))).toEqual(FILE);
    const again = jsonFileStorage(path);
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
    await again.close();
    expect(await entries(path)).toEqual(["directory.json"]);
  });

  it("rejects if a merged journal cannot be removed, because it may contain removed records; opening removes it", async () => {
    const { faults, path, storage } = await setting();
    faults.set("unlink", { code: "EBUSY", times: 2 });
    const failure = /holds everything.*EBUSY.*may contain removed records.*open the file again/;
    await expect(storage.close()).rejects.toMatchObject(unavailable("EBUSY", failure));
    expect(await readdir(dirname(path))).toEqual(FILE);
    await using again = jsonFileStorage(path);
    expect(await again.accounts.insert(individual("kept"))).toBe("taken");
    expect(await entries(path)).toEqual(["directory.json"]);
  });

  it("again after a failure tries again: the lock is released, and the next opening continues", async () => {
    const { faults, path, storage } = await setting();
    // The first unlink is of the merged journal, the second one of the lock.
    faults.set("unlink", { code: "EIO", times: 1, after: 1 });
    const attempts = [storage.close(), storage.close()];
    for (const attempt of attempts) attempt.catch(() => undefined);
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(unavailable("EIO"));
    await expect(storage.accounts.find("kept")).rejects.toMatchObject({ code: "storage_closed" });
    await expect(jsonFileStorage(path).accounts.find("kept")).rejects.toMatchObject({ code: "storage_locked" });
    await storage.close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    await storage.close();
    await using again = jsonFileStorage(path);
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
  });

  it("of the operations tries again too", async () => {
    const { faults, path, storage } = await setting();
    const compliance = createCompliance({ storage });
    faults.set("unlink", { code: "EIO", times: 1, after: 1 });
    await expect(compliance.close()).rejects.toMatchObject({ code: "storage_unavailable" });
    await expect(compliance.accounts.retrieve("kept")).rejects.toMatchObject({ code: "storage_closed" });
    await compliance.close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
  });

  it.each<[Step, string, number]>([
    ["write", "ENOSPC", 1000],
    ["unlink", "EBUSY", 2],
  ])("again merges the journal that remained after a failure: %s (%s)", async (step, code, times) => {
    const { faults, path, storage } = await setting();
    faults.set(step, { code, times });
    await expect(storage.close()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await readdir(dirname(path))).toEqual(FILE);
    await expect(storage.accounts.insert(individual("late"))).rejects.toMatchObject({ code: "storage_closed" });
    faults.clear();
    await storage.close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
  });

  it("again rejects while another storage has the file, and leaves a file that is gone alone", async () => {
    const { faults, path, storage } = await setting();
    faults.set("write", { code: "ENOSPC", times: 1000 });
    await expect(storage.close()).rejects.toMatchObject({ code: "storage_unavailable" });
    faults.clear();
    const other = jsonFileStorage(path);
    expect(await other.accounts.find("kept")).toEqual(individual("kept"));
    await expect(storage.close()).rejects.toMatchObject({ code: "storage_locked" });
    await other.close();
    await unlink(path);
    await storage.close();
    expect(await readdir(dirname(path))).toEqual([]);
  });
});

describe("a failed opening rejects the call, and the next call tries again", () => {
  it.each<[Step, string]>([
    ["read", "EIO"],
    ["list folder", "EIO"],
    ["sync folder", "EIO"],
    ["chmod", "EPERM"],
  ])("if this step fails: %s (%s)", async (step, code) => {
    const { fs, faults, path, storage } = await setting();
    await storage.close();
    await chmod(path, 0o644);
    const before = await readFile(path);
    await using again = jsonFileStorageOn(path, fs);
    faults.set(step, { code, times: 1000 });
    const calls = [again.accounts.find("kept"), again.accounts.insert(individual("new")), again.accounts.find("kept")];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "storage_unavailable", cause: { code } } });
    }
    faults.clear();
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
  });

  it("if the new file cannot become durable", async () => {
    const { fs, faults } = faultyDisk();
    await using storage = jsonFileStorageOn(join(await temporaryFolder(), "directory.json"), fs);
    faults.set("sync folder", { code: "EIO", times: 1 });
    await expect(storage.accounts.find("r1")).rejects.toMatchObject(unavailable("EIO"));
    expect(await storage.accounts.find("r1")).toBeUndefined();
  });

  it("and close rejects if the lock cannot be released", async () => {
    const { faults, storage } = await setting();
    faults.set("unlink", { code: "EIO", times: 2 });
    await expect(storage.close()).rejects.toMatchObject(unavailable("EIO"));
  });

  it("and the file is usable once a temporary file can be removed", async () => {
    const { fs, faults, path, storage } = await setting();
    await storage.close();
    await writeFile(`${path}.tmp.0123456789abcdef`, "");
    await using again = jsonFileStorageOn(path, fs);
    faults.set("unlink", { code: "EBUSY", times: 1 });
    await expect(again.accounts.find("kept")).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
  });
});
