/** The public maps of invalid inputs: each gives exactly its issue, and no code is missing from the map of its kind. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Issue,
  type IssueCode,
  parseAccount,
  parseAddress,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type Result,
} from "../../src/index.js";
import { parseIvms101 } from "../../src/ivms101.js";
import { invalidTexts } from "../../src/testing/arbitraries/text.js";
import { isRecord, nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { arbitraries, type Invalid } from "../../src/testing.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { anything } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { singleFaultInputs } from "../support/single-fault.js";

interface Kind<C extends string = IssueCode> {
  readonly name: string;
  readonly valid: fc.Arbitrary<object>;
  readonly invalid: Readonly<Record<string, fc.Arbitrary<Invalid<C>>>>;
  readonly parse: (input: unknown) => Result<unknown, string>;
}

const kinds: readonly Kind[] = [
  {
    name: "account",
    valid: arbitraries.account(),
    invalid: arbitraries.invalidAccounts,
    parse: (input) => parseAccount(input),
  },
  { name: "VASP", valid: arbitraries.vasp(), invalid: arbitraries.invalidVasps, parse: (input) => parseVasp(input) },
  {
    name: "transfer",
    valid: arbitraries.transfer(),
    invalid: arbitraries.invalidTransfers,
    parse: (input) => parseTransfer(input),
  },
  {
    name: "transaction",
    valid: arbitraries.transaction(),
    invalid: arbitraries.invalidTransactions,
    parse: (input) => parseTransaction(input),
  },
];

const ivms101Kinds: readonly Kind<string>[] = (["2020", "2023"] as const).map((edition) => ({
  name: `IVMS101 document of ${edition}`,
  valid: arbitraries.ivms101({ edition }),
  invalid: arbitraries.invalidIvms101[edition],
  parse: (input) => parseIvms101(input, { edition }),
}));

function issuesOf(result: ReturnType<Kind["parse"]>): readonly Issue<string>[] {
  return result.ok ? [] : result.issues;
}

const byCode = [...kinds, ...ivms101Kinds].flatMap(({ name, invalid, parse }) =>
  Object.entries(invalid).map(([code, drawn]) => ({ name, code, drawn, parse })),
);

describe.each(byCode)("an invalid $name: $code", ({ code, drawn, parse }) => {
  it("has exactly that issue, where it says", () => {
    const property = fc.property(drawn, (invalid) => {
      expect(invalid.code).toBe(code);
      expect(issuesOf(parse(invalid.input)).map((issue) => [issue.code, issue.path])).toEqual([[code, invalid.path]]);
    });
    fc.assert(property, { numRuns: runs(60) });
  });
});

describe.each(Object.entries(arbitraries.invalidAddresses))("an invalid address: %s", (code, drawn) => {
  it("has exactly that issue", () => {
    const property = fc.property<[{ chain: "near"; address: string; code: string; path: string }]>(
      drawn as fc.Arbitrary<never>,
      ({ chain, address, ...said }) => {
        expect(said).toEqual({ code, path: "" });
        expect(issuesOf(parseAddress(chain, address)).map((issue) => [issue.code, issue.path])).toEqual([[code, ""]]);
      },
    );
    fc.assert(property, { numRuns: runs(60) });
  });
});

/** Something else at one of the places, or nothing. */
interface Damage {
  readonly pick: number;
  readonly value: unknown;
  readonly isRemoved: boolean;
}

const words = [
  "individual",
  "entity",
  "customer",
  "LEIX",
  "RAID",
  "CCPT",
  "GEOG",
  "bitcoin",
  "near",
  "2099-01-01",
  "-1",
  "SG",
];

const damage: fc.Arbitrary<Damage> = fc.record({
  pick: fc.nat(),
  isRemoved: fc.boolean(),
  value: fc.oneof(
    anything(),
    fc.constantFrom<unknown>(...words, true, false, null, undefined, -1, Number.NaN),
    ...Object.values(invalidTexts),
  ),
});

function damaged(document: unknown, damages: readonly Damage[]): unknown {
  return damages.reduce((input, { pick, value, isRemoved }) => {
    const places = nodesOf(input);
    const path = places[pick % places.length]?.path ?? "";
    return isRemoved ? removedAt(input, path) : replacedAt(input, path, value);
  }, document);
}

/** Invalid in one way as whatever kind of input. What throws when it is looked at cannot be damaged further. */
const wrongAlready = fc
  .oneof(...byCode.filter(({ code }) => code !== "unreadable").map(({ drawn }) => drawn))
  .map(({ input }) => input);

