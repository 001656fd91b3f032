/** Work in the background, and the search index that storages build there. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBackground } from "../../src/adapters/storage/background.js";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { TableRow } from "../../src/adapters/storage/table.js";
import { textSearch } from "../../src/adapters/storage/text-search.js";
import { bestMatches, rankIn } from "../../src/domain/ranking.js";
import { vaspTextsOf } from "../../src/domain/vasps/list.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { type ComplianceStorage, jsonFileStorage } from "../../src/json-file.js";
import { newPath } from "../support/json-file.js";
import { streamOf, vasp } from "../support/storage-records.js";
import { tableRow } from "../support/table-rows.js";

describe("work in the background", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("begins with start, runs jobs by turns until they are done, and ends with stop", () => {
    const background = createBackground();
    const done: string[] = [];
    const job = (name: string, slices: number) => () => done.push(name) % slices === 0;
    background.add(job("a", 2));
    expect(vi.getTimerCount()).toBe(0);
    background.start();
    background.add(job("b", 3));
    expect(vi.getTimerCount()).toBe(1);
    for (let slice = 0; slice < 8; slice += 1) vi.advanceTimersToNextTimer();
    expect(done.join("")).toBe("abababaa");
    expect(vi.getTimerCount()).toBe(0);
    background.add(() => false);
    expect(vi.getTimerCount()).toBe(1);
    background.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

const SIZE = 15_000;
const named = (number: number, round = 0): Vasp => vasp(`v${number}`, { name_legal: `Bank ${number} of ${round}` });
const all = (round = 0): Vasp[] => Array.from({ length: SIZE }, (_, number) => named(number, round));

interface Opened {
  readonly storage: ComplianceStorage;
  /** Writes to the same records; the storage itself unless that only reads. */
  readonly writer: ComplianceStorage;
}

/** Returns storages that have just been opened or filled. */
const storages: Readonly<Record<string, () => Promise<Opened>>> = {
  memory: async () => {
    const storage = memoryStorage();
    await storage.vasps.load(streamOf(all()));
    return { storage, writer: storage };
  },
  "JSON file": async () => {
    const storage = jsonFileStorage(await filledFile());
    await storage.vasps.find("");
    return { storage, writer: storage };
  },
  "JSON file, readOnly": async () => {
    const path = await filledFile();
    const storage = jsonFileStorage(path, { readOnly: true });
    await storage.vasps.find("");
    return { storage, writer: jsonFileStorage(path) };
  },
};

async function filledFile(): Promise<string> {
  const path = await newPath();
  const storage = jsonFileStorage(path);
  await storage.vasps.load(streamOf(all()));
  await storage.close();
  return path;
}

describe.each(Object.entries(storages))("the search index in the background: %s", (_, open) => {
  // Slices run when the test advances the timers. The clock is the real one.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is built in short slices after opening, with exact results before, meanwhile and afterwards", async () => {
    const { storage, writer } = await open();
    const stored = new Map(all().map((each) => [each.vasp_id, each]));
    let round = 0;
    const expectExact = async (): Promise<void> => {
      round += 1;
      const changed = [named(round * 7, round), named(SIZE + round, round)];
      await writer.vasps.load(streamOf(changed));
      for (const each of changed) stored.set(each.vasp_id, each);
      for (const term of [`bank ${round}`, `${SIZE - round} of`, `of ${round}`, `7 of ${round - 1}`]) {
        const rows = Array.from(stored.values(), (record) => ({
          id: record.vasp_id,
          record,
          texts: vaspTextsOf(record),
        }));
        expect(await storage.vasps.search(term)).toEqual(bestMatches(rows, term));
      }
    };
    await expectExact();
    let longest = 0;
    let slices = 0;
    for (; vi.getTimerCount() > 0; slices += 1) {
      const start = performance.now();
      vi.advanceTimersToNextTimer();
      longest = Math.max(longest, performance.now() - start);
      if (slices % 3 === 0 && slices < 15) await expectExact();
    }
    expect(slices).toBeGreaterThan(1);
    expect(longest).toBeLessThan(200);
    await expectExact();
    await storage.close();
    await writer.close();
  });

  it("is not built any more after close", async () => {
    const { storage, writer } = await open();
    expect(vi.getTimerCount()).toBe(1);
    await storage.close();
    expect(vi.getTimerCount()).toBe(0);
    await writer.close();
  });

  it("does not keep the process alive", async () => {
    vi.useRealTimers();
    const timeouts = vi.spyOn(globalThis, "setTimeout");
    const { storage, writer } = await open();
    const started = timeouts.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef());
    timeouts.mockRestore();
    expect(new Set(started)).toEqual(new Set([false]));
    await storage.close();
    await writer.close();
  });
});

it("a search without an index takes about as long as comparing each row, and many times as long as with an index", async () => {
  const background = createBackground();
  const { put, search } = textSearch<TableRow>(background);
  const rows = all().map((record) => tableRow("vasps", record));
  for (const row of rows) put(row, undefined);
  const timeOf = (run: () => unknown): number => {
    const start = performance.now();
    expect(run()).toBeDefined();
    return performance.now() - start;
  };
  const compared = (): unknown => rows.filter(({ folded }) => rankIn("9999", folded) !== undefined);
  const scans = [1, 2, 3, 4, 5].map(() => timeOf(compared));
  const before = [1, 2, 3, 4, 5].map(() => timeOf(() => search("9999")));
  background.start();
  await vi.waitUntil(() => Math.min(...[1, 2, 3].map(() => timeOf(() => search("9999")))) < Math.min(...before) / 5, {
    timeout: 60_000,
    interval: 100,
  });
  background.stop();
  expect(Math.min(...before)).toBeLessThan(5 * Math.min(...scans));
});
