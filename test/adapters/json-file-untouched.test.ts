import { mkdir, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { Storage } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { individual } from "../support/storage/records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const open: Storage[] = [];

afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

function storageAt(path: string | URL): Storage {
  const storage = jsonFileStorage(path);
  open.push(storage);
  return storage;
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
});

describe("the path of a JSON file", () => {
  it("may be a file: URL", async () => {
    const path = join(await temporaryFolder(), "ä b.json");
    await storageAt(pathToFileURL(path)).accounts.insert(individual("1"));
    expect(await readFile(path, "utf8")).toContain('"reference_id":"1"');
  });

  it("is refused at once where it can be none, or where its name is one of our own: configuration_invalid", () => {
    const names = ["v.json.tmp.0123456789abcdef", "v.json.lock.host.7.0.0123456789abcdef"];
    for (const path of [undefined, null, 5, "", new URL("https://example.com/d.json"), ...names]) {
      // The point is a caller without types.
      thrownBy(() => jsonFileStorage(path as string), "configuration_invalid");
    }
    expect(() => jsonFileStorage("v.json.tmp")).not.toThrow();
  });
});
