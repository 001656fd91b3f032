import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { everythingIn, life, openWith, statesOfLife } from "../support/json-file.js";
import {
  addressLink,
  addressUpdate,
  alert,
  entity,
  individual,
  linkUpdate,
  STAMP,
  screening,
  streamOf,
  vasp,
} from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const newPath = async (): Promise<string> => join(await temporaryFolder(), "directory.json");

const ALL = { page: 1, size: 1000 };

async function fill({ accounts, vasps, alerts, addresses }: ComplianceStorage): Promise<void> {
  await accounts.insert(individual("r1", { name_first: "Zoë\u2028", name_last: '"\n,\\' }, { email: "z@example.org" }));
  await accounts.insert(entity("r2", "東京 𝒜 \ud800"));
  await vasps.load(streamOf([vasp("a"), vasp("b", { supported_protocols: ["x"] }), vasp("a", { summary: "new" })]));
  await alerts.insert(alert("d"));
  await alerts.insert(alert("u"));
  await alerts.markDelivered("d");
  await addresses.save(addressUpdate("a", { screening: screening(1), account_ref_id: "r1" }));
  await addresses.save(addressUpdate("b"));
  await addresses.save(addressUpdate("a", { screening: screening(2) }));
  await addresses.update(linkUpdate("b", "r2"));
}

describe("jsonFileStorage keeps what it acknowledged", () => {
  it("finds everything again after closing and opening", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const before = jsonFileStorage(path);
    await fill(before);
    const held = {
      accounts: [await before.accounts.find("r1"), await before.accounts.find("r2")],
      vasps: await before.vasps.list(ALL),
      alerts: await before.alerts.list(ALL),
      addresses: [await before.addresses.find("tezos", "a"), await before.addresses.find("tezos", "b")],
    };
    await before.close();

    const after = jsonFileStorage(path);
    expect([await after.accounts.find("r1"), await after.accounts.find("r2")]).toEqual(held.accounts);
    expect(await after.vasps.list(ALL)).toEqual(held.vasps);
    expect(held.vasps.items).toEqual([vasp("a", { summary: "new" }), vasp("b", { supported_protocols: ["x"] })]);
    expect(await after.alerts.list(ALL)).toEqual(held.alerts);
    expect((await after.alerts.find("d"))?.delivered).toBe(true);
    expect((await after.alerts.find("u"))?.delivered).toBe(false);
    expect([await after.addresses.find("tezos", "a"), await after.addresses.find("tezos", "b")]).toEqual(
      held.addresses,
    );
    expect((await after.addresses.history("tezos", "a"))?.screenings).toEqual([screening(1), screening(2)]);
    expect([await after.addresses.ofAccount("r1"), await after.addresses.ofAccount("r2")].flat()).toEqual(
      held.addresses.map((each) => ({ ...each, tags: [null] })),
    );
    expect(await after.accounts.insert(entity("r1"))).toBe("taken");
    expect(await after.accounts.search({ term: "zoe" })).toHaveLength(1);
    await after.close();
  });

  it("has a change in the journal when it is acknowledged, and in the file alone after close", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const { accounts, close } = jsonFileStorage(path);
    for (const id of ["r1", "r2", "r3"]) {
      const inserting = accounts.insert(individual(id));
      await inserting;
      expect(await readFile(`${path}.journal.1`, "utf8")).toContain(`{"reference_id":"${id}"`);
    }
    await close();
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
    const { data } = JSON.parse(await readFile(path, "utf8"));
    expect(data.accounts).toEqual(["r1", "r2", "r3"].map((id) => individual(id)));
  });

  it("does not write for a change that changes nothing", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const storage = jsonFileStorage(path);
    await fill(storage);
    const looked = async (): Promise<unknown[]> => {
      const [file, journal] = [await stat(path), await stat(`${path}.journal.1`)];
      return [file.ino, file.mtimeMs, journal.ino, journal.mtimeMs, journal.size];
    };
    const before = await looked();
    await storage.accounts.insert(individual("r1"));
    await storage.alerts.insert(alert("d"));
    await storage.alerts.markDelivered("d");
    await storage.alerts.markDelivered("unknown");
    await storage.vasps.load(streamOf([]));
    await storage.addresses.save(addressUpdate("b", { created: "2030-01-01T00:00:00.000+00:00" }));
    await storage.addresses.save(addressUpdate("a", { is_self_hosted: false, account_ref_id: "r1" }));
    await storage.addresses.update(linkUpdate("b", "r2"));
    await storage.addresses.update(linkUpdate("unknown", "r2"));
    expect(await looked()).toEqual(before);
    await storage.close();
  });

  it("stores files larger than one chunk", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const many = Array.from({ length: 2000 }, (_, index) => vasp(`v${index}`, { summary: "é".repeat(400) }));
    const before = jsonFileStorage(path);
    await before.vasps.load(streamOf(many));
    await before.close();
    const after = jsonFileStorage(path);
    expect((await after.vasps.list(ALL)).pagination.total).toBe(2000);
    expect(await after.vasps.find("v1999")).toEqual(many[1999]);
    await after.close();
  });
});

