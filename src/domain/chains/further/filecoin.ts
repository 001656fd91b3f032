/** Filecoin. Ids, hashes and keys in base32 (Filecoin specification, "Address"), and Ethereum's addresses (FIP-48, FIP-54). */
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import {
  type Alphabet,
  checksumIssue,
  checkText,
  formatIssue,
  isAddressIssue,
  lengthIssue,
  otherNetworkIssue,
  type TextLimits,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { decodeBase32Lower, encodeBase32Lower } from "../encodings/base32-lower.js";
import { equalBytes } from "../encodings/equal-bytes.js";
import { parseHex } from "../encodings/hex.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = { name: "Filecoin's addresses (lower-case letters and digits)", pattern: /^[a-z0-9]*$/ };
/** The longest has a namespace of 19 digits and 54 bytes. */
const limits: TextLimits = { alphabet, minLength: 3, maxLength: 115 };

const CHECKSUM_LENGTH = 4;
/** The space of names in `f4` that belongs to Ethereum's addresses. */
const ETHEREUM = 10n;
const MAX_SUB_ADDRESS = 54;
/** Ids and namespaces have 63 bits. */
const MAX_NUMBER = 0x8000000000000000n;

const NUMBER = /^(?:0|[1-9][0-9]{0,18})$/;
const BASE32 = /^[a-z2-7]*$/;
const DELEGATED = /^([0-9]{1,19})f([a-z2-7]*)$/;

/** Bytes by protocol: the hash of a key, the hash of an actor, a BLS key. */
const payloadLengths: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["1", 20],
  ["2", 20],
  ["3", 48],
]);

function parseFilecoin(text: string): DecodedAddress | AddressIssue {
  if (text.startsWith("0x")) return fromEvm(text);
  const issue = checkText(text, limits);
  if (issue) return issue;
  if (text.startsWith("f")) return fromProtocol(text);
  // The letter takes no part in the checksum.
  const isTest = text.startsWith("t") && !isAddressIssue(fromProtocol(`f${text.slice(1)}`));
  return isTest ? otherNetworkIssue("a test network of filecoin") : protocolIssue;
}

const protocolIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The wallet address must begin with f and a digit from 0 to 4, or with 0x.",
);

function fromProtocol(text: string): DecodedAddress | AddressIssue {
  const protocol = text.charAt(1);
  const rest = text.slice(2);
  if (protocol === "0") {
    return isNumber(rest)
      ? { canonical: text, format: "f0" }
      : formatIssue("The id after f0 must be a number below 2^63, without leading zeros.");
  }
  if (protocol === "4") return fromDelegated(text, rest);
  const length = payloadLengths.get(protocol);
  return length === undefined ? protocolIssue : fromBase32(text, protocol, rest, length);
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && BigInt(text) < MAX_NUMBER;
}

function fromBase32(text: string, protocol: string, rest: string, length: number): DecodedAddress | AddressIssue {
  const payload = verified(Uint8Array.of(Number(protocol)), rest);
  if (payload === undefined) return checksumIssue;
  if (payload.length === length) return { canonical: text, format: `f${protocol}` };
  return lengthIssue(protocol === "3" ? "86 characters" : "41 characters");
}

/** Returns the bytes before the checksum; undefined when the text is not canonical or the checksum is wrong. */
function verified(head: Uint8Array, text: string): Uint8Array | undefined {
  const bytes = BASE32.test(text) ? decodeBase32Lower(text) : undefined;
  if (bytes === undefined || bytes.length < CHECKSUM_LENGTH) return undefined;
  const payload = bytes.subarray(0, -CHECKSUM_LENGTH);
  return equalBytes(checksumOf(head, payload), bytes.subarray(-CHECKSUM_LENGTH)) ? payload : undefined;
}

function checksumOf(head: Uint8Array, payload: Uint8Array): Uint8Array {
  return blake2b(concatBytes(head, payload), { dkLen: CHECKSUM_LENGTH });
}

function fromDelegated(text: string, rest: string): DecodedAddress | AddressIssue {
  const [, namespace = "", encoded = ""] = DELEGATED.exec(rest) ?? [];
  if (!isNumber(namespace))
    return formatIssue("After f4, the wallet address must have a number below 2^63 without leading zeros, and an f.");
  const payload = verified(delegatedHead(BigInt(namespace)), encoded);
  if (payload === undefined) return checksumIssue;
  const isEthereum = BigInt(namespace) === ETHEREUM;
  if (isEthereum ? payload.length !== 20 : payload.length > MAX_SUB_ADDRESS) {
    return lengthIssue(isEthereum ? "44 characters" : `at most ${MAX_SUB_ADDRESS} bytes`);
  }
  if (isEthereum && maskedId(payload) !== undefined) {
    return formatIssue(
      "The wallet address hides an id in an f410 address, which FIP-54 does not allow; write it as f0.",
    );
  }
  return { canonical: text, format: "f4" };
}

/** The protocol, and the namespace in LEB128: seven bits a byte, low ones first. */
function delegatedHead(namespace: bigint): Uint8Array {
  const bytes = [4];
  let rest = namespace;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.of(...bytes, Number(rest));
}

/** FIP-54: the byte ff, eleven zeros and an id. Returns the id. */
function maskedId(address: Uint8Array): bigint | undefined {
  if (!address.subarray(0, 12).every((byte, index) => byte === (index === 0 ? 0xff : 0))) return undefined;
  return new DataView(address.buffer, address.byteOffset).getBigUint64(12);
}

function fromEvm(text: string): DecodedAddress | AddressIssue {
  const decoded = parseHex(text);
  if (isAddressIssue(decoded)) return decoded;
  const bytes = hexToBytes(decoded.canonical.slice(2));
  const id = maskedId(bytes);
  if (id !== undefined) {
    return id < MAX_NUMBER
      ? { canonical: `f0${id}`, format: "masked-id" }
      : formatIssue("The wallet address contains an id above 63 bits.");
  }
  const checked = concatBytes(bytes, checksumOf(delegatedHead(ETHEREUM), bytes));
  return { canonical: `f410f${encodeBase32Lower(checked)}`, format: "eth" };
}

/**
 * Filecoin. An actor has an `f0` address and another one, which only a node can join. An `f0` address has no checksum, and
 * may name another actor after a reorganization of the chain.
 */
export const filecoin: ChainModule<"filecoin"> = /* @__PURE__ */ furtherChain({
  name: "filecoin",
  symbol: "FIL",
  decimals: 18,
  coinType: 461,
  formats: ["f0", "f1", "f2", "f3", "f4", "eth", "masked-id"],
  parse: parseFilecoin,
});
