/** Valid addresses of the chains of `vaspkit/chains`, from random bytes, with the result that parsing must return. */
import * as fc from "fast-check";
import * as chains from "../../../src/chains.js";
import type { ChainModule } from "../../../src/index.js";
import { type AddressSample, bytes } from "../../../src/testing/arbitraries/address.js";
import {
  bytesOf,
  toBase58Check,
  toCashAddrOf,
  toEip55,
  toHex,
} from "../../../src/testing/arbitraries/encode-address.js";
import * as encode from "./encoders.js";

/** A format of a chain. */
export interface FormatSamples {
  readonly module: ChainModule;
  readonly format: string;
  readonly addresses: fc.Arbitrary<AddressSample>;
  /** Whether a checksum shows every change of one character. */
  readonly isChecked: boolean;
}

function asIs(texts: fc.Arbitrary<string>): fc.Arbitrary<AddressSample> {
  return texts.map((text) => ({ text, canonical: text }));
}

/** Lower case, which is canonical, or upper case after a prefix of some characters. */
function eitherCase(texts: fc.Arbitrary<string>, prefix = 0): fc.Arbitrary<AddressSample> {
  return fc.tuple(texts, fc.boolean()).map(([lower, isUpper]) => ({
    text: isUpper ? lower.slice(0, prefix) + lower.slice(prefix).toUpperCase() : lower,
    canonical: lower,
  }));
}

const workchain = fc.constantFrom(0, -1);

function userFriendly(tag: number): fc.Arbitrary<AddressSample> {
  return fc
    .tuple(workchain, bytes(32), fc.constantFrom("base64" as const, "base64url" as const))
    .map(([chain, hash, encoding]) => ({
      text: encode.toTon(tag, chain, hash, encoding),
      canonical: `${chain}:${toHex(hash)}`,
    }));
}

const ofTon = {
  bounceable: userFriendly(0x11),
  "non-bounceable": userFriendly(0x51),
  raw: fc.tuple(workchain, bytes(32), fc.boolean()).map(([chain, hash, isUpper]) => ({
    text: `${chain}:${isUpper ? toHex(hash).toUpperCase() : toHex(hash)}`,
    canonical: `${chain}:${toHex(hash)}`,
  })),
};

function shelley(
  prefix: string,
  types: readonly number[],
  rest: fc.Arbitrary<Uint8Array>,
): fc.Arbitrary<AddressSample> {
  return eitherCase(
    fc
      .tuple(fc.constantFrom(...types), rest)
      .map(([type, tail]) => encode.toBech32(prefix, bytesOf([type * 16 + 1], tail))),
  );
}

const pointer = fc
  .tuple(bytes(28), fc.nat(0xffffffff), fc.nat(0xffff), fc.nat(0xffff))
  .map(([hash, ...numbers]) => bytesOf(hash, ...numbers.map(encode.toVariableLength)));

const ofCardano = {
  base: shelley("addr", [0, 1, 2, 3], bytes(56)),
  pointer: shelley("addr", [4, 5], pointer),
  enterprise: shelley("addr", [6, 7], bytes(28)),
  stake: shelley("stake", [14, 15], bytes(28)),
  byron: asIs(
    fc.tuple(bytes(28), fc.option(fc.nat(40)), fc.constantFrom(0, 2)).map(([root, path, type]) => {
      const derivation = path === null ? [] : [[1, encode.cborBytes(new Uint8Array(path).fill(7))] as const];
      return encode.toByron(root, derivation, type);
    }),
  ),
};

function bech32Account(prefix: string): { readonly bech32: fc.Arbitrary<AddressSample> } {
  return {
    bech32: eitherCase(
      fc.constantFrom(20, 32).chain((length) => bytes(length).map((key) => encode.toBech32(prefix, key))),
    ),
  };
}

const hash64 = bytes(32).map((hash) => `0x${toHex(hash)}`);

/** AIP-40: special addresses are short. */
function toAptos(long: string): string {
  return /^0x0{63}/.test(long) ? `0x${long.slice(-1)}` : long;
}

