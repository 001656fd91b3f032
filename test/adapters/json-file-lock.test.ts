import * as nodeFs from "node:fs/promises";
import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { decodeHost, encodeHost } from "../../src/adapters/storage/json-file/host-name.js";
import { jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { CHILD_ARGUMENTS, CHILD_PROGRAM, startChild, startProcess } from "../support/json-file-process.js";
import { individual } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// Programs are started with tsx, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const newPath = async (): Promise<string> => join(await temporaryFolder(), "directory.json");

const locks = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((entry) => entry.includes(".lock."));

/** Opens the file, expects that to work, and closes it. */
async function expectFree(path: string): Promise<void> {
  const storage = jsonFileStorage(path);
  await expect(storage.accounts.find("r1")).resolves.toBeUndefined();
  await storage.close();
  expect(await locks(path)).toEqual([]);
}

async function expectLocked(path: string, message: RegExp): Promise<void> {
  const storage = jsonFileStorage(path);
  const before = await locks(path);
  await expect(storage.accounts.insert(individual("intruder"))).rejects.toMatchObject({
    code: "storage_locked",
    message: expect.stringMatching(message),
  });
  await storage.close();
  expect(await locks(path)).toEqual(before);
}

describe("one storage at a time per file", () => {
  it("refuses a second one of the same process until the first is closed", async () => {
    const path = await newPath();
    const first = jsonFileStorage(path);
    await first.accounts.find("r1");
    await expectLocked(
      path,
      /"directory\.json" is in use by this very process \(\d+\)\. Close that storage first, or end this process\.$/,
    );
    const waiting = jsonFileStorage(path);
    await expect(waiting.accounts.find("r1")).rejects.toMatchObject({ code: "storage_locked" });
    await first.close();
    expect(await waiting.accounts.find("r1")).toBeUndefined();
    await waiting.close();
    await expectFree(path);
  });

  it("waits a moment for one that is just closing", async () => {
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
    const second = jsonFileStorageOn(path, { ...nodeFs, readdir: lookFirst as FileSystem["readdir"] });
    expect(await second.accounts.find("r1")).toBeUndefined();
    expect(looks).toBeGreaterThan(3);
    await second.close();
  });

  it("refuses another process, says which, and opens once that one was killed", async () => {
    const path = await newPath();
    const { child, line, ended } = startChild(path, "hold");
    expect(await line(1)).toBe("open");
    await expectLocked(
      path,
      new RegExp(`process ${child.pid} on host "${hostname()}".*delete "directory\\.json\\.lock\\.`),
    );
    expect(await startChild(path, "hold").line(1)).toBe("storage_locked");
    child.kill("SIGKILL");
    await ended;
    expect(await locks(path)).toHaveLength(1);
    await expectFree(path);
  });

  it("refuses a worker thread of the process that has it", async () => {
    const path = await newPath();
    // tsx does not enter worker threads by itself.
    const inWorker = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(CHILD_PROGRAM)})))`;
    const program = `
      import { Worker } from "node:worker_threads";
      import { jsonFileStorage } from "./src/json-file.ts";
      const path = ${JSON.stringify(path)};
      await jsonFileStorage(path).accounts.find("r1");
      new Worker(${JSON.stringify(inWorker)}, { eval: true, argv: [path, "hold", ""] });`;
    const { line } = startProcess(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    expect(await line(1)).toBe("storage_locked");
  });

  it.runIf(process.platform === "linux")("is not held by a killed process that nobody has waited for", async () => {
    const path = await newPath();
    const quoted = [process.execPath, ...CHILD_ARGUMENTS, path, "hold", "-"].map((word) => `'${word}'`).join(" ");
    const parent = startProcess("/bin/sh", ["-c", `echo $$; ${quoted} & exec sleep 600`]);
    await parent.line(2);
    expect(parent.said).toContain("open");
    const pid = Number((await locks(path))[0]?.split(".").at(-3));
    process.kill(pid, "SIGKILL");
    while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, "utf8"))) await sleep(20);
    await expectFree(path);
  });

  it("lets one of many that open at once have it", async () => {
    const path = await newPath();
    for (let round = 0; round < 5; round += 1) {
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

describe("host names in file names", () => {
  it("come back as they were, whatever they hold, and hold no dot on the way", () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: "grapheme" })), (host) => {
        expect(encodeHost(host)).toMatch(/^[0-9A-Za-z_-]*$/);
        expect(decodeHost(encodeHost(host))).toBe(host);
      }),
    );
  });
});

describe("announcements beside the file", () => {
  const RANDOM = "0123456789abcdef";

  it("of another host count as alive, whatever the process; the name may be any", async () => {
    const path = await newPath();
    const encoded = "h_c3_b6st_2eexample_2a";
    const entry = `${path}.lock.${encoded}.4194305.0.${RANDOM}`;
    await writeFile(entry, "");
    await expectLocked(path, /process 4194305 on host "höst\.example\*"/);
    await unlink(entry);
    await expectFree(path);
  });

  it("of a form that this version does not know count as alive", async () => {
    const path = await newPath();
    await writeFile(`${path}.lock.v2`, "");
    await expectLocked(path, /an unknown process.*delete "directory\.json\.lock\.v2"/);
  });

  it("of other files count for those only", async () => {
    const path = await newPath();
    await writeFile(`${path}2.lock.v2`, "");
    await writeFile(join(dirname(path), "other.json.lock.v2"), "");
    const storage = jsonFileStorage(path);
    expect(await storage.accounts.find("r1")).toBeUndefined();
    await storage.close();
  });

  it("of a process of this host that has ended are removed", async () => {
    const path = await newPath();
    const { child, ended } = startProcess("/bin/sh", ["-c", "exit 0"]);
    await ended;
    const own = await ownAnnouncement(path);
    for (const start of [own.start, "0"]) {
      await writeFile(`${path}.lock.${own.host}.${child.pid}.${start}.${RANDOM}`, "");
      await expectFree(path);
    }
  });

  it.runIf(process.platform === "linux")("of an earlier process or boot with the same number are removed", async () => {
    const path = await newPath();
    const own = await ownAnnouncement(path);
    const [boot, ticks] = own.start.split("-");
    for (const start of [`${boot}-1`, `00000000-${ticks}`]) {
      await writeFile(`${path}.lock.${own.host}.${process.pid}.${start}.${RANDOM}`, "");
      await expectFree(path);
    }
    await writeFile(`${path}.lock.${own.host}.${process.pid}.${own.start}.${RANDOM}`, "");
    await expectLocked(path, /this very process/);
  });

  it("where the system does not tell when a process began, its number decides", async () => {
    const path = await newPath();
    const { fs, faults } = faultyDisk();
    const { child, ended } = startProcess("/bin/sh", ["-c", "exit 0"]);
    await ended;
    const { host } = await ownAnnouncement(path);
    const blind = async (): Promise<unknown> => {
      // See process-identity.ts.
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

  /** How this process announces itself. */
  async function ownAnnouncement(path: string): Promise<{ host: string; start: string }> {
    const storage = jsonFileStorage(path);
    await storage.accounts.find("r1");
    const [host = "", , start = ""] = (await locks(path))[0]?.slice("directory.json.lock.".length).split(".") ?? [];
    await storage.close();
    return { host, start };
  }
});
