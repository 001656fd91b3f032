/** Under a runner that fakes the timers of a test the checks end all the same. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fixedRates } from "../../src/adapters/rates/fixed.js";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import {
  balanceSourceConformance,
  type ConformanceCheck,
  fakes,
  rateSourceConformance,
  riskProviderConformance,
  storageConformance,
} from "../../src/testing.js";
import { right } from "../support/wrong-thresholds/right.js";

const address = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" } as const;

beforeEach(() => vi.useFakeTimers({ now: right.at }));
afterEach(() => vi.useRealTimers());

it.each<[of: string, checks: readonly ConformanceCheck[]]>([
  ["a rate source", rateSourceConformance({ source: () => fixedRates(right.rates) })],
  [
    "a balance source",
    balanceSourceConformance({
      source: () => fakes.balanceSource({ balances: [{ ...address, balance: "1" }] }),
      known: [address],
    }),
  ],
  [
    "a risk provider",
    riskProviderConformance({
      provider: () => fakes.riskProvider({ entries: [{ ...address, risk_ratio: 1 }] }),
      known: [address],
    }),
  ],
  ["a storage", storageConformance(memoryStorage, { runs: 2 })],
])("the checks of %s end", async (_, checks) => {
  for (const { run } of checks) await run();
  expect(vi.getTimerCount()).toBe(0);
});
