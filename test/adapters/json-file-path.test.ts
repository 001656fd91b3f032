import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

function storageAt(path: string | URL): ComplianceStorage {
  const storage = jsonFileStorage(path);
  onTestFinished(() => storage.close());
  return storage;
}

describe("the path of a JSON file", () => {
  it("may be a file: URL", async () => {
    const path = join(await temporaryFolder(), "ä b.json");
    await storageAt(pathToFileURL(path)).accounts.insert(individual("1"));
    expect(await readFile(`${path}.journal.1`, "utf8")).toContain('"reference_id":"1"');
  });

  it("is rejected at once if it is no path: configuration_invalid", () => {
    const urls = ["https://example.com/d.json", "file:///a%2Fb.json"].map((text) => new URL(text));
    for (const path of [undefined, null, 5, "", {}, ["d.json"], Buffer.from("d.json"), ...urls]) {
      // The point is a caller without types.
      const failure = thrownBy(() => jsonFileStorage(path as string), "configuration_invalid");
      expect(failure.message).toMatch(/path of a file/);
      expect(failure.cause).toBeUndefined();
    }
  });

  it("is rejected if it is named like a temporary file, lock or journal, which opening another file may remove", async () => {
    const folder = await temporaryFolder();
    const names = ["v.json.tmp.0123456789abcdef", "v.json.lock.host.7.0.0123456789abcdef", "v.json.journal.1"];
    for (const name of [...names, ...names.map((own) => `${own}/`), ...names.map((own) => `${own}/../${own}`)]) {
      for (const path of [`${folder}/${name}`, pathToFileURL(`${folder}/${name}`)]) {
        const failure = thrownBy(() => jsonFileStorage(path), "configuration_invalid");
        expect(failure.message).toMatch(/Choose another name/);
      }
    }
    const link = join(folder, "link.json");
    await symlink("v.json.tmp.0123456789abcdef", link);
    await failureOf(storageAt(link).accounts.find("1"), "configuration_invalid");
    expect(await readdir(folder)).toEqual(["link.json"]);
  });

  it.each([
    "v.json.tmp",
    "v.tmp0123456789abcdef",
    "v.json.tmp.0123456789ABCDEF",
    "v.lock.json",
    "v.journal.json",
    "journal.1",
    "a.lock.b/v.0123456789abcdef",
  ])("may have a similar name: %s", async (name) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "a.lock.b"));
    expect(await storageAt(join(folder, name)).accounts.insert(individual("1"))).toBe("inserted");
  });
});

describe("an unusable path is storage_unavailable, with advice", () => {
  const refused = async (path: string, advice: RegExp): Promise<void> => {
    await using storage = jsonFileStorage(path);
    const failure = { code: "storage_unavailable", message: expect.stringMatching(advice) };
    await expect(storage.accounts.find("r1")).rejects.toMatchObject(failure);
    await expect(storage.vasps.load(streamOf([vasp("a")]))).rejects.toMatchObject(failure);
  };

  it("if the folder does not exist; the next call tries again", async () => {
    const folder = join(await temporaryFolder(), "missing");
    const path = join(folder, "directory.json");
    await refused(path, /"directory\.json".*ENOENT.*Create the folder/);
    await using storage = jsonFileStorage(path);
    await expect(storage.accounts.insert(individual("r1"))).rejects.toMatchObject({ code: "storage_unavailable" });
    await mkdir(folder);
    expect(await storage.accounts.insert(individual("r1"))).toBe("inserted");
  });

  it.each<[string, (folder: string) => string, RegExp]>([
    ["it is below a file", (folder) => join(folder, "file", "d.json"), /ENOTDIR.*Correct the path/],
    ["it is a folder", (folder) => folder, /leads to a folder or a device/],
    ["symbolic links form a circle", (folder) => join(folder, "circle"), /ELOOP.*form a circle/],
    ["the name is too long", (folder) => join(folder, "n".repeat(240)), /ENAMETOOLONG.*Shorten/],
    ["the system rejects the name", (folder) => join(folder, "a\0b"), /See the cause/],
  ])("if %s", async (_, pathIn, advice) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "circle"), join(folder, "circle"));
    await refused(pathIn(folder), advice);
    expect((await readdir(folder)).sort()).toEqual(["circle", "file"]);
  });
});
