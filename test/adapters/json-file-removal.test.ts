/** Rows that are removed from the tables of a JSON file: in memory, in its journal, in the file and for its readers. */
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createReader } from "../../src/adapters/storage/json-file/reader.js";
import { fileOptions } from "../../src/adapters/storage/json-file/storage.js";
import { createWriter } from "../../src/adapters/storage/json-file/writer.js";
import type { TableHost } from "../../src/adapters/storage/table-host.js";
import { tableNames, vaspRow } from "../../src/adapters/storage/tables.js";
import { vasp } from "../support/storage-records.js";
import { CANARY, idsIn, putRow as put, REMOVALS, ROWS } from "../support/table-rows.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000 });

const OPTIONS = { plain: fileOptions(), encrypted: fileOptions({ encryption: { key: Buffer.alloc(32, 7) } }) };

describe.each(["plain", "encrypted"] as const)("rows that are removed from a %s file", (kind) => {
  const options = OPTIONS[kind];
  const open = async (): Promise<{ path: string; host: TableHost }> => {
    const path = join(await temporaryFolder(), "directory.json");
    return { path, host: createWriter(path, nodeFs, options) };
  };

  it("leave tables, searches, listings and links", async () => {
    const { host } = await open();
    await put(host, ROWS);
    const tables = await host.tables();
    const found = (): readonly number[] => [
      tables.accountSearch.search("canary").length,
      tables.vaspSearch.search("canary").length,
      tables.vaspListings.inOrder(undefined).length,
      tables.alertListings.inOrder({ delivered: false }).length,
      tables.addressesOf.size,
    ];
    expect(found()).toEqual([1, 1, 1, 1, 1]);
    await put(host, REMOVALS);
    expect(found()).toEqual([0, 0, 0, 0, 0]);
    expect(await idsIn(host)).toEqual({});
    // Removing them again does nothing.
    await put(host, REMOVALS);
    expect(found()).toEqual([0, 0, 0, 0, 0]);
    await host.release();
  });

  it("are removed for a plan that comes next, before the removal is durable", async () => {
    const { host } = await open();
    await put(host, ROWS);
    const seen: boolean[] = [];
    const look = host.change(({ accounts }) => ({ result: seen.push(accounts.get(`a${CANARY}`) === undefined) }));
    await Promise.all([
      look,
      put(host, REMOVALS),
      host.change(({ accounts }) => {
        seen.push(accounts.get(`a${CANARY}`) === undefined);
        return { result: undefined, rows: { accounts: ROWS.accounts } };
      }),
    ]);
    expect(seen).toEqual([false, true]);
    expect(await idsIn(host)).toEqual({ accounts: [`a${CANARY}`] });
    await host.release();
  });

  it("stay removed when the journal is read again, by the next opening and by a reader", async () => {
    const { path, host } = await open();
    const reader = createReader(path, nodeFs, options);
    await put(host, ROWS);
    expect(Object.keys(await idsIn(reader))).toEqual([...tableNames]);
    await put(host, REMOVALS);
    expect(await idsIn(reader)).toEqual({});
    await reader.release();
    const copy = join(await temporaryFolder(), "copy.json");
    for (const end of ["", ".journal.1"]) await nodeFs.copyFile(`${path}${end}`, `${copy}${end}`);
    await host.release();
    for (const each of [copy, path]) {
      const again = createWriter(each, nodeFs, options);
      expect(await idsIn(again)).toEqual({});
      await again.release();
    }
  });

  it("may be so many that they are removed by writing the file anew", async () => {
    const { path, host } = await open();
    const vasps = new Map(Array.from({ length: 5000 }, (_, index) => [`w${index}`, vaspRow(vasp(`w${index}`))]));
    await put(host, { vasps: new Map([...ROWS.vasps, ...vasps]) });
    await put(host, { vasps: new Map([...vasps.keys()].map((id) => [id, undefined])) });
    expect(await idsIn(host)).toEqual({ vasps: [`v${CANARY}`] });
    await host.release();
    const again = createWriter(path, nodeFs, options);
    expect(await idsIn(again)).toEqual({ vasps: [`v${CANARY}`] });
    await again.release();
  });
});

describe("the journal of a plain file", () => {
  it("lists removed ids beside the records of the same change", async () => {
    const path = join(await temporaryFolder(), "directory.json");
    const host = createWriter(path, nodeFs, OPTIONS.plain);
    await put(host, ROWS);
    await put(host, { ...REMOVALS, vasps: new Map([...REMOVALS.vasps, ["v2", vaspRow(vasp("v2"))]]) });
    await put(host, {});
    const lines = (await nodeFs.readFile(`${path}.journal.1`, "utf8")).trimEnd().split("\n");
    expect(lines.slice(2).map((line) => JSON.parse(line))).toMatchObject([
      {
        put: { vasps: [vasp("v2")] },
        remove: Object.fromEntries(tableNames.map((table) => [table, [...ROWS[table].keys()]])),
      },
      { put: {} },
    ]);
    await host.release();
  });
});
