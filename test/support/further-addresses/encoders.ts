/** Encoders of the addresses of `vaspkit/chains`, written from the standards and independent of the library's own code. */
import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32nopad, base58, bech32, bech32m } from "@scure/base";
import { bytesOf, toHex } from "../../../src/testing/arbitraries/encode-address.js";

/** The remainder of a polynomial, one bit at a time. */
function remainder(bytes: Uint8Array, width: bigint, polynomial: bigint): bigint {
  const divisor = (1n << width) | polynomial;
  let rest = 0n;
  for (const bit of bytes.reduce((bits, byte) => bits + byte.toString(2).padStart(8, "0"), "")) {
    rest = (rest << 1n) | BigInt(bit);
    if (rest >> width) rest ^= divisor;
  }
  return rest;
}

function reversedBits(byte: number): number {
  return Number.parseInt([...byte.toString(2).padStart(8, "0")].reverse().join(""), 2);
}

/** CRC-32: the bits of each byte in reverse, the first 32 and the result inverted. */
function crc32Of(bytes: Uint8Array): Uint8Array {
  const mirrored = bytesOf(bytes, [0, 0, 0, 0]).map((byte, index) => reversedBits(byte) ^ (index < 4 ? 255 : 0));
  const rest = remainder(mirrored, 32n, 0x04c11db7n);
  return Uint8Array.from([0n, 8n, 16n, 24n], (shift) => reversedBits(Number((rest >> shift) & 255n)) ^ 255);
}

/** TEP-2: tag, workchain, hash and CRC-16. */
export function toTon(tag: number, workchain: number, hash: Uint8Array, encoding: "base64" | "base64url"): string {
  const body = bytesOf([tag, workchain & 255], hash);
  const crc = Number(remainder(bytesOf(body, [0, 0]), 16n, 0x1021n));
  return Buffer.from(bytesOf(body, [crc >> 8, crc & 255])).toString(encoding);
}

/** Bech32 of any length and prefix. */
export function toBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), 1000);
}

/** CIP-19: numbers in base 128, high digits first. */
export function toVariableLength(number: number): readonly number[] {
  return [
    ...number
      .toString(2)
      .padStart(Math.ceil(number.toString(2).length / 7) * 7, "0")
      .matchAll(/.{7}/g),
  ].map(([bits], index, all) => Number.parseInt(bits, 2) + (index < all.length - 1 ? 128 : 0));
}

/** CBOR: the head of an item with its shortest number. */
function cborHead(major: number, number: number): Uint8Array {
  const top = major * 32;
  if (number < 24) return Uint8Array.of(top + number);
  if (number < 256) return Uint8Array.of(top + 24, number);
  if (number < 65_536) return Uint8Array.of(top + 25, number >> 8, number & 255);
  return Uint8Array.of(top + 26, number >>> 24, (number >> 16) & 255, (number >> 8) & 255, number & 255);
}

export function cborBytes(content: Uint8Array): Uint8Array {
  return bytesOf(cborHead(2, content.length), content);
}

/** Byron: a payload in CBOR, and its CRC-32. */
export function toByronOf(payload: Uint8Array, tag = 24, crc = crc32Of(payload)): string {
  const checksum = new DataView(crc.slice().buffer).getUint32(0);
  return base58.encode(bytesOf([0x82], cborHead(6, tag), cborBytes(payload), cborHead(0, checksum)));
}

/** Byron: the root, the attributes by key, and the type. */
export function toByron(
  root: Uint8Array,
  attributes: readonly (readonly [number, Uint8Array])[],
  type: number,
): string {
  const pairs = attributes.map(([key, value]) => bytesOf(cborHead(0, key), cborBytes(value)));
  return toByronOf(bytesOf([0x83], cborBytes(root), cborHead(5, pairs.length), ...pairs, cborHead(0, type)));
}

