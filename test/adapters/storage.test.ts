import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { runs } from "../support/runs.js";
import { storageSuite } from "../support/storage-suite.js";
import { temporaryFolder } from "../support/temporary-folder.js";

storageSuite("memoryStorage", memoryStorage, { runs: runs(150) });

async function place() {
  const path = join(await temporaryFolder(), "directory.json");
  return () => jsonFileStorage(path);
}

storageSuite("jsonFileStorage", { place }, { runs: runs(30) });

describe("a synchronization of many VASPs in memory", () => {
  it("lets other work run, and stores the register whatever that work changes", async () => {
    const { vasps } = memoryStorage();
    const ids = Array.from({ length: 20_000 }, (_, index) => `V-${index}`);
    async function* register(name_legal: string) {
      for (const vasp_id of ids) yield { vasp_id, record: { vasp_id, name_legal } };
    }
    await vasps.sync(register("First"), () => true);
    const meanwhile = new Promise<boolean>((resolve, reject) => {
      setImmediate(() => {
        const other = [{ vasp_id: "V-7", name_legal: "Other" }];
        const loaded = vasps.load(Readable.from(other)).then(() => vasps.remove("V-8"));
        loaded.then(resolve, reject);
      });
    });
    let isDone = false;
    const synced = vasps
      .sync(register("Second"), () => true)
      .finally(() => {
        isDone = true;
      });
    expect(await meanwhile).toBe(true);
    // Otherwise the other work only began after it.
    expect(isDone).toBe(false);
    expect(await synced).toEqual({ added: 1, replaced: 19_999, unchanged: 0, removed: 0 });
    expect(await vasps.find("V-7")).toEqual({ vasp_id: "V-7", name_legal: "Second" });
    expect(await vasps.find("V-8")).toEqual({ vasp_id: "V-8", name_legal: "Second" });
  });
});
