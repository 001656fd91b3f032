/** Encrypted JSON files: what is on the disk, which keys open it, and what is rejected. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { type ComplianceStorage, type JsonFileOptions, jsonFileStorage } from "../../src/json-file.js";
import { storageConformance } from "../../src/testing.js";
import { CANARY } from "../support/canaries.js";
import { watchedWrites } from "../support/faulty-disk.js";
import { type FolderImage, imageOf, putImage } from "../support/folder-image.js";
import { everythingIn, life, newPath, openWith, statesOfLife } from "../support/json-file.js";
import { failureOf } from "../support/outcomes.js";
import {
  addressUpdate,
  alert,
  deliver,
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

const NAME = "directory.json";
const [K1, K2, K3] = [1, 2, 3].map((first) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => first * 60 + index)),
);
const key = (current = K1, ...previousKeys: readonly (Buffer | undefined)[]): JsonFileOptions => ({
  encryption: { key: current ?? Buffer.alloc(0), previousKeys: previousKeys.filter((each) => each !== undefined) },
});

const folderOf = (path: string): string => path.slice(0, -NAME.length - 1);

/** Creates a directory as a killed process leaves it: half of the changes in the file, half in its journal. */
async function livedWith(options: JsonFileOptions): Promise<{ path: string; image: FolderImage }> {
  const path = await newPath();
  const first = jsonFileStorage(path, options);
  for (const step of life.slice(0, 5)) await step(first);
  await first.close();
  const second = jsonFileStorage(path, options);
  for (const step of life.slice(5)) await step(second);
  const image = await imageOf(folderOf(path));
  await second.close();
  await putImage(folderOf(path), image);
  expect(image.size).toBe(2);
  return { path, image };
}

async function expectAll(path: string, options: JsonFileOptions): Promise<void> {
  await using storage = jsonFileStorage(path, options);
  expect(await everythingIn(storage)).toBe((await statesOfLife()).at(-1));
}

/** Expects writing and reading to reject the file, with nothing of a key in the error and no changed byte. */
async function expectRefused(path: string, options: JsonFileOptions, message: RegExp): Promise<void> {
  const before = await imageOf(folderOf(path));
  for (const readOnly of [true, false]) {
    const storage = jsonFileStorage(path, { ...options, readOnly });
    const error = await failureOf(storage.accounts.find("a1"), "storage_key_wrong");
    expect(error.message).toMatch(message);
    const shown = inspect(error, { depth: 9, showHidden: true });
    for (const secret of [K1, K2, K3]) expect(shown).not.toContain(secret?.toString("hex").slice(0, 16));
    await storage.close();
    expect(await imageOf(folderOf(path))).toEqual(before);
  }
}

describe("what is on the disk at any time", () => {
  /** Makes changes of every kind, with a mark in everything that may be personal, through some compactions. */
  async function writeMarked(storage: ComplianceStorage): Promise<void> {
    const mark = (text: string): string => `${CANARY} ${text}`;
    for (let turn = 0; turn < 8; turn += 1) {
      const id = mark(`id ${turn}`);
      const names = { name_first: mark("first"), name_last: mark("last") };
      await storage.accounts.insert(individual(id, names, { email: mark("@example.org") }));
      await storage.accounts.insert(entity(mark(`entity ${turn}`), mark("legal")));
      await storage.vasps.load(streamOf([vasp(mark(`vasp ${turn}`), { summary: mark("summary") })]));
      await storage.alerts.insert({ ...alert(mark(`alert ${turn}`)), transaction_id: mark("transaction") });
      await deliver(storage.alerts, mark(`alert ${turn}`));
      const screened = { screening: screening(50, mark(STAMP)), account_ref_id: id };
      await storage.addresses.save(addressUpdate(mark(`address ${turn % 2}`), screened));
      await storage.addresses.update(linkUpdate(mark("address 0"), id));
    }
  }

  /** Returns the encodings in which a text could be found. */
  function formsOf(text: string): readonly string[] {
    const bytes = Buffer.from(text);
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString("base64")
        .slice(4, -4),
    );
    return [text, bytes.toString("hex"), Buffer.from(text, "utf16le").toString("latin1"), ...base64];
  }
  const telling = [...formsOf(CANARY), ...formsOf("reference_id"), ...formsOf("screenings"), '"LEGL"', '"tezos"'];

  const everything = [CANARY, "reference_id", "screenings", '"LEGL"', '"tezos"'];

  it.each([
    ["nothing personal, not even in removed files, if it is encrypted", key(), []],
    ["everything that this test looks for, if it is not encrypted", {}, everything],
  ] as const)("%s", async (_, options, expected) => {
    const path = await newPath();
    const { fs, written } = watchedWrites();
    const storage = openWith(path, { ...options, fs, compactAt: 2000 });
    await writeMarked(storage);
    const open = await imageOf(folderOf(path));
    await storage.close();
    const images = [open, await imageOf(folderOf(path))];
    const { bytes, paths } = written();
    expect(paths.some((each) => /\.journal\.[2-9]/.test(each))).toBe(true);
    // All files of an image together, because a new journal may hold one change only.
    const texts = [bytes, ...images.map((image) => Buffer.concat([...image.values()]))].map((each) =>
      each.toString("latin1"),
    );
    for (const text of [...texts, paths.join("\n")]) expect(text.length).toBeGreaterThan(100);
    for (const text of texts) expect(telling.filter((form) => text.includes(form))).toEqual(expected);
    expect(paths.join("\n")).not.toContain(CANARY);
  });

  it("differs between two directories with the same key and content, in every line", async () => {
    const [first, second] = [await livedWith(key()), await livedWith(key())];
    const linesIn = ({ image }: { image: FolderImage }): readonly string[] =>
      [...image.values()].flatMap((bytes) => bytes.toString("latin1").split("\n")).filter((line) => line !== "");
    const others = new Set(linesIn(second));
    expect(linesIn(first).length).toBeGreaterThan(5);
    expect(linesIn(first).filter((line) => others.has(line))).toEqual([]);
  });
});

