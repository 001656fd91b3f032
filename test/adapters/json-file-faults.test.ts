import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { type FaultyDisk, faultyDisk, type Step } from "../support/faulty-disk.js";
import { addressUpdate, screening } from "../support/storage/address-records.js";
import { individual, streamOf, vasp } from "../support/storage/records.js";
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
  await storage.accounts.insert(individual("kept"));
  await storage.vasps.load(streamOf([vasp("kept")]));
  await storage.addresses.save(addressUpdate("kept", { account_ref_id: "kept" }));
  return { ...disk, path, storage };
}

const entries = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((entry) => !entry.includes(".lock."));

describe("a write", () => {
  it("looks for what was done from outside, is in the file and synced before it takes the old one's place, and the folder is synced before it is acknowledged", async () => {
    const { steps, storage } = await setting();
    steps.length = 0;
    await storage.accounts.insert(individual("r1"));
    expect(steps).toEqual([
      "look for lock",
      "look at file",
      "create temporary file",
      "write",
      "write",
      "write header",
      "sync file",
      "look at temporary file",
      "rename",
      "answer of rename",
      "sync folder",
    ]);
    await storage.close();
  });

  it("that a dead process did not get to sync is synced before it is read", async () => {
    const { fs, steps, path, storage } = await setting();
    await storage.close();
    const again = jsonFileStorageOn(path, fs);
    steps.length = 0;
    await again.accounts.find("kept");
    expect(steps).toContain("sync folder");
    await again.close();
  });
});

describe("a write that fails is refused and nothing of it is seen, now or later", () => {
  it.each<[Step, string, RegExp, number]>([
    ["look for lock", "EACCES", /check the permissions/, 1],
    ["look at file", "EIO", /see the cause/, 1],
    ["create temporary file", "EACCES", /check the permissions/, 1],
    ["create temporary file", "EROFS", /read-only/, 1],
    ["write", "ENOSPC", /free some space/, 1],
    ["write header", "EDQUOT", /free some space/, 1],
    ["sync file", "EIO", /see the cause/, 1],
    ["look at temporary file", "EIO", /see the cause/, 1],
    ["rename", "EPERM", /check the permissions/, 1],
    ["answer of rename", "EIO", /see the cause/, 1],
    ["sync folder", "EIO", /see the cause/, 1],
    ["sync folder", "EIO", /see the cause/, 2],
  ])("by the step: %s (%s)", async (step, code, advice, times) => {
    const { faults, path, storage } = await setting();
    const before = await readFile(path);
    const failure = { code: "storage_unavailable", message: expect.stringMatching(advice), cause: { code } };

    faults.set(step, { code, times });
    await expect(storage.accounts.insert(individual("refused"))).rejects.toMatchObject(failure);
    faults.set(step, { code, times });
    await expect(storage.vasps.load(streamOf([vasp("kept", { summary: "refused" }), vasp("b")]))).rejects.toMatchObject(
      failure,
    );
    const screened = addressUpdate("kept", { screening: screening(5), account_ref_id: "refused" });
    faults.set(step, { code, times });
    await expect(storage.addresses.save(screened)).rejects.toMatchObject(failure);
    expect(await storage.accounts.find("refused")).toBeUndefined();
    expect(await storage.addresses.ofAccount("kept")).toMatchObject([{ address: "kept", screenings: [] }]);
    expect(await storage.addresses.ofAccount("refused")).toEqual([]);
    expect(await storage.vasps.find("kept")).toEqual(vasp("kept"));
    expect(await storage.vasps.find("b")).toBeUndefined();
    expect(await readFile(path)).toEqual(before);
    expect(await entries(path)).toEqual(["directory.json"]);

    faults.clear();
    expect(await storage.accounts.insert(individual("refused"))).toBe("inserted");
    expect(await storage.accounts.insert(individual("kept"))).toBe("taken");
    await storage.close();
    const again = jsonFileStorage(path);
    expect(await again.accounts.find("refused")).toEqual(individual("refused"));
    expect(await again.vasps.find("b")).toBeUndefined();
    await again.close();
  });

  it("and only it: the changes waiting behind it are made", async () => {
    const { faults, path, storage } = await setting();
    faults.set("write", { code: "ENOSPC", times: 1 });
    const outcomes = await Promise.allSettled(["1", "2", "3"].map((id) => storage.accounts.insert(individual(id))));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(await storage.accounts.find("1")).toBeUndefined();
    expect(await storage.accounts.find("3")).toEqual(individual("3"));
    expect(await readFile(path, "utf8")).not.toContain('"reference_id":"1"');
    await storage.close();
  });

  it("also when the header line reaches the disk in part only", async () => {
    const { fs, path, storage } = await setting();
    await storage.close();
    const partial = jsonFileStorageOn(path, {
      ...fs,
      open: async (...given) => {
        const file = await fs.open(...given);
        return Object.assign(file, { write: async () => ({ bytesWritten: 7, buffer: Buffer.alloc(0) }) });
      },
    });
    await expect(partial.accounts.insert(individual("r1"))).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await partial.accounts.find("r1")).toBeUndefined();
    await partial.close();
  });

  it("shows nothing that is not acknowledged while it is being written", async () => {
    const { fs, path, storage } = await setting();
    await storage.close();
    const seen: unknown[] = [];
    const slow = jsonFileStorageOn(path, {
      ...fs,
      rename: async (from, to) => {
        seen.push(await slow.accounts.find("r1"));
        await fs.rename(from, to);
        seen.push(await slow.accounts.find("r1"), await slow.accounts.search({ term: "zzz" }));
      },
    });
    await slow.accounts.insert(individual("r1"));
    expect(seen).toEqual([undefined, undefined, [individual("kept")]]);
    expect(await slow.accounts.find("r1")).toEqual(individual("r1"));
    await slow.close();
  });
});

