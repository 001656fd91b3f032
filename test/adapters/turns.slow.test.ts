/** Long sequences of operations that never wait let timers run. */
import { expect, it, vi } from "vitest";
import { createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { newPath } from "../support/json-file.js";
import { individual } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

/** Awaits that many retrievals, and returns how long they took and how often a timer of 10 ms ran meanwhile. */
async function retrieved(storage: ComplianceStorage, count: number): Promise<{ milliseconds: number; ticks: number }> {
  const { accounts, close } = createCompliance({ storage });
  const { created: _, last_modified: __, ...draft } = individual("r1");
  unwrap(await accounts.create(draft));
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const start = performance.now();
  for (let call = 0; call < count; call += 1) await accounts.retrieve("r1");
  const milliseconds = performance.now() - start;
  clearInterval(timer);
  await close();
  return { milliseconds, ticks };
}

it.each([
  ["memory", async () => memoryStorage()],
  ["JSON file", async () => jsonFileStorage(await newPath())],
] as const)("100,000 awaited retrievals let a timer run: %s", async (_, open) => {
  const { milliseconds, ticks } = await retrieved(await open(), 100_000);
  // Every 10 ms on an idle machine.
  expect(ticks).toBeGreaterThanOrEqual(Math.max(2, Math.floor(milliseconds / 250)));
});

it("also without MessageChannel", async () => {
  vi.stubGlobal("MessageChannel", undefined);
  const { milliseconds, ticks } = await retrieved(memoryStorage(), 20_000);
  vi.unstubAllGlobals();
  expect(ticks).toBeGreaterThanOrEqual(Math.max(1, Math.floor(milliseconds / 250)));
});

it("close waits for a call that waits for its turn", async () => {
  const { accounts, close } = memoryStorage();
  const ended: string[] = [];
  for (const start = performance.now(); performance.now() - start < 20; );
  const finding = accounts.find("r1").then(() => ended.push("find"));
  await close().then(() => ended.push("close"));
  await finding;
  expect(ended).toEqual(["find", "close"]);
});

it("retrievals end under faked timers", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "setInterval", "clearInterval"] });
  const { ticks } = await retrieved(memoryStorage(), 20_000);
  vi.useRealTimers();
  expect(ticks).toBe(0);
});
