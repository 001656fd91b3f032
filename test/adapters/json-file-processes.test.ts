/** Several processes on one JSON file: one that writes, any number that read; and clocks that run backwards. */
import { randomBytes } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { type ComplianceStorage, type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { bundledWriter } from "../support/bundled-writer.js";
import { everythingIn, life, statesOfLife } from "../support/json-file-life.js";
import { openWith } from "../support/json-file-open.js";
import { type JsonFileProcess, startProcess } from "../support/json-file-process.js";
import {
  acknowledgedIn,
  isMadeBefore,
  makeChange,
  sharedVasps,
  WRITERS,
  writtenIn,
} from "../support/json-file-writing.js";
import { individual } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** How many changes each writer makes beside the readers: few enough for one page of VASPs. */
const CHANGES = 240;

let program: string;
beforeAll(async () => {
  const bundled = await bundledWriter();
  program = bundled.program;
  return () => bundled.remove();
});

const newPath = async (): Promise<string> => join(await temporaryFolder(), "directory.json");

/** A process of several writers, which fold the journal into the file each time it has outgrown it. */
function startWriter(path: string, changes: number, key?: Buffer): JsonFileProcess {
  const given = [program, path, "0", "10000", key?.toString("hex") ?? "plain", String(changes)];
  return startProcess(process.execPath, given);
}

describe("two processes that write", () => {
  it("the second gets storage_locked for each call, and the file once the first has ended", async () => {
    const path = await newPath();
    const writer = startWriter(path, Number.POSITIVE_INFINITY);
    await writer.line(50);
    const second = jsonFileStorage(path);
    for (const call of [second.accounts.insert(individual("r1")), second.accounts.find("r1")]) {
      await expect(call).rejects.toMatchObject({ code: "storage_locked" });
    }
    expect(writer.child.exitCode).toBeNull();
    await writer.line(writer.said.length + 50);
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(await second.accounts.insert(individual("r1"))).toBe("inserted");
    for (const [number, count] of acknowledgedIn(writer.said).entries()) {
      expect(await isMadeBefore(second, 0, number, count)).toBe(true);
    }
    await second.close();
  });
});

describe("processes that read beside one that writes", () => {
  it.each<[string, Buffer | undefined]>([
    ["plain", undefined],
    ["encrypted", randomBytes(32)],
  ])("see whole states only, never older ones than was acknowledged, and in the end all: %s", async (_, key) => {
    const path = await newPath();
    const writer = startWriter(path, CHANGES, key);
    await writer.line(1);
    const options: JsonFileOptions = { readOnly: true, ...(key === undefined ? {} : { encryption: { key } }) };
    const readers = [0, 1, 2].map(() => jsonFileStorage(path, options));
    const journals = new Set<string>();
    const isDone = (): boolean => writer.said.length > CHANGES * WRITERS;
    // A last time after the writers have finished, while their process still has the file open.
    for (let isLast = false; !isLast; ) {
      isLast = isDone();
      await Promise.all(readers.map((reader) => expectWhole(reader, writer)));
      for (const journal of await journalsOf(path)) journals.add(journal);
    }
    // Otherwise nothing was read while the writer put a new file in place: each has a journal of the next number.
    const numbers = [...journals].map((journal) => Number(journal.split(".").at(-1)));
    expect(Math.max(...numbers)).toBeGreaterThan(3);
    const model = memoryStorage();
    for (let number = 0; number < WRITERS; number += 1) {
      for (let index = 0; index < CHANGES; index += 1) await makeChange(model, 0, number, index);
    }
    for (const reader of readers) {
      expect(await writtenIn(reader, 1)).toBe(await writtenIn(model, 1));
      await expect(reader.accounts.insert(individual("r1"))).rejects.toMatchObject({ code: "storage_read_only" });
      await reader.close();
    }
    writer.child.kill("SIGKILL");
    await writer.ended;
  });

  it("wait for no lock, hold none, and leave nothing behind", async () => {
    const path = await newPath();
    const storage = jsonFileStorage(path);
    await storage.accounts.insert(individual("r1"));
    const before = await readdir(dirname(path));
    const reader = jsonFileStorage(path, { readOnly: true });
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
    expect(await readdir(dirname(path))).toEqual(before);
    await storage.close();
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
    const next = jsonFileStorage(path);
    await next.accounts.insert(individual("r2"));
    expect(await reader.accounts.find("r2")).toEqual(individual("r2"));
    await reader.close();
    await expect(reader.accounts.find("r2")).rejects.toMatchObject({ code: "storage_closed" });
    await next.close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
  });
});

/** What was acknowledged before the look is there, and of each load all or nothing. */
async function expectWhole(reader: ComplianceStorage, { said }: JsonFileProcess): Promise<void> {
  for (const [writer, count] of acknowledgedIn(said).entries()) {
    expect(await isMadeBefore(reader, 0, writer, count), `writer ${writer} after ${count} changes`).toBe(true);
  }
  // One call is one state: the four records that each load of a writer replaces.
  const { items } = await reader.vasps.list({ page: 1, size: 1000 });
  const summaries = new Map(items.map(({ vasp_id, summary }) => [vasp_id, summary]));
  for (let writer = 0; writer < WRITERS; writer += 1) {
    expect(new Set(sharedVasps(writer).map((id) => summaries.get(id))).size).toBe(1);
    const [first = ""] = sharedVasps(writer);
    const load = summaries.get(first);
    if (load !== undefined) expect(summaries.get(load)).toBe(load);
  }
}

async function journalsOf(path: string): Promise<readonly string[]> {
  return (await readdir(dirname(path))).filter((name) => name.includes(".journal."));
}

describe("a clock that runs backwards", () => {
  const moments = ["2030-01-01", "1999-12-31", "2026-02-03", "1970-01-01", "2026-02-02", "2126-01-01", "2001-01-01"];

  it("of this process loses nothing", async () => {
    const path = await newPath();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const states = await statesOfLife();
    let storage = openWith(path, { compactAt: 500 });
    for (const [index, step] of life.entries()) {
      vi.setSystemTime(new Date(moments[index % moments.length] ?? 0));
      await step(storage);
      if (index % 3 === 1) {
        await storage.close();
        storage = openWith(path, { compactAt: 500 });
      }
      expect(await everythingIn(storage)).toBe(states[index + 1]);
      const reader = openWith(path, { readOnly: true });
      expect(await everythingIn(reader)).toBe(states[index + 1]);
      await reader.close();
    }
    await storage.close();
  });

  /** As a disk would have it whose host's clock is set: every file of that time. */
  const setTimes = async (path: string, moment: string): Promise<void> => {
    const names = (await readdir(dirname(path))).filter((name) => !name.includes(".lock."));
    const time = new Date(moment);
    // What is being folded in the background may be gone by now.
    for (const name of names) await utimes(join(dirname(path), name), time, time).catch(() => undefined);
  };

  it("of the disk loses nothing: files of any time, while nobody has them open", async () => {
    const path = await newPath();
    const states = await statesOfLife();
    for (const [index, step] of life.entries()) {
      const storage = openWith(path, { compactAt: 500 });
      await step(storage);
      expect(await everythingIn(storage)).toBe(states[index + 1]);
      await storage.close();
      await setTimes(path, moments[index % moments.length] ?? "");
    }
  });

  it("of the disk loses nothing, or what was changed from outside is said: files of one and the same time while they are open", async () => {
    const path = await newPath();
    const states = await statesOfLife();
    const storage = openWith(path, { compactAt: 500 });
    const reader = openWith(path, { readOnly: true });
    for (const [index, step] of life.entries()) {
      await step(storage).catch(async (error: unknown) => {
        expect(error).toMatchObject({ code: "storage_unavailable" });
        await step(storage);
      });
      await setTimes(path, "2001-01-01");
      expect(await everythingIn(storage)).toBe(states[index + 1]);
      expect(await everythingIn(reader)).toBe(states[index + 1]);
    }
    await reader.close();
    await storage.close().catch((error: unknown) => {
      expect(error).toMatchObject({ code: "storage_unavailable" });
    });
    const again = openWith(path, {});
    expect(await everythingIn(again)).toBe(states.at(-1));
    await again.close();
  });
});
