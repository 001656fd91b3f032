/** Cosmos: the vectors of its standards, and texts that differ from an address in one respect. */
import { describe, expect, it } from "vitest";
import * as chainModules from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

const { cosmos, cosmosChain } = chainModules;

chainModuleSuite(
  cosmos,
  `
  bech32 cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh
  bech32 cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn
  bech32 COSMOS1JV65S3GRQF6V6JL3DP4T6C9T9RK99CD88LYUFL cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl
  bech32 cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta
  bech32 cosmos1tygms3xhhs3yv487phx3dw4a95jn7t7lpm470r
  bech32 cosmos1x0ea0eqgqxtp8dcphavug0gj6xv92q4ganmfp5ps963vl95e3gpqrd04nz
  address_format cosmosvaloper17mecg40nzenwy4uf0rmfhuz49k8jq2pg7cyq3v a validator's operator
  address_format cosmosvalcons1zg7v37f73mr3qmzjyrwwx4nct2nq8fmzngxjrn a validator's consensus address
  address_format cosmospub1addwnpep9z6yxqc46lg0whky2487tfjll9x2vtcdevnrgazcjtd4yuz5cg63wtcrjmw a public key
  address_other_network osmo1uyzg5mm8wa6e04sr07elucv4ucemjl5veq9wmp osmosis
  address_other_network noble1y5tllej4c9ars0nku6ns5a42r85ua6fz8whzhg noble
  address_network cosmo1ss84j4wlktrnsw42hxfx6fda56rlc4urhxc8ja unknown prefix
  address_checksum cosmos135tpdu93qzk964dlh6kk39zppvfm27nz6muewq checksum of bech32m
  address_length cosmos1qnrvx8jkcsu6llqtn0cyjdcl94sutmqpnl2fh 19 bytes
  address_length cosmos1r93s7hf4s0h9hku70x2n3jp90axhxaa9gckzazry 21 bytes
  address_characters cosmos1jfnetr9e9cxd3tmj7z6Ndcsp6yr93kx389mfz7 mixed case
  address_characters cosmosvxml5qd9umfcs2fladzwp2d2m7urz520hppj05 separator missing
  address_length cosmos1550dq7 no data
  address_length cosmos1s6k4g6k2y7065c6hzxq7emlxgh9u9f067452qw64xdf5jwc36yf2ud9d 31 bytes
  address_length cosmos1g6rywj24wuf4wfertdf7mw9prm99t9w2ru676hrwfpnxp7h3n63ks5latfz 33 bytes
  address_format cosmos1d6uf2aqqdgw8vs4yh7rvxwk79un773nuss2ctr34xuhj0f7wp7v3y6lhet padding bits set
  address_other_network 0x5442fcad32506afaefb6ef96b58e31dd0c5c98cb hex
`,
);

describe("cosmosChain", () => {
  const noble = { name: "noble", prefix: "noble", symbol: "USDC" };

  it.each([
    ["the prefix of Bitcoin", { prefix: "bc" }],
    ["the prefix of a test network of Bitcoin", { prefix: "tb" }],
    ["the prefix of Cosmos Hub", { prefix: "cosmos" }],
    ["the prefix of Osmosis", { prefix: "osmo" }],
    ["the prefix of Cardano", { prefix: "addr" }],
    ["the prefix of MultiversX", { prefix: "erd" }],
    ["the prefix of Zcash", { prefix: "zs" }],
    ["the name of another chain", { name: "tron" }],
    ["the name of Cosmos Hub", { name: "cosmos" }],
    ["the prefix of validators", { prefix: "noblevaloper" }],
    ["the prefix of keys", { prefix: "noblepub" }],
    ["39 decimals", { decimals: 39 }],
    ["half a decimal", { decimals: 0.5 }],
    ["a coin type of 32 bits", { coinType: 2 ** 31 }],
  ])("rejects %s: configuration_invalid", (_, change) => {
    expect(() => cosmosChain({ ...noble, ...change })).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });

  it("reserves the name of every module", () => {
    for (const module of Object.values(chainModules).flat()) {
      if (typeof module !== "object") continue;
      expect(() => cosmosChain({ ...noble, name: module.name }), module.name).toThrow(/name and prefix/);
    }
  });

  it("takes the name and the prefix of Cosmos Hub together", () => {
    expect(cosmosChain({ name: "cosmos", prefix: "cosmos", symbol: "ATOM" })).toMatchObject({ name: "cosmos" });
  });

  it("takes the highest values", () => {
    const { decimals, coinType } = cosmosChain({ ...noble, decimals: 38, coinType: 2 ** 31 - 1 });
    expect([decimals, coinType]).toEqual([38, 2 ** 31 - 1]);
  });
});
