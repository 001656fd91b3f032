/** Messages of TRP: amounts, forms, round trips, issues and hostile bodies. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import {
  parseTrpInquiry,
  parseTrpResponse,
  type TravelIssueCode,
  type TrpInquiry,
  type TrpResponse,
  type TrpStage,
  toTrpInquiry,
  toTrpResponse,
  trpProfiles,
} from "../../src/ivms101.js";
import { nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { thrownBy } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import { decimal, document, getdefy, inquiry, response, trisa, trpFaults } from "../support/trp.js";

const told = (result: Result<unknown, TravelIssueCode>): readonly string[] =>
  result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
const codesOf = (result: Result<unknown, TravelIssueCode>): readonly string[] =>
  result.ok ? [] : result.issues.map(({ code }) => code);

const given: TrpInquiry = {
  asset: { dti: "4H95J0R2X" },
  amount: "0.000021",
  callback: "https://vasp.example/cb?t=1",
  IVMS101: document,
};
const bodyWith = (literal: string): string =>
  JSON.stringify({ extensions: { amount: 7 }, ...given, amount: "@" }).replace('"@"', literal);
/** The value of the text that the profile `trisa` writes. */
const parsedBody = { ...given, amount: 0.000021 };
const amountOf = (body: unknown, options = trisa): unknown => {
  const parsed = parseTrpInquiry(body, options);
  return parsed.ok ? parsed.value.inquiry.amount : told(parsed);
};

