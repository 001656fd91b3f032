/**
 * Generated readers and separate steps over the schema return the same. A value is equal, with its properties in the same
 * order. Issues come in the same order. Every parse function here runs both and compares.
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseAccountOn } from "../../src/domain/accounts/parse.js";
import { parseBalanceResponse, parseRiskResponse } from "../../src/domain/addresses/responses.js";
import { parseInput } from "../../src/domain/input/parse-input.js";
import type { Reader } from "../../src/domain/input/read-state.js";
import type { ParseContext } from "../../src/domain/input/types.js";
import { parseTransferOn } from "../../src/domain/transfers/parse.js";
import { parseEvidence } from "../../src/domain/transfers/parse-decision.js";
import { policyReader } from "../../src/generated/decision.reader.js";
import { type IssueCode, parseTransaction, parseVasp, type Result } from "../../src/index.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { isFullRun, runs } from "../support/runs.js";
import { singleFaultInputs } from "../support/single-fault.js";
import {
  accountSubject,
  answerSubjects,
  type Subject,
  subjects,
  transactionSubject,
  transferSubject,
  vaspSubject,
} from "../support/subjects.js";

/** Number of inputs, of those that both accepted, and of all inputs of this file. */
const seen = vi.hoisted(() => ({ asked: 0, taken: 0, total: 0 }));

