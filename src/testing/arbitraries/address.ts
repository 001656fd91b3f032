/** Valid addresses of each chain and format, from random bytes, with the result that parsing must return. */
import * as fc from "fast-check";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import {
  bytesOf,
  toAlgorand,
  toBase58,
  toBase58Check,
  toBase58CheckXrp,
  toCashAddr,
  toEip55,
  toHex,
  toSegwit,
  toSs58,
  toStrkey,
} from "./encode-address.js";

/** An address and its parsed values. */
export interface AddressSample extends Pick<ParsedAddress, "canonical" | "tag" | "id"> {
  readonly text: string;
}

/** Bytes that are random, all 0, all 255, or begin with zeros. */
export function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.uint8Array({ minLength: length, maxLength: length }) },
    // Implementations of base58 fail at leading zero bytes.
    { weight: 1, arbitrary: fc.constantFrom(0, 255).map((byte) => new Uint8Array(length).fill(byte)) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: length, maxLength: length })
        .map((all) => all.fill(0, 0, (all[length - 1] ?? 0) % length)),
    },
  );
}

/** Texts that are their own canonical form. */
function asIs(texts: fc.Arbitrary<string>): fc.Arbitrary<AddressSample> {
  return texts.map((text) => ({ text, canonical: text }));
}

/** Texts in lower case, which is canonical, or in upper case. */
function eitherCase(texts: fc.Arbitrary<string>): fc.Arbitrary<AddressSample> {
  return fc.tuple(texts, fc.boolean()).map(([lower, isUpper]) => ({
    text: isUpper ? lower.toUpperCase() : lower,
    canonical: lower,
  }));
}

function base58check(...prefix: readonly number[]): fc.Arbitrary<AddressSample> {
  return asIs(bytes(20).map((hash) => toBase58Check(prefix, hash)));
}

/** Version 0 has 20 or 32 bytes, versions 1 to 16 have 2 to 40. Taproot is version 1 with 32. */
function segwit(hrp: string): fc.Arbitrary<AddressSample> {
  const ofVersion0 = fc.constantFrom(20, 32).chain(bytes);
  const later = fc.tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 2, max: 40 }).chain(bytes));
  return eitherCase(
    fc.oneof(
      ofVersion0.map((program) => toSegwit(hrp, 0, program)),
      bytes(32).map((key) => toSegwit(hrp, 1, key)),
      later.map(([version, program]) => toSegwit(hrp, version, program)),
    ),
  );
}

const p2shOld = bytes(20).map((hash) => ({
  text: toBase58Check([0x05], hash),
  canonical: toBase58Check([0x32], hash),
}));

/** A type (0 is P2PKH, 1 is P2SH) and its hash. */
const cashHash = fc.oneof(fc.tuple(fc.constantFrom(0, 1), bytes(20)), fc.tuple(fc.constant(1), bytes(32)));

/** @param token - 2 for the token-aware types */
function cashAddr(token: 0 | 2): fc.Arbitrary<AddressSample> {
  return fc.tuple(cashHash, fc.boolean(), fc.boolean()).map(([[type, hash], hasPrefix, isUpper]) => {
    const whole = toCashAddr("bitcoincash", type + token, hash);
    const text = hasPrefix ? whole : whole.slice("bitcoincash:".length);
    return { text: isUpper ? text.toUpperCase() : text, canonical: toCashAddr("bitcoincash", type, hash) };
  });
}

const legacyCash = fc.tuple(fc.constantFrom(0, 1), bytes(20)).map(([type, hash]) => ({
  text: toBase58Check([type * 5], hash),
  canonical: toCashAddr("bitcoincash", type, hash),
}));

const account20 = bytes(20).map(toHex);

/** Mixed case, which is a checksum. */
const eip55 = asIs(account20.map(toEip55).filter((text) => /[a-f]/.test(text) && /[A-F]/.test(text)));

const bareHex = fc.tuple(account20, fc.boolean()).map(([digits, isUpper]) => ({
  text: `0x${isUpper ? digits.toUpperCase() : digits}`,
  canonical: toEip55(digits),
}));

const xdc = fc
  .tuple(fc.constantFrom("xdc", "XDC"), account20, fc.constantFrom("lower", "upper", "mixed"))
  .map(([prefix, digits, style]) => {
    const canonical = toEip55(digits);
    const written = { lower: digits, upper: digits.toUpperCase(), mixed: canonical.slice(2) };
    return { text: prefix + written[style as keyof typeof written], canonical };
  });

