import { readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type FileOptions, fileOptions, jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { newPath, tooManyVasps } from "../support/json-file.js";
import { failureOf } from "../support/outcomes.js";
import {
  addressUpdate,
  alert,
  deliver,
  individual,
  linkUpdate,
  NO_LEASE,
  streamOf,
  vasp,
} from "../support/storage-records.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const READ_ONLY = { readOnly: true };

function closing(storage: ComplianceStorage): ComplianceStorage {
  onTestFinished(() => storage.close());
  return storage;
}

/** The path of a closed file with the account r1. */
async function filledPath(): Promise<string> {
  const path = await newPath();
  await using writer = jsonFileStorage(path);
  await writer.accounts.insert(individual("r1"));
  return path;
}

const reading = (path: string): ComplianceStorage => closing(jsonFileStorage(path, READ_ONLY));

describe("a JSON file that is opened with readOnly", () => {
  it("shows everything acknowledged before each call, to many readers, which never lock or change it", async () => {
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
    await deliver(writer.alerts, "a");
    for (const { vasps, alerts, addresses } of readers) {
      expect(await vasps.find("a")).toEqual(vasp("a"));
      expect((await alerts.find("a"))?.delivered).toBe(true);
      expect(await addresses.ofAccount("r1")).toHaveLength(1);
    }
    await writer.close();
    for (const { accounts } of readers) expect(await accounts.find("r19")).toEqual(individual("r19"));
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    await Promise.all(readers.map(({ close }) => close()));
    for (const { accounts } of readers) await failureOf(accounts.find("r19"), "storage_closed");
  });

  it("reads only the new part of the journal, and nothing while nothing changes", async () => {
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

  it("sees every change while the writer merges its journal again and again", async () => {
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

  it("forgets a change that the disk rejected, even if another of the same length replaced it", async () => {
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

  it("ignores an incomplete last line, and does not change it", async () => {
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

  it("rejects every change: storage_read_only", async () => {
    const path = await filledPath();
    const before = await readFile(path);
    const { accounts, vasps, alerts, addresses } = reading(path);
    const changes: readonly Promise<unknown>[] = [
      accounts.insert(individual("r2")),
      vasps.load(streamOf([vasp("a")])),
      alerts.insert(alert("a")),
      alerts.markDelivered("a", NO_LEASE),
      addresses.save(addressUpdate("a")),
    ];
    await Promise.all(changes.map((change) => failureOf(change, "storage_read_only")));
    // Nothing to change.
    expect(await addresses.update(linkUpdate("a", "r1"))).toBe("unknown");
    expect(await accounts.find("r2")).toBeUndefined();
    expect(await readFile(path)).toEqual(before);
  });

  it("is storage_unavailable, with advice, if it does not exist, and is not created; later it is read", async () => {
    const path = await newPath();
    const reader = reading(path);
    const failure = await failureOf(reader.accounts.find("r1"), "storage_unavailable");
    expect(failure.message).toMatch(/no file "directory\.json".*First open the storage/);
    expect(await readdir(dirname(path))).toEqual([]);
    const writer = closing(jsonFileStorage(path));
    await writer.accounts.insert(individual("r1"));
    expect(await reader.accounts.find("r1")).toEqual(individual("r1"));
  });

  it("is storage_corrupt if damaged, as for a writer, and is read again once it is restored", async () => {
    const path = await filledPath();
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

  it("shows everything acknowledged before a call, even if the writer closes it during the call", async () => {
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

  it("is storage_unavailable if it is replaced during each attempt, never an older state", async () => {
    const path = await filledPath();
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
});
