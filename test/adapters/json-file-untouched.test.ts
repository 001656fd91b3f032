import * as nodeFs from "node:fs/promises";
import { copyFile, mkdir, readdir, readFile, rename, rm, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import type { ComplianceStorage } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { tooManyVasps } from "../support/json-file-many.js";
import { failureOf } from "../support/outcomes.js";
import { individual, streamOf } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const open: ComplianceStorage[] = [];

afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

function storageAt(path: string): ComplianceStorage {
  const storage = jsonFileStorage(path);
  open.push(storage);
  return storage;
}

function storageOn(path: string, fs: Partial<FileSystem>): ComplianceStorage {
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

async function idsIn(storage: ComplianceStorage, ids: readonly string[]): Promise<readonly string[]> {
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

  it("is not overwritten when a backup was restored over it: storage_unavailable, then storage_corrupt for the journal is of another", async () => {
    const { path, backup } = await pathAndBackup();
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    const journal = await readFile(`${path}.journal.1`);
    await rename(backup, path);
    const restored = await readFile(path);
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    const failure = await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    expect(failure.message).toMatch(/"d\.json\.journal\.1".*left untouched.*move the journal away/);
    expect([await readFile(path), await readFile(`${path}.journal.1`)]).toEqual([restored, journal]);
    // As the message says; then what was restored counts.
    await unlink(`${path}.journal.1`);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3", "restored"])).toEqual(["3", "restored"]);
  });

  it("that was removed is not brought back unasked: storage_unavailable; its journal alone is storage_corrupt", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
    await unlink(path);
    await failureOf(storage.accounts.insert(individual("2")), "storage_unavailable");
    await failureOf(storage.accounts.insert(individual("2")), "storage_corrupt");
    await failureOf(storage.accounts.find("1"), "storage_corrupt");
    await unlink(`${path}.journal.1`);
    expect(await storage.accounts.insert(individual("3"))).toBe("inserted");
    expect(await idsIn(storage, ["1", "2", "3"])).toEqual(["3"]);
  });

  it("whose journal was removed or changed is refused in the same way, and what is there counts then", async () => {
    const path = join(await temporaryFolder(), "d.json");
    const storage = storageAt(path);
    await storage.accounts.insert(individual("1"));
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

  it("whose folder goes away for a moment is locked anew once it is back, by this storage and by the next one", async () => {
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
    const next = storageAt(path);
    expect(await next.accounts.find("1")).toEqual(individual("1"));
    expect(await next.accounts.find("2")).toBeUndefined();
    expect(await next.accounts.find("3")).toEqual(individual("3"));
  });

  it("whose folder was removed promises nothing about it when it is closed", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "d"));
    const storage = jsonFileStorage(join(folder, "d", "directory.json"));
    await storage.accounts.insert(individual("1"));
    await rm(join(folder, "d"), { recursive: true });
    const failure = await failureOf(storage.close(), "storage_locked");
    expect(failure.message).toContain("could not be brought up to date");
    expect(failure.message).not.toContain("nothing that was acknowledged is lost");
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
    let reads = 0;
    const openFirst = async (
      ...[file, flags, mode]: Parameters<FileSystem["open"]>
    ): ReturnType<FileSystem["open"]> => {
      const handle = await nodeFs.open(file, flags, mode);
      if (file !== path) return handle;
      const close = handle.close.bind(handle);
      return Object.assign(handle, {
        close: async () => {
          reads += 1;
          if (reads === 1) await copyFile(backup, path);
          await close();
        },
      });
    };
    const again = storageOn(path, { open: openFirst });
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
    await unlink(`${path}.journal.1`);
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
    // A change that needs a new snapshot, which can neither be made durable nor be put back.
    faults.set("sync folder", { code: "EIO", times: 1 });
    faults.set("create temporary file", { code: "EIO", times: 1, after: 1 });
    await failureOf(a.vasps.load(streamOf(tooManyVasps())), "storage_unavailable");
    faults.clear();
    await removeLocks(folder);
    await b.accounts.find("1");
    await failureOf(a.accounts.find("1"), "storage_locked");
  });

  it("answers reads meanwhile, from what was acknowledged or from what is there now", async () => {
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