vi.mock("../../src/domain/input/parse-input.js", async (original) => {
  const real = await original<typeof import("../../src/domain/input/parse-input.js")>();
  const { parseStepwise } = await import("../support/stepwise.js");
  const { schemas } = await import("../../scripts/readers/schemas.shape.js");
  const parseInput = <T>(reader: Reader<T>, input: unknown, options: ParseContext = {}): Result<T> => {
    const schema = schemas.find(({ record }) => record === reader.record);
    if (schema === undefined) throw new Error("The reader has no schema.");
    const parsed = real.parseInput(reader, input, options);
    const stepwise = parseStepwise(schema, input, options);
    seen.asked += 1;
    seen.total += 1;
    if (parsed.ok) seen.taken += 1;
    // `expect` takes longer than both parsers, so it only prints a difference.
    if (!isDeepStrictEqual(parsed, stepwise)) expect(parsed).toStrictEqual(stepwise);
    if (parsed.ok && stepwise.ok && !isDeepStrictEqual(namesIn(parsed.value), namesIn(stepwise.value))) {
      expect(namesIn(parsed.value)).toEqual(namesIn(stepwise.value));
    }
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

afterAll(() => {
  if (isFullRun) expect(seen.total).toBeGreaterThan(100_000);
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
        vasp_id: fc.constantFrom("V-1", "", " "),
      };
      const { vasp_id: _, ...required } = entry;
      return fc.array(fc.record(entry, { requiredKeys: Object.keys(required) as (keyof typeof required)[] }), {
        maxLength: 3,
      });
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

const duty = fc.constantFrom("verification", "ownership_check", "mitigating_measure");

/** Options: evidence of `transfers.decide`, and the policy. */
const options: typeof answers = [
  {
    name: "evidence",
    parse: (input) => parseEvidence(input, "2026-11-21T07:35:00.123+00:00"),
    valid: () => {
      const side = fc.constantFrom("originator", "beneficiary");
      const at = fc.constantFrom("2026-11-21", "2026-11-20T08:00:00Z", "2026-11-22", "yesterday");
      return fc.array(fc.record({ duty, side, note: fc.constantFrom("seen", ""), at }), { maxLength: 3 });
    },
  },
  {
    name: "a policy",
    parse: (input) => parseInput(policyReader, input),
    valid: () => {
      const number = fc.constantFrom(0, 1, 50.5, 100, Number.NaN);
      const name = fc.constantFrom("V-1", "OFAC", "");
      const kind = fc.constantFrom("vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted");
      const address = { chain: fc.constantFrom("bitcoin", "ripple"), address: name, tag: name };
      const answer = {
        ...{ jurisdiction: name, kind, duties: fc.array(duty, { maxLength: 3 }), by: name, note: name },
        ...{ from: name, until: name },
      };
      const required = {
        ...{ ownVasp: name, screenWith: fc.array(name, { maxLength: 3 }), rejectRisk: number, suspendRisk: number },
        ...{ suspendOnBreach: fc.boolean(), otherAccounts: fc.constantFrom("suspend", "reject") },
        ...{ claimedVasp: fc.constantFrom("suspend", "accept"), decisionMaxAgeMs: number, retentionMs: number },
      };
      const lists = {
        ownAddresses: fc.array(fc.record(address, { requiredKeys: ["chain", "address"] }), { maxLength: 2 }),
        answers: fc.array(
          fc.record(answer, { requiredKeys: ["jurisdiction", "kind", "duties", "by", "note", "from"] }),
          { maxLength: 2 },
        ),
      };
      return fc.record({ ...required, ...lists }, { requiredKeys: Object.keys(required) as (keyof typeof required)[] });
    },
  },
];

const inputs = [...subjects, ...answerSubjects];
const parsers = [...inputs, ...answers, ...options];

/** Each one changes every value of a document in turn. */
const SWEEPS = 80;

describe.each(inputs)("$name", ({ valid, parse, required }) => {
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

  it("gets the same result without any one of its properties or items, and with a wrong one", () => {
    const wrong = fc.constantFrom<unknown>(
      null,
      "",
      " ",
      "a\u0000",
      "\ud83d",
      "株",
      5,
      -1,
      true,
      {},
      [],
      [5],
      "LEIX",
      "UK",
    );
    const property = fc.property(valid(), wrong, (document, value) => {
      for (const { path } of nodesOf(document)) {
        parse(replacedAt(document, path, undefined));
        parse(replacedAt(document, path, value));
      }
    });
    fc.assert(property, { numRuns: runs(SWEEPS) });
  });
});

describe("further countries and a day", () => {
  // Only their own options: they have no rule about the day.
  const parseVaspIn = (input: unknown, { countries }: ParseContext) => parseVasp(input, { countries });
  const parseTransactionIn = (input: unknown, { countries }: ParseContext) => parseTransaction(input, { countries });

  it.each([
    ["an account", accountSubject, parseAccountOn],
    ["a transfer", transferSubject, parseTransferOn],
    ["a VASP record", vaspSubject, parseVaspIn],
    ["a transaction", transactionSubject, parseTransactionIn],
  ] as const)("count for both: %s", (_, { valid }, parse) => {
    const countries = fc.constantFrom([], ["XK"], ["XK", " ", "X\u0000", "__proto__"]);
    const day = fc.constantFrom(undefined, "1970-01-01", "2024-06-28");
    const values = fc.constantFrom("XK", "XQ", " ", "X\u0000", "1970-01-02", "__proto__");
    const property = fc.property(valid(), countries, day, values, (document, added, today, value) => {
      const context = { countries: added, ...(today !== undefined && { today }) };
      for (const { path } of nodesOf(document)) parse(replacedAt(document, path, value), context);
      parse(document, context);
    });
    fc.assert(property, { numRuns: runs(SWEEPS) });
  });
});

describe("empty values that count as absent", () => {
  it.each([
    ["an account", accountSubject, parseAccountOn],
    ["a transfer", transferSubject, parseTransferOn],
    ["a VASP record", vaspSubject, parseVasp],
    ["a transaction", transactionSubject, parseTransaction],
  ] as const)("are left out by both: %s", (_, { valid }, parse) => {
    const empty = fc.constantFrom(null, "", " ", undefined);
    const property = fc.property(valid("any"), fc.array(fc.tuple(fc.nat(), empty)), anything(), (whole, draws, any) => {
      const places = nodesOf(whole);
      const changed = draws.reduce<unknown>(
        (document, [pick, value]) => replacedAt(document, places[pick % places.length]?.path ?? "", value),
        whole,
      );
      parse(changed, { emptyIsAbsent: true });
      parse(any, { emptyIsAbsent: true });
      for (const { path } of places) parse(replacedAt(whole, path, ""), { emptyIsAbsent: true });
    });
    fc.assert(property, { numRuns: runs(SWEEPS) });
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
