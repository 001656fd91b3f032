/** The type of `chain` follows from the option `chains`. */
import * as fc from "fast-check";
import { describe, expectTypeOf, it } from "vitest";
import { bsc, cosmosChain, defaultChains, tron } from "../../src/chains.js";
import {
  type AddressParseCode,
  type Chain,
  type ChainModule,
  type Compliance,
  createCompliance,
  memoryStorage,
  type ParsedAddress,
  parseAddress,
  parseTransfer,
  type Result,
  type TransferDraft,
  type TransferInput,
  unwrap,
} from "../../src/index.js";
import { arbitraries, type DrawnAddress } from "../../src/testing.js";

const storage = memoryStorage();

describe("the type of chain", () => {
  it("is the closed union of §4.1 without the option", () => {
    const compliance = createCompliance({ storage });
    expectTypeOf(compliance).toEqualTypeOf<Compliance>();
    // @ts-expect-error not one of the fourteen
    void compliance.addresses.retrieve("tron", "T…");
    // @ts-expect-error not one of the fourteen
    void compliance.addresses.list({ chain: "tron" });
  });

  it("is inferred from the name of a chain of the Cosmos SDK", () => {
    const noble = cosmosChain({ name: "noble", prefix: "noble", symbol: "USDC" });
    expectTypeOf(noble).toEqualTypeOf<ChainModule<"noble">>();
    expectTypeOf(parseAddress(noble, "noble1…")).toEqualTypeOf<Result<ParsedAddress<"noble">, AddressParseCode>>();
  });

  it("is inferred from the option, in requests and results", async () => {
    const compliance = createCompliance({ storage, chains: [...defaultChains, tron, bsc] });
    expectTypeOf(compliance).toEqualTypeOf<Compliance<Chain | "tron" | "bsc">>();
    const created = await compliance.addresses.create({ chain: "tron", address: "T…" });
    if (created.ok) expectTypeOf(created.value.chain).toEqualTypeOf<Chain | "tron" | "bsc">();
    const report = unwrap(await compliance.addresses.rescreen({ provider_name: "OFAC", chain: "bsc" }));
    expectTypeOf(report.changes[0]?.chain).toEqualTypeOf<Chain | "tron" | "bsc" | undefined>();
    const checked = await compliance.transfers.check({} as unknown);
    if (checked.ok) expectTypeOf(checked.value.chain).toEqualTypeOf<Chain | "tron" | "bsc" | undefined>();
    // @ts-expect-error not registered
    void compliance.addresses.retrieve("base", "0x…");
    // @ts-expect-error not registered
    void compliance.addresses.create({ chain: "base", address: "0x…" });
  });

  it("contains only the given chains, and those of one's own", () => {
    const house: ChainModule<"house"> = { ...tron, name: "house" };
    const compliance = createCompliance({ storage, chains: [tron, house] });
    expectTypeOf(compliance).toEqualTypeOf<Compliance<"tron" | "house">>();
    // @ts-expect-error not registered
    void compliance.addresses.retrieve("bitcoin", "1…");
    // @ts-expect-error a module has a function parse
    createCompliance({ storage, chains: [{ name: "a", symbol: "A", decimals: 1, coinType: 1, formats: ["a"] }] });
  });

  it("of a parsed transfer follows from the option of parseTransfer", () => {
    expectTypeOf(parseTransfer({}, { chains: [...defaultChains, tron] })).toEqualTypeOf<
      Result<TransferInput<Chain | "tron">>
    >();
    expectTypeOf(parseTransfer({})).toEqualTypeOf<Result<TransferInput>>();
  });

  it("of a parsed address is the name of the module", () => {
    expectTypeOf(parseAddress(tron, "T…")).toEqualTypeOf<Result<ParsedAddress<"tron">, AddressParseCode>>();
    expectTypeOf(parseAddress("bitcoin", "1…")).toEqualTypeOf<Result<ParsedAddress, AddressParseCode>>();
    // @ts-expect-error no name of a further chain
    parseAddress("tron", "T…");
  });

  it("is inferred from the option of arbitraries, which needs addresses of further chains", () => {
    const { address, transfer } = arbitraries;
    const options = { chains: [...defaultChains, tron], addresses: { tron: fc.constant("T…") } };
    expectTypeOf(address(options)).toEqualTypeOf<fc.Arbitrary<DrawnAddress<Chain | "tron">>>();
    expectTypeOf(transfer(options)).toEqualTypeOf<fc.Arbitrary<TransferDraft<Chain | "tron">>>();
    expectTypeOf(address({ chain: "tezos" })).toEqualTypeOf<fc.Arbitrary<DrawnAddress>>();
    // @ts-expect-error not registered
    address({ ...options, chain: "bsc" });
    // @ts-expect-error bsc has no addresses
    transfer({ chains: [tron, bsc], addresses: { tron: fc.constant("T…") } });
  });
});
