/** Bodies of requests: what is read, and the fault of each body that is not. */
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type BodyLimits, exactAmount, type JsonBody, parseJson, readJsonBody } from "../../src/http/body.js";
import { createCompliance, fixedRates, memoryStorage, parseTransaction } from "../../src/index.js";
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
  return readJsonBody(requestOf(body, init), { maxBytes: 1000, timeoutMs: 30_000, ...limits });
}

async function faultOf(reading: JsonBody | Promise<JsonBody>): Promise<string | undefined> {
  const body = await reading;
  if (body.ok) return undefined;
  // Nothing but a code, so that nothing of the body can be in it.
  expect(Object.keys(body)).toEqual(["ok", "fault"]);
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
          expect(await read(streamOf(chunks), { maxBytes: 1e6 })).toEqual({ ok: true, value: JSON.parse(text) });
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("may have as many bytes as the limit, and no more", async () => {
    const text = JSON.stringify("é".repeat(10));
    expect(await read(text, { maxBytes: 22 })).toEqual({ ok: true, value: "é".repeat(10) });
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
    expect(await read("[1,2,3]", {}, init)).toEqual({ ok: true, value: [1, 2, 3] });
    expect(await faultOf(read("1".repeat(1001), {}, init))).toBe("too_large");
  });

  it.each([null, "", new Uint8Array([0xef, 0xbb, 0xbf])])("without a value is empty", async (body) => {
    expect(await faultOf(read(body))).toBe("empty");
  });

  it("that was read before is reported as such", async () => {
    const consumed = requestOf("{}");
    await consumed.text();
    expect(await faultOf(readJsonBody(consumed, { maxBytes: 10, timeoutMs: 10 }))).toBe("already_read");
    const locked = requestOf("{}");
    locked.body?.getReader();
    expect(await faultOf(readJsonBody(locked, { maxBytes: 10, timeoutMs: 10 }))).toBe("already_read");
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
    expect(await read("\uFEFF{}")).toEqual({ ok: true, value: {} });
    expect(await faultOf(read("\uFEFF\uFEFF{}"))).toBe("not_json");
    expect(await faultOf(read("{}\uFEFF"))).toBe("not_json");
  });

  it.each([
    "{",
    "{]",
    "]",
    " ",
    "{}{}",
    "{'a':1}",
    '{"a":1,}',
    "[1,]",
    "NaN",
    "01",
    "1.",
    ".5",
    "+1",
    '"\\x"',
    '"\t"',
    '"',
    '"\\',
    "undefined",
    "/**/1",
    '{"transaction":{"amount":--1}}',
    '{"transaction":{"amount":1e}}',
  ])("is not JSON: %s", async (text) => expect(await faultOf(read(text))).toBe("not_json"));

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"a":{},"a":{}}',
    String.raw`{"a":1,"\u0061":1}`,
    String.raw`{"\u005f_proto__":1,"__proto__":1}`,
    '{"__proto__":1,"__proto__":1}',
    '{"constructor":1,"constructor":2}',
    '{"":1,"":2}',
    '[[{"b":[{"a":1,"c":2,"a":3}]}]]',
    '{"a:":1,"a:":2}',
    '{"1":1,"1":1}',
  ])("has a name twice: %s", async (text) => expect(await faultOf(read(text))).toBe("duplicate_name"));

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    String.raw`{"a":"{\"a\":1,\"a\":2}","\"a\":":":","\\":"\\\"{[:"}`,
    '{"a":1,"A":1,"ａ":1}',
    '{"toString":1,"hasOwnProperty":2,"length":3}',
  ])("has each name once: %s", async (text) => expect(await read(text)).toEqual({ ok: true, value: JSON.parse(text) }));

  it("of any value has no name twice, and with any member repeated it has", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
        fc.nat(),
        (object, nth) => {
          const text = JSON.stringify(object);
          expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
          const names = Object.keys(object);
          const name = JSON.stringify(names[nth % names.length]);
          const repeated = `[${text.slice(0, -1)},${name}:1}]`;
          expect(parseJson(repeated)).toEqual({ ok: false, fault: "duplicate_name" });
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it("may have 10,000 names; with more, no value is made of it", () => {
    const named = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join()}}`;
    expect(parseJson(named(10_000)).ok).toBe(true);
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (const text of [named(10_001), `[${named(9_000)},${named(1_001)}]`]) {
        expect(parseJson(text)).toEqual({ ok: false, fault: "too_many_names" });
      }
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it("may be nested 32 deep; deeper it ends without a stack overflow", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJson(nested(32)).ok).toBe(true);
    for (const depth of [33, 1000, 500_000]) {
      expect(parseJson(nested(depth))).toEqual({ ok: false, fault: "too_deep" });
      expect(parseJson('{"a":'.repeat(depth))).toEqual({ ok: false, fault: "too_deep" });
    }
    expect(parseJson(JSON.stringify("[".repeat(100))).ok).toBe(true);
  });

  it("takes time in proportion to its length", () => {
    const million = 1_000_000;
    const texts = [
      `"${"\\\\".repeat(million / 2)}"`,
      `{"transaction":{"amount":${"0.".padEnd(million, "0")}1${"0".repeat(million)}}}`,
      `{"transaction":{"amount":1e${"9".repeat(million)}}}`,
      `{"transaction":{"amount":${" ".repeat(million)}1}}`,
      `[${"{},".repeat(million / 3)}1]`,
      '"'.padEnd(million, " "),
    ];
    const startedAt = performance.now();
    for (const text of texts) parseJson(text);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it("keeps __proto__ and constructor as properties of the object itself, which parsers reject", () => {
    const body = parseJson('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}');
    if (!body.ok) throw new Error(body.fault);
    expect(Object.keys(Object(body.value))).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(body.value)).toBe(Object.prototype);
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
    const parsed = parseTransaction(body.value);
    const unknown = parsed.ok ? [] : parsed.issues.filter(({ code }) => code === "unknown_property");
    expect(unknown.map(({ path }) => path).sort()).toEqual(["/__proto__", "/constructor"]);
  });
});

function amountOf(literal: string, text = `{"transaction":{"amount":${literal}}}`): unknown {
  const body = parseJson(text);
  if (!body.ok) throw new Error(`${body.fault}: ${text}`);
  return Reflect.get(Reflect.get(Object(body.value), "transaction"), "amount");
}

describe("the amount of a transaction (§4.9)", () => {
  it.each([
    ["3000", 3000],
    ["3000.00", 3000],
    ["1e3", 1000],
    ["1E+3", 1000],
    ["0.1", 0.1],
    ["1e-7", 1e-7],
    ["-5", -5],
    ["-0", -0],
    ["-0.0e9", -0],
    ["0e999999999999999999999", 0],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["5e-324", 5e-324],
    ["9007199254740993", "9007199254740993"],
    ["3000.00000000000000001", "3000.00000000000000001"],
    ["2999.999999999999999999", "2999.999999999999999999"],
    ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
    ["90071992547409931e2", "9007199254740993100"],
    ["90071992547409931e-20", "0.00090071992547409931"],
    ["90071992547409931E-10", "9007199.2547409931"],
    ["90071992547409931e-17", "0.90071992547409931"],
    ["90071992547409931e-16", "9.0071992547409931"],
    ["9007199254740993e-15", 9.007199254740993],
    [`3000.00000000000000001${"0".repeat(200)}`, "3000.00000000000000001"],
    [`3000.${"0".repeat(200)}`, 3000],
    ["-3000.00000000000000001", "-3000.00000000000000001"],
    ["-300000000000000000001e-17", "-3000.00000000000000001"],
    // No number and no decimal text has this value.
    ["1e400", "1e400"],
    ["-1e-400", "-1e-400"],
    ["1e999999999999999999999", "1e999999999999999999999"],
    [`${"7".repeat(101)}`, "7".repeat(101)],
    [`0.${"7".repeat(100)}`, `0.${"7".repeat(100)}`],
  ])("written as %s is %o", (literal, amount) => {
    expect(amountOf(literal)).toBe(amount);
    expect(exactAmount(literal)).toBe(amount);
  });

  it.each([
    String.raw`{"\u0074ransaction":{"\u0061mount" : 9007199254740993}}`,
    '{"amount":1,"transaction":{"x":{"amount":1},"y":[1,{"amount":2}],"amount":\n\t 9007199254740993 ,"z":1}}',
    '[{"other":{"amount":1}},{"transaction":{"amount":2}}]',
  ])("is found where it is, and nowhere else: %s", (text) => {
    const body = parseJson(text);
    expect(body).toEqual({
      ok: true,
      value: JSON.parse(text, (_, value) => (value === 9007199254740992 ? "9007199254740993" : value)),
    });
  });

  it.each(['"9007199254740993"', "null", "{}", "[9007199254740993]", "true"])(
    "of another type stays: %s",
    (literal) => {
      expect(amountOf(literal)).toEqual(JSON.parse(literal));
    },
  );

  it("elsewhere is a plain number: only rules.evaluate reads digits", () => {
    for (const text of [
      '{"amount":9007199254740993}',
      '{"Transaction":{"amount":9007199254740993}}',
      '{"transaction":{"fee":9007199254740993}}',
      '{"transaction":[9007199254740993]}',
      '[{"transaction":{"amount":9007199254740993}}]',
      '{"a":{"transaction":{"amount":9007199254740993}}}',
      '{"transaction":1,"b":{"amount":9007199254740993}}',
    ]) {
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }
  });

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
        const amount = amountOf(literal);
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
