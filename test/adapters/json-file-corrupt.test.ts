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

/** Expects these bytes to be refused, by reads and by writes, without being changed. */
async function expectCorrupt(
  path: string,
  bytes: Uint8Array | string,
  message = /restore it from a backup/,
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

/** A file of that body under a right checksum. */
function signed(body: string | Buffer, format = 3): Buffer {
  const sha256 = createHash("sha256").update(body).digest("hex");
  return Buffer.concat([Buffer.from(`{"vaspkit":{"format":${format},"sha256":"${sha256}"},\n`), Buffer.from(body)]);
}

describe("a file that is not what was written is storage_corrupt, and its bytes stay untouched", () => {
  it("when it was cut, wherever", async () => {
    const { path, bytes } = await goodFile();
    for (let length = 0; length < bytes.length; length += length < 170 || length > bytes.length - 20 ? 1 : 37) {
      await expectCorrupt(path, bytes.subarray(0, length));
    }
  });

  it("when one bit of it is another, in whichever byte", async () => {
    const { path, bytes } = await goodFile();
    for (let at = 0; at < bytes.length; at += at < 170 || at > bytes.length - 20 ? 1 : 37) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      await expectCorrupt(path, flipped, /left untouched/);
    }
  });

  it("when something stands behind it or before it", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, Buffer.concat([bytes, Buffer.from("\n")]), /checksum/);
    await expectCorrupt(path, Buffer.concat([bytes, bytes]), /checksum/);
    await expectCorrupt(path, Buffer.concat([Buffer.from("\ufeff"), bytes]), /does not begin/);
  });

  it("when it is empty, or was never a file of vaspkit", async () => {
    const { path } = await goodFile();
    await expectCorrupt(path, "", /is empty/);
    for (const foreign of [
      "{}",
      "[]\n",
      "\0".repeat(500),
      '{"accounts":[]}',
      '{"vaspkit":{}}',
      Buffer.from([0xff, 0xfe]),
    ]) {
      await expectCorrupt(path, foreign, /does not begin/);
    }
  });

  it("when a tool has laid it out anew", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, JSON.stringify(JSON.parse(bytes.toString())), /does not begin|checksum/);
  });

  it("when it is of a newer format: upgrade", async () => {
    const { path, bytes } = await goodFile();
    await expectCorrupt(path, bytes.toString().replace('"format":3', '"format":4'), /newer format.*upgrade/);
  });

  it.each([
    ["no layout", "[]"],
    ["no journal named", '"data":{"accounts":[\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n'],
    [
      "a section missing",
      '"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n],"alerts":[\n],"addresses":[\n]}}\n',
    ],
    ["a section without end", '"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n{"reference_id":"r1"}\n'],
    [
      "something after the end",
      '"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n{}\n',
    ],
    [
      "a record that is no JSON",
      `"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n{"name":"${CANARY}",,}\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n`,
    ],
    [
      "bytes that are not UTF-8",
      Buffer.from(
        '"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n"\xff"\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n',
        "latin1",
      ),
    ],
    [
      "addresses of another shape",
      `"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n],"vasps":[\n],"alerts":[\n],"addresses":[\n{"address":"${CANARY}"}\n]}}\n`,
    ],
    [
      "records of another shape",
      `"journal":{"generation":0,"id":""},\n"data":{"accounts":[\n{"name":"${CANARY}"}\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n`,
    ],
  ])("when its checksum is right and there is %s", async (_, body) => {
    const { path } = await goodFile();
    await expectCorrupt(path, signed(body), /another program wrote it/);
  });

  it("when it has addresses though its format has none, or none though its format has them", async () => {
    const { path } = await goodFile();
    const without = '"data":{"accounts":[\n],"vasps":[\n],"alerts":[\n]}}\n';
    await expectCorrupt(path, signed(without, 2), /another program wrote it/);
    const beside = '"data":{"accounts":[\n],"vasps":[\n],"alerts":[\n],"addresses":[\n]}}\n';
    await expectCorrupt(path, signed(beside, 1), /another program wrote it/);
    await expectCorrupt(path, signed(`"journal":{"generation":0,"id":""},\n${beside}`, 2), /another program wrote it/);
  });

  it("and works again when the right bytes are back", async () => {
    const { path, bytes } = await goodFile();
    await writeFile(path, bytes.subarray(0, 50));
    const storage = jsonFileStorage(path);
    await expect(storage.accounts.find("r1")).rejects.toMatchObject({ code: "storage_corrupt" });
    await writeFile(path, bytes);
    expect((await storage.accounts.find("r1"))?.reference_id).toBe("r1");
    await storage.close();
  });
});
