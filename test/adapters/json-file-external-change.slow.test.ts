import * as nodeFs from "node:fs/promises";
import { copyFile, mkdir, readdir, readFile, rename, rm, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import type { ComplianceStorage } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { tooManyVasps } from "../support/json-file.js";
import { failureOf } from "../support/outcomes.js";
import { individual, streamOf } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

function storageAt(path: string, fs: Partial<FileSystem> = {}): ComplianceStorage {
  const storage = jsonFileStorageOn(path, { ...nodeFs, ...fs });
  onTestFinished(() => storage.close());
  return storage;
}

/** The same for a new path, with the account "1". */
async function storageWithOne(fs?: FileSystem): Promise<{ folder: string; path: string; storage: ComplianceStorage }> {
  const folder = await temporaryFolder();
  const path = join(folder, "d.json");
  const storage = storageAt(path, fs);
  await storage.accounts.insert(individual("1"));
  return { folder, path, storage };
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

async function idsIn(storage: ComplianceStorage, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => storage.accounts.find(id)));
  return found.flatMap((account) => (account === undefined ? [] : [account.reference_id]));
}

describe("a JSON file that is changed from outside while it is open", () => {
  it("loses nothing acknowledged when the lock is removed and another storage opens it", async () => {
    const { folder, path, storage: a } = await storageWithOne();
    const b = storageAt(path);
    await removeLocks(folder);
    expect(await b.accounts.insert(individual("2"))).toBe("inserted");
    const failure = await failureOf(a.accounts.insert(individual("3")), "storage_locked");
    expect(failure.message).toContain("lock");
    // The next call opens the file again, and finds it locked.
    await failureOf(a.accounts.find("1"), "storage_locked");
    await b.close();
    expect(await a.accounts.insert(individual("4"))).toBe("inserted");
    expect(await idsIn(a, ["1", "2", "3", "4"])).toEqual(["1", "2", "4"]);
  });

  it("is opened again by the next call if only the lock was removed", async () => {
    const { folder, storage } = await storageWithOne();
    await removeLocks(folder);
    await failureOf(storage.accounts.insert(individual("2")), "storage_locked");
    expect(await storage.accounts.insert(individual("2"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2"])).toEqual(["1", "2"]);
  });

  it("is not overwritten if a backup was restored over it: storage_unavailable, then storage_corrupt because of the journal", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    const journal = await readFile(`${path}.journal.1`);
    await rename(backup, path);
    const restored = await readFile(path);
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    const failure = await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    expect(failure.message).toMatch(/"d\.json\.journal\.1".*not changed.*move the journal away/);
    expect([await readFile(path), await readFile(`${path}.journal.1`)]).toEqual([restored, journal]);
    // As the message says; then the restored file counts.
    await unlink(`${path}.journal.1`);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3", "restored"])).toEqual(["3", "restored"]);
  });

  it("is not created again if it was removed: storage_unavailable, then storage_corrupt because of the journal", async () => {
    const { path, storage } = await storageWithOne();
    await unlink(path);
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    await failureOf(storage.accounts.find("1"), "storage_corrupt");
    await unlink(`${path}.journal.1`);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3"])).toEqual(["3"]);
  });

  it("is storage_unavailable if its journal was removed or changed, and is then read again", async () => {
    const { path, storage } = await storageWithOne();
    const lines = (await readFile(`${path}.journal.1`, "utf8")).split("\n");
    await storage.accounts.insert(individual("2"));
    await writeFile(`${path}.journal.1`, lines.join("\n"));
    const failure = await failureOf(storage.accounts.insert(individual("3")), "storage_unavailable");
    expect(failure.message).toMatch(/"d\.json\.journal\.1" was removed or changed from outside/);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3"])).toEqual(["1", "3"]);
    await unlink(`${path}.journal.1`);
    await failureOf(storage.accounts.insert(individual("4")), "storage_unavailable");
    expect(await storage.accounts.insert(individual("5"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3", "4", "5"])).toEqual(["5"]);
  });

  it("is created again by the second call if it was removed with its journal", async () => {
    const { path, storage } = await storageWithOne();
    for (const each of [path, `${path}.journal.1`]) await unlink(each);
    expect(await storage.accounts.find("1")).toEqual(individual("1"));
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    await storage.close();
    expect(await idsIn(storageAt(path), ["1", "2", "3"])).toEqual(["3"]);
  });

  it("is storage_locked if its folder was removed and created again", async () => {
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

  it("is locked again, by this storage and the next one, if its folder was away for a moment", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "d", "directory.json");
    await mkdir(join(folder, "d"));
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await rename(join(folder, "d"), join(folder, "away"));
    await expect(storage.accounts.insert(individual("2"))).rejects.toMatchObject({ code: "storage_locked" });
    await rename(join(folder, "away"), join(folder, "d"));
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    await storage.close();
    expect(await idsIn(storageAt(path), ["1", "2", "3"])).toEqual(["1", "3"]);
  });

  it("promises nothing on closing if its folder was removed", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "d"));
    const storage = jsonFileStorage(join(folder, "d", "directory.json"));
    await storage.accounts.insert(individual("1"));
    await rm(join(folder, "d"), { recursive: true });
    const failure = await failureOf(storage.close(), "storage_locked");
    expect(failure.message).toContain("could not be merged into it");
    expect(failure.message).not.toContain("Nothing that was acknowledged is lost");
  });

  it("is storage_corrupt when it is opened again after it was corrupted, and is not changed", async () => {
    const { path, storage } = await storageWithOne();
    await writeFile(path, "{}");
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    expect(await readFile(path, "utf8")).toBe("{}");
  });

  it("is not overwritten if another file was put in its place right after a write", async () => {
    const { path, backup } = await pathAndBackup();
    let restoring = false;
    const storage = storageAt(path, {
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

  it("is not overwritten if another file was put in its place right after it was read", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await storage.close();
    let reads = 0;
    const openFirst: FileSystem["open"] = async (...given) => {
      const handle = await nodeFs.open(...given);
      if (given[0] !== path) return handle;
      const close = handle.close.bind(handle);
      return Object.assign(handle, {
        close: async () => {
          reads += 1;
          if (reads === 1) await copyFile(backup, path);
          await close();
        },
      });
    };
    const again = storageAt(path, { open: openFirst });
    expect(await idsIn(again, ["1", "restored"])).toEqual(["1"]);
    await failureOf(again.accounts.insert(individual("2")), "storage_unavailable");
    expect(await readFile(path)).toEqual(await readFile(backup));
  });

  it("counts as changed if its modification time changed; the error says what to do", async () => {
    const { path, storage } = await storageWithOne();
    await utimes(path, 1, 1);
    const failure = await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    expect(failure.message).toMatch(/"d\.json" was removed or changed from outside.*restore/);
  });

  it("stays locked if its lock cannot be released for a moment", async () => {
    const { path, backup } = await pathAndBackup();
    const { fs, faults } = faultyDisk();
    const storage = storageAt(path, fs);
    await storage.accounts.insert(individual("1"));
    await copyFile(backup, path);
    faults.set("unlink", { code: "EACCES", times: 1 });
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    await unlink(`${path}.journal.1`);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3", "restored"])).toEqual(["3", "restored"]);
    await storage.close();
    expect((await readdir(join(path, ".."))).sort()).toEqual(["backup.json", "d.json"]);
  });

  it("is locked and read again if the disk failed and the lock is gone too", async () => {
    const { fs, faults } = faultyDisk();
    const { folder, path, storage: a } = await storageWithOne(fs);
    const b = storageAt(path);
    // A change that needs a new snapshot, which can neither become durable nor be undone.
    faults.set("sync folder", { code: "EIO", times: 1 });
    faults.set("create temporary file", { code: "EIO", times: 1, after: 1 });
    await failureOf(a.vasps.load(streamOf(tooManyVasps())), "storage_unavailable");
    faults.clear();
    await removeLocks(folder);
    await b.accounts.find("1");
    await failureOf(a.accounts.find("1"), "storage_locked");
  });

  it("serves reads meanwhile, from the acknowledged or the new state", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await rm(`${path}.journal.1`);
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
