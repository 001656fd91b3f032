import { describe, expect, it } from "vitest";
import { type CacheOptions, cachedRates } from "../../../src/adapters/rates/cached.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { RateTable } from "../../../src/domain/thresholds/types.js";

const minute = 60_000;
const hour = 60 * minute;

const friday: RateTable = { base: "EUR", date: "2024-06-28", source: "a bank", rates: { USD: "1.0705" } };
const monday: RateTable = { ...friday, date: "2024-07-01", rates: { USD: "1.0745" } };
const outage = new ComplianceError("provider_unreachable", "rates.example could not be reached.");

/** A source over a bank whose answer, and a clock whose time, the test sets. */
function bank(options: Partial<CacheOptions> = {}) {
  const state = { now: Date.parse("2024-06-28T15:00:00Z"), reads: 0, answer: friday as RateTable | Error };
  const read = async () => {
    state.reads += 1;
    // A copy each time, as a reader of files makes one.
    if (state.answer instanceof Error) throw state.answer;
    return { ...state.answer, rates: { ...state.answer.rates } };
  };
  const source = cachedRates(read, {
    cacheMs: hour,
    staleIfErrorMs: 24 * hour,
    retryAfterMs: minute,
    clock: () => new Date(state.now),
    ...options,
  });
  const current = () => source.current(new Date(state.now));
  /** Reads a table that is then outdated. */
  const outdated = async () => {
    const table = await current();
    state.now += hour;
    return table;
  };
  return { state, current, outdated };
}

describe("while a table is cached", () => {
  it("it stays the same object, and there is no read", async () => {
    const { state, current } = bank();
    const table = await current();
    state.now += hour - 1;
    expect(await current()).toBe(table);
    expect(state.reads).toBe(1);
  });

  it("concurrent callers share one read, at first and at each refresh", async () => {
    const { state, current } = bank();
    const [first, ...others] = await Promise.all(Array.from({ length: 50 }, current));
    expect(new Set(others)).toEqual(new Set([first]));
    expect(state.reads).toBe(1);
    state.now += hour;
    await Promise.all(Array.from({ length: 50 }, current));
    expect(state.reads).toBe(2);
  });
});

describe("when the cache time is over", () => {
  it("the bank is read again, and an unchanged table stays the same object", async () => {
    const { state, current, outdated } = bank();
    const table = await outdated();
    expect(await current()).toBe(table);
    expect(state.reads).toBe(2);
  });

  it("a new day replaces the table, and so does a correction of the same day", async () => {
    const { state, current, outdated } = bank();
    await outdated();
    state.answer = { ...friday, rates: { USD: "1.0706" } };
    expect(await current()).toEqual(state.answer);
    state.now += hour;
    state.answer = monday;
    expect(await current()).toEqual(monday);
  });

  it("an older table from an outdated cache does not replace a newer one", async () => {
    const { state, current } = bank();
    state.answer = monday;
    const table = await current();
    state.now += hour;
    state.answer = friday;
    expect(await current()).toBe(table);
    expect(state.reads).toBe(2);
  });

  it("an older table replaces it if the dates are our own, because the clock was corrected", async () => {
    const { state, current } = bank({ isDatedBySource: false });
    state.answer = monday;
    await current();
    state.now += hour;
    state.answer = friday;
    expect(await current()).toEqual(friday);
  });

  it("a clock that was set back does not extend the cache time", async () => {
    const { state, current } = bank();
    await current();
    state.now -= 1;
    await current();
    expect(state.reads).toBe(2);
  });
});

describe("when the bank cannot be read", () => {
  it("every call reads again without a cached table, and failures are not cached", async () => {
    const { state, current } = bank();
    state.answer = outage;
    await expect(current()).rejects.toBe(outage);
    await expect(current()).rejects.toBe(outage);
    expect(state.reads).toBe(2);
    state.answer = friday;
    expect(await current()).toEqual(friday);
  });

  it("the cached table is returned, each failure is reported, and there is one read a minute", async () => {
    const told: ComplianceError[] = [];
    const { state, current } = bank({ onRefreshFailure: (error) => void told.push(error) });
    const table = await current();
    state.now += hour;
    state.answer = outage;
    expect(await current()).toBe(table);
    expect(await current()).toBe(table);
    expect(told).toEqual([outage]);
    state.now += minute;
    expect(await current()).toBe(table);
    expect(told).toEqual([outage, outage]);
    state.now += minute;
    state.answer = monday;
    expect(await current()).toEqual(monday);
    expect(state.reads).toBe(4);
  });

  it("the cached table is returned for exactly staleIfErrorMs, which failures do not extend", async () => {
    const { state, current } = bank();
    const table = await current();
    state.answer = outage;
    const readAt = state.now;
    for (state.now = readAt + hour; state.now < readAt + 25 * hour; state.now += hour) {
      expect(await current()).toBe(table);
    }
    state.now = readAt + 25 * hour - minute;
    expect(await current()).toBe(table);
    state.now = readAt + 25 * hour;
    await expect(current()).rejects.toBe(outage);
    state.answer = friday;
    expect(await current()).toBe(table);
  });

  it("a clock that was set back makes it fail", async () => {
    const { state, current } = bank();
    await current();
    state.now -= 1;
    state.answer = outage;
    await expect(current()).rejects.toBe(outage);
  });

  it("staleIfErrorMs of 0 returns nothing beyond cacheMs", async () => {
    const { state, current, outdated } = bank({ staleIfErrorMs: 0 });
    await outdated();
    state.answer = outage;
    await expect(current()).rejects.toBe(outage);
  });

  it("an error of onRefreshFailure rejects, and the next call reads again", async () => {
    const refusal = new Error("no grace");
    const onRefreshFailure = () => {
      throw refusal;
    };
    const { state, current, outdated } = bank({ onRefreshFailure });
    await outdated();
    state.answer = outage;
    await expect(current()).rejects.toBe(refusal);
    await expect(current()).rejects.toBe(refusal);
    expect(state.reads).toBe(3);
  });

  it("an error of the program is never hidden", async () => {
    const { state, current, outdated } = bank();
    await outdated();
    state.answer = new TypeError("undefined is not a function");
    await expect(current()).rejects.toBe(state.answer);
  });
});

describe("the caller's signal", () => {
  it("ends one call with aborted, while the shared read goes on for the others", async () => {
    let finish = (_: RateTable): void => undefined;
    const read = () =>
      new Promise<RateTable>((resolve) => {
        finish = resolve;
      });
    const at = new Date("2024-06-28T15:00:00Z");
    const source = cachedRates(read, { cacheMs: hour, staleIfErrorMs: 0, retryAfterMs: minute, clock: () => at });
    const controller = new AbortController();
    const aborted = source.current(at, { signal: controller.signal });
    const other = source.current(at);
    controller.abort("the customer left");
    await expect(aborted).rejects.toMatchObject({ code: "aborted", cause: "the customer left" });
    finish(friday);
    expect(await other).toEqual(friday);
  });

  it("that is aborted already prevents the read", async () => {
    const { state } = bank();
    const read = () => {
      state.reads += 1;
      return Promise.resolve(friday);
    };
    const at = new Date(state.now);
    const source = cachedRates(read, { cacheMs: 0, staleIfErrorMs: 0, retryAfterMs: minute, clock: () => at });
    await expect(source.current(at, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    expect(state.reads).toBe(0);
  });
});