describe("a key", () => {
  it("opens the file and the journal that it encrypted, for writing and for reading", async () => {
    const { path } = await livedWith(key(K1));
    await expectAll(path, { ...key(K1), readOnly: true });
    await expectAll(path, key(K1));
    await expectAll(path, { ...key(K1), readOnly: true });
  });

  it("is required: another key, no key and an outdated key are rejected", async () => {
    const { path } = await livedWith(key(K1));
    await expectRefused(path, key(K2), /previousKeys/);
    await expectRefused(path, key(K2, K3), /previousKeys/);
    await expectRefused(path, {}, /encryption/);
    await expectAll(path, key(K1));
    await expectRefused(path, key(K2), /previousKeys/);
    await expectRefused(path, {}, /encryption/);
  });

  it("may be wiped right after the call", async () => {
    const path = await newPath();
    const mine = Buffer.from(K1 ?? "");
    const storage = jsonFileStorage(path, { encryption: { key: mine } });
    mine.fill(0);
    for (const step of life) await step(storage);
    await storage.close();
    await expectAll(path, key(K1));
  });

  it("can be replaced by passing the old one in previousKeys: opening encrypts everything with the new one", async () => {
    const { path } = await livedWith(key(K1));
    await expectAll(path, { ...key(K2, K1), readOnly: true });
    // Reading changes nothing: the old key still opens it.
    await expectAll(path, { ...key(K1), readOnly: true });
    const storage = jsonFileStorage(path, key(K2, K1));
    await storage.accounts.find("a1");
    // As another process finds it now, before anything is written or closed.
    const image = await imageOf(folderOf(path));
    await storage.close();
    const copy = join(await temporaryFolder(), "copy");
    await mkdir(copy);
    await putImage(copy, image);
    await expectAll(join(copy, NAME), key(K2));
    await expectRefused(path, key(K1), /previousKeys/);
    await expectAll(path, key(K3, K2));
    await expectAll(path, key(K3));
  });

  it("may be one of several previous keys", async () => {
    const { path } = await livedWith(key(K1));
    await expectAll(path, key(K3, K2, K1));
    await expectAll(path, key(K3));
  });

  it("does not let a long history slow an address down", async () => {
    const place = async () => {
      const path = await newPath();
      return () => jsonFileStorage(path, key());
    };
    const name = "a long history does not slow an address down";
    const checks = storageConformance({ place }).filter((check) => check.name === name);
    expect(checks).toHaveLength(1);
    await checks[0]?.run();
  });
});

