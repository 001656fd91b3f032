import * as nodeFs from "node:fs/promises";
import { readdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { decodeHost, encodeHost } from "../../src/adapters/storage/json-file/lock.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { newPath } from "../support/json-file.js";
import { expectFree, expectLocked, locks } from "../support/json-file-lock.js";
import { bundled, startProcess } from "../support/json-file-process.js";
import { isFullRun } from "../support/runs.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe("one storage at a time per file", () => {
  it("rejects a second one of the same process until the first is closed", async () => {
    const path = await newPath();
    const first = jsonFileStorage(path);
    await first.accounts.find("r1");
    const inUse =
      /"directory\.json" is in use by this process \(\d+\)\. Close that storage first, or end this process\.$/;
    await expectLocked(path, inUse);
    const waiting = jsonFileStorage(path);
    await expect(waiting.accounts.find("r1")).rejects.toMatchObject({ code: "storage_locked" });
    await first.close();
    expect(await waiting.accounts.find("r1")).toBeUndefined();
    await waiting.close();
    await expectFree(path);
  });

  it("waits a moment for one that is closing", async () => {
    const path = await newPath();
    const first = jsonFileStorage(path);
    await first.accounts.find("r1");
    let looks = 0;
    const lookFirst = async (folder: string): Promise<string[]> => {
      const entries = await readdir(folder);
      looks += 1;
      if (looks === 3) await first.close();
      return entries;
    };
    // One of the overloads of node's function, the one that the storage calls.
    await using second = jsonFileStorageOn(path, { ...nodeFs, readdir: lookFirst as FileSystem["readdir"] });
    expect(await second.accounts.find("r1")).toBeUndefined();
    expect(looks).toBeGreaterThan(3);
  });

  it("is held by one of many that open concurrently", async () => {
    const path = await newPath();
    for (let round = 0; round < (isFullRun ? 5 : 1); round += 1) {
      const rivals = Array.from({ length: 8 }, () => jsonFileStorage(path));
      const outcomes = await Promise.allSettled(rivals.map(({ accounts }) => accounts.find("r1")));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "storage_locked" });
      await Promise.all(rivals.map(({ close }) => close()));
      expect(await locks(path)).toEqual([]);
    }
  });
});

describe("the lock of a worker thread", () => {
  let program: string;
  beforeAll(async () => {
    const child = await bundled("json-file-child.ts");
    program = child.program;
    return () => child.remove();
  });

  type Ending = "hold" | "throw" | "exit" | "run out" | "create";

  /** Starts json-file-child.ts. Returns once it has opened the file. */
  async function startThread(path: string, ending: Ending) {
    const worker = new Worker(program, { workerData: [path, ending] });
    onTestFinished(() => void worker.terminate());
    const said: string[] = [];
    worker.on("message", (line: string) => said.push(line));
    worker.on("error", () => undefined);
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    await vi.waitUntil(() => said.length > 0, { timeout: 60_000 });
    expect(said[0]).toBe("open");
    return { worker, ended, said };
  }

  const inOtherProcess = async (path: string): Promise<string> => {
    const { said, ended } = startProcess(process.execPath, [program, path, "exit", ""]);
    await ended;
    return said.join();
  };

  it("is held while the thread lives", async () => {
    const path = await newPath();
    const { worker } = await startThread(path, "hold");
    const inUse =
      /is in use by a worker thread of this process \(\d+\)\. Close that storage first, or end that worker thread\.$/;
    if (process.platform === "linux") await expectLocked(path, inUse);
    expect(await inOtherProcess(path)).toMatch(/is in use by process \d+ on host "/);
    await worker.terminate();
  });

  it.runIf(process.platform === "linux").each(["hold", "throw", "exit", "run out"] as const)(
    "is free once the thread has ended (%s)",
    async (ending) => {
      const path = await newPath();
      for (const take of [() => expectFree(path), async () => expect(await inOtherProcess(path)).toBe("open")]) {
        const { worker, ended } = await startThread(path, ending);
        if (ending === "hold") await worker.terminate();
        await ended;
        expect(await locks(path)).toHaveLength(1);
        await take();
      }
    },
  );

  it.runIf(process.platform === "linux")(
    "is free with all acknowledged changes after a write was interrupted",
    async () => {
      const path = await newPath();
      const acknowledged: string[] = [];
      for (let round = 0; round < (isFullRun ? 20 : 3); round += 1) {
        const { worker, said } = await startThread(path, "create");
        await vi.waitUntil(() => said.length > 3 + round, { timeout: 60_000, interval: 1 });
        await worker.terminate();
        acknowledged.push(...said.slice(1));
        await using storage = jsonFileStorage(path);
        for (const id of acknowledged) expect((await storage.accounts.find(id))?.reference_id).toBe(id);
      }
    },
  );

  it("counts as held if the system does not show the thread, and names the file to delete", async () => {
    const path = await newPath();
    const storage = jsonFileStorage(path);
    await storage.accounts.find("r1");
    const [own = ""] = await locks(path);
    await storage.close();
    const entry = own.replace(/\.[0-9a-f]{16}$/, ".thread-7.0123456789abcdef");
    await writeFile(join(dirname(path), entry), "");
    const advice = /end that worker thread\. If the worker thread has certainly ended, delete "directory\.json\.lock\./;
    await expectLocked(path, advice);
    await unlink(join(dirname(path), entry));
    await expectFree(path);
  });
});

describe("host names in file names", () => {
  it("are encoded without a dot, and decoded to what they were", () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: "grapheme" })), (host) => {
        expect(encodeHost(host)).toMatch(/^[0-9A-Za-z_-]*$/);
        expect(decodeHost(encodeHost(host))).toBe(host);
      }),
    );
  });
});

