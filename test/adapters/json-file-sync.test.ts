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
});
