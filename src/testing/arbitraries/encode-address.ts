/** Encoders of addresses, written from the standards and independent of the library's own code. */
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256, sha512_256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32nopad, base58, base58xrp, bech32, bech32m, createBase58check, hex } from "@scure/base";

const base58check = createBase58check(sha256);

export function bytesOf(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Base58Check: base58 of the payload and four bytes of its double SHA-256. */
export function toBase58Check(prefix: readonly number[], body: Uint8Array): string {
  return base58check.encode(bytesOf(prefix, body));
}

/** Base58Check in the alphabet of the XRP Ledger. */
export function toBase58CheckXrp(prefix: readonly number[], body: Uint8Array): string {
  const payload = bytesOf(prefix, body);
  return base58xrp.encode(bytesOf(payload, sha256(sha256(payload)).slice(0, 4)));
}

/** BIP-173, BIP-350: bech32 for version 0, bech32m for the others. MWEB is longer than the 90 characters of BIP-173. */
export function toSegwit(hrp: string, version: number, program: Uint8Array): string {
  const codec = version === 0 ? bech32 : bech32m;
  return codec.encode(hrp, [version, ...codec.toWords(program)], 200);
}

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** CashAddr with prefix, of any type (4 bits) and hash. */
export function toCashAddr(prefix: string, type: number, hash: Uint8Array): string {
  const size = [20, 24, 28, 32, 40, 48, 56, 64].indexOf(hash.length);
  return toCashAddrOf(prefix, bytesOf([type * 8 + size], hash));
}

/** CashAddr with prefix, of any version byte and payload. */
export function toCashAddrOf(prefix: string, payload: Uint8Array): string {
  return toCashAddrOfWords(prefix, bech32.toWords(payload));
}

/** CashAddr with prefix, of any groups of five bits. */
export function toCashAddrOfWords(prefix: string, data: readonly number[]): string {
  const whole = [...prefix].map((letter) => letter.charCodeAt(0) % 32).concat(0, data, 0, 0, 0, 0, 0, 0, 0, 0);
  const check = whole.reduce((sum, digit) => {
    const mixed = ((sum % 2n ** 35n) * 32n) ^ BigInt(digit);
    return generators.reduce(
      (mix, generator, bit) => ((sum >> (35n + BigInt(bit))) & 1n ? mix ^ generator : mix),
      mixed,
    );
  }, 1n);
  const digits = [35n, 30n, 25n, 20n, 15n, 10n, 5n, 0n].map((shift) => Number(((check ^ 1n) >> shift) % 32n));
  return `${prefix}:${[...data, ...digits].map((digit) => charset.charAt(digit)).join("")}`;
}

/** EIP-55 of 40 hex digits in any case. */
export function toEip55(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  return `0x${[...lower].map((digit, at) => (Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit)).join("")}`;
}

/** SEP-23: version byte, payload, CRC-16/XModem with the low byte first. */
export function toStrkey(version: number, payload: Uint8Array): string {
  const body = bytesOf([version], payload);
  let crc = 0;
  for (const byte of body) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = (crc >> 15) ^ ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (carry ? 0x1021 : 0);
    }
  }
  return base32nopad.encode(bytesOf(body, [crc & 0xff, crc >> 8]));
}

export function toAlgorand(key: Uint8Array): string {
  return base32nopad.encode(bytesOf(key, sha512_256(key).slice(-4)));
}

/** SS58 of a network. The prefix has one byte below 64, and two from 64. */
export function toSs58(network: number, account: Uint8Array): string {
  const two = [((network & 0xfc) >> 2) | 0x40, (network >> 8) | ((network & 3) << 6)];
  return toSs58Of(network < 64 ? [network] : two, account);
}

/** SS58 of any prefix and account. */
export function toSs58Of(prefix: readonly number[], account: Uint8Array): string {
  const body = bytesOf(prefix, account);
  return base58.encode(bytesOf(body, blake2b(bytesOf(new TextEncoder().encode("SS58PRE"), body)).slice(0, 2)));
}

export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

export function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes);
}

/** Returns the account of a text with the length of SS58 with a one-byte prefix. Ignores the checksum. */
export function ss58Account(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{1,60}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === 35 ? bytes.slice(1, 33) : undefined;
}
