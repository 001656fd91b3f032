/** Bodies of requests: what is read, and the fault of each body that is not. */
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type BodyLimits, type JsonBody, readJsonBody } from "../../src/http/body.js";
import { createCompliance, fixedRates, memoryStorage } from "../../src/index.js";
import { runs } from "../support/runs.js";

const url = "https://service.example/";
const utf8 = new TextEncoder();

/** Node requires `duplex` for a stream; the types of the DOM do not have it yet. */
const streaming: RequestInit & { readonly duplex: "half" } = { method: "POST", duplex: "half" };

function requestOf(body: BodyInit | null, init: RequestInit = {}): Request {
  return new Request(url, { ...streaming, body, ...init });
}

function streamOf(chunks: readonly Uint8Array[], cancel?: () => void): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    ...(cancel && { cancel }),
  });
}

function read(body: BodyInit | null, limits: Partial<BodyLimits> = {}, init: RequestInit = {}): Promise<JsonBody> {
  return readJsonBody(requestOf(body, init), { maxBytes: 1000, timeoutMs: 30_000, ...limits }, ["/transaction/amount"]);
}

async function faultOf(reading: JsonBody | Promise<JsonBody>): Promise<string | undefined> {
  const body = await reading;
  if (body.ok) return undefined;
  // Nothing but a code, so that nothing of the body can be in it.
  expect(Object.keys(body)).toEqual(["ok", "fault", "path"]);
  return body.fault;
}