const ofAptos = {
  long: eitherCase(hash64, 2).map(({ text, canonical }) => ({ text, canonical: toAptos(canonical) })),
  short: fc.oneof(
    asIs(fc.constantFrom(..."0123456789abcdef").map((digit) => `0x${digit}`)),
    hash64
      .map((long) => `0x${long.slice(2).replace(/^0*/, "").padStart(61, "7").slice(-63)}`)
      .filter((text) => !text.startsWith("0x0"))
      .map((text) => ({ text, canonical: `0x${text.slice(2).padStart(64, "0")}` })),
  ),
};

const number63 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.bigInt({ min: 0n, max: 100_000_000n }));
const realm = fc.oneof(
  fc.constant("0.0"),
  fc.tuple(number63, number63).map((parts) => parts.join(".")),
);
/** No account has the number 0. */
const accountNumber = number63.map((number) => (number === 0n ? 1n : number));
const accountId = fc.tuple(realm, accountNumber).map((parts) => parts.join("."));

const ofHedera = {
  "account-id": asIs(accountId),
  "account-id-checksum": accountId.map((id) => ({ text: encode.toHip15(id, 0n), canonical: id })),
  "long-zero": accountNumber.map((number) => ({
    text: `0x${number.toString(16).padStart(40, "0")}`,
    canonical: `0.0.${number}`,
  })),
  "evm-alias": bytes(20)
    .filter((hash) => hash.slice(0, 12).some((byte) => byte !== 0))
    .map((hash) => ({ text: `0x${toHex(hash)}`, canonical: toEip55(toHex(hash)) })),
  "key-alias": asIs(
    fc
      .tuple(
        realm,
        fc.oneof(
          bytes(32).map((key) => encode.toKeyAlias(2, key)),
          bytes(33).map((key) => encode.toKeyAlias(7, key)),
        ),
      )
      .map((parts) => parts.join(".")),
  ),
};

/** Few, because a key costs as much as parsing. */
const points = Array.from({ length: 12 }, (_, seed) => encode.ed25519Key(new Uint8Array(32).fill(seed)));
const point = fc.constantFrom(...points);

const ofMonero = {
  standard: asIs(fc.tuple(point, point).map((keys) => encode.toMonero(18, ...keys))),
  subaddress: asIs(fc.tuple(point, point).map((keys) => encode.toMonero(42, ...keys))),
  integrated: fc.tuple(point, point, bytes(8)).map(([spend, view, id]) => ({
    text: encode.toMonero(19, spend, view, id),
    canonical: encode.toMonero(18, spend, view),
    id: toHex(id),
  })),
};

function base58check(...prefix: readonly number[]): fc.Arbitrary<AddressSample> {
  return asIs(bytes(20).map((hash) => toBase58Check(prefix, hash)));
}

const item = (type: number, length: number) => bytes(length).map((value) => [type, value] as const);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const unknownItem = fc
  .tuple(fc.oneof(fc.integer({ min: 4, max: 0xdf }), fc.constantFrom(0xfd, 0xffff, 0x10000, 0x2000000)), fc.nat(60))
  .chain(([type, length]) => item(type, length));

const unified = fc
  .tuple(
    maybe(fc.constantFrom(0, 1).chain((type) => item(type, 20))),
    fc.oneof(
      fc.tuple(item(2, 43), item(3, 43)),
      fc.constantFrom(2, 3).chain((type) => fc.tuple(item(type, 43))),
    ),
    maybe(unknownItem),
  )
  .map(([transparent, shielded, unknown]) => [transparent, ...shielded, unknown].filter((each) => each !== undefined));

const ofZcash = {
  p2pkh: base58check(0x1c, 0xb8),
  p2sh: base58check(0x1c, 0xbd),
  tex: bytes(20).chain((hash) =>
    eitherCase(fc.constant(encode.toBech32m("tex", hash))).map(({ text }) => ({
      text,
      canonical: toBase58Check([0x1c, 0xb8], hash),
    })),
  ),
  sapling: eitherCase(bytes(43).map((key) => encode.toBech32("zs", key))),
  unified: eitherCase(unified.map((items) => encode.toUnified(items))),
};

const keyOrHash = (protocol: number, length: number) =>
  asIs(bytes(length).map((hash) => encode.toFilecoin(`f${protocol}`, [protocol], hash)));

