import { readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type FileOptions, fileOptions } from "../../src/adapters/storage/json-file/options.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { tooManyVasps } from "../support/json-file-many.js";
import { startChild } from "../support/json-file-process.js";
import { failureOf } from "../support/outcomes.js";
import { addressUpdate, alert, individual, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const newPath = async (): Promise<string> => join(await temporaryFolder(), "directory.json");
const READ_ONLY = { readOnly: true };

function closing(storage: ComplianceStorage): ComplianceStorage {
  onTestFinished(() => storage.close());
  return storage;
}

const reading = (path: string): ComplianceStorage => closing(jsonFileStorage(path, READ_ONLY));

describe("a JSON file that is opened with readOnly", () => {
  it("shows at each call what was acknowledged before, to many readers, and is never locked or changed by them", async () => {
    const path = await newPath();
    const writer = closing(jsonFileStorage(path));
    await writer.accounts.find("any");
    const readers = [reading(path), reading(path)];
    for (let index = 0; index < 20; index += 1) {
      await writer.accounts.insert(individual(`r${index}`));
      const files = await readdir(dirname(path));
      for (const { accounts } of readers) expect(await accounts.find(`r${index}`)).toEqual(individual(`r${index}`));
      expect(await readdir(dirname(path))).toEqual(files);
    }
    await writer.vasps.load(streamOf([vasp("a")]));
    await writer.alerts.insert(alert("a"));
    await writer.addresses.save(addressUpdate("a", { account_ref_id: "r1" }));
    await writer.alerts.markDelivered("a");
    for (const { vasps, alerts, addresses } of readers) {
      expect(await vasps.find("a")).toEqual(vasp("a"));
      expect((await alerts.find("a"))?.delivered).toBe(true);
      expect(await addresses.ofAccount("r1")).toHaveLength(1);
    }
    await writer.close();
    for (const { accounts } of readers) expect(await accounts.find("r19")).toEqual(individual("r19"));
  });

  it("reads only what is new of the journal, and nothing while nothing changes", async () => {
    const path = await newPath();
    const writer = closing(jsonFileStorage(path));
    await writer.vasps.load(streamOf(tooManyVasps()));
    const { fs, steps } = faultyDisk();
    const reader = closing(jsonFileStorageOn(path, fs, fileOptions(READ_ONLY)));
    await reader.accounts.find("any");
    for (const id of ["r1", "r2", "r3"]) {
      await writer.accounts.insert(individual(id));
      await reader.accounts.find(id);
    }
    steps.length = 0;
    expect(await reader.accounts.find("r3")).toEqual(individual("r3"));
    expect(steps.filter((step) => step === "read")).toEqual([]);
    await writer.accounts.insert(individual("r4"));
    steps.length = 0;
    expect(await reader.accounts.find("r4")).toEqual(individual("r4"));
    expect(steps.filter((step) => step === "read").length).toBeLessThanOrEqual(2);
  });

  it("sees every change while the writer folds its journal again and again", async () => {
    const path = await newPath();
    const eager: FileOptions = { ...fileOptions(), compactAt: 1 };
    const writer = closing(jsonFileStorageOn(path, faultyDisk().fs, eager));
    await writer.accounts.find("any");
    const reader = reading(path);
    for (let index = 0; index < 100; index += 1) {
      await writer.accounts.insert(individual(`r${index}`));
      const [newest, oldest] = await Promise.all([reader.accounts.find(`r${index}`), reader.accounts.find("r0")]);
      expect([newest, oldest]).toEqual([individual(`r${index}`), individual("r0")]);
    }
    expect(await reader.accounts.search({ term: "zzz" })).toHaveLength(100);
  });

  it("forgets a change that the disk refused, also where another of the same length took its place", async () => {
    const path = await newPath();
    let reader: ComplianceStorage | undefined;
    const seen: unknown[] = [];
    const { fs } = faultyDisk();
    const writer = closing(
      jsonFileStorageOn(path, {
        ...fs,
        open: async (...given) => {
          const file = await fs.open(...given);
          const stat = file.stat.bind(file);
          return Object.assign(file, {
            // After the line was written, before it is synced: a reader may be early.
            stat: async () => {
              if (reader !== undefined && seen.length === 0) {
                seen.push(await reader.accounts.find("x1"));
                throw Object.assign(new Error("made for a test"), { code: "EIO" });
              }
              return stat({ bigint: true });
            },
          });
        },
      }),
    );
    await writer.accounts.insert(individual("r1"));
    const early = reading(path);
    await early.accounts.find("r1");
    reader = early;
    await failureOf(writer.accounts.insert(individual("x1")), "storage_unavailable");
    expect(seen).toEqual([individual("x1")]);
    const { length } = await readFile(`${path}.journal.1`);
    await writer.accounts.insert(individual("x2"));
    await writer.accounts.insert(individual("x3"));
    expect((await readFile(`${path}.journal.1`)).length).toBeGreaterThan(length);
    const found = await Promise.all(["r1", "x1", "x2", "x3"].map((id) => early.accounts.find(id)));
    expect(found).toEqual([individual("r1"), undefined, individual("x2"), individual("x3")]);
  });

  it("passes over the end of a line that is still being written, and leaves it", async () => {
    const path = await newPath();
    const writer = jsonFileStorage(path);
    await writer.accounts.insert(individual("r1"));
    await writer.accounts.insert(individual("r2"));
    const journal = await readFile(`${path}.journal.1`);
    const copy = await newPath();
    await writeFile(copy, await readFile(path));
    await writer.close();
    const reader = reading(copy);
    for (let length = journal.indexOf(10) + 1; length <= journal.length; length += 7) {
      await writeFile(`${copy}.journal.1`, journal.subarray(0, length));
      const ids = (await reader.accounts.search({ term: "zzz" })).map(({ reference_id }) => reference_id);
      expect(ids).toEqual(["r1", "r2"].slice(0, journal.subarray(0, length).toString().split("\n").length - 2));
      expect((await readFile(`${copy}.journal.1`)).length).toBe(length);
    }
  });

  it("refuses every change: storage_read_only", async () => {
    const path = await newPath();
    const writer = jsonFileStorage(path);
    await writer.accounts.insert(individual("r1"));
    await writer.close();
    const before = await readFile(path);
    const { accounts, vasps, alerts, addresses } = reading(path);
    const changes: readonly (() => Promise<unknown>)[] = [
      () => accounts.insert(individual("r2")),
      () => vasps.load(streamOf([vasp("a")])),
      () => alerts.insert(alert("a")),
      () => alerts.markDelivered("a"),
      () => addresses.save(addressUpdate("a")),
      () => addresses.link("tezos", "a", "r1"),
    ];
    for (const change of changes) await failureOf(change(), "storage_read_only");
    expect(await accounts.find("r2")).toBeUndefined();
    expect(await readFile(path)).toEqual(before);
  });

  it("that is not there is storage_unavailable, with what to do, and is not created; once it is there it is read", async () => {
    const path = await newPath();
    const reader = reading(path);
    const failure = await failureOf(reader.accounts.find("r1"), "storage_unavailable");
    expect(failure.message).toMatch(/no file "directory\.json".*opened first/);
    expect(await readdir(dirname(path))).toEqual([]);
    const writer = closing(jsonFileStorage(path));
    await writer.accounts.insert(individual("r1"));
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
  });

  it("that is damaged is storage_corrupt, as for a writer, and read again once it is whole", async () => {
    const path = await newPath();
    const writer = jsonFileStorage(path);
    await writer.accounts.insert(individual("r1"));
    await writer.close();
    const whole = await readFile(path);
    const reader = reading(path);
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
    await writeFile(path, whole.subarray(0, whole.length - 5));
    await failureOf(reader.accounts.find("r1"), "storage_corrupt");
    await writeFile(path, whole);
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
    // Neither passes over what goes on from nothing that is there.
    await writeFile(`${path}.journal.5`, "x\n");
    await failureOf(reading(path).accounts.find("r1"), "storage_corrupt");
    await failureOf(closing(jsonFileStorage(path)).accounts.find("r1"), "storage_corrupt");
    await unlink(`${path}.journal.5`);
    expect(await reading(path).accounts.find("r1")).toEqual(individual("r1"));
  });

  it("that is closed by its writer between two looks of one call shows what was acknowledged before that call", async () => {
    const path = await newPath();
    const writer = jsonFileStorage(path);
    await writer.accounts.find("any");
    let isDue = false;
    const { fs } = faultyDisk();
    const stat = async (...given: Parameters<typeof fs.stat>): Promise<unknown> => {
      if (isDue && String(given[0]).includes(".journal.")) {
        isDue = false;
        await writer.close();
      }
      return fs.stat(...given);
    };
    // Of the overloads of `stat` those that the storage calls.
    const early = { ...fs, stat } as unknown as typeof fs;
    const reader = closing(jsonFileStorageOn(path, early, fileOptions(READ_ONLY)));
    expect(await reader.accounts.find("r1")).toBeUndefined();
    await writer.accounts.insert(individual("r1"));
    isDue = true;
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
  });

  it("that is replaced each time before it was read to its end is storage_unavailable, never an older state", async () => {
    const path = await newPath();
    const writer = jsonFileStorage(path);
    await writer.accounts.insert(individual("r1"));
    await writer.close();
    const bytes = await readFile(path);
    let isRestless = true;
    const { fs } = faultyDisk();
    const readdir = async (folder: string): Promise<string[]> => {
      const entries = await fs.readdir(folder);
      if (isRestless) {
        await writeFile(`${path}.new`, bytes);
        await rename(`${path}.new`, path);
      }
      return entries;
    };
    const restless = { ...fs, readdir } as unknown as typeof fs;
    const reader = closing(jsonFileStorageOn(path, restless, fileOptions(READ_ONLY)));
    const failure = await failureOf(reader.accounts.find("r1"), "storage_unavailable");
    expect(failure.message).toMatch(/replaced.*try again/i);
    isRestless = false;
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
  });

  it("reads beside another process that writes", async () => {
    const path = await newPath();
    const { child, line, ended, said } = startChild(path, "create", "p");
    expect(await line(1)).toBe("open");
    const reader = reading(path);
    for (let number = 2; number < 60; number += 9) {
      await line(number);
      const id = said[number - 1] ?? "";
      expect(await reader.accounts.find(id)).toEqual(individual(id));
    }
    child.kill("SIGKILL");
    await ended;
    const last = said.at(-1) ?? "";
    expect(await reader.accounts.find(last)).toEqual(individual(last));
  });
});
