/**
 * A question that hangs, under a runner that ends when the process has nothing left to wait for (node:test, mocha): the
 * timer of `AbortSignal.timeout` keeps no process awake, so the fake has to.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakes } from "../../src/testing/fakes.js";

const query = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" } as const;
const balanceSource = fakes.balanceSource();
const riskProvider = fakes.riskProvider();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  [
    "a risk provider",
    (signal?: AbortSignal) => riskProvider.screen({ ...query, ...(signal && { signal }) }),
    riskProvider,
  ],
  [
    "a balance source",
    (signal?: AbortSignal) => balanceSource.balance({ ...query, ...(signal && { signal }) }),
    balanceSource,
  ],
] as const)("%s that hangs keeps the process awake for the signal, ten seconds at most", async (_, ask, fake) => {
  fake.script("hang", "hang", "hang");
  const [ending, forgotten] = [new AbortController(), new AbortController()];

  const ended = ask(ending.signal);
  expect(vi.getTimerCount()).toBe(1);
  ending.abort();
  await expect(ended).rejects.toMatchObject({ code: "aborted" });
  expect(vi.getTimerCount()).toBe(0);

  let isSettled = false;
  const left = ask(forgotten.signal).finally(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(isSettled).toBe(false);
  forgotten.abort();
  await expect(left).rejects.toMatchObject({ code: "aborted" });

  ask().catch(() => undefined);
  expect(vi.getTimerCount()).toBe(0);
});
