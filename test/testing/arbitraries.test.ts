/** What the public arbitraries draw: what the parsers take, all that there is of it, and what may be asked for. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chains,
  isChain,
  parseAccount,
  parseAddress,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type Result,
  type TransferKind,
  unwrap,
} from "../../src/index.js";
import { arbitraries } from "../../src/testing.js";
import { runs } from "../support/runs.js";

const properties = ["any", "all"] as const;
const kinds: readonly TransferKind[] = ["vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted"];
const formats = Object.values(chains).flatMap((chain) => chain.formats.map((format) => [chain.name, format] as const));
const thresholds = { SG: "1500", US: 3000 };

interface Taken {
  readonly name: string;
  readonly drawn: fc.Arbitrary<unknown>;
  readonly parse: (input: unknown) => Result<unknown>;
}

const taken: readonly Taken[] = [
  ...properties.flatMap((which): readonly Taken[] => [
    {
      name: `an account (${which})`,
      drawn: arbitraries.account({ properties: which }),
      parse: (input) => parseAccount(input),
    },
    { name: `a VASP (${which})`, drawn: arbitraries.vasp({ properties: which }), parse: (input) => parseVasp(input) },
    {
      name: `a transfer (${which})`,
      drawn: arbitraries.transfer({ properties: which }),
      parse: (input) => parseTransfer(input),
    },
  ]),
  { name: "a transaction", drawn: arbitraries.transaction(), parse: (input) => parseTransaction(input) },
  {
    name: "a transaction near a threshold",
    drawn: arbitraries.transactionNear({ thresholds }),
    parse: (input) => parseTransaction(input),
  },
  { name: "a name", drawn: arbitraries.name().map(accountNamed), parse: (input) => parseAccount(input) },
  { name: "an LEI", drawn: arbitraries.lei().map(accountWithLei), parse: (input) => parseAccount(input) },
  {
    name: "a country and a currency",
    drawn: fc.record({
      transaction_id: fc.constant("T-1"),
      amount: fc.constant("1"),
      country: arbitraries.country(),
      currency: arbitraries.currency(),
    }),
    parse: (input) => parseTransaction(input),
  },
  {
    name: "a registration authority",
    drawn: arbitraries.registrationAuthority().map((code) => entityWith({ national_id_type: "RAID", code })),
    parse: (input) => parseAccount(input),
  },
];

function accountNamed(name: string): object {
  const individual = { individual_name: { name_type: "LEGL", name_first: name, name_last: name } };
  return { reference_id: "A-1", account_type: "individual", customer_id: "C-1", individual };
}

function entityWith({ national_id_type, code, national_id = "1" }: Record<string, string>): object {
  const id = { national_id_type, national_id, ...(code !== undefined && { registration_authority: code }) };
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Example AG" } };
  return { reference_id: "A-1", account_type: "entity", entity, national_id: id };
}

function accountWithLei(national_id: string): object {
  return entityWith({ national_id_type: "LEIX", national_id });
}

describe("what is drawn", () => {
  it.each(taken)("$name is taken by its parser", ({ drawn, parse }) => {
    const property = fc.property(drawn, (input) => {
      const result = parse(input);
      expect(result.ok ? [] : result.issues).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it.each(["individual", "entity"] as const)("is an account of type %s where that is asked for", (type) => {
    const property = fc.property(arbitraries.account({ type }), (account) => account.account_type === type);
    fc.assert(property, { numRuns: runs(100) });
  });

  it("is an account of either type where none is", () => {
    const types = fc.sample(arbitraries.account(), { numRuns: 100, seed: 1 }).map((account) => account.account_type);
    expect(new Set(types)).toEqual(new Set(["individual", "entity"]));
  });

  it.each(kinds)("is a transfer of kind %s where that is asked for", (kind) => {
    const property = fc.property(arbitraries.transfer({ kind }), (transfer) => {
      expect(transfer.originator_address_is_self_hosted ?? false).toBe(kind === "deposit_from_self_hosted");
      expect(transfer.beneficiary_address_is_self_hosted ?? false).toBe(kind === "withdrawal_to_self_hosted");
    });
    fc.assert(property, { numRuns: runs(100) });
  });

  it("has every member that there is where all are asked for", () => {
    const [account] = fc.sample(arbitraries.account({ type: "individual", properties: "all" }), {
      numRuns: 1,
      seed: 1,
    });
    expect(Object.keys(account?.individual ?? {})).toHaveLength(6);
    expect(Object.keys(account?.address ?? {})).toHaveLength(16);
    expect(Object.keys(account?.national_id ?? {})).toHaveLength(3);
    expect(Object.keys(account ?? {})).toHaveLength(8);
    const [vasp] = fc.sample(arbitraries.vasp({ properties: "all" }), { numRuns: 1, seed: 1 });
    expect(Object.keys(vasp ?? {})).toHaveLength(16);
  });

  it("is born before any clock of today", () => {
    const property = fc.property(arbitraries.account({ type: "individual", properties: "all" }), ({ individual }) => {
      expect((individual.date_of_birth ?? "") < "2025-01-01").toBe(true);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe("addresses", () => {
  it.each(formats)("of %s in the format %s are what parseAddress reads", (chain, format) => {
    const property = fc.property(arbitraries.address({ chain, format }), ({ address, ...said }) => {
      expect(unwrap(parseAddress(chain, address))).toEqual(said);
      expect(said).toMatchObject({ chain, format });
    });
    fc.assert(property, { numRuns: runs(50) });
  });

  it("are of every chain and format where none is asked for", () => {
    const drawn = fc.sample(arbitraries.address(), { numRuns: 1_500, seed: 1 });
    const seen = new Set(drawn.map(({ chain, format }) => `${chain} ${format}`));
    expect(seen).toEqual(new Set(formats.map((pair) => pair.join(" "))));
  });

  it("are of each chain that has the format where only that is asked for", () => {
    const drawn = fc.sample(arbitraries.address({ format: "segwit" }), { numRuns: 50, seed: 1 });
    expect(new Set(drawn.map(({ chain, format }) => `${chain} ${format}`))).toEqual(
      new Set(["bitcoin segwit", "litecoin segwit"]),
    );
  });
});

describe("names", () => {
  const names = fc.sample(arbitraries.name(), { numRuns: 3_000, seed: 1 });

  it.each([
    ["Latin", /^\p{Script=Latin}/u],
    ["Cyrillic", /\p{Script=Cyrillic}/u],
    ["Greek", /\p{Script=Greek}/u],
    ["Arabic, right to left", /\p{Script=Arabic}/u],
    ["Hebrew, right to left", /\p{Script=Hebrew}/u],
    ["Devanagari", /\p{Script=Devanagari}/u],
    ["Han", /\p{Script=Han}/u],
    ["Hangul", /\p{Script=Hangul}/u],
    ["Thai", /\p{Script=Thai}/u],
    ["Ethiopic", /\p{Script=Ethiopic}/u],
    ["van der", /van der /],
    ["al-", /al-\p{L}/u],
    ["bin", /\bbin /],
    ["de la", /de la /],
    ["O’", /O’N/],
    ["one letter", /^\p{L}$/u],
    ["a part of one letter", /(^|[ -])\p{L}([ -]|$)/u],
    ["combining marks", /\p{L}\p{M}/u],
    ["code points beyond the basic plane", /[\u{10000}-\u{10ffff}]/u],
    ["white space at an end", /^ | $/],
  ])("are now and then: %s", (_what, form) => {
    expect(names.filter((name) => form.test(name)).length).toBeGreaterThan(2);
  });

  it("are now and then nearly as long as may be", () => {
    expect(names.some((name) => name.length > 950)).toBe(true);
    expect(names.every((name) => name.length <= 1_000)).toBe(true);
  });

  it("have mostly nothing in them but letters, marks and what joins them", () => {
    const readable = names.filter((name) => /^[\p{L}\p{M} .,'’׳־・\u3000-]+$/u.test(name));
    expect(readable.length).toBeGreaterThan(names.length / 2);
  });
});

describe("what is asked for", () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      "an unknown option",
      () => ask(arbitraries.account, { types: "entity" }),
      /account has no option "types"; its options are type, properties\./,
    ],
    ["an unknown type", () => ask(arbitraries.account, { type: "firm" }), /type .* individual, entity/],
    ["an unknown set of properties", () => ask(arbitraries.vasp, { properties: "some" }), /properties .* any, all/],
    ["an unknown kind", () => ask(arbitraries.transfer, { kind: "deposit" }), /kind .* vasp_to_vasp/],
    ["an unknown chain", () => ask(arbitraries.address, { format: "segwit", chain: "btc" }), /chain .* bitcoin, /],
    ["a format of no chain", () => ask(arbitraries.address, { format: "p2wsh" }), /format .* segwit/],
    [
      "a format of another chain",
      () => ask(arbitraries.address, { chain: "doge", format: "segwit" }),
      /must be one of p2pkh, p2sh\.$/,
    ],
    [
      "a format of no chain where a chain is asked for",
      () => ask(arbitraries.address, { format: "x", chain: "doge" }),
      /The option format .* must be one of p2pkh, p2sh\.$/,
    ],
    [
      "an option whose name could be a person's",
      () => ask(arbitraries.vasp, { "Jane Doe": 1 }),
      /no option of that name;/,
    ],
    ["an unknown edition", () => ask(arbitraries.ivms101, { edition: "2021" }), /edition .* 2020, 2023/],
    ["no object", () => ask(arbitraries.address, "bitcoin"), /must be an object/],
    ["null", () => ask(arbitraries.vasp, null), /must be an object/],
  ])("may not be %s", (_what, asking, said) => {
    expect(asking).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringMatching(said) }),
    );
  });

  it("may be left undefined", () => {
    const { type, chain, format }: { type?: "entity"; chain?: "doge"; format?: string } = {};
    const account = ask(arbitraries.account, { type });
    const address = ask(arbitraries.address, { chain, format });
    expect(fc.sample(account, 1)).toHaveLength(1);
    expect(fc.sample(address, 1)).toHaveLength(1);
  });
});

/** As a caller without types would. */
function ask(make: (options?: never) => fc.Arbitrary<unknown>, options: unknown): fc.Arbitrary<unknown> {
  return make(options as never);
}

describe("the object", () => {
  it("and its maps cannot be changed by one test for another", () => {
    expect(Object.isFrozen(arbitraries)).toBe(true);
    const maps = Object.values(arbitraries).filter((member) => typeof member === "object");
    expect(maps).toHaveLength(6);
    expect(maps.every(Object.isFrozen)).toBe(true);
  });

  it("knows the chains of the registry", () => {
    expect(formats.every(([chain]) => isChain(chain))).toBe(true);
    expect(formats.length).toBeGreaterThan(30);
  });
});