describe("a disk that fails after the file was replaced, and then cannot put the old one back", () => {
  it("says that it is uncertain; the next call reads from the file what there is", async () => {
    const { faults, path, storage } = await setting();
    faults.set("sync folder", { code: "EIO", times: 1 });
    // Putting back begins with a new temporary file, the second one.
    faults.set("create temporary file", { code: "EACCES", times: 1, after: 1 });
    await expect(storage.accounts.insert(individual("uncertain"))).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringMatching(/\(EIO\) before that was certain.*next call/),
      cause: { code: "EIO" },
    });
    faults.clear();
    expect(await readFile(path, "utf8")).toContain("uncertain");
    expect(await storage.accounts.find("uncertain")).toEqual(individual("uncertain"));
    expect(await storage.accounts.insert(individual("next"))).toBe("inserted");
    expect(await entries(path)).toEqual(["directory.json"]);
    await storage.close();
  });
});

describe("an opening that fails is reported by each call and tried again by the next", () => {
  it.each<[Step, string]>([
    ["read", "EIO"],
    ["list folder", "EIO"],
    ["sync folder", "EIO"],
    ["chmod", "EPERM"],
  ])("by the step: %s (%s)", async (step, code) => {
    const { fs, faults, path, storage } = await setting();
    await storage.close();
    await chmod(path, 0o644);
    const before = await readFile(path);
    const again = jsonFileStorageOn(path, fs);
    // Reading what the system tells of processes is the same step, and is allowed to fail: so fail for long.
    faults.set(step, { code, times: 1000 });
    const calls = [again.accounts.find("kept"), again.accounts.insert(individual("new")), again.accounts.find("kept")];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "storage_unavailable", cause: { code } } });
    }
    faults.clear();
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
    await again.close();
  });

  it("also when the new file cannot be made durable", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const { fs, faults } = faultyDisk();
    const storage = jsonFileStorageOn(path, fs);
    faults.set("sync folder", { code: "EIO", times: 1 });
    await expect(storage.accounts.find("r1")).rejects.toMatchObject({
      code: "storage_unavailable",
      cause: { code: "EIO" },
    });
    expect(await storage.accounts.find("r1")).toBeUndefined();
    await storage.close();
  });

  it("closing says when the lock cannot be given back", async () => {
    const { faults, storage } = await setting();
    faults.set("unlink", { code: "EIO", times: 1 });
    await expect(storage.close()).rejects.toMatchObject({ code: "storage_unavailable", cause: { code: "EIO" } });
  });

  it("a file with a leftover that cannot be removed stays usable once it can", async () => {
    const { fs, faults, path, storage } = await setting();
    await storage.close();
    await writeFile(`${path}.tmp.0123456789abcdef`, "");
    const again = jsonFileStorageOn(path, fs);
    faults.set("unlink", { code: "EBUSY", times: 1 });
    await expect(again.accounts.find("kept")).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await again.accounts.find("kept")).toEqual(individual("kept"));
    await again.close();
  });
});