describe.each<Kind<string>>([...kinds, ...ivms101Kinds])(
  "whatever is wrong with an input: $name",
  ({ valid, invalid, parse }) => {
    it("the codes of its issues are all in the map", () => {
      const others = fc.oneof(...[...kinds, ...ivms101Kinds].map((kind) => kind.valid));
      const member = fc.tuple(valid, others, fc.nat()).map(([whole, other, pick]) => withOneOf(whole, other, pick));
      const start = fc.oneof(valid, member, wrongAlready, anything());
      const property = fc.property(start, fc.array(damage, { maxLength: 4 }), (document, damages) => {
        const codes = issuesOf(parse(damaged(document, damages))).map(({ code }) => code);
        expect(codes.filter((code) => !Object.hasOwn(invalid, code))).toEqual([]);
      });
      fc.assert(property, { numRuns: runs(400, 1 / 8) });
    });
  },
);

/** With a member of another input: an entity's address, a chain, an amount. */
function withOneOf(whole: object, other: object, pick: number): object {
  const entries = Object.entries(other);
  const [name, value] = entries[pick % entries.length] ?? ["", undefined];
  return { ...whole, [name]: value };
}

describe("whatever is wrong with the text of an address", () => {
  it("the code of its issue is in the map", () => {
    const edited = fc
      .tuple(arbitraries.address(), fc.nat(), fc.string({ unit: codePoint, maxLength: 3 }), fc.nat({ max: 3 }))
      .map(([{ chain, address }, pick, letters, cut]) => {
        const at = pick % address.length;
        return { chain, address: address.slice(0, at) + letters + address.slice(at + cut) };
      });
    const swapped = fc
      .tuple(arbitraries.address(), arbitraries.address())
      .map(([{ chain }, { address }]) => ({ chain, address }));
    const property = fc.property(fc.oneof(edited, swapped), ({ chain, address }) => {
      const codes = issuesOf(parseAddress(chain, address)).map(({ code }) => code);
      expect(codes.filter((code) => !Object.hasOwn(arbitraries.invalidAddresses, code))).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(400, 1 / 8) });
  });
});

describe("every code of the library", () => {
  it("is in a map, or no parser of an account, VASP, transfer, transaction or address can give it", () => {
    const elsewhere: readonly IssueCode[] = [
      "date_of_birth_in_future",
      "reference_id_taken",
      "changed_meanwhile",
      "unknown_account",
      "unknown_vasp",
      "provider_name_missing",
      "unknown_provider",
      "unknown_address",
      "rule_codes_empty",
      "link_key_missing",
      "out_of_range",
      "cursor_invalid",
      "not_a_timestamp",
      "self_hosted_contradicts",
      "field_required_by_jurisdiction",
      "unknown_alert",
      "address_linked_elsewhere",
      "own_vasp_missing",
      "transfer_id_taken",
      "transfer_closed",
      "transfer_not_suspended",
      "unknown_transfer",
      "unknown_challenge",
      "challenge_used",
      "challenge_expired",
      "challenge_exhausted",
      "transfer_open",
      "retention_running",
      "held",
    ];
    const inMaps = kinds.flatMap(({ invalid }) => Object.keys(invalid));
    const known = new Set([...inMaps, ...Object.keys(arbitraries.invalidAddresses)]);
    expect([...known, ...elsewhere].sort()).toEqual(Object.keys(singleFaultInputs).sort());
  });
});

describe("codes that are none", () => {
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Example AG" } };
  const account = { reference_id: "A-1", account_type: "entity", entity, customer_id: "C-1" };
  const transaction = { transaction_id: "T-1", amount: "1", currency: "EUR", country: "SG" };

  it.each<[string, fc.Arbitrary<string>, (text: string) => Result<unknown>]>([
    [
      "not_an_lei",
      arbitraries.invalidLei(),
      (text) => parseAccount({ ...account, national_id: { national_id_type: "LEIX", national_id: text } }),
    ],
    [
      "not_a_registration_authority",
      arbitraries.invalidRegistrationAuthority(),
      (text) => {
        const national_id = { national_id_type: "RAID", national_id: "1", registration_authority: text };
        return parseAccount({ ...account, national_id });
      },
    ],
    ["not_a_country", arbitraries.invalidCountry(), (text) => parseTransaction({ ...transaction, country: text })],
    ["not_a_currency", arbitraries.invalidCurrency(), (text) => parseTransaction({ ...transaction, currency: text })],
  ])("%s: each is refused as such", (code, drawn, parse) => {
    const property = fc.property(drawn, (text) => {
      expect(issuesOf(parse(text)).map((issue) => issue.code)).toEqual([code]);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe("an input that throws when it is looked at", () => {
  it("is printed by where it does", () => {
    const property = fc.property(arbitraries.invalidAccounts.unreadable, () => false);
    const { counterexample } = fc.check(property, { seed: 1, numRuns: 1, endOnFailure: true });
    expect(fc.stringify(counterexample)).toMatch(/^\[an input that is unreadable at "\/?.*"\]$/);
    expect(isRecord(counterexample?.[0])).toBe(true);
  });
});