const evm = {
  "eip-55": eip55,
  // Digits without letters have no checksum, so their format is hex.
  hex: bareHex.filter(({ text }) => !/[a-f].*[A-F]|[A-F].*[a-f]/.test(text)),
};

const tag = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff),
);

const xAddress = fc.tuple(bytes(20), fc.option(tag, { nil: undefined })).map(([hash, tag]) => {
  const little = new Uint8Array(8);
  new DataView(little.buffer).setUint32(0, tag ?? 0, true);
  const text = toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [tag === undefined ? 0 : 1], little));
  return { text, canonical: toBase58CheckXrp([0], hash), ...(tag !== undefined && { tag: String(tag) }) };
});

const muxed = fc.tuple(bytes(32), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map(([key, id]) => {
  const big = new Uint8Array(8);
  new DataView(big.buffer).setBigUint64(0, id);
  return { text: toStrkey(12 * 8, bytesOf(key, big)), canonical: toStrkey(6 * 8, key), id: String(id) };
});

const implicit = /^(?:[0-9a-f]{64}|0[xs][0-9a-f]{40})$/;
const run = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"),
  minLength: 1,
  maxLength: 12,
});
const name = fc
  .array(fc.tuple(run, fc.constantFrom(".", ".", "-", "_")), { minLength: 1, maxLength: 8 })
  .map((runs) =>
    runs
      .map(([letters, joint]) => letters + joint)
      .join("")
      .slice(0, -1),
  )
  .filter((text) => text.length >= 2 && text.length <= 64 && !implicit.test(text));

type Formats = Readonly<Record<string, fc.Arbitrary<AddressSample>>>;

/** Generators by chain and format. Each chain has all its formats. */
export const addressFormats = {
  bitcoin: { p2pkh: base58check(0x00), p2sh: base58check(0x05), segwit: segwit("bc") },
  litecoin: {
    p2pkh: base58check(0x30),
    p2sh: base58check(0x32),
    "p2sh-old": p2shOld,
    segwit: segwit("ltc"),
    mweb: eitherCase(bytes(66).map((keys) => toSegwit("ltcmweb", 0, keys))),
  },
  "bitcoin-cash": { cashaddr: cashAddr(0), "cashaddr-token": cashAddr(2), legacy: legacyCash },
  doge: { p2pkh: base58check(0x1e), p2sh: base58check(0x16) },
  ethereum: evm,
  polygon: evm,
  xdc: { ...evm, xdc },
  solana: { base58: asIs(bytes(32).map(toBase58)) },
  ripple: { classic: asIs(bytes(20).map((hash) => toBase58CheckXrp([0], hash))), "x-address": xAddress },
  stellar: {
    account: asIs(bytes(32).map((key) => toStrkey(6 * 8, key))),
    muxed,
    contract: asIs(bytes(32).map((hash) => toStrkey(2 * 8, hash))),
  },
  algorand: { base32: asIs(bytes(32).map(toAlgorand)) },
  polkadot: { ss58: asIs(bytes(32).map((key) => toSs58(0, key))) },
  tezos: {
    tz1: base58check(0x06, 0xa1, 0x9f),
    tz2: base58check(0x06, 0xa1, 0xa1),
    tz3: base58check(0x06, 0xa1, 0xa4),
    tz4: base58check(0x06, 0xa1, 0xa6),
    KT1: base58check(0x02, 0x5a, 0x79),
  },
  near: {
    implicit: asIs(bytes(32).map(toHex)),
    named: asIs(name),
    "eth-implicit": asIs(account20.map((digits) => `0x${digits}`)),
    deterministic: asIs(account20.map((digits) => `0s${digits}`)),
  },
} as const satisfies { readonly [C in Chain]: Formats };

/** Names of the chains. */
export const chainNames = Object.keys(addressFormats) as Chain[]; // Object.keys loses the type of the keys.

/** Every format of every chain, for test tables. */
export const allAddressFormats = chainNames.flatMap((chain) =>
  Object.entries<fc.Arbitrary<AddressSample>>(addressFormats[chain]).map(([format, addresses]) => ({
    chain,
    format,
    addresses,
  })),
);

/** Generates valid addresses of a chain, in any format. */
export function validAddress(chain: Chain): fc.Arbitrary<string> {
  const formats = Object.values<fc.Arbitrary<AddressSample>>(addressFormats[chain]);
  return fc.oneof({ withCrossShrink: true }, ...formats).map(({ text }) => text);
}

export function chainAndAddress(): fc.Arbitrary<{ readonly chain: Chain; readonly address: string }> {
  return fc.constantFrom(...chainNames).chain((chain) => validAddress(chain).map((address) => ({ chain, address })));
}
