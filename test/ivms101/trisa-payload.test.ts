/** TRISA's transaction, pending message and error: exact amounts, round trips, issues and hostile bodies. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import {
  type JsonObject,
  parseTrisaError,
  parseTrisaIdentity,
  parseTrisaPending,
  parseTrisaTransaction,
  parseTrpExtensions,
  parseTrpIdentity,
  parseTrpInquiry,
  parseTrpResponse,
  parseTrpVersion,
  type TravelIssueCode,
  type TrisaError,
  type TrisaPending,
  type TrisaTransaction,
  toTrisaError,
  toTrisaPending,
  toTrisaTransaction,
} from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { bodyOf, payloadFaults, pending, transaction, trisaError } from "../support/trisa-payload.js";

const told = (result: Result<unknown, TravelIssueCode>): readonly string[] =>
  result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);

const forms = ["protojson", "compact"] as const;

const given: TrisaTransaction = {
  originator: "mrfAEzGzK23kU23FxrToDRPmV1ReNfX43G",
  amount: "0.466025010000000001",
  network: "BTC",
  timestamp: "2024-03-29T16:50:30Z",
  extra: { value_when_transacted: "USD $32,386.61" },
};

describe("toTrisaTransaction", () => {
  it("writes a number, and the exact amount before the extra data", () => {
    const body = {
      originator: given.originator,
      amount: 0.46602501,
      network: "BTC",
      timestamp: given.timestamp,
      extra_json: '{"amount":"0.466025010000000001","value_when_transacted":"USD $32,386.61"}',
    };
    expect(toTrisaTransaction(given, "compact")).toEqual({ ok: true, value: body });
    const type = "type.googleapis.com/trisa.data.generic.v1beta1.Transaction";
    expect(toTrisaTransaction(given, "protojson")).toEqual({ ok: true, value: { "@type": type, ...body } });
  });

  it("accepts the same amount in the extra data, and no other one", () => {
    const body = bodyOf(toTrisaTransaction({ amount: "1.50", extra: { amount: "1.5" } }, "compact"));
    expect(body).toEqual({ amount: 1.5, extra_json: '{"amount":"1.5"}' });
    const other = { amount: "0.1", extra: { amount: "0.10000000000000000001" } };
    expect(told(toTrisaTransaction(other, "compact"))).toEqual(["amount_contradicts /extra/amount"]);
  });

  it("refuses extra data that no reader would accept", () => {
    const nested = (depth: number): JsonObject => (depth === 0 ? {} : { a: nested(depth - 1) });
    expect(told(toTrisaTransaction({ amount: "1", extra: nested(100) }, "compact"))).toEqual(["unreadable /extra"]);
    expect(told(toTrisaPending({ extra: { a: "x".repeat(1e6) } }, "compact"))).toEqual(["text_too_long /extra"]);
    for (const depth of [500, 1_000, 2_000, 4_000]) {
      expect(toTrisaPending({ extra: nested(depth) }, "compact").ok).toBe(false);
    }
  });

  it("reports all faults in one pass", () => {
    const transaction = { amount: "x", timestamp: "y", tag: 5, extra: 6, more: 7 } as never;
    expect(told(toTrisaTransaction(transaction, "compact"))).toEqual([
      "unknown_property /more",
      "not_a_timestamp /timestamp",
      "wrong_type /tag",
      "amount_malformed /amount",
      "wrong_type /extra",
    ]);
    expect(told(toTrisaTransaction("{}" as never, "compact"))).toEqual(["wrong_type "]);
  });
});

describe("parseTrisaTransaction", () => {
  const amountOf = (body: unknown): unknown => {
    const parsed = parseTrisaTransaction(body);
    return parsed.ok ? parsed.value.amount : told(parsed);
  };

  it.each([
    ["0.00206412", "0.00206412"],
    ['"0.00206412"', "0.00206412"],
    ["4200000", "4200000"],
    ["1e-7", "0.0000001"],
    ['"2.50E+3"', "2500"],
    ["1.000000000000000001", "1.000000000000000001"],
    ["0", "0"],
    ["-1", ["amount_malformed /amount"]],
    ["null", ["wrong_type /amount"]],
    ['" 1"', ["amount_malformed /amount"]],
  ])("the literal %s is read exactly", (literal, amount) => {
    expect(amountOf(`{"amount":${literal}}`)).toEqual(amount);
  });

  it.each([
    ['{"amount":"0.466025010000000001"}', "0.466025010000000001"],
    // One binary digit beside the number, as sums of doubles have it.
    ['{"amount":"0.4660250100000001"}', "0.4660250100000001"],
    ['{"amount":0.466025010000000001}', "0.466025010000000001"],
    ['{"amount":"0.46602502"}', ["amount_contradicts /extra_json"]],
    ['{"amount":"46602501"}', ["amount_contradicts /extra_json"]],
    ['{"amount":null}', ["wrong_type /extra_json"]],
    ['{"gas":"0x55555"}', "0.46602501"],
    ["{}", "0.46602501"],
    ["", "0.46602501"],
  ])("with the extra data %s", (extra_json, amount) => {
    expect(amountOf({ amount: 0.46602501, extra_json })).toEqual(amount);
  });

  it("empty texts are absent, and the exact amount is no extra data", () => {
    const body = { txid: "", tag: null, amount: 1, extra_json: '{"amount":"1.0","__proto__":{"a":1}}' };
    const parsed = parseTrisaTransaction(body);
    expect(JSON.stringify(parsed)).toBe('{"ok":true,"value":{"amount":"1","extra":{"__proto__":{"a":1}}}}');
    expect(parseTrisaTransaction({ amount: 1, extra_json: '{"amount":"1.0"}' })).toEqual({
      ok: true,
      value: { amount: "1" },
    });
  });

  it("reports all faults in one pass", () => {
    expect(told(parseTrisaTransaction({ "@type": "x", amount: "x", timestamp: "y", extra_json: "z" }))).toEqual([
      "not_allowed /@type",
      "not_a_timestamp /timestamp",
      "amount_malformed /amount",
      "unreadable /extra_json",
    ]);
    expect(told(parseTrisaPending({ transaction: { amount: "x", more: 1 } }))).toEqual([
      "unknown_property /transaction/more",
      "amount_malformed /transaction/amount",
    ]);
  });
});

describe("parseTrisaError", () => {
  it.each([
    [
      { code: 153, message: "a", retry: true, details: null },
      { code: 153, message: "a", retry: true },
    ],
    [{ code: "COMPLIANCE_CHECK_FAIL" }, { code: 90, message: "", retry: false }],
    [{ code: "UNKOWN_BENEFICIARY" }, { code: 54, message: "", retry: false }],
    [{ code: "BVRC007" }, { code: 54, message: "", retry: false }],
    [{ message: "a" }, { code: 0, message: "a", retry: false }],
    [{ code: 177 }, { code: 177, message: "", retry: false }],
  ])("%j", (body, error) => {
    expect(parseTrisaError(body)).toEqual({ ok: true, value: error });
    expect(parseTrisaError(JSON.stringify(body))).toEqual({ ok: true, value: error });
  });

  it("reports all faults in one pass", () => {
    expect(told(parseTrisaError({ code: "X", message: 5, retry: 1, details: [], more: 1 }))).toEqual([
      "unknown_property /more",
      "wrong_type /message",
      "not_allowed /code",
      "wrong_type /retry",
      "wrong_type /details",
    ]);
  });
});

describe("round trips", () => {
  it.each(forms)("transactions and pending messages as %s, as text and as a value", (form) => {
    const property = fc.property(transaction(), pending(), (valid, waiting) => {
      const body = bodyOf(toTrisaTransaction(valid, form));
      const message = bodyOf(toTrisaPending(waiting, form));
      for (const pass of [(value: unknown) => value, JSON.stringify]) {
        expect(parseTrisaTransaction(pass(body))).toEqual({ ok: true, value: valid });
        expect(parseTrisaPending(pass(message))).toEqual({ ok: true, value: waiting });
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("errors", () => {
    const property = fc.property(trisaError(), (valid) => {
      expect(parseTrisaError(JSON.stringify(bodyOf(toTrisaError(valid))))).toEqual({ ok: true, value: valid });
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("issues", () => {
  it.each(Object.entries(payloadFaults))("%s: each single-fault input has this issue only", (code, faulty) => {
    const property = fc.property(faulty, ({ run, canary }) => {
      const result = run();
      expect(new Set(result.ok ? [] : result.issues.map((issue) => issue.code))).toEqual(new Set([code]));
      expect(JSON.stringify(result)).not.toContain(canary);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe("whatever the body is", () => {
  const parseAll = (body: unknown): readonly Result<unknown, TravelIssueCode>[] => [
    parseTrisaTransaction(body),
    parseTrisaPending(body),
    parseTrisaError(body),
    toTrisaTransaction(body as TrisaTransaction, "protojson"),
    toTrisaPending(body as TrisaPending, "compact"),
    toTrisaError(body as TrisaError),
  ];

  it.each(hostiles)("$name never throws", ({ make }) => {
    for (const result of parseAll(make())) expect(typeof result.ok).toBe("boolean");
    for (const key of ["amount", "extra_json", "extra", "transaction", "code", "details"]) {
      for (const result of parseAll({ [key]: make() })) expect(typeof result.ok).toBe("boolean");
    }
  });

  it("no issue contains a value", () => {
    const canary = "Qzxv77";
    const starts = [
      given,
      bodyOf(toTrisaTransaction(given, "protojson")),
      { ...bodyOf(toTrisaPending({ message: "a", transaction: given }, "protojson")) },
      { code: 153, message: "a", retry: true, details: { a: 1 } },
    ];
    const values = fc.oneof(
      fc.constantFrom<unknown>(canary, `{"amount":"${canary}"}`, null, {}),
      anything(),
      fc.jsonValue(),
    );
    const property = fc.property(fc.constantFrom(...starts), fc.nat(), values, (start, pick, value) => {
      const places = nodesOf(start);
      for (const result of parseAll(replacedAt(start, places[pick % places.length]?.path ?? "", value))) {
        expect(JSON.stringify(result.ok ? [] : result.issues)).not.toContain(canary);
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("any text never throws, and huge ones are answered in bounded time", () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const result of parseAll(text)) expect(result.ok || result.issues.length > 0).toBe(true);
      for (const result of parseAll({ amount: 1, extra_json: text })) expect(typeof result.ok).toBe("boolean");
    });
    fc.assert(property, { numRuns: runs(200) });
    const start = performance.now();
    parseAll({ amount: "9".repeat(1e6), extra_json: "[".repeat(9e5) });
    parseAll({ amount: `1e${"9".repeat(1e6)}`, extra_json: `{"amount":${"1".repeat(9e5)}}` });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("bodies of the tests of trisacrypto/trisa and trisacrypto/envoy", () => {
  const { bodies } = JSON.parse(readFileSync(new URL("../support/fixtures/trp-trisa.json", import.meta.url), "utf8"));
  const options = { profile: "trisa", mode: "tolerant", today: "2026-01-01" } as const;

  /** The codec of each part of a body. */
  const codecs: Readonly<
    Record<string, Readonly<Record<string, (part: unknown) => Result<unknown, TravelIssueCode>>>>
  > = {
    "version.json": { "": parseTrpVersion },
    "extensions.json": { "": parseTrpExtensions },
    "identity.json": { "": parseTrpIdentity },
    "inquiry.json": { "": (body) => parseTrpInquiry(body, options) },
    "acknowledged.json": { "": (body) => parseTrpResponse(body, "answer") },
    "approved.json": { "": (body) => parseTrpResponse(body, "answer") },
    "rejected.json": { "": (body) => parseTrpResponse(body, "resolution") },
    "confirmation.json": { "": (body) => parseTrpResponse(body, "confirmation") },
    "canceled.json": { "": (body) => parseTrpResponse(body, "confirmation") },
    "transaction.json": { "": parseTrisaTransaction },
    "transaction.pb.json": { "": parseTrisaTransaction },
    "pending.json": { "": parseTrisaPending },
    "pending.pb.json": { "": parseTrisaPending },
    "identity.pb.json": { "": parseTrisaIdentity },
    "error_envelope.json": { error: parseTrisaError },
    "secenv_error.pb.json": { error: parseTrisaError },
    "request_error.json": { "": parseTrisaError },
    "reply_error.json": { "": parseTrisaError },
    "request_transaction_payload.json": { identity: parseTrisaIdentity, transaction: parseTrisaTransaction },
    "reply_pending_payload.json": { identity: parseTrisaIdentity, pending: parseTrisaPending },
  };

  const isEmpty = (path: string): boolean => /webhook\/testdata\/(?:request|reply)\.json$/.test(path);

  it.each(Object.keys(bodies).filter((path) => !isEmpty(path)))("%s", (path) => {
    const parts = codecs[path.split("/").at(-1) ?? ""] ?? {};
    expect(Object.keys(parts)).not.toEqual([]);
    for (const [name, parse] of Object.entries(parts)) {
      const part: unknown = name === "" ? bodies[path] : bodies[path][name];
      expect(told(parse(part))).toEqual([]);
      expect(told(parse(JSON.stringify(part)))).toEqual([]);
    }
  });

  it("webhooks send an empty error for none, which is no error", () => {
    const paths = Object.keys(bodies).filter(isEmpty);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(told(parseTrisaError(bodies[path].error))).toEqual(["required /code"]);
  });
});