const ofFilecoin = {
  f0: asIs(number63.map((id) => `f0${id}`)),
  f1: keyOrHash(1, 20),
  f2: keyOrHash(2, 20),
  f3: keyOrHash(3, 48),
  f4: asIs(
    fc
      .oneof(
        fc.tuple(
          fc.constant(10n),
          bytes(20).filter(([first]) => first !== 0xff),
        ),
        fc.tuple(
          number63.filter((space) => space !== 10n),
          fc.nat(54).chain(bytes),
        ),
      )
      .map(([space, payload]) => encode.toFilecoin(`f4${space}f`, [4, ...encode.leb128(space)], payload)),
  ),
  eth: fc
    .tuple(
      bytes(20).filter(([first]) => first !== 0xff),
      fc.boolean(),
    )
    .map(([hash, isMixed]) => ({
      text: isMixed ? toEip55(toHex(hash)) : `0x${toHex(hash)}`,
      canonical: encode.toFilecoin("f410f", [4, 10], hash),
    })),
  "masked-id": number63.map((id) => ({
    text: `0xff${id.toString(16).padStart(38, "0")}`,
    canonical: `f0${id}`,
  })),
};

const ofKaspa = {
  schnorr: asIs(bytes(32).map((key) => toCashAddrOf("kaspa", bytesOf([0], key)))),
  ecdsa: asIs(bytes(33).map((key) => toCashAddrOf("kaspa", bytesOf([1], key)))),
  script: asIs(bytes(32).map((hash) => toCashAddrOf("kaspa", bytesOf([8], hash)))),
};

const starknetDigits = fc
  .bigInt({ min: 2n, max: 2n ** 251n - 257n })
  .map((number) => number.toString(16).padStart(64, "0"));

const ofStarknet = {
  hex: fc.oneof(
    eitherCase(
      starknetDigits.map((digits) => `0x${digits}`),
      2,
    ),
    starknetDigits
      .filter((digits) => /^0{1,4}[1-9a-f]/.test(digits))
      .map((digits) => ({ text: `0x${digits.replace(/^0+/, "")}`, canonical: `0x${digits}` })),
  ),
  checksum: starknetDigits
    .map((digits) => ({ text: encode.toStarknetChecksum(digits), canonical: `0x${digits}` }))
    .filter(({ text }) => /[a-f]/.test(text) && /[A-F]/.test(text)),
};

const principal = fc.integer({ min: 0, max: 29 }).chain(bytes);

const ofInternetComputer = {
  "account-id": eitherCase(principal.map((bytes) => encode.toAccountId(bytes))),
  principal: principal.map((bytes) => ({ text: encode.toPrincipal(bytes), canonical: encode.toAccountId(bytes) })),
  "icrc-1": fc
    .tuple(
      principal,
      bytes(32).filter((subaccount) => subaccount.some((byte) => byte !== 0)),
    )
    .map(([bytes, subaccount]) => ({
      text: encode.toIcrcAccount(bytes, subaccount),
      canonical: encode.toAccountId(bytes, subaccount),
    })),
};

/** Lower case and look-alikes after the S. */
function c32(version: number): fc.Arbitrary<AddressSample> {
  return fc.tuple(bytes(20), fc.constantFrom("upper", "lower", "alike")).map(([hash, style]) => {
    const canonical = encode.toStacks(version, hash);
    const lower = `S${canonical.slice(1).toLowerCase()}`;
    const alike = `S${canonical.slice(1).replaceAll("0", "O").replaceAll("1", "l")}`;
    return { text: { upper: canonical, lower, alike }[style] ?? canonical, canonical };
  });
}

const contractName = fc
  .tuple(fc.constantFrom(..."aZ"), fc.string({ unit: fc.constantFrom(..."azAZ09-_"), maxLength: 127 }))
  .map((parts) => parts.join(""));

const ofStacks = {
  p2pkh: c32(22),
  p2sh: c32(20),
  contract: fc
    .tuple(c32(22), contractName)
    .map(([{ text, canonical }, name]) => ({ text: `${text}.${name}`, canonical: `${canonical}.${name}` })),
};

