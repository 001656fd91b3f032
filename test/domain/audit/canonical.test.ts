/** Canonical JSON, with the examples of RFC 8785. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, dataDigest } from "../../../src/domain/audit/canonical.js";
import { runs } from "../../support/runs.js";

describe("canonicalJson", () => {
  it("orders members by their UTF-16 code units (RFC 8785, 3.2.3)", () => {
    const given = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    const order = Object.values(
      JSON.parse(
        `[${canonicalJson(given)
          .slice(1, -1)
          .replaceAll(/"[^"]*":/g, "")}]`,
      ),
    );
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it("writes numbers and texts as in the example of RFC 8785, 3.2.2", () => {
    const given = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\u002f",
      literals: [null, true, false],
    };
    expect(canonicalJson(given)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("has one text for the same data, which reads as the data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("leaves out undefined members", () => {
    expect(canonicalJson({ b: undefined, a: { c: undefined } })).toBe('{"a":{}}');
    expect(dataDigest({ b: undefined })).toBe(createHash("sha256").update("{}").digest("hex"));
  });
});
