/**
 * Reading in one pass and in separate steps return the same: an equal value with its properties in the same order, or the same
 * issues in the same order. Every parse function here runs both and compares.
 */
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseBalanceResponse, parseRiskResponse } from "../../src/domain/addresses/responses.js";
import type { InputSchema, ParseContext } from "../../src/domain/input/types.js";
import type { IssueCode, Result } from "../../src/index.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { singleFaultInputs } from "../support/single-fault.js";
import { type Subject, subjects } from "../support/subjects.js";

/** Number of inputs, and of those that both accepted. */
const seen = vi.hoisted(() => ({ asked: 0, taken: 0 }));

vi.mock("../../src/domain/input/parse-input.js", async (original) => {
  const real = await original<typeof import("../../src/domain/input/parse-input.js")>();
  const { parseStepwise } = await import("../support/stepwise.js");
  const parseInput = <T>(schema: InputSchema<T>, input: unknown, options: ParseContext = {}): Result<T> => {
    const parsed = real.parseInput(schema, input, options);
    const stepwise = parseStepwise(schema, input, options);
    seen.asked += 1;
    if (parsed.ok) seen.taken += 1;
    expect(parsed).toStrictEqual(stepwise);
    if (parsed.ok && stepwise.ok) expect(namesIn(parsed.value)).toEqual(namesIn(stepwise.value));
    return parsed;
  };
  return { ...real, parseInput };
});

/** Returns the names of all properties in their order. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

/** Returns the document with one more property, which may be `__proto__`. */
function withOwn(document: object, name: string): object {
  return Object.defineProperty({ ...document }, name, { value: 1, enumerable: true, configurable: true });
}

beforeEach(() => {
  seen.asked = 0;
  seen.taken = 0;
});

/** Responses of providers and sources. No operation accepts them. */
const answers: readonly Pick<Subject, "name" | "parse" | "valid">[] = [
  {
    name: "a risk response",
    parse: parseRiskResponse,
    valid: () => {
      const entry = {
        provider_name: fc.constantFrom("OFAC", "RDCFI"),
        risk_ratio: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-1, 101, 0.5)),
        risk_descriptors: fc.array(fc.constantFrom("sanctions", "", "score: 5")),
        vasp_name_legal: fc.constantFrom("", " ", "Example AG"),
        vasp_name_business: fc.constantFrom("", "Example"),
        vasp_website: fc.constantFrom(null, "https://exchange.example"),
        vasp_category: fc.constantFrom("", "exchange"),
      };
      return fc.array(fc.record(entry), { maxLength: 3 });
    },
  },
  {
    name: "a balance response",
    parse: parseBalanceResponse,
    valid: () => {
      const amount = fc.constantFrom("0", "1.50", "-1", "", null, 5);
      return fc.record({ balance: amount, balance_usd: amount });
    },
  },
];

const parsers = [...subjects, ...answers];

describe.each(subjects)("$name", ({ valid, parse, required }) => {
  it("is accepted by both if it is valid, in any order of its properties", () => {
    const property = fc.property(fc.oneof(valid("any"), valid("all")), (input) => {
      parse(input);
      parse(Object.fromEntries(Object.entries(input).reverse()));
    });
    fc.assert(property, { numRuns: runs(200) });
    expect(seen.taken).toBe(seen.asked);
  });

  it("is accepted by both as an object of a class, without a prototype, frozen, and with undefined properties", () => {
    const property = fc.property(valid(), (input) => {
      class Form {
        readonly stranger = undefined;
        get inherited(): string {
          return "behind";
        }
      }
      parse(Object.assign(new Form(), input));
      parse(Object.assign(Object.create({ reference_id: "behind", account_type: "entity" }), input));
      parse(Object.assign(Object.create(null), input));
      parse(Object.freeze({ ...input, stranger: undefined, [Symbol("hidden")]: input }));
      parse(new Proxy(input, {}));
    });
    fc.assert(property, { numRuns: runs(50) });
    expect(seen.taken).toBe(seen.asked);
  });

  it.each(hostiles)("is refused by both, or by neither, if it is $name", ({ make }) => {
    parse(make());
    expect(seen.asked).toBe(1);
    if (required.length > 0) expect(seen.taken).toBe(0);
  });
});

describe.each(parsers)("$name", ({ valid, parse }) => {
  it("gets the same result with any value in place of one of its values, or beside them", () => {
    const names = fc.constantFrom("__proto__", "constructor", "toString", "address", "entries", "rule_codes", "size");
    const property = fc.property(valid(), fc.nat(), names, anything(), (document, pick, name, value) => {
      const places = nodesOf(document);
      parse(replacedAt(document, places[pick % places.length]?.path ?? "", value));
      parse(withOwn(document, name));
      parse(value);
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("gets the same result without one of its properties or items", () => {
    const property = fc.property(valid(), fc.nat(), (document, pick) => {
      const places = nodesOf(document);
      parse(replacedAt(document, places[pick % places.length]?.path ?? "", undefined));
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe.each(Object.keys(singleFaultInputs) as IssueCode[])("%s", (code) => {
  it("is found by both, or depends on more than the input", () => {
    const property = fc.property(singleFaultInputs[code], ({ subject, input, before }) => {
      seen.taken = 0;
      subject.parse(input);
      if (before === undefined) expect(seen.taken).toBe(0);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});
