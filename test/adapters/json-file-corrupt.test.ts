import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import { addressUpdate, alert, entity, individual, screening, streamOf, vasp } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const CANARY = "Canary";

/** The path and the bytes of a file with every kind of record. */
async function goodFile(): Promise<{ path: string; bytes: Buffer }> {
  const path = join(await temporaryFolder(), "directory.json");
  const { accounts, vasps, alerts, addresses, close } = jsonFileStorage(path);
  await accounts.insert(individual("r1", { name_last: CANARY }));
  await accounts.insert(entity("r2", `${CANARY} é`));
  await vasps.load(streamOf([vasp("a"), vasp("b")]));
  await alerts.insert(alert("a"));
  await addresses.save(addressUpdate("a", { screening: screening(5), account_ref_id: "r1" }));
  await close();
  return { path, bytes: await readFile(path) };
}

/** Expects reads and writes to reject these bytes without changing them. */
async function expectCorrupt(
  path: string,
  bytes: Uint8Array | string,
  message = /Restore it from a backup/,
): Promise<void> {
  await writeFile(path, bytes);
  const storage = jsonFileStorage(path);
  for (const call of [() => storage.accounts.find("r1"), () => storage.accounts.insert(individual("new"))]) {
    const error: unknown = await call().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "storage_corrupt", message: expect.stringMatching(message) });
    expect(error).not.toHaveProperty("cause");
    expect(error instanceof Error && `${error.message}${error.stack}`).not.toContain(CANARY);
  }
  await storage.close();
  expect(Buffer.compare(await readFile(path), Buffer.from(bytes))).toBe(0);
  expect(await readdir(dirname(path))).toEqual(["directory.json"]);
}

/** Returns a file of that body with a valid checksum. */
function signed(body: string | Buffer): Buffer {
  const sha256 = createHash("sha256").update(body).digest("hex");
  return Buffer.concat([Buffer.from(`{"vaspkit":{"format":1,"sha256":"${sha256}"},\n`), Buffer.from(body)]);
}

const sections = ["accounts", "vasps", "alerts", "addresses", "screenings"];

describe("a changed file is storage_corrupt and keeps its bytes", () => {
  it("if it was cut or changed, or something was added before or after it", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, bytes.subarray(0, bytes.length / 2), /checksum/);
    await expectCorrupt(path, bytes.toString().replace("Zzz", "Yyy"), /It was not changed/);
    await expectCorrupt(path, Buffer.concat([bytes, Buffer.from("\n")]), /checksum/);
    await expectCorrupt(path, Buffer.concat([bytes, bytes]), /checksum/);
    await expectCorrupt(path, Buffer.concat([Buffer.from("\ufeff"), bytes]), /does not begin/);
  });

  it("if it is empty or was never a vaspkit file", async () => {
    const { path } = await goodFile();
    await expectCorrupt(path, "", /is empty/);
    const others = ["{}", "[]\n", "\0".repeat(500), '{"accounts":[]}', '{"vaspkit":{}}', Buffer.from([0xff, 0xfe])];
    for (const foreign of others) await expectCorrupt(path, foreign, /does not begin/);
  });

  it("if a tool has formatted it", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, JSON.stringify(JSON.parse(bytes.toString())), /does not begin|checksum/);
  });

  it("if it has a newer format, with the advice to upgrade", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, bytes.toString().replace('"format":1', '"format":2'), /newer format.*Upgrade/);
  });

  const journal = '"journal":{"generation":0,"id":""},\n';
  /** A body whose sections hold these records. */
  const bodyOf = (records: Readonly<Record<string, string>> = {}, of = sections): string =>
    `${journal}"data":{${of.map((name) => `"${name}":[\n${records[name] ?? ""}]`).join(",")}}}\n`;

  it.each([
    ["no layout", "[]"],
    ["no merged journal", bodyOf().slice(journal.length)],
    ["a section missing", bodyOf({}, sections.toSpliced(1, 1))],
    ["a section without end", `${journal}"data":{"accounts":[\n{"reference_id":"r1"}\n`],
    ["something after the end", `${bodyOf()}{}\n`],
    ["a record that is no JSON", bodyOf({ accounts: `{"name":"${CANARY}",,}\n` })],
    ["bytes that are not UTF-8", Buffer.from(bodyOf({ accounts: '"\xff"\n' }), "latin1")],
    ["addresses of another shape", bodyOf({ addresses: `{"address":"${CANARY}"}\n` })],
    ["records of another shape", bodyOf({ accounts: `{"name":"${CANARY}"}\n` })],
  ])("if its checksum matches and it has %s", async (_, body) => {
    const { path } = await goodFile();
    await expectCorrupt(path, signed(body), /another program wrote it/);
  });

  it("until the right bytes are restored", async () => {
    const { path, bytes } = await goodFile();
    await writeFile(path, bytes.subarray(0, 50));
    await using storage = jsonFileStorage(path);
    await expect(storage.accounts.find("r1")).rejects.toMatchObject({ code: "storage_corrupt" });
    await writeFile(path, bytes);
    expect((await storage.accounts.find("r1"))?.reference_id).toBe("r1");
  });
});
