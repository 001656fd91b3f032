/** Osmosis: the vectors of its standards, and texts that differ from an address in one respect. */
import { describe, expect, it } from "vitest";
import { cosmos, cosmosChain, osmosis } from "../../../../src/chains.js";
import { parseAddress } from "../../../../src/index.js";
import { chainModuleSuite, messageWith, readWith } from "../../../support/chain-modules.js";
import { toBech32 } from "../../../support/further-addresses/encoders.js";

chainModuleSuite(
  osmosis,
  `
  bech32 osmo10d07y265gmmuvt4z0w9aw880jnsr700jjeq4qp
  bech32 osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3aq6l09
  bech32 OSMO1JV65S3GRQF6V6JL3DP4T6C9T9RK99CD80YHVLD osmo1jv65s3grqf6v6jl3dp4t6c9t9rk99cd80yhvld
  bech32 osmo17xpfvakm2amg962yls6f84z3kell8c5lczssa0
  bech32 osmo1m3h30wlvsf8llruxtpukdvsy0km2kum8q25g3j
  bech32 osmo1x0ea0eqgqxtp8dcphavug0gj6xv92q4ganmfp5ps963vl95e3gpqkshdyy
  address_format osmovaloper1amkjacy86gt6n993arjnfxxtyrdqr6660ldj3q a validator's operator
  address_format osmopub1smfeg6a4zq9vsw2f476q7cgf794r9x3l4vyt9gukd97atx9a9g7qvsxy80f3ys3z4ec a public key
  address_other_network cosmos1lg3e7hk7f496mky0dnfrtkt533v7w4yxevu6x0 cosmos
  address_network osmos19lunp9pnqkpcs970cphnx3lrg2kvxc9utf8ygq unknown prefix
  address_checksum osmo1pk47u7calkeykpe4guwk0p6g2jl9l4ekz2pfnh checksum of bech32m
  address_length osmo1vsrvapc56m6h4hp0q8uusgefz9xlruq57sten 19 bytes
  address_length osmo14u9rqunjazrhcynw6gp42zm9maqvuc20wv72jm7f 21 bytes
  address_characters osmo13l7r7k28nw3y2Z2dz8dlvrvmcna33m8f5v5ym6 mixed case
  address_characters osmocy48gyz74pa7zzqj5q3sz2l9lqvh65eljee0ds separator missing
  address_checksum k7ftx0pgrpvtsr2e89xejrqxttuwxxzg6rrsld prefix missing
  address_length osmo13ns3pt no data
  address_length osmo1nc0jm7ts2c9ysz9cu8ddw6syt33wq4ufd27r88u6n03gh7jpxuj56vp2 31 bytes
  address_length osmo10vql2l9ksym8va9qg52sz2vn6gn5mff5gfnquq56j9rz95shdalkjknm0x3 33 bytes
  address_format osmo1ra447jdf5ffcktnvctnhcexug99kz0f3du2ah894qj7wlxph09s3j02dxu padding bits set
  address_other_network 0x29e33c60965ba51e9299421ed04da544762688fb hex
`,
);

it("has the coin type of SLIP-44, and is named on cosmos", () => {
  expect([osmosis.coinType, osmosis.decimals]).toEqual([10000118, 6]);
  expect(messageWith(cosmos, "osmo10d07y265gmmuvt4z0w9aw880jnsr700jjeq4qp")).toContain("valid on osmosis, but");
});

describe("cosmosChain", () => {
  const noble = cosmosChain({ name: "noble", prefix: "noble", symbol: "USDC" });

  it("creates a module for another prefix", () => {
    const text = toBech32("noble", new Uint8Array(20));
    expect(noble).toMatchObject({ name: "noble", symbol: "USDC", decimals: 6, coinType: 118, formats: ["bech32"] });
    expect(readWith(noble, text)).toEqual({ canonical: text, format: "bech32" });
    expect(parseAddress(noble, text)).toMatchObject({ ok: true, value: { chain: "noble" } });
    expect(Object.isFrozen(noble)).toBe(true);
  });

  it("takes decimals and coin type", () => {
    const options = { name: "injective", prefix: "inj", symbol: "INJ", decimals: 18, coinType: 60 } as const;
    expect(cosmosChain(options)).toMatchObject({ decimals: 18, coinType: 60 });
  });

  it("names other chains of the family, and no unknown prefix", () => {
    const key = new Uint8Array(20).fill(9);
    expect(messageWith(noble, toBech32("dydx", key))).toContain("valid on dYdX, but");
    expect(readWith(noble, toBech32("unknown", key))).toBe("address_network");
    expect(readWith(noble, toBech32("noblevalconspub", key))).toBe("address_format");
  });

  it.each([
    [{ name: "Noble", prefix: "noble", symbol: "USDC" }, "name"],
    [{ name: "noble", prefix: "Noble", symbol: "USDC" }, "prefix"],
    [{ name: "noble", prefix: "noble", symbol: "" }, "symbol"],
    [{ name: "noble", prefix: "noble", symbol: "USDC", decimals: 1.5 }, "decimals"],
    [{ name: "noble", prefix: "noble", symbol: "USDC", coinType: -1 }, "coinType"],
    [{ name: "noble", prefix: "noble", symbol: "USDC", hrp: "noble" }, "hrp"],
    [{ name: "noble", prefix: "noble" }, "symbol"],
    [undefined, "options"],
  ])("rejects %j", (options, named) => {
    // A caller without types passes it.
    expect(() => cosmosChain(options as never)).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(named) }),
    );
  });
});