/** HIP-15, computed with integers of any size. */
export function toHip15(id: string, ledger: bigint): string {
  const digits = [...id].map((character) => (character === "." ? 10n : BigInt(character)));
  const [p3, p5] = [26n ** 3n, 26n ** 5n];
  const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
  const weighted = (values: readonly bigint[]) =>
    sumOf(values.map((value, index) => value * 31n ** BigInt(values.length - 1 - index)));
  const even = sumOf(digits.filter((_, index) => index % 2 === 0)) % 11n;
  const odd = sumOf(digits.filter((_, index) => index % 2 === 1)) % 11n;
  const code = ((BigInt(digits.length) % 5n) * 121n + even * 11n + odd) * p3 + (weighted(digits) % p3);
  const mixed = ((code + ledger * 31n ** 6n) * 1_000_003n) % p5;
  const places = [4n, 3n, 2n, 1n, 0n].map((place) => Number((mixed / 26n ** place) % 26n));
  return `${id}-${places.map((letter) => String.fromCharCode(97 + letter)).join("")}`;
}

/** HIP-32: a public key in protobuf, in base32. */
export function toKeyAlias(field: number, key: Uint8Array): string {
  return base32nopad.encode(bytesOf([field * 8 + 2, key.length], key));
}

/** The public key of a seed (RFC 8032), computed by Node. */
export function ed25519Key(seed: Uint8Array): Uint8Array {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const secret = createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
  return Uint8Array.from(createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32));
}

/** Base58 by blocks of eight bytes, with the first four bytes of Keccak-256. */
export function toMonero(tag: number, ...parts: readonly Uint8Array[]): string {
  const payload = bytesOf([tag], ...parts);
  const whole = bytesOf(payload, keccak_256(payload).slice(0, 4));
  const lengths = [0, 2, 3, 5, 6, 7, 9, 10, 11];
  const blocks = Array.from({ length: Math.ceil(whole.length / 8) }, (_, index) =>
    whole.slice(index * 8, index * 8 + 8),
  );
  const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  return blocks
    .map((block) => {
      let number = BigInt(`0x${toHex(block)}`);
      const digits = Array.from({ length: lengths[block.length] ?? 0 }, () => {
        const digit = letters.charAt(Number(number % 58n));
        number /= 58n;
        return digit;
      });
      return digits.reverse().join("");
    })
    .join("");
}

/** A digest of BLAKE2b with a personalization: a name, the round, and the block in two bytes. */
function jumbleHash(name: string, round: number, block: number, input: Uint8Array, length: number): Uint8Array {
  const personalization = bytesOf(new TextEncoder().encode(name), [round, block % 256, Math.floor(block / 256)]);
  return blake2b(input, { personalization, dkLen: length });
}

/** F4Jumble of ZIP-316, forward. */
function jumbled(bytes: Uint8Array): Uint8Array {
  const split = Math.min(64, Math.floor(bytes.length / 2));
  let a: Uint8Array = bytes.slice(0, split);
  let b: Uint8Array = bytes.slice(split);
  const g = (round: number) =>
    bytesOf(
      ...Array.from({ length: Math.ceil(b.length / 64) }, (_, block) =>
        jumbleHash("UA_F4Jumble_G", round, block, a, 64),
      ),
    ).slice(0, b.length);
  const h = (round: number) => jumbleHash("UA_F4Jumble_H", round, 0, b, a.length);
  for (const round of [0, 1]) {
    b = xored(b, g(round));
    a = xored(a, h(round));
  }
  return bytesOf(a, b);
}

function xored(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0));
}

/** A number of Bitcoin's protocol. */
function compactSize(number: number): readonly number[] {
  const bytes = [number % 256, Math.floor(number / 256) % 256, Math.floor(number / 65_536) % 256, number >>> 24];
  if (number < 0xfd) return [number];
  return number < 65_536 ? [0xfd, ...bytes.slice(0, 2)] : [0xfe, ...bytes];
}