describe("a body", () => {
  it("is read as JSON, whatever its chunks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 5 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
        async (text, sizes) => {
          const bytes = utf8.encode(text);
          const chunks: Uint8Array[] = [];
          for (let at = 0; at < bytes.length; ) {
            const size: number = sizes.next().value;
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          expect(await read(streamOf(chunks), { maxBytes: 1e6 })).toEqual({ ok: true, value: JSON.parse(text), text });
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("may have as many bytes as the limit, and no more", async () => {
    const text = JSON.stringify("é".repeat(10));
    expect(await read(text, { maxBytes: 22 })).toEqual({ ok: true, value: "é".repeat(10), text });
    expect(await faultOf(read(text, { maxBytes: 21 }))).toBe("too_large");
  });

  it("beyond the limit is cancelled at the first chunk that exceeds it", async () => {
    const cancel = vi.fn();
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(100).fill(0x20));
      },
      cancel,
    });
    expect(await faultOf(read(endless))).toBe("too_large");
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(pulled).toBeLessThanOrEqual(12);
  });

  it("is not read at all when Content-Length exceeds the limit", async () => {
    const cancel = vi.fn();
    const pull = vi.fn();
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    expect(await faultOf(read(body, {}, { headers: { "content-length": "1001" } }))).toBe("too_large");
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(pull).not.toHaveBeenCalled();
    const huge = { headers: { "content-length": "9".repeat(400) } };
    expect(await faultOf(read("{}", {}, huge))).toBe("too_large");
  });

  it.each(["1", "0", "-1", "1e9", "many", "2, 2"])("is counted when Content-Length is %s", async (length) => {
    const init = { headers: { "content-length": length } };
    expect(await read("[1,2,3]", {}, init)).toEqual({ ok: true, value: [1, 2, 3], text: "[1,2,3]" });
    expect(await faultOf(read("1".repeat(1001), {}, init))).toBe("too_large");
  });

  it.each([null, "", new Uint8Array([0xef, 0xbb, 0xbf])])("without a value is empty", async (body) => {
    expect(await faultOf(read(body))).toBe("empty");
  });

  it("that was read before is reported as such", async () => {
    const consumed = requestOf("{}");
    await consumed.text();
    expect(await faultOf(readJsonBody(consumed, { maxBytes: 10, timeoutMs: 10 }, []))).toBe("already_read");
    const locked = requestOf("{}");
    locked.body?.getReader();
    expect(await faultOf(readJsonBody(locked, { maxBytes: 10, timeoutMs: 10 }, []))).toBe("already_read");
  });

  it("whose stream fails is interrupted, and the failure is dropped", async () => {
    const failing = new ReadableStream({ pull: (controller) => controller.error(new Error("Ada Canary")) });
    expect(await faultOf(read(failing))).toBe("interrupted");
    const cancelFails = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(2000)),
      cancel: () => Promise.reject(new Error("no cancel")),
    });
    expect(await faultOf(read(cancelFails))).toBe("too_large");
  });

  it("whose client leaves is aborted, before and while it is read", async () => {
    expect(await faultOf(read("{}", {}, { signal: AbortSignal.abort() }))).toBe("aborted");
    const controller = new AbortController();
    const cancel = vi.fn();
    const reading = read(new ReadableStream({ cancel }), {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("left")), 5);
    expect(await faultOf(reading)).toBe("aborted");
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(1));
  });

  it("that does not come in time is too slow, also with empty chunks without end", async () => {
    const cancel = vi.fn();
    expect(await faultOf(read(new ReadableStream({ cancel }), { timeoutMs: 20 }))).toBe("too_slow");
    expect(cancel).toHaveBeenCalledTimes(1);
    let pulled = 0;
    const nothing = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array());
      },
    });
    expect(await faultOf(read(nothing, { timeoutMs: 40 }))).toBe("too_slow");
    const atTheEnd = pulled;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(pulled).toBeLessThanOrEqual(atTheEnd + 1);
  });

  it("leaves no timer behind", async () => {
    vi.useFakeTimers();
    try {
      expect((await read("{}")).ok).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the text of a body", () => {
  it.each([
    ["a lone continuation", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a code point above the last", [0xf4, 0x90, 0x80, 0x80]],
    ["an incomplete character", [0xe2, 0x82]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])("is not UTF-8 with %s", async (_, bytes) => {
    const quoted = bytes[0] === 0xff ? bytes : [0x22, ...bytes, 0x22];
    expect(await faultOf(read(Uint8Array.from(quoted)))).toBe("not_utf8");
    // An incomplete character at the end, in a chunk of its own.
    expect(await faultOf(read(streamOf([utf8.encode("1"), Uint8Array.of(0xe2)])))).toBe("not_utf8");
  });

  it("may begin with one byte order mark (RFC 8259 §8.1)", async () => {
    expect(await read("\uFEFF{}")).toEqual({ ok: true, value: {}, text: "{}" });
    expect(await faultOf(read("\uFEFF\uFEFF{}"))).toBe("not_json");
    expect(await faultOf(read("{}\uFEFF"))).toBe("not_json");
  });

  it.each([
    ["{", "not_json", ""],
    ['{"transaction":{"amount":1,"amount":2}}', "duplicate_name", "/transaction/amount"],
    [`${"[".repeat(33)}`, "too_deep", ""],
    [`[${"1,".repeat(10_000)}1]`, "too_many_values", ""],
    [`{"transaction":{"amount":${"7".repeat(1001)}}}`, "number_too_long", "/transaction/amount"],
  ])("that is no JSON within the limits has a fault: %#", async (text, fault, path) => {
    expect(await read(text, { maxBytes: 1e6 })).toEqual({ ok: false, fault, path });
  });
});

async function amountOf(literal: string): Promise<unknown> {
  const body = await read(`{"transaction":{"amount":${literal}}}`);
  if (!body.ok) throw new Error(`${body.fault}: ${literal}`);
  return Reflect.get(Reflect.get(Object(body.value), "transaction"), "amount");
}

describe("the amount of a transaction (§4.9)", () => {
  it("has the value of its literal, and its decision", async () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
    const literals = fc
      .tuple(
        fc.constantFrom("", "", "", "-"),
        fc.oneof(fc.constantFrom("0", "3000", "2999", "1", "9007199254740993"), digits(30)),
        fc.oneof(fc.constant(""), digits(40), fc.constantFrom("00000000000000000001", "99999999999999999999")),
        fc.oneof(fc.constant(undefined), fc.integer({ min: -30, max: 30 }), fc.integer({ min: -500, max: 500 })),
      )
      .map(([sign, integer, fraction, exponent]) => {
        const whole = integer.replace(/^0+(?=\d)/, "");
        return `${sign}${whole}${fraction && `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
      });
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value));
    const compliance = createCompliance({
      storage: memoryStorage(),
      thresholds: { US: "3000" },
      rates: fixedRates({ base: "USD", date: "2026-11-20", source: "test", rates: {} }),
      clock: () => new Date("2026-11-20T12:00:00Z"),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: literals }, doubles), async (literal) => {
        const exact = new Big(literal);
        const amount = await amountOf(literal);
        expect(new Big(String(amount)).eq(exact)).toBe(true);
        const transaction = { transaction_id: "T-1", amount, currency: "USD", country: "US" };
        const evaluation: unknown = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
        const outcome = await compliance.rules.evaluate(evaluation);
        const number = Number(literal);
        const isNumber = Number.isFinite(number) && new Big(String(number)).eq(exact);
        const isText = exact.toFixed().replace(".", "").length <= 100;
        if (exact.lt(0) || !(isNumber || isText)) {
          expect(outcome.ok ? [] : outcome.issues.map(({ path }) => path)).toEqual(["/transaction/amount"]);
          return;
        }
        const status = exact.gte(3000) ? "breach" : "pass";
        expect(outcome.ok && outcome.value.results.map((result) => result.status)).toEqual([status]);
      }),
      { numRuns: runs(5000) },
    );
  });
});
