/** A register that the JSON file follows: durable, as one step, whatever its size. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Vasp } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { ALL, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

async function opened(path: string): Promise<ComplianceStorage> {
  const storage = await jsonFileStorage(path);
  onTestFinished(() => storage.close());
  return storage;
}

const numbered = (from: number, to: number): Vasp[] =>
  Array.from({ length: to - from }, (_, index) => vasp(`CANARY-${from + index}`));
const entriesOf = (records: readonly Vasp[]) =>
  streamOf(records.map((record) => ({ vasp_id: record.vasp_id, record })));
const always = (): boolean => true;

describe("a sync of the JSON file", () => {
  it.each([
    ["a line of the journal", 100],
    ["a new file, because it is large", 5_000],
  ])("is %s, and stays after the file was opened again", async (_, count) => {
    const directory = await temporaryFolder();
    const path = join(directory, "directory.json");
    const storage = await opened(path);
    await storage.vasps.load(streamOf(numbered(0, count)));
    const register = [...numbered(count - 5, count), vasp("CANARY-new")];
    const counts = await storage.vasps.sync(entriesOf(register), always);
    expect(counts).toEqual({ added: 1, replaced: 0, unchanged: 5, removed: count - 5 });
    await storage.close();
    const again = await opened(path);
    expect((await again.vasps.list(ALL)).items).toHaveLength(6);
    expect(await again.vasps.find("CANARY-0")).toBeUndefined();
    await again.close();
    const left = readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
    expect(left.join("\n")).toContain("CANARY-new");
    expect(left.join("\n")).not.toContain('CANARY-0"');
  });

  it("sees the changes that are written in the same batch", async () => {
    const storage = await opened(join(await temporaryFolder(), "directory.json"));
    await storage.vasps.load(streamOf([vasp("a"), vasp("b")]));
    const all = await Promise.all([
      storage.vasps.remove("a"),
      storage.vasps.load(streamOf([vasp("c")])),
      storage.vasps.sync(entriesOf([vasp("b"), vasp("d")]), always),
      storage.vasps.remove("d"),
    ]);
    const [wasRemoved, loaded, counts] = all;
    expect({ wasRemoved, loaded }).toEqual({ wasRemoved: true, loaded: { loaded: 1, replaced: 0 } });
    expect(counts).toMatchObject({ unchanged: 1, added: 1 });
    const { items } = await storage.vasps.list(ALL);
    expect(items.map(({ vasp_id }) => vasp_id)).toEqual(expect.arrayContaining(["b"]));
    expect(items.some(({ vasp_id }) => vasp_id === "a")).toBe(false);
  });
});
