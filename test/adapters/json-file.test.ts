import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import { everythingIn, life, newPath, openWith, statesOfLife } from "../support/json-file.js";
import { failureOf } from "../support/outcomes.js";
import {
  addressUpdate,
  alert,
  deliver,
  entity,
  individual,
  linkUpdate,
  review,
  STAMP,
  screening,
  streamOf,
  vasp,
} from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ALL = { page: 1, size: 1000 };

describe("jsonFileStorage keeps what it acknowledged", () => {
  it("has a change in the journal when it is acknowledged, and in the file alone after close", async () => {
    const path = await newPath();
    const { accounts, close } = jsonFileStorage(path);
    for (const id of ["r1", "r2", "r3"]) {
      await accounts.insert(individual(id));
      expect(await readFile(`${path}.journal.1`, "utf8")).toContain(`{"reference_id":"${id}"`);
    }
    await close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    const { data } = JSON.parse(await readFile(path, "utf8"));
    expect(data.accounts).toEqual(["r1", "r2", "r3"].map((id) => ({ record: individual(id) })));
  });

  it("does not write for a change that changes nothing", async () => {
    const path = await newPath();
    await using storage = jsonFileStorage(path);
    for (const id of ["r1", "r2"]) await storage.accounts.insert(individual(id));
    await storage.alerts.insert(alert("d"));
    await deliver(storage.alerts, "d");
    await storage.addresses.save(
      addressUpdate("a", { is_self_hosted: false, screening: screening(1), account_ref_id: "r1" }),
    );
    await storage.addresses.save(addressUpdate("b", { account_ref_id: "r2" }));
    const looked = async (): Promise<unknown[]> => {
      const [file, journal] = [await stat(path), await stat(`${path}.journal.1`)];
      return [file.ino, file.mtimeMs, journal.ino, journal.mtimeMs, journal.size];
    };
    const before = await looked();
    await storage.accounts.insert(individual("r1"));
    await storage.alerts.insert(alert("d"));
    await deliver(storage.alerts, "d");
    await deliver(storage.alerts, "unknown");
    await storage.vasps.load(streamOf([]));
    await storage.addresses.save(addressUpdate("b", { created: "2030-01-01T00:00:00.000+00:00" }));
    await storage.addresses.save(addressUpdate("a", { is_self_hosted: false, account_ref_id: "r1" }));
    await storage.addresses.update(linkUpdate("b", "r2"));
    await storage.addresses.update(linkUpdate("unknown", "r2"));
    expect(await looked()).toEqual(before);
  });

  it("stores files larger than one chunk", async () => {
    const path = await newPath();
    const many = Array.from({ length: 2000 }, (_, index) => vasp(`v${index}`, { summary: "é".repeat(400) }));
    const before = jsonFileStorage(path);
    await before.vasps.load(streamOf(many));
    await before.close();
    await using after = jsonFileStorage(path);
    expect((await after.vasps.list(ALL)).pagination.total).toBe(2000);
    expect(await after.vasps.find("v1999")).toEqual(many[1999]);
  });
});