describe("the file", () => {
  it("is JSON in a fixed layout, one record a line, with a checksum", async () => {
    const path = join(await temporaryFolder(), "directory.json");
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
    const body = [
      `"journal":${JSON.stringify(journal)},`,
      '"data":{"accounts":[',
      `${JSON.stringify(individual("r1"))},`,
      JSON.stringify(entity("r2")),
      '],"vasps":[',
      '],"alerts":[',
      JSON.stringify({ alert: alert("a"), delivered: false }),
      '],"addresses":[',
      JSON.stringify({
        stored: {
          chain: "tezos",
          address: "b",
          is_self_hosted: false,
          account_ref_id: "r1",
          linked: STAMP,
          screening: screening(5),
          created: STAMP,
        },
        earlier: 1,
      }),
      '],"screenings":[',
      JSON.stringify({ chain: "tezos", address: "b", number: 0, screening: screening(4) }),
      '],"links":[',
      '],"linked":[',
      "]}}",
      "",
    ].join("\n");
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect(text).toBe(`{"vaspkit":{"format":1,"sha256":"${sha256}"},\n${body}`);
    expect(JSON.parse(text)).toMatchObject({ vaspkit: { format: 1 }, data: { vasps: [] } });
  });

  it("of an earlier version has no list of links, and is opened", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const before = jsonFileStorage(path);
    for (const id of ["r1", "r2"]) await before.accounts.insert(individual(id));
    await before.addresses.save(addressUpdate("a", { account_ref_id: "r1" }));
    await before.close();
    const lines = (await readFile(path, "utf8")).split("\n");
    const isOf = (line: string): boolean => line !== '],"links":[' && line !== '],"linked":[';
    const earlier = lines.filter(isOf).map((line) => line.replace(/"linked":"[^"]*",/, ""));
    const body = earlier.slice(1).join("\n");
    const sha256 = createHash("sha256").update(body).digest("hex");
    await writeFile(path, `{"vaspkit":{"format":1,"sha256":"${sha256}"},\n${body}`);
    const after = jsonFileStorage(path);
    expect((await after.addresses.history("tezos", "a"))?.links).toEqual([addressLink("r1", { linked: null })]);
    await after.addresses.save(addressUpdate("a", { account_ref_id: "r2", relink: true }));
    expect(await after.addresses.accountOf("tezos", "a")).toBe("r2");
    await after.close();
  });

  it("is opened or created by the first call, not before", async () => {
    const folder = await temporaryFolder();
    const unused = jsonFileStorage(join(folder, "directory.json"));
    expect(await readdir(folder)).toEqual([]);
    expect(await unused.accounts.find("r1")).toBeUndefined();
    expect((await readdir(folder)).sort()[0]).toBe("directory.json");
    await unused.close();
    expect(await readdir(folder)).toEqual(["directory.json"]);
  });

  it("is not created by close", async () => {
    const folder = await temporaryFolder();
    await jsonFileStorage(join(folder, "directory.json")).close();
    expect(await readdir(folder)).toEqual([]);
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
    const again = jsonFileStorage(path);
    await again.accounts.find("r1");
    expect(await modes()).toEqual([0o600, 0o600]);
    await again.close();
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
    const sameFile = { code: "storage_locked" };
    await expect(jsonFileStorage(target).accounts.find("r1")).rejects.toMatchObject(sameFile);
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

  it("in this process loses nothing", async () => {
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

  /** Sets the time of every file. */
  const setTimes = async (path: string, moment: string): Promise<void> => {
    const names = (await readdir(dirname(path))).filter((name) => !name.includes(".lock."));
    const time = new Date(moment);
    // A compaction may have removed a file.
    for (const name of names) await utimes(join(dirname(path), name), time, time).catch(() => undefined);
  };

  it("on the disk loses nothing: files of any time, while they are closed", async () => {
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
    await storage.close().catch((error: unknown) => {
      expect(error).toMatchObject({ code: "storage_unavailable" });
    });
    const again = openWith(path, {});
    expect(await everythingIn(again)).toBe(states.at(-1));
    await again.close();
  });
});
