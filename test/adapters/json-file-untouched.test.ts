import * as nodeFs from "node:fs/promises";
import { copyFile, mkdir, readdir, readFile, rename, rm, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import type { Storage } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { failureOf } from "../support/outcomes.js";
import { individual } from "../support/storage/records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const open: Storage[] = [];

afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

function storageAt(path: string): Storage {
  const storage = jsonFileStorage(path);
  open.push(storage);
  return storage;
}

function storageOn(path: string, fs: Partial<FileSystem>): Storage {
  const storage = jsonFileStorageOn(path, { ...nodeFs, ...fs });
  open.push(storage);
  return storage;
}

/** A path, and beside it a file that holds the account "restored". */
async function pathAndBackup(): Promise<{ path: string; backup: string }> {
  const folder = await temporaryFolder();
  const [path, backup] = [join(folder, "d.json"), join(folder, "backup.json")];
  const storage = jsonFileStorage(backup);
  await storage.accounts.insert(individual("restored"));
  await storage.close();
  return { path, backup };
}

async function removeLocks(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) if (entry.includes(".lock.")) await unlink(join(folder, entry));
}

async function idsIn(storage: Storage, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => storage.accounts.find(id)));
  return found.flatMap((account) => (account === undefined ? [] : [account.reference_id]));
}

describe("a JSON file that somebody touches while a storage has it open", () => {
  it("loses nothing acknowledged when the lock is removed and another storage opens it", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "d.json");
    const [a, b] = [storageAt(path), storageAt(path)];
    await a.accounts.insert(individual("1"));
    await removeLocks(folder);
    expect(await b.accounts.insert(individual("2"))).toBe("inserted");
    const failure = await failureOf(a.accounts.insert(individual("3")), "storage_locked");
    expect(failure.message).toContain("lock");
    // The next call opens anew, and finds that the other has it.
    await failureOf(a.accounts.find("1"), "storage_locked");
    await b.close();
    expect(await a.accounts.insert(individual("4"))).toBe("inserted");
    expect(await idsIn(a, ["1", "2", "3", "4"])).toEqual(["1", "2", "4"]);
  });

  it("is opened anew at the next call when only the lock was removed", async () => {
    const folder = await temporaryFolder();
    const storage = storageAt(join(folder, "d.json"));
    await storage.accounts.insert(individual("1"));
    await removeLocks(folder);
    await failureOf(storage.accounts.insert(individual("2")), "storage_locked");
    expect(await storage.accounts.insert(individual("2"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2"])).toEqual(["1", "2"]);
  });

  it("is not overwritten when a backup was restored over it: storage_unavailable, and then what was restored counts", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    const backup = await readFile(path);
    await storage.accounts.insert(individual("2"));
    await writeFile(`${path}.backup`, backup);
    await rename(`${path}.backup`, path);
    await failureOf(storage.accounts.insert(individual("3")), "storage_unavailable");
    expect(await readFile(path)).toEqual(backup);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3"])).toEqual(["1", "3"]);
  });

  it("that was removed is not brought back unasked: storage_unavailable", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await unlink(path);
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3"])).toEqual(["3"]);
  });

  it("whose folder was removed and made again is another file: the change is refused", async () => {
    const folder = join(await temporaryFolder(), "data");
    await mkdir(folder);
    const path = join(folder, "d.json");
    const [a, b] = [storageAt(path), storageAt(path)];
    await a.accounts.insert(individual("1"));
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await b.accounts.insert(individual("2"));
    await failureOf(a.accounts.insert(individual("3")), "storage_locked");
    await b.close();
    expect(await idsIn(a, ["1", "2", "3"])).toEqual(["2"]);
  });

  it("that was corrupted is told as such when it is opened anew, and left untouched", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await writeFile(path, "{}");
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    expect(await readFile(path, "utf8")).toBe("{}");
  });

  it("is not overwritten when another was put in its place right after a write", async () => {
    const { path, backup } = await pathAndBackup();
    let restoring = false;
    const storage = storageOn(path, {
      rename: async (from, to) => {
        await rename(from, to);
        if (restoring) await copyFile(backup, path);
      },
    });
    await storage.accounts.find("1");
    restoring = true;
    await storage.accounts.insert(individual("1"));
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(await readFile(path)).toEqual(await readFile(backup));
  });

  it("is not overwritten when another was put in its place right after it was read", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await storage.close();
    const readFirst = async (file: string): Promise<Buffer> => {
      const bytes = await readFile(file);
      if (file === path) await copyFile(backup, path);
      return bytes;
    };
    // One of the overloads of node's function, the one that the storage calls for this file.
    const again = storageOn(path, { readFile: readFirst as FileSystem["readFile"] });
    expect(await idsIn(again, ["1", "restored"])).toEqual(["1"]);
    await failureOf(again.accounts.insert(individual("2")), "storage_unavailable");
    expect(await readFile(path)).toEqual(await readFile(backup));
  });

  it("is another file with another time of its last change; the refusal says what to do", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await utimes(path, 1, 1);
    const failure = await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(failure.message).toMatch(/"d\.json" was removed or changed from outside.*restore/);
  });

  it("goes on being ours when its lock cannot be given back for a moment", async () => {
    const { path, backup } = await pathAndBackup();
    const { fs, faults } = faultyDisk();
    const storage = storageOn(path, fs);
    await storage.accounts.insert(individual("1"));
    await copyFile(backup, path);
    faults.set("unlink", { code: "EACCES", times: 1 });
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3", "restored"])).toEqual(["3", "restored"]);
    await storage.close();
    expect((await readdir(join(path, ".."))).sort()).toEqual(["backup.json", "d.json"]);
  });

  it("is locked anew, not only read anew, where the disk failed and the lock is gone as well", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "d.json");
    const { fs, faults } = faultyDisk();
    const [a, b] = [storageOn(path, fs), storageAt(path)];
    await a.accounts.insert(individual("1"));
    faults.set("sync folder", { code: "EIO", times: 1 });
    faults.set("create temporary file", { code: "EIO", times: 1, after: 1 });
    await failureOf(a.accounts.insert(individual("2")), "storage_unavailable");
    faults.clear();
    await removeLocks(folder);
    await b.accounts.find("1");
    await failureOf(a.accounts.find("1"), "storage_locked");
  });

  it("answers reads meanwhile, from what was acknowledged or from what is there now", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await copyFile(backup, path);
    const refused = failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    for (let read = 0; read < 50; read += 1) {
      const ids = await idsIn(storage, ["1", "2", "restored"]);
      expect(["1", "restored"]).toContain(ids.join());
    }
    await refused;
    expect(await idsIn(storage, ["1", "2", "restored"])).toEqual(["restored"]);
  });
});