describe("a plain file", () => {
  it("is rejected with a key, unless encryptExisting is set; then nothing plain remains", async () => {
    const { path } = await livedWith({});
    await expectRefused(path, key(K1), /encryptExisting/);
    const adopting = { encryption: { key: K1 ?? Buffer.alloc(0), encryptExisting: true } };
    const storage = jsonFileStorage(path, adopting);
    expect(await everythingIn(storage)).toBe((await statesOfLife()).at(-1));
    for (const [, bytes] of await imageOf(folderOf(path)))
      expect(bytes.toString("latin1")).not.toContain("reference_id");
    await storage.close();
    await expectAll(path, key(K1));
    await expectAll(path, adopting);
    await expectRefused(path, {}, /encryption/);
  });

  it("is not encrypted with readOnly, but can be read with encryptExisting", async () => {
    const { path, image } = await livedWith({});
    const adopting = { encryption: { key: K1 ?? Buffer.alloc(0), encryptExisting: true } };
    await expectAll(path, { ...adopting, readOnly: true });
    expect(await imageOf(folderOf(path))).toEqual(image);
  });

  it("is rejected in the place of an encrypted file or journal", async () => {
    const [encrypted, plain] = [await livedWith(key(K1)), await livedWith({})];
    for (const name of encrypted.image.keys()) {
      const bytes = plain.image.get(name);
      expect(bytes).toBeDefined();
      if (bytes === undefined) continue;
      await putImage(folderOf(encrypted.path), new Map(encrypted.image).set(name, bytes));
      await using storage = jsonFileStorage(encrypted.path, key(K1));
      await expect(storage.accounts.find("a1")).rejects.toMatchObject({
        code: expect.stringMatching(/^storage_(corrupt|key_wrong)$/),
      });
    }
  });
});

describe("the pieces of a large encrypted file", () => {
  it("decrypt only in their place: swapped, removed, repeated or foreign pieces are rejected", async () => {
    const large = async (): Promise<{ path: string; image: FolderImage; pieces: readonly string[] }> => {
      const path = await newPath();
      const storage = jsonFileStorage(path, key(K1));
      const records = Array.from({ length: 1200 }, (_, index) => vasp(`v${index}`, { summary: "s".repeat(900) }));
      await storage.vasps.load(streamOf(records));
      await storage.close();
      const image = await imageOf(folderOf(path));
      return { path, image, pieces: image.get(NAME)?.toString("latin1").split("\n").slice(0, -1) ?? [] };
    };
    const [{ path, pieces }, other] = [await large(), await large()];
    expect(pieces.length).toBeGreaterThan(4);
    const [header = "", first = "", second = "", third = "", ...rest] = pieces;
    const variants: readonly (readonly string[])[] = [
      [header, second, first, third, ...rest],
      [header, first, third, ...rest],
      [header, first, first, second, third, ...rest],
      [header, first, second, third, ...rest.slice(0, -1)],
      [header, first, second, third, ...rest, ...rest.slice(-1)],
      [header, first, other.pieces[2] ?? "", third, ...rest],
      [other.pieces[0] ?? "", first, second, third, ...rest],
      [header],
    ];
    for (const [index, lines] of variants.entries()) {
      await putImage(folderOf(path), new Map([[NAME, Buffer.from(`${lines.join("\n")}\n`)]]));
      await using storage = jsonFileStorage(path, key(K1));
      await expect(storage.accounts.find("a1"), `variant ${index}`).rejects.toMatchObject({ code: "storage_corrupt" });
    }
    await putImage(folderOf(path), new Map([[NAME, Buffer.from(`${pieces.join("\n")}\n`)]]));
    await using storage = jsonFileStorage(path, key(K1));
    expect(await storage.vasps.find("v1199")).toBeDefined();
  });
});

describe("cursors of an encrypted file", () => {
  it("hold no id, and are read by every storage that has their key", async () => {
    const path = await newPath();
    const listed = async (options: JsonFileOptions, cursor?: string) => {
      await using storage = jsonFileStorage(path, options);
      return storage.accounts.list({ size: 1, sort: "created", ...(cursor !== undefined && { cursor }) });
    };
    const storage = jsonFileStorage(path, key());
    for (const id of [CANARY, `${CANARY} 2`]) await storage.accounts.insert(individual(id));
    await storage.close();
    const { next_cursor } = (await listed(key())) ?? {};
    expect(Buffer.from(next_cursor ?? "", "base64url").toString("latin1")).not.toContain(CANARY);
    // Also after a change of keys.
    const [second] = (await listed(key(K2, K1), next_cursor ?? ""))?.items ?? [];
    expect(second?.reference_id).toBe(`${CANARY} 2`);
    expect(await listed(key(K2), next_cursor ?? "")).toBeUndefined();
    expect(await listed(key(K2), `${next_cursor?.slice(0, -2)}AA`)).toBeUndefined();
    expect(await listed(key(K2), "AAAA")).toBeUndefined();
  });
});