describe("the file", () => {
  it("is JSON in a fixed layout, one record a line, with a checksum", async () => {
    const path = await newPath();
    const storage = jsonFileStorage(path);
    await storage.accounts.insert(individual("r1"));
    await storage.accounts.insert(entity("r2"));
    await storage.alerts.insert(alert("a"));
    for (const ratio of [4, 5]) {
      await storage.addresses.save(addressUpdate("b", { screening: screening(ratio), account_ref_id: "r1" }));
    }
    await storage.close();
    const text = await readFile(path, "utf8");
    const { journal } = JSON.parse(text);
    expect(journal).toEqual({ generation: 1, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const place = { chain: "tezos", address: "b" };
    const link = { account_ref_id: "r1", tag: null, linked: STAMP, unlinked: null };
    const body = [
      `"journal":${JSON.stringify(journal)},`,
      '"data":{"accounts":[',
      `${JSON.stringify({ record: individual("r1") })},`,
      JSON.stringify({ record: entity("r2") }),
      '],"vasps":[',
      '],"alerts":[',
      JSON.stringify({ record: { alert: alert("a"), reviews: [] } }),
      '],"addresses":[',
      JSON.stringify({ ...place, screening: screening(5), created: STAMP, earlier: 1 }),
      '],"screenings":[',
      JSON.stringify({ ...place, number: 0, screening: screening(4) }),
      '],"links":[',
      JSON.stringify({ ...place, link }),
      ...['],"linked":[', '],"transfers":[', '],"uses":[', '],"challenges":[', '],"used_transactions":['],
      ...['],"audit":[', '],"holds":[', '],"exchanges":[', "]}}", ""],
    ].join("\n");
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect(text).toBe(`{"vaspkit":{"format":1,"sha256":"${sha256}"},\n${body}`);
    expect(JSON.parse(text)).toMatchObject({ vaspkit: { format: 1 }, data: { vasps: [] } });
  });

  it("with fewer lists, as before the first release, is refused and not changed", async () => {
    const path = await newPath();
    const before = jsonFileStorage(path);
    await before.accounts.insert(individual("r1"));
    await before.close();
    const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== '],"linked":[');
    const body = lines.slice(1).join("\n");
    const sha256 = createHash("sha256").update(body).digest("hex");
    const earlier = `{"vaspkit":{"format":1,"sha256":"${sha256}"},\n${body}`;
    await writeFile(path, earlier);
    await failureOf(jsonFileStorage(path).accounts.find("r1"), "storage_corrupt");
    expect(await readFile(path, "utf8")).toBe(earlier);
  });

  it("is opened or created by the first call, not before, and not by close", async () => {
    const folder = await temporaryFolder();
    await jsonFileStorage(join(folder, "directory.json")).close();
    const unused = jsonFileStorage(join(folder, "directory.json"));
    expect(await readdir(folder)).toEqual([]);
    expect(await unused.accounts.find("r1")).toBeUndefined();
    expect((await readdir(folder)).sort()[0]).toBe("directory.json");
    await unused.close();
    expect(await readdir(folder)).toEqual(["directory.json"]);
  });

  it.skipIf(process.platform === "win32")("is readable for its owner only, like all files beside it", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "directory.json");
    const modes = async (): Promise<number[]> =>
      Promise.all((await readdir(folder)).map(async (entry) => (await stat(join(folder, entry))).mode & 0o777));
    const storage = jsonFileStorage(path);
    await storage.accounts.find("r1");
    expect(await modes()).toEqual([0o600, 0o600]);
    await storage.accounts.insert(individual("r1"));
    expect(await modes()).toEqual([0o600, 0o600, 0o600]);
    await storage.close();
    await chmod(path, 0o644);
    await using again = jsonFileStorage(path);
    await again.accounts.find("r1");
    expect(await modes()).toEqual([0o600, 0o600]);
  });

  it("may be given by a relative path", async () => {
    const folder = await temporaryFolder();
    const storage = jsonFileStorage(relative(process.cwd(), join(folder, "directory.json")));
    await storage.accounts.insert(individual("r1"));
    await storage.close();
    expect(await readdir(folder)).toEqual(["directory.json"]);
  });

  it("may be the target of a symbolic link, which stays a link", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "real"));
    const [target, link, second] = [join(folder, "real", "data.json"), join(folder, "link"), join(folder, "second")];
    await symlink("real/data.json", link);
    await symlink(link, second);
    const dangling = jsonFileStorage(second);
    await dangling.accounts.insert(individual("r1"));
    await failureOf(jsonFileStorage(target).accounts.find("r1"), "storage_locked");
    await dangling.close();
    const storage = jsonFileStorage(link);
    expect(await storage.accounts.insert(individual("r2"))).toBe("inserted");
    await storage.close();
    expect((await lstat(link)).isSymbolicLink() && (await lstat(second)).isSymbolicLink()).toBe(true);
    expect(await readdir(join(folder, "real"))).toEqual(["data.json"]);
    expect(await readFile(target, "utf8")).toContain("r2");
  });

  it("loses the temporary files of dead writers when it is opened, and nothing else", async () => {
    const folder = await temporaryFolder();
    const others = ["directory.json.bak", "directory.json.tmp.mine", "other.json.tmp.0123456789abcdef"];
    for (const entry of [...others, "directory.json.tmp.0123456789abcdef"]) await writeFile(join(folder, entry), "x");
    const storage = jsonFileStorage(join(folder, "directory.json"));
    await storage.accounts.find("r1");
    await storage.close();
    expect((await readdir(folder)).sort()).toEqual(["directory.json", ...others].sort());
  });
});

describe("a clock that is set back", () => {
  const moments = ["2030-01-01", "1999-12-31", "2026-02-03", "1970-01-01", "2026-02-02", "2126-01-01", "2001-01-01"];

  /** Sets the time of every file. */
  const setTimes = async (path: string, moment: string): Promise<void> => {
    const names = (await readdir(dirname(path))).filter((name) => !name.includes(".lock."));
    const time = new Date(moment);
    // A compaction may have removed a file.
    for (const name of names) await utimes(join(dirname(path), name), time, time).catch(() => undefined);
  };

  it("in this process, and on the disk while the file is closed, loses nothing", async () => {
    const path = await newPath();
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const states = await statesOfLife();
    let storage = openWith(path, { compactAt: 500 });
    for (const [index, step] of life.entries()) {
      const moment = moments[index % moments.length] ?? "";
      vi.setSystemTime(new Date(moment));
      await step(storage);
      if (index % 3 > 0) {
        await storage.close();
        if (index % 3 === 1) await setTimes(path, moment);
        storage = openWith(path, { compactAt: 500 });
      }
      expect(await everythingIn(storage)).toBe(states[index + 1]);
      await using reader = openWith(path, { readOnly: true });
      expect(await everythingIn(reader)).toBe(states[index + 1]);
    }
    await storage.close();
  });

  it("on the disk loses nothing, or is reported as a change from outside: files with one time while they are open", async () => {
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
    await storage.close().catch((error: unknown) => expect(error).toMatchObject({ code: "storage_unavailable" }));
    await using again = openWith(path, {});
    expect(await everythingIn(again)).toBe(states.at(-1));
  });
});

describe("two prunes at the same time", () => {
  it("remove no new alert that got the id of a removed one", async () => {
    const before = "2029-01-01T00:00:00.000+00:00";
    for (let ticks = 0; ticks < 20; ticks += 1) {
      await using storage = jsonFileStorage(join(await temporaryFolder(), "d.json"));
      const { alerts } = storage;
      await alerts.insert({ ...alert("a"), raised_at: "2028-01-01T00:00:00.000+00:00" });
      await alerts.review("a", review());
      const later = async (): Promise<void> => {
        for (let tick = 0; tick < ticks; tick += 1) await undefined;
      };
      const again = later().then(() => alerts.insert({ ...alert("a"), raised_at: "2030-01-01T00:00:00.000+00:00" }));
      const second = later().then(() => alerts.prune(before, true));
      const [, outcome] = await Promise.all([alerts.prune(before, true), again, second]);
      if (outcome === "inserted") expect(await alerts.find("a")).toMatchObject({ delivered: false, reviews: [] });
    }
  });
});