const eosName = fc
  .string({ unit: fc.constantFrom(..."abcxyz12345."), minLength: 1, maxLength: 12 })
  .filter((name) => !/^\.|\.$/.test(name));

/** The code is linear: the sum of words is a word. These are accounts of well-known contracts. */
const flowWords = [
  0xe467b9dd11fa00dfn,
  0xf233dcee88fe0aben,
  0x1654653399040a61n,
  0xf919ee77447b7497n,
  0x1d7e57aa55817448n,
  0x8624b52f9ddcd04an,
];
const ofFlow = {
  hex: eitherCase(
    fc
      .subarray(flowWords, { minLength: 1 })
      .map((words) => words.reduce((sum, word) => sum ^ word, 0n))
      .filter((sum) => sum !== 0n)
      .map((sum) => `0x${sum.toString(16).padStart(16, "0")}`),
    2,
  ),
};

const ofEvm = {
  "eip-55": bytes(20)
    .map((hash) => toEip55(toHex(hash)))
    .filter((text) => /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text))
    .map((text) => ({ text, canonical: text })),
  hex: fc.tuple(bytes(20), fc.boolean()).map(([hash, isUpper]) => {
    const digits = toHex(hash);
    return { text: `0x${isUpper ? digits.toUpperCase() : digits}`, canonical: toEip55(digits) };
  }),
};

function ledger(letter: string): fc.Arbitrary<AddressSample> {
  return eitherCase(
    bytes(20).map((key) => letter + encode.toBech32("avax", key)),
    letter.length,
  );
}

const ofTron = {
  base58: asIs(bytes(20).map((hash) => toBase58Check([0x41], hash))),
  hex: bytes(20).map((hash) => ({ text: `41${toHex(hash)}`, canonical: toBase58Check([0x41], hash) })),
};

type Formats = Readonly<Record<string, fc.Arbitrary<AddressSample>>>;

/** Generators by module and format, and the formats without a checksum. */
const table: readonly (readonly [module: ChainModule, formats: Formats, unchecked: readonly string[]])[] = [
  [chains.tron, ofTron, ["hex"]],
  // One changed digit in some 30,000 fits the case of all letters.
  ...[chains.bsc, chains.base, chains.arbitrum, chains.optimism, chains.ethereumClassic].map(
    (module) => [module, ofEvm, ["eip-55", "hex"]] as const,
  ),
  // The letter takes no part in the checksum.
  [
    chains.avalanche,
    { ...ofEvm, "x-chain": ledger("X-"), "p-chain": ledger("P-") },
    ["eip-55", "hex", "x-chain", "p-chain"],
  ],
  [chains.ton, ofTon, ["raw"]],
  [chains.cardano, ofCardano, []],
  [chains.cosmos, bech32Account("cosmos"), []],
  [chains.osmosis, bech32Account("osmo"), []],
  [chains.sui, { hex: eitherCase(hash64, 2) }, ["hex"]],
  [chains.aptos, ofAptos, ["long", "short"]],
  [chains.hedera, ofHedera, ["account-id", "long-zero", "evm-alias", "key-alias"]],
  [chains.monero, ofMonero, []],
  [chains.zcash, ofZcash, []],
  [chains.dash, { p2pkh: base58check(0x4c), p2sh: base58check(0x10) }, []],
  [chains.filecoin, ofFilecoin, ["f0", "eth", "masked-id"]],
  [chains.kaspa, ofKaspa, []],
  [chains.starknet, ofStarknet, ["hex", "checksum"]],
  [chains.internetComputer, ofInternetComputer, []],
  [chains.stacks, ofStacks, ["contract"]],
  [chains.eos, { name: asIs(eosName) }, ["name"]],
  [chains.flow, ofFlow, []],
  [chains.multiversx, { bech32: eitherCase(bytes(32).map((key) => encode.toBech32("erd", key))) }, []],
];

/** Every format of every chain. */
export const furtherFormats: readonly FormatSamples[] = table.flatMap(([module, formats, unchecked]) =>
  Object.entries(formats).map(([format, addresses]) => ({
    module,
    format,
    addresses,
    isChecked: !unchecked.includes(format),
  })),
);