describe("lock files", () => {
  const RANDOM = "0123456789abcdef";

  it("of another host count as held, whatever the process and the name", async () => {
    const path = await newPath();
    const encoded = "h_c3_b6st_2eexample_2a";
    const entry = `${path}.lock.${encoded}.4194305.0.${RANDOM}`;
    await writeFile(entry, "");
    await expectLocked(path, /process 4194305 on host "höst\.example\*"/);
    await unlink(entry);
    await expectFree(path);
  });

  it("of an unknown form count as held", async () => {
    const path = await newPath();
    await writeFile(`${path}.lock.v2`, "");
    await expectLocked(path, /an unknown process.*delete "directory\.json\.lock\.v2"/);
  });

  it("of other files are ignored", async () => {
    const path = await newPath();
    await writeFile(`${path}2.lock.v2`, "");
    await writeFile(join(dirname(path), "other.json.lock.v2"), "");
    await using storage = jsonFileStorage(path);
    expect(await storage.accounts.find("r1")).toBeUndefined();
  });

  it("of an ended process of this host are removed", async () => {
    const path = await newPath();
    const { child, ended } = startProcess("/bin/sh", ["-c", "exit 0"]);
    await ended;
    const own = await ownLock(path);
    for (const start of [own.start, "0"]) {
      await writeFile(`${path}.lock.${own.host}.${child.pid}.${start}.${RANDOM}`, "");
      await expectFree(path);
    }
  });

  it.runIf(process.platform === "linux")(
    "of an earlier process with the same id, or before a reboot, are removed",
    async () => {
      const path = await newPath();
      const own = await ownLock(path);
      const [boot, ticks] = own.start.split("-");
      for (const start of [`${boot}-1`, `00000000-${ticks}`]) {
        await writeFile(`${path}.lock.${own.host}.${process.pid}.${start}.${RANDOM}`, "");
        await expectFree(path);
      }
      await writeFile(`${path}.lock.${own.host}.${process.pid}.${own.start}.${RANDOM}`, "");
      await expectLocked(path, /this process/);
    },
  );

  it("count by the process id alone if the start of a process is unknown", async () => {
    const path = await newPath();
    const { fs, faults } = faultyDisk();
    const { child, ended } = startProcess("/bin/sh", ["-c", "exit 0"]);
    await ended;
    const { host } = await ownLock(path);
    const blind = async (): Promise<unknown> => {
      // See startOf in lock.ts.
      faults.set("ask the system", { code: "ENOENT", times: 2 });
      const storage = jsonFileStorageOn(path, fs);
      return storage.accounts.find("r1").finally(() => storage.close());
    };
    await writeFile(`${path}.lock.${host}.${child.pid}.0.${RANDOM}`, "");
    expect(await blind()).toBeUndefined();
    for (const living of [process.pid, 1]) {
      const entry = `${path}.lock.${host}.${living}.0.${RANDOM}`;
      await writeFile(entry, "");
      await expect(blind()).rejects.toMatchObject({ code: "storage_locked" });
      await unlink(entry);
    }
  });

  /** Returns host and start in the lock file of this process. */
  async function ownLock(path: string): Promise<{ host: string; start: string }> {
    const storage = jsonFileStorage(path);
    await storage.accounts.find("r1");
    const [host = "", , start = ""] = (await locks(path))[0]?.slice("directory.json.lock.".length).split(".") ?? [];
    await storage.close();
    return { host, start };
  }
});
