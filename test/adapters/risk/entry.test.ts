import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Finding, toRiskEntry } from "../../../src/adapters/risk/entry.js";
import { parseRiskResponse } from "../../../src/domain/addresses/responses.js";
import { noVasp } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";

const finding: Finding = { providerName: "HOUSE", riskRatio: 40, descriptors: ["house:score:4"] };

function descriptorsOf(first: string, ...others: string[]): readonly string[] {
  return toRiskEntry({ ...finding, descriptors: [first, ...others] }).risk_descriptors;
}

function namesOf(...names: string[]): string {
  return toRiskEntry({ ...finding, names }).vasp_name_business;
}

/** Texts as a service may send them: any code units at all, and much of what cannot be stored. */
const text = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }) },
    fc.constantFrom("\u0000", "\n", "\t", " ", ",", "\u200b", "\u2028", "\ufeff", "\u{1f600}", "\u0085", "\u00ad"),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
  maxLength: 300,
});

describe("a risk entry out of a finding", () => {
  it("has every property of §2.8 but the time, empty or null by default", () => {
    const found = { provider_name: "HOUSE", risk_ratio: 40, risk_descriptors: ["house:score:4"] };
    expect(toRiskEntry(finding)).toStrictEqual({ ...found, ...noVasp });
  });

  it("has the whole finding", () => {
    const names = { legalName: "Samplex Ltd", names: ["Samplex", "SX"] };
    expect(toRiskEntry({ ...finding, ...names, categories: ["exchange"], website: "https://x.org" })).toMatchObject({
      vasp_name_legal: "Samplex Ltd",
      vasp_name_business: "Samplex, SX",
      vasp_website: "https://x.org",
      vasp_category: "exchange",
    });
  });

  it("can be stored, whatever the texts are", () => {
    const texts = fc.array(text, { maxLength: 80 });
    const finding = fc.record({
      providerName: fc.constant("HOUSE"),
      riskRatio: fc.integer({ min: 0, max: 100 }),
      descriptors: texts.map((others): Finding["descriptors"] => ["house:score", ...others]),
      names: texts,
      categories: texts,
      legalName: text,
      website: fc.option(text),
    });
    const property = fc.property(finding, (each) => {
      expect(parseRiskResponse([toRiskEntry(each)])).toMatchObject({ ok: true });
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("keeps the first descriptor: a ratio of 0 never stands alone", () => {
    const property = fc.property(fc.array(text, { maxLength: 100 }), (others) => {
      expect(descriptorsOf("house:nothing-found", ...others)[0]).toBe("house:nothing-found");
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("descriptors", () => {
  it("have no duplicates, and keep their order", () => {
    expect(descriptorsOf("b", "a", "b", "c", "a")).toEqual(["b", "a", "c"]);
  });

  it("are 64 at most, the last one reports more", () => {
    const many = Array.from({ length: 80 }, (_, index) => `flag ${index}`);
    expect(descriptorsOf("score", ...many.slice(0, 63))).toHaveLength(64);
    const cut = descriptorsOf("score", ...many.slice(0, 64));
    expect(cut).toHaveLength(64);
    expect(cut.slice(-2)).toEqual(["flag 61", "truncated"]);
  });

  it("have at most 200 UTF-16 code units, and no half of a surrogate pair", () => {
    expect(descriptorsOf("x".repeat(201))).toEqual(["x".repeat(200)]);
    expect(descriptorsOf(`${"x".repeat(199)}\u{1f600}`)).toEqual(["x".repeat(199)]);
  });

  it("are on one line, without control characters, and never blank", () => {
    expect(descriptorsOf(" a \n\t b\u0000c\u2028d ", "\u200b", "  ", "")).toEqual(["a b c d"]);
  });

  it("are well-formed: half of a surrogate pair is replaced", () => {
    expect(descriptorsOf("a\ud800b")).toEqual(["a\ufffdb"]);
  });
});

describe("names and categories", () => {
  it("are joined with commas; a comma within a name becomes a space", () => {
    expect(namesOf("Samplex, Inc.", "Other")).toBe("Samplex Inc., Other");
  });

  it("have no duplicates", () => {
    expect(namesOf("Samplex", "Other", "Samplex", "")).toBe("Samplex, Other");
  });

  it("have at most 1,000 UTF-16 code units together, whole names only", () => {
    const long = "x".repeat(600);
    expect(namesOf(long, `${long}y`, "short")).toBe(long);
    expect(namesOf("y".repeat(1200))).toBe("y".repeat(1000));
  });
});

describe("a website", () => {
  it.each([null, undefined, "", " ", "\u200b"])("is null when there is none: %j", (website) => {
    expect(toRiskEntry({ ...finding, ...(website !== undefined && { website }) }).vasp_website).toBeNull();
  });
});
