import { describe, expect, it, vi } from "vitest";
import { startDeadline } from "../../../src/adapters/transport/deadline.js";
import { readBody } from "../../../src/adapters/transport/request.js";

const bytes = 5000;

/** A response that comes byte by byte. */
function trickling(): Response {
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      left -= 1;
      if (left < 0) controller.close();
      else controller.enqueue(Uint8Array.of(0x61));
    },
  });
  return new Response(body);
}

describe("a body", () => {
  it("costs one race against the time, in however many chunks it comes: each race holds memory until the end", async () => {
    const deadline = startDeadline(10_000, new Error("too late"));
    let races = 0;
    const race = <T>(work: Promise<T>): Promise<T> => {
      races += 1;
      return deadline.race(work);
    };
    const body = await readBody(trickling(), bytes, { ...deadline, race });
    deadline.end();
    expect(body).toEqual("a".repeat(bytes));
    expect(races).toBe(1);
  });

  it("that is let go of while it comes in has its stream cancelled", async () => {
    const cancelled = vi.fn();
    const deadline = startDeadline(20, new Error("too late"));
    const silent = new Response(new ReadableStream({ cancel: cancelled }));
    await expect(readBody(silent, bytes, deadline)).rejects.toThrow("too late");
    deadline.end();
    expect(cancelled).toHaveBeenCalledTimes(1);
  });
});