describe("the amount", () => {
  it("has the form of the profile", () => {
    expect(toTrpInquiry(given, trisa)).toEqual({ ok: true, value: { ...given, amount: 0.000021 } });
    expect(toTrpInquiry(given, getdefy)).toEqual({ ok: true, value: { ...given, amount: "2100" } });
    const own = { profile: { version: "3.0.0", amount: "number", unit: "smallest" }, decimals: 18 } as const;
    expect(toTrpInquiry({ ...given, amount: "0.001" }, own)).toMatchObject({ value: { amount: 1e15 } });
    expect(
      toTrpInquiry({ ...given, amount: "1.5" }, { profile: { version: "3.2.1", amount: "text", unit: "asset" } }),
    ).toMatchObject({ value: { amount: "1.5" } });
  });

  it.each([
    ["0.000021", "0.000021"],
    ["1e-7", "0.0000001"],
    ["2.50E+3", "2500"],
    ["1.000000000000000001", "1.000000000000000001"],
    ["123456789012345678901234567890.12", "123456789012345678901234567890.12"],
    ["0", "0"],
    ['"1.10"', ["amount_malformed /amount"]],
    ['"2100"', ["amount_malformed /amount"]],
    ["-1", ["amount_malformed /amount"]],
    ["-0", ["amount_malformed /amount"]],
    ["1e400", ["amount_malformed /amount"]],
    ["1e250", ["amount_malformed /amount"]],
    ["1e-250", ["amount_malformed /amount"]],
    ["true", ["wrong_type /amount"]],
  ])("the literal %s in the text of a body is read exactly", (literal, amount) => {
    expect(amountOf(bodyWith(literal))).toEqual(amount);
  });

  it.each([
    ["text", "asset", '"1.10"', "1.1"],
    ["text", "asset", "1.10", "1.1"],
    ["number", "smallest", '"2100"', "0.000021"],
    ["text", "smallest", "2100", "0.000021"],
  ] as const)("as %s in the unit %s, %s is %s", (form, unit, literal, amount) => {
    const options = { profile: { version: "3.2.1", amount: form, unit }, decimals: 8, today: "2026-01-01" } as const;
    expect(amountOf(bodyWith(literal), options)).toBe(amount);
  });

  it("of a body with two amounts is none, because parsers disagree about which one counts", () => {
    const twice = bodyWith("5").replace(/}$/, ',"\\u0061mount":1.000000000000000002}');
    expect(amountOf(twice)).toEqual(["unreadable /amount"]);
  });

  it("a parsed number of over 15 digits could be rounded, except for integers of the smallest unit", () => {
    expect(amountOf({ ...given, amount: 0.1 + 0.2 })).toEqual(["amount_inexact /amount"]);
    expect(amountOf({ ...given, amount: 1e21 })).toBe("1000000000000000000000");
    expect(amountOf({ ...given, amount: 9007199254740991 }, getdefy)).toBe("90071992.54740991");
    expect(amountOf({ ...given, amount: 9007199254740991 }, trisa)).toEqual(["amount_inexact /amount"]);
  });

  it("every amount survives both units, as a text", () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 40n });
    const property = fc.property(units, fc.nat(36), (number, decimals) => {
      const amount = decimal(number, decimals);
      for (const unit of ["asset", "smallest"] as const) {
        const options = { profile: { version: "3.2.1", amount: "text", unit }, decimals } as const;
        const body = toTrpInquiry({ ...given, amount }, options);
        if (unit === "smallest") expect(body.ok && body.value.amount).toBe(String(number));
        expect(amountOf(body.ok ? JSON.stringify(body.value) : body, { ...options, today: "2026-01-01" })).toBe(amount);
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("options", () => {
  it.each([
    [undefined],
    [{}],
    [{ profile: "unknown" }],
    [{ profile: "getdefy" }],
    [{ profile: "getdefy", decimals: 1.5 }],
    [{ profile: "trisa", decimals: -1 }],
    [{ profile: { version: "3.2.1", amount: "float", unit: "asset" } }],
    [{ profile: { version: "3.2.1", amount: "text", unit: "satoshi" } }],
    [{ profile: "trisa", editions: "2020" }],
    [{ profile: "toString" }],
  ])("%j is an error", (options) => {
    thrownBy(() => parseTrpInquiry(given, options as never), "invalid_input");
    thrownBy(() => toTrpInquiry(given, options as never), "invalid_input");
  });

  it("profiles cannot be changed", () => {
    expect(Object.values(trpProfiles).every((profile) => Object.isFrozen(profile))).toBe(true);
  });
});

describe("inquiries", () => {
  it("what is written is read, as text and as value", () => {
    const property = fc.property(inquiry(), fc.constantFrom(trisa, getdefy), (valid, options) => {
      const body = toTrpInquiry(valid, options);
      expect(told(body)).toEqual([]);
      const value = body.ok ? body.value : undefined;
      for (const form of [value, JSON.stringify(value)]) {
        const parsed = parseTrpInquiry(form, options);
        expect(parsed.ok && parsed.value.inquiry).toEqual(valid);
        expect(parsed.ok && parsed.value.ivms101.edition).toBe("2020");
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("issues and notes of the document have its place", () => {
    const IVMS101 = replacedAt(document, "/originator/accountNumber/0", 5);
    expect(told(parseTrpInquiry({ ...parsedBody, IVMS101 }, trisa))).toEqual([
      "wrong_type /IVMS101/originator/accountNumber/0",
    ]);
    const parsed = parseTrpInquiry(parsedBody, trisa);
    expect(parsed.ok && parsed.value.ivms101.notes[0]?.path).toMatch(/^\/IVMS101\/originatingVASP\//);
  });

  it("all faults are reported in one pass", () => {
    const body = { asset: { dti: "x" }, amount: "x", callback: "http://x", IVMS101: 5, more: 1 };
    expect(told(parseTrpInquiry(body, trisa))).toEqual([
      "amount_malformed /amount",
      "unknown_property /more",
      "not_a_dti /asset/dti",
      "url_scheme /callback",
      "wrong_type /IVMS101",
    ]);
  });
});

describe("responses", () => {
  const stageOf: { readonly [kind in TrpResponse["kind"]]: TrpStage } = {
    pending: "answer",
    approved: "resolution",
    rejected: "resolution",
    confirmed: "confirmation",
    cancelled: "confirmation",
  };

  it.each<[TrpResponse, object]>([
    [{ kind: "pending", version: "3.2.1" }, { version: "3.2.1" }],
    [
      { kind: "approved", address: "bc1q", callback: "https://a.example/1" },
      { approved: { address: "bc1q", callback: "https://a.example/1" } },
    ],
    [{ kind: "rejected", reason: "unknown" }, { rejected: "unknown" }],
    [{ kind: "rejected", reason: null }, { rejected: null }],
    [{ kind: "confirmed", txid: "abc" }, { txid: "abc" }],
    [{ kind: "cancelled", reason: "" }, { canceled: "" }],
  ])("%j", (valid, body) => {
    expect(toTrpResponse(valid)).toEqual({ ok: true, value: body });
    expect(parseTrpResponse(body, stageOf[valid.kind])).toEqual({ ok: true, value: valid });
  });

  it("what is written is read", () => {
    const property = fc.property(response(), (valid) => {
      const body = toTrpResponse(valid);
      expect(parseTrpResponse(JSON.stringify(body.ok && body.value), stageOf[valid.kind])).toEqual({
        ok: true,
        value: valid,
      });
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("a key of another stage is unknown", () => {
    expect(told(parseTrpResponse({ txid: "1" }, "answer"))).toEqual(["unknown_property /txid", "trp_choice "]);
    expect(told(parseTrpResponse({ version: "3.2.1" }, "resolution"))).toEqual([
      "unknown_property /version",
      "trp_choice ",
    ]);
  });

  it("issues point into what was given", () => {
    expect(told(toTrpResponse({ kind: "approved", address: "", callback: "http://x" }))).toEqual([
      "text_blank /address",
      "url_scheme /callback",
    ]);
    expect(told(parseTrpResponse({ approved: { address: "", callback: 5 } }, "answer"))).toEqual([
      "text_blank /approved/address",
      "wrong_type /approved/callback",
    ]);
  });
});

describe("the text of a message", () => {
  it.each([
    ['{"txid":"a","txid":"a"}', ["unreadable /txid"]],
    ['{"canceled":null,"canceled":null}', ["unreadable /canceled"]],
    ['{"txid":', ["unreadable "]],
    [`{"txid":${"[".repeat(40)}`, ["unreadable "]],
    [`{"txid":[${"1,".repeat(10_000)}1]}`, ["too_many_values "]],
    [`{"txid":${"1".repeat(1_001)}}`, ["unreadable /txid"]],
  ])("that cannot be read has one issue: %#", (text, issues) => {
    expect(told(parseTrpResponse(text, "confirmation"))).toEqual(issues);
  });

  it("a message over the limit of values has the same issue as a value", () => {
    expect(told(parseTrpResponse({ txid: Array(10_000).fill(1) }, "confirmation"))).toEqual(["too_many_values "]);
    expect(told(parseTrpResponse({ txid: 5n }, "confirmation"))).toEqual(["unreadable "]);
  });

  it("with a name twice in its IVMS101 document is refused", () => {
    const text = JSON.stringify(given).replace('"originator":', '"originator":{},"originator":');
    expect(told(parseTrpInquiry(text, trisa))).toEqual(["unreadable /IVMS101/originator"]);
  });
});

describe("issues", () => {
  it.each(Object.entries(trpFaults))("%s: each single-fault input has this issue only", (code, faulty) => {
    const property = fc.property(faulty, ({ run, canary }) => {
      const result = run();
      expect(new Set(codesOf(result))).toEqual(new Set([code]));
      expect(JSON.stringify(result)).not.toContain(canary);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("whatever the body is", () => {
  const parseAll = (body: unknown): readonly Result<unknown, TravelIssueCode>[] => [
    parseTrpInquiry(body, trisa),
    parseTrpInquiry(body, getdefy),
    toTrpInquiry(body as TrpInquiry, trisa),
    toTrpResponse(body as TrpResponse),
    ...(["answer", "resolution", "confirmation"] as const).map((stage) => parseTrpResponse(body, stage)),
  ];

  it.each(hostiles)("$name never throws", ({ make }) => {
    for (const result of parseAll(make())) expect(told(result)).not.toEqual([]);
    for (const key of ["asset", "amount", "IVMS101", "extensions", "approved"]) {
      for (const result of parseAll({ ...given, [key]: make() })) expect(typeof result.ok).toBe("boolean");
    }
  });

  it("any value anywhere never throws", () => {
    const starts = [
      given,
      { approved: { address: "a", callback: "https://a.example" } },
      { kind: "pending", version: "3.2.1" },
    ];
    const values = fc.oneof(anything(), fc.jsonValue(), fc.constantFrom<unknown>("", null, [], {}, 0, -1, 1e300, "t"));
    const property = fc.property(
      fc.constantFrom(...starts),
      fc.nat(),
      values,
      fc.boolean(),
      (start, pick, value, gone) => {
        const places = nodesOf(start);
        const path = places[pick % places.length]?.path ?? "";
        const body = gone ? removedAt(start, path) : replacedAt(start, path, value);
        for (const result of parseAll(body)) expect(result.ok || result.issues.length > 0).toBe(true);
      },
    );
    fc.assert(property, { numRuns: runs(500) });
  });

  it("any text never throws", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `{"amount":1,"x":${text}`),
    );
    const property = fc.property(texts, (text) => {
      for (const result of parseAll(text)) expect(result.ok || result.issues.length > 0).toBe(true);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("huge texts are answered in bounded time", () => {
    const start = performance.now();
    expect(told(parseTrpInquiry(`{"amount":${"9".repeat(2_000_000)}}`, trisa))).toEqual(["text_too_long "]);
    parseTrpInquiry(`{"amount":1,"x":"${"\\\\".repeat(400_000)}"}`, trisa);
    parseTrpInquiry(`{"amount":${"1".repeat(900_000)}}`, trisa);
    parseTrpInquiry(`${"[".repeat(900_000)}`, trisa);
    parseTrpInquiry({ ...given, amount: "9".repeat(10_000_000) }, trisa);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