/** ZIP-316: items by typecode, the prefix in 16 bytes, F4Jumble and bech32m. */
export function toUnified(
  items: readonly (readonly [type: number, value: Uint8Array])[],
  prefix = "u",
  padding = prefix,
): string {
  const body = items.map(([type, value]) => bytesOf(compactSize(type), compactSize(value.length), value));
  return toUnifiedOf(bytesOf(...body), prefix, padding);
}

/** ZIP-316, with the bytes of the items. */
export function toUnifiedOf(items: Uint8Array, prefix = "u", padding = prefix): string {
  const end = bytesOf(new TextEncoder().encode(padding), new Uint8Array(16)).slice(0, 16);
  return toBech32m(prefix, jumbled(bytesOf(items, end)));
}

/** Bech32m of any length and prefix. */
export function toBech32m(prefix: string, bytes: Uint8Array): string {
  return bech32m.encode(prefix, bech32m.toWords(bytes), 2000);
}

/** Filecoin: `head` is the text before base32, `bytes` the same for the checksum. */
export function toFilecoin(head: string, bytes: readonly number[], payload: Uint8Array): string {
  const sum = blake2b(bytesOf(bytes, payload), { dkLen: 4 });
  return `${head}${base32nopad.encode(bytesOf(payload, sum)).toLowerCase()}`;
}

/** LEB128 without a sign. */
export function leb128(number: bigint): readonly number[] {
  const groups =
    number
      .toString(2)
      .padStart(Math.ceil(number.toString(2).length / 7) * 7, "0")
      .match(/.{7}/g) ?? [];
  return groups.reverse().map((bits, index) => Number.parseInt(bits, 2) + (index < groups.length - 1 ? 128 : 0));
}

/** Upper case where a hash of the number's bytes says so. */
export function toStarknetChecksum(digits: string): string {
  const number = BigInt(`0x${digits}`).toString(16);
  const bytes = Buffer.from(number.length % 2 === 0 ? number : `0${number}`, "hex");
  const hash = toHex(keccak_256(bytes));
  const letters = [...digits].map((digit, index) => (/[89a-f]/.test(hash.charAt(index)) ? digit.toUpperCase() : digit));
  return `0x${letters.join("")}`;
}

function toBase32Lower(bytes: Uint8Array): string {
  return base32nopad.encode(bytes).toLowerCase();
}

/** The textual form of a principal. */
export function toPrincipal(bytes: Uint8Array): string {
  return (toBase32Lower(bytesOf(crc32Of(bytes), bytes)).match(/.{1,5}/g) ?? []).join("-");
}

/** ICRC-1: a principal with a subaccount. */
export function toIcrcAccount(principal: Uint8Array, subaccount: Uint8Array): string {
  const sum = toBase32Lower(crc32Of(bytesOf(principal, subaccount)));
  return `${toPrincipal(principal)}-${sum}.${toHex(subaccount).replace(/^0+/, "")}`;
}

/** The account id of the ICP ledger. */
export function toAccountId(principal: Uint8Array, subaccount: Uint8Array = new Uint8Array(32)): string {
  const hash = createHash("sha224").update("\x0aaccount-id").update(principal).update(subaccount).digest();
  return toHex(bytesOf(crc32Of(hash), hash));
}

/** SIP-5: the digits of a number in Crockford's alphabet, and a 0 for each leading zero byte. */
function toC32(bytes: Uint8Array): string {
  const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const number = BigInt(`0x0${toHex(bytes)}`);
  const digits = number === 0n ? "" : number.toString(32);
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const letters = [...digits].map((digit) => crockford.charAt(Number.parseInt(digit, 32)));
  return "0".repeat(zeros === -1 ? bytes.length : zeros) + letters.join("");
}

export function toStacks(version: number, hash: Uint8Array): string {
  const sum = sha256(sha256(bytesOf([version], hash))).slice(0, 4);
  return `S${toC32(Uint8Array.of(version))}${toC32(bytesOf(hash, sum))}`;
}
