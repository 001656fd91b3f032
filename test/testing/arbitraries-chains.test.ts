/** Arbitraries with the option `chains`: addresses and transfers of registered chains. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bsc, defaultChains, tron } from "../../src/chains.js";
import { type ChainModule, ComplianceError, parseAddress, parseTransfer } from "../../src/index.js";
import { arbitraries } from "../../src/testing.js";

const tronAddresses = fc.constantFrom("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn");
const evmAddresses = arbitraries.address({ chain: "ethereum" }).map(({ address }) => address);

/** A chain whose addresses are numbers, some with an id, and whose tags have the given form. */
function house<Name extends string>(name: Name, tag: ChainModule["tag"]): ChainModule<Name> {
  const parse: ChainModule["parse"] = (text) => {
    const [, canonical, id] = /^(h[0-9]+)(?:\+([0-9a-f]+))?$/.exec(text) ?? [];
    if (canonical === undefined) return { code: "address_format", message: "It must be a number after h." };
    return { canonical, format: "number", ...(id !== undefined && { id }) };
  };
  return { name, symbol: "H", decimals: 2, coinType: 1, formats: ["number"], parse, ...(tag && { tag }) };
}

const houseAddresses = fc.nat().map((number) => `h${number}`);
const houses = [
  house("plain", undefined),
  house("integer-32", { kind: "integer", name: "tag", bits: 32 }),
  house("integer-64", { kind: "integer", name: "tag", bits: 64 }),
  house("hex", { kind: "hex", name: "tag", digits: 16 }),
  house("short", { kind: "text", name: "memo", maxBytes: 4 }),
  house("any", { kind: "text", name: "memo" }),
] as const;

describe("arbitraries.address with chains", () => {
  it("draws addresses of each registered chain, with the result of parseAddress", () => {
    const chains = [...defaultChains, tron, bsc];
    const drawn = arbitraries.address({ chains, addresses: { tron: tronAddresses, bsc: evmAddresses } });
    const seen = new Set<string>();
    const property = fc.property(drawn, ({ address, ...parts }) => {
      seen.add(parts.chain);
      const module = chains.find(({ name }) => name === parts.chain) as ChainModule;
      expect(parseAddress(module, address)).toEqual({ ok: true, value: parts });
    });
    fc.assert(property, { numRuns: 500 });
    expect([...seen].sort()).toEqual(chains.map(({ name }) => name).sort());
  });

  it("draws one of them, and only registered ones", () => {
    const options = { chains: [tron, bsc], addresses: { tron: tronAddresses, bsc: evmAddresses } };
    const chainsOf = (drawn: fc.Arbitrary<{ readonly chain: string }>): ReadonlySet<string> =>
      new Set(fc.sample(drawn, 100).map(({ chain }) => chain));
    expect(chainsOf(arbitraries.address(options))).toEqual(new Set(["tron", "bsc"]));
    expect(chainsOf(arbitraries.address({ ...options, chain: "tron" }))).toEqual(new Set(["tron"]));
    const [bitcoin] = defaultChains;
    expect(chainsOf(arbitraries.address({ chains: [bitcoin as ChainModule<"bitcoin">] }))).toEqual(
      new Set(["bitcoin"]),
    );
  });

  it("draws a format of the specification only", () => {
    const options = { chains: [...defaultChains, tron], addresses: { tron: tronAddresses } };
    for (const { format } of fc.sample(arbitraries.address({ ...options, format: "eip-55" }), 50)) {
      expect(format).toBe("eip-55");
    }
  });
});

describe("arbitraries.transfer with chains", () => {
  it.each(["any", "all"] as const)("draws transfers that parseTransfer accepts: properties %s", (properties) => {
    const addresses = Object.fromEntries(houses.map(({ name }) => [name, houseAddresses])) as never;
    const chains = [...houses, tron, ...defaultChains];
    const drawn = arbitraries.transfer<string>({
      chains,
      addresses: { ...(addresses as object), tron: tronAddresses },
      properties,
    });
    const seen = new Set<string | undefined>();
    const property = fc.property(drawn, (transfer) => {
      seen.add(transfer.chain);
      expect(parseTransfer(transfer, { chains })).toMatchObject({ ok: true });
    });
    // So many that the chance of a chain that is not drawn is below one in a million.
    fc.assert(property, { numRuns: properties === "all" ? 400 : 800 });
    const names = chains.map(({ name }) => name);
    expect([...seen].sort()).toEqual(properties === "all" ? names.sort() : [...names, undefined].sort());
  });

  it("repeats the id in an address as its tag, and leaves out another one", () => {
    const chain = house("with-id", { kind: "hex", name: "payment id", digits: 4 });
    const withId = fc.nat({ max: 99 }).map((number) => `h${number}+00ff`);
    const drawn = arbitraries.transfer({ chains: [chain], addresses: { "with-id": withId }, properties: "all" });
    for (const transfer of fc.sample(drawn, 50)) {
      expect(transfer).toMatchObject({ originator_tag: "00ff", beneficiary_tag: "00ff" });
      expect(parseTransfer(transfer, { chains: [chain] }).ok).toBe(true);
    }
  });
});

describe("wrong options about chains", () => {
  const { address, transfer } = arbitraries;

  it.each<[string, unknown]>([
    ["a chain without addresses", { chains: [tron] }],
    ["addresses that are no arbitrary", { chains: [tron], addresses: { tron: ["T"] } }],
    ["addresses that are no object", { chains: [tron], addresses: null }],
    ["addresses of a chain that is not registered", { chains: defaultChains, addresses: { tron: tronAddresses } }],
    ["addresses of a chain of the specification", { chains: defaultChains, addresses: { bitcoin: tronAddresses } }],
    ["addresses without chains", { addresses: { tron: tronAddresses } }],
    ["an empty list", { chains: [] }],
    ["what is no module", { chains: ["tron"] }],
    ["two modules of one name", { chains: [tron, tron], addresses: { tron: tronAddresses } }],
  ])("throw configuration_invalid: %s", (_, options) => {
    for (const make of [address, transfer]) {
      expect(() => make(options as never)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    }
  });

  it.each<[string, object]>([
    ["another chain", { chain: "bitcoin" }],
    ["a format of a further chain", { format: "base58check" }],
  ])("throw configuration_invalid for addresses: %s", (_, options) => {
    const given = { chains: [tron], addresses: { tron: tronAddresses }, ...options };
    expect(() => address(given as never)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });

  it("throw when a text is drawn that is no address of the chain, without the text", () => {
    const drawn = address({ chains: [tron], addresses: { tron: fc.constant("Jane Doe") } });
    const draw = (): unknown => fc.sample(drawn, 1);
    expect(draw).toThrow(ComplianceError);
    expect(draw).toThrow(expect.objectContaining({ message: expect.not.stringContaining("Jane") }));
  });
});
