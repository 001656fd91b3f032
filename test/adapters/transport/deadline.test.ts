import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pause, startDeadline, untilAborted } from "../../../src/adapters/transport/deadline.js";

const never = new Promise<never>(() => undefined);

describe("untilAborted", () => {
  it("returns the outcome, with a signal and without one", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
    expect(await untilAborted(Promise.resolve(7), undefined)).toBe(7);
    const failing = untilAborted(Promise.reject(new Error("its own")), signal);
    await expect(failing).rejects.toThrow("its own");
  });

  it("rejects with aborted, and the reason as the cause", async () => {
    const controller = new AbortController();
    const working = untilAborted(never, controller.signal);
    controller.abort("the customer left");
    await expect(working).rejects.toMatchObject({ code: "aborted", cause: "the customer left" });
    await expect(untilAborted(never, controller.signal)).rejects.toMatchObject({ code: "aborted" });
  });

  it("removes its listener, and ignores late failures of the work", async () => {
    const { signal } = new AbortController();
    await untilAborted(Promise.resolve(7), signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);

    const controller = new AbortController();
    let fail = (_: Error): void => undefined;
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const working = untilAborted(work, controller.signal);
    controller.abort();
    await expect(working).rejects.toMatchObject({ code: "aborted" });
    // An unhandled rejection would fail this file.
    fail(new Error("late"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe("a pause", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("takes its time, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    const deadline = startDeadline(1000, new Error("too late"));
    const pausing = pause(500, deadline);
    await vi.advanceTimersByTimeAsync(500);
    await pausing;
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is cut short leaves no timer that would keep the process alive", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const deadline = startDeadline(60_000, new Error("too late"), controller.signal);
    const pausing = pause(30_000, deadline);
    controller.abort(new Error("the customer left"));
    await expect(pausing).rejects.toThrow("the customer left");
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
