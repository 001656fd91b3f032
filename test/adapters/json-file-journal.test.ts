import { createHash } from "node:crypto";
import * as nodeFs from "node:fs/promises";
import { chmod, copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { payloadOf } from "../../src/adapters/storage/json-file/journal-format.js";
import { createReader } from "../../src/adapters/storage/json-file/reader.js";
import { fileOptions } from "../../src/adapters/storage/json-file/storage.js";
import { createWriter } from "../../src/adapters/storage/json-file/writer.js";
import { jsonFileStorage, type Recovery } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { failureOf, thrownBy } from "../support/outcomes.js";
import { addressUpdate, alert, deliver, individual, streamOf, vasp } from "../support/storage-records.js";
import { idsIn, NAMES, putRow, REMOVALS, ROWS, tableRow } from "../support/table-rows.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const newPath = async (): Promise<string> => join(await temporaryFolder(), "d.json");
const linesOf = (text: string): string[] => text.split("\n").slice(0, -1);

/** What a process that is killed after `fill` leaves: a file and its journal. */
async function left(
  fill: (storage: ComplianceStorage) => Promise<unknown>,
): Promise<{ path: string; lines: string[] }> {
  const [path, copy] = [await newPath(), await newPath()];
  const storage = jsonFileStorage(path);
  await fill(storage);
  await writeFile(copy, await readFile(path));
  const journal = await readFile(`${path}.journal.1`, "utf8");
  await writeFile(`${copy}.journal.1`, journal);
  await storage.close();
  return { path: copy, lines: linesOf(journal) };
}

const threeAccounts = (): ReturnType<typeof left> =>
  left(async ({ accounts }) => {
    for (const id of ["1", "2", "3"]) await accounts.insert(individual(id));
  });

/** The accounts there are after opening, and what was repaired. */
async function opened(path: string): Promise<{ ids: string[]; recoveries: Recovery[] }> {
  const recoveries: Recovery[] = [];
  const storage = jsonFileStorage(path, { onRecovered: (recovery) => recoveries.push(recovery) });
  try {
    const found = await storage.accounts.search({ term: "zzz" });
    return { ids: found.map(({ reference_id }) => reference_id), recoveries };
  } finally {
    await storage.close();
  }
}

const sumOf = (id: string, rest: string): string =>
  createHash("sha256").update(`${id}${rest}`).digest("hex").slice(0, 32);

describe("the journal of a JSON file", () => {
  it("becomes readable for its owner only when it is opened", async () => {
    const { path } = await threeAccounts();
    await chmod(`${path}.journal.1`, 0o644);
    await using storage = jsonFileStorage(path);
    await storage.accounts.find("1");
    expect((await stat(`${path}.journal.1`)).mode & 0o777).toBe(0o600);
  });

  it("names its file in the first line, and has one line of JSON with a checksum per change", async () => {
    const { path, lines } = await left(async ({ accounts, vasps, alerts, addresses }) => {
      await Promise.all([accounts.insert(individual("1")), accounts.insert(individual("2"))]);
      await vasps.load(streamOf([vasp("a"), vasp("b")]));
      await alerts.insert(alert("a"));
      await deliver(alerts, "a");
      await addresses.save(addressUpdate("a"));
    });
    const [header, ...changes] = lines.map((line) => JSON.parse(line));
    const { vaspkit } = JSON.parse(await readFile(path, "utf8"));
    const { id } = header.journal;
    expect(header.journal).toEqual({ format: 1, generation: 1, id, continues: vaspkit.sha256, after: 0 });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(changes.map(({ seq, group, after, put }) => [seq, group, after, Object.keys(put)])).toEqual([
      [1, 1, 0, ["accounts"]],
      [2, 1, 0, ["accounts"]],
      [3, 2, 2, ["vasps"]],
      [4, 3, 3, ["alerts"]],
      [5, 4, 4, ["alerts"]],
      [6, 5, 5, ["addresses"]],
    ]);
    expect(changes[0].put.accounts).toEqual([{ record: individual("1") }]);
    expect(changes[4].put.alerts).toEqual([
      { record: { alert: alert("a"), reviews: [] }, columns: { delivered: 1, round: 1 } },
    ]);
    for (const [index, line] of lines.entries()) {
      const rest = line.slice('{"sum":"",'.length + 32);
      expect(line.slice(0, 42)).toBe(`{"sum":"${sumOf(index === 0 ? "" : id, rest)}",`);
    }
  });

  it("lists removed ids beside the records of the same change", async () => {
    const path = await newPath();
    const host = createWriter(path, nodeFs, fileOptions());
    await putRow(host, ROWS);
    const vasps = new Map([...(REMOVALS.get("vasps") ?? []), ["v2", tableRow("vasps", vasp("v2"))] as const]);
    await putRow(host, new Map([...REMOVALS, ["vasps", vasps]]));
    await putRow(host, new Map());
    const lines = (await readFile(`${path}.journal.1`, "utf8")).trimEnd().split("\n");
    expect(lines.slice(2).map((line) => JSON.parse(line))).toMatchObject([
      {
        put: { vasps: [vasp("v2")] },
        remove: Object.fromEntries([...ROWS].map(([name, rows]) => [name, [...rows.keys()]])),
      },
      { put: {} },
    ]);
    await host.release();
  });

  it("is read with the file at the next opening, which calls onRecovered only after a repair", async () => {
    const { path } = await threeAccounts();
    expect(await opened(path)).toEqual({ ids: ["1", "2", "3"], recoveries: [] });
    expect(await opened(path)).toEqual({ ids: ["1", "2", "3"], recoveries: [] });
  });

  it("loses only the interrupted write at its end, for good, and onRecovered is called", async () => {
    const { path, lines } = await threeAccounts();
    const journal = `${path}.journal.1`;
    await writeFile(journal, `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 40)}`);
    const recoveries: Recovery[] = [];
    const storage = jsonFileStorage(path, { onRecovered: (recovery) => recoveries.push(recovery) });
    expect(await storage.accounts.find("3")).toBeUndefined();
    expect(recoveries).toEqual([{ journal: "d.json.journal.1", replayed: 2, droppedLines: 1, droppedBytes: 40 }]);
    expect(await readFile(journal, "utf8")).toBe(`${lines.slice(0, 3).join("\n")}\n`);
    expect(await storage.accounts.insert(individual("4"))).toBe("inserted");
    await storage.close();
    expect(await opened(path)).toEqual({ ids: ["1", "2", "4"], recoveries: [] });
  });

  it("may lose several lines of one interrupted write, whichever of them reached the disk", async () => {
    const { path, lines } = await left(async ({ accounts }) => {
      await accounts.insert(individual("1"));
      await Promise.all(["2", "3", "4"].map((id) => accounts.insert(individual(id))));
    });
    const third = "\0".repeat(lines[3]?.length ?? 0);
    await writeFile(`${path}.journal.1`, [...lines.slice(0, 3), third, lines[4], ""].join("\n"));
    const { ids, recoveries } = await opened(path);
    expect(ids).toEqual(["1", "2"]);
    expect(recoveries).toMatchObject([{ replayed: 2, droppedLines: 2 }]);
  });

  it("opens even if onRecovered fails, at once or later", async () => {
    const fail = (): never => {
      throw new Error("made for a test");
    };
    for (const onRecovered of [fail, async () => fail()]) {
      const { path, lines } = await threeAccounts();
      await writeFile(`${path}.journal.1`, lines.join("\n"));
      await using storage = jsonFileStorage(path, { onRecovered });
      expect(await storage.accounts.find("2")).toEqual(individual("2"));
    }
  });

  it.each<[string, (lines: string[]) => string[]]>([
    ["a line was changed", ([h = "", a = "", ...rest]) => [h, a.replace("Zzz", "Yyy"), ...rest]],
    ["a line is missing", ([h = "", , ...rest]) => [h, ...rest]],
    ["two lines changed places", ([h = "", a = "", b = "", ...rest]) => [h, b, a, ...rest]],
    ["the last lines changed places", ([h = "", a = "", b = "", c = ""]) => [h, a, c, b]],
    ["a line stands there twice", ([h = "", a = "", ...rest]) => [h, a, a, ...rest]],
    ["its first line was changed", ([h = "", ...rest]) => [h.replace('"after":0', '"after":1'), ...rest]],
    ["its first line is missing", ([, ...rest]) => rest],
    ["it is empty", () => []],
  ])("is storage_corrupt if %s, and no byte changes", async (_, change) => {
    const { path, lines } = await threeAccounts();
    const text = [...change(lines), ""].join("\n");
    await writeFile(`${path}.journal.1`, text);
    const before = await readFile(path);
    const failure = await failureOf(opened(path), "storage_corrupt");
    expect(failure.message).toMatch(/"d\.json\.journal\.1"/);
    expect(failure.message).not.toContain("Zzz");
    expect(await readFile(path)).toEqual(before);
    expect(await readFile(`${path}.journal.1`, "utf8")).toBe(text);
    expect((await readdir(dirname(path))).sort()).toEqual(["d.json", "d.json.journal.1"]);
  });

  it("is storage_corrupt with other content under a valid checksum, and the error does not repeat it", async () => {
    const { path, lines } = await threeAccounts();
    const { id } = JSON.parse(lines[0] ?? "").journal;
    for (const put of ['{"accounts":[{"Canary":1}]}', '{"accounts":Canary}', '{"addresses":[{"address":"Canary"}]}']) {
      const rest = `"seq":4,"group":4,"after":3,"put":${put}}`;
      const text = `${lines.join("\n")}\n{"sum":"${sumOf(id, rest)}",${rest}\n`;
      await writeFile(`${path}.journal.1`, text);
      const failure = await failureOf(opened(path), "storage_corrupt");
      expect(failure.cause).toBeUndefined();
      expect(`${failure.message}${failure.stack}`).not.toContain("Canary");
    }
  });
});

describe.each([
  ["plain", fileOptions()],
  ["encrypted", fileOptions({ encryption: { key: Buffer.alloc(32, 7) } })],
])("rows of every table that are removed from a %s file", (_, options) => {
  it("stay removed when the journal is read again, by the next opening and by a reader", async () => {
    const [path, copy] = [await newPath(), await newPath()];
    const [host, reader] = [createWriter(path, nodeFs, options), createReader(path, nodeFs, options)];
    await putRow(host, ROWS);
    expect(Object.keys(await idsIn(reader))).toEqual(NAMES);
    await putRow(host, REMOVALS);
    expect(await idsIn(reader)).toEqual({});
    await reader.release();
    for (const end of ["", ".journal.1"]) await copyFile(`${path}${end}`, `${copy}${end}`);
    await host.release();
    for (const each of [copy, path]) {
      const again = createWriter(each, nodeFs, options);
      expect(await idsIn(again)).toEqual({});
      await again.release();
    }
  });
});

describe("the options of a JSON file", () => {
  const given = (options: unknown) => () => jsonFileStorage("d.json", options as object);

  it("are rejected at once if invalid: configuration_invalid, with what is valid", () => {
    for (const [options, advice] of [
      [null, /object of options/],
      [[], /object of options/],
      [{ readonly: true }, /no option.*its options are encryption, readOnly, onRecovered/],
      [{ readOnly: 1 }, /readOnly.*true or false/],
      [{ onRecovered: "yes" }, /onRecovered.*function/],
      [{ encryption: {} }, /encryption needs a key/],
      [{ encryption: "secret" }, /encryption takes an object/],
      [{ encryption: { key: Buffer.alloc(31, 1) } }, /32 bytes/],
      [{ encryption: { key: Buffer.alloc(32, 1), encryptExisting: "yes" } }, /encryptExisting.*true or false/],
      [{ encryption: { key: Buffer.alloc(32, 1), salt: "" } }, /no option/],
    ] as const) {
      expect(thrownBy(given(options), "configuration_invalid").message).toMatch(advice);
    }
  });

  it("may be absent or undefined", async () => {
    const path = await newPath();
    for (const options of [undefined, {}, { readOnly: undefined, encryption: undefined, onRecovered: undefined }]) {
      // The point is a caller without types.
      await using storage = jsonFileStorage(path, options as object);
      await storage.accounts.find("1");
    }
  });
});

describe("a change with more text than a string can hold", () => {
  it("is too large for a line, although each of its records is not", () => {
    const row = tableRow("vasps", vasp("v1", { summary: "x".repeat(2 ** 20) }));
    const rows = new Map(Array.from({ length: 1000 }, (_, index) => [`v${index}`, row] as const));
    const payload = (vasps: ReadonlyMap<string, typeof row>) =>
      payloadOf(new Map([["vasps", vasps]]), { records: 4096, units: 8 * 2 ** 20 });
    expect(payload(rows)).toBeUndefined();
    expect(payload(new Map([["v1", row]]))).toContain("v1");
  });
});
