/** The JSON file holds personal data; what goes wrong with it is told without any. Here `cause` counts too: it is ours. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headerLine } from "../../src/adapters/storage/json-file/snapshot.js";
import { createCompliance } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { CANARY, isLeaked, written } from "../support/canaries.js";
import { runs } from "../support/runs.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { untyped } from "../support/untyped.js";

const HEADER_BYTES = headerLine("0".repeat(64)).length;

const account = {
  reference_id: CANARY,
  account_type: "individual",
  customer_id: CANARY,
  email: `${CANARY}@example.com`,
  individual: { individual_name: { name_type: "LEGL", name_last: CANARY } },
};

async function filledFile(): Promise<string> {
  const path = join(await temporaryFolder(), "directory.json");
  const compliance = createCompliance({ storage: jsonFileStorage(path) });
  expect(await compliance.accounts.create(untyped(account))).toMatchObject({ ok: true });
  await compliance.close();
  return path;
}

async function errorOfOpening(path: string): Promise<unknown> {
  const compliance = createCompliance({ storage: jsonFileStorage(path) });
  const error: unknown = await compliance.accounts.retrieve(CANARY).catch((reason: unknown) => reason);
  await compliance.close();
  return error;
}

describe("errors of the JSON file", () => {
  it("of a file damaged anywhere never hold what it holds", async () => {
    const path = await filledFile();
    const whole = await readFile(path);
    const damage = fc.oneof(
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc
        .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }))
        .map(([at, change]) => flipped(whole, at, change)),
      fc.constantFrom(`{"accounts":[{"name":"${CANARY}`, `${CANARY}`, `[${CANARY}]`).map((text) => Buffer.from(text)),
      fc
        .nat(whole.length - 1)
        .map((at) => Buffer.concat([whole.subarray(0, at), Buffer.from(CANARY), whole.subarray(at)])),
      // With the right checksum, so that the parser gets to see it.
      fc.integer({ min: HEADER_BYTES, max: whole.length - 2 }).map((at) => {
        const torn = [whole.subarray(HEADER_BYTES, at), Buffer.from("\n"), whole.subarray(at)];
        return withChecksum(Buffer.concat(torn));
      }),
    );
    const property = fc.asyncProperty(damage, async (bytes) => {
      await writeFile(path, bytes);
      const error = await errorOfOpening(path);
      expect(error).toMatchObject({ name: "ComplianceError", code: "storage_corrupt" });
      expect(isLeaked(inspect(error, { depth: 20, showHidden: true }))).toBe(false);
    });
    const log = await written(() => fc.assert(property, { numRuns: runs(50) }));
    expect(isLeaked(log)).toBe(false);
  });

  it("of a file that is in use never hold what it holds", async () => {
    const path = await filledFile();
    const first = createCompliance({ storage: jsonFileStorage(path) });
    expect(await first.accounts.retrieve(CANARY)).toMatchObject({ reference_id: CANARY });
    const error = await errorOfOpening(path);
    expect(error).toMatchObject({ name: "ComplianceError", code: "storage_locked" });
    expect(isLeaked(inspect(error, { depth: 20, showHidden: true }))).toBe(false);
    await first.close();
  });
});

function withChecksum(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(headerLine(createHash("sha256").update(body).digest("hex"))), body]);
}

function flipped(bytes: Buffer, at: number, change: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ change, at);
  return copy;
}
