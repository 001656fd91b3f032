/** Cardano. Addresses of the Shelley era in bech32 (CIP-19, CIP-5), and of the Byron era in base58. */
import { base58 } from "@scure/base";
import {
  checksumIssue,
  checkText,
  formatIssue,
  isAddressIssue,
  lengthIssue,
  otherNetworkIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base58Alphabet } from "../encodings/base58check.js";
import { type Bech32, bech32Alphabet, bech32Bytes, decodeBech32 } from "../encodings/bech32.js";
import { cborReader } from "../encodings/cbor.js";
import { crc32 } from "../encodings/crc32.js";
import { equalBytes } from "../encodings/equal-bytes.js";
import { furtherChain } from "./secret-keys.js";

/** A prefix may contain an underscore: addr_test. */
const BECH32 = /^(?:addr|stake|[a-z_]+1[02-9ac-hj-np-z]+$)/i;

/** Enterprise addresses are the shortest, base addresses of test networks the longest. */
const shelleyLimits: TextLimits = { alphabet: bech32Alphabet, minLength: 58, maxLength: 108 };
/** 59 or 104 characters are usual. */
const byronLimits: TextLimits = { alphabet: base58Alphabet, minLength: 55, maxLength: 150 };

const HASH_LENGTH = 28;
const TEST_NETWORK = "a test network of cardano";

function parseCardano(text: string): DecodedAddress | AddressIssue {
  return text.length <= byronLimits.maxLength && BECH32.test(text) ? parseShelley(text) : parseByron(text);
}

function parseShelley(text: string): DecodedAddress | AddressIssue {
  const decoded = decodeBech32(text, shelleyLimits, "bech32");
  if (isAddressIssue(decoded)) return decoded;
  if (decoded.variant !== "bech32") return checksumIssue;
  switch (decoded.prefix) {
    case "addr":
    case "stake":
      return fromHeader(decoded);
    case "addr_test":
    case "stake_test":
      return otherNetworkIssue(TEST_NETWORK);
    default:
      return /^(?:addr|stake|acct|script|pool|drep)/.test(decoded.prefix) ? noAddressIssue : unknownNetworkIssue;
  }
}

const noAddressIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The text is a key or a hash of Cardano, not a wallet address, which begins with addr1 or stake1.",
);

const headerIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The first byte of the wallet address is not one of a main-network address of its prefix (CIP-19).",
);

/** The first byte has the type in its high four bits, and the network in its low four: 1 is the main network. */
function fromHeader(decoded: Bech32): DecodedAddress | AddressIssue {
  const bytes = bech32Bytes(decoded);
  if (isAddressIssue(bytes)) return bytes;
  const [header = 0] = bytes;
  const type = header >> 4;
  const format = formatOf(type);
  if ((header & 15) !== 1 || format === undefined || (format === "stake") !== (decoded.prefix === "stake")) {
    return headerIssue;
  }
  const rest = bytes.subarray(1 + HASH_LENGTH);
  const isWhole = format === "pointer" ? isPointer(rest) : rest.length === (format === "base" ? HASH_LENGTH : 0);
  if (isWhole) return { canonical: decoded.lower, format };
  return format === "pointer" ? pointerIssue : lengthIssue("58 characters, 59 with the prefix stake, or 103");
}

const pointerIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The pointer of the wallet address is malformed: it must be three numbers in their shortest form.",
);

function formatOf(type: number): string | undefined {
  if (type < 4) return "base";
  if (type < 6) return "pointer";
  if (type < 8) return "enterprise";
  return type >= 14 ? "stake" : undefined;
}

/** Slot, transaction and certificate. The ledger of the Babbage era bounds them to 32, 16 and 16 bits. */
function isPointer(bytes: Uint8Array): boolean {
  const numbers: number[] = [];
  let number = 0;
  let isStart = true;
  for (const byte of bytes) {
    // A number that begins with zero bits has a shorter form.
    if ((isStart && byte === 0x80) || number >= 2 ** 32) return false;
    number = number * 128 + (byte & 127);
    isStart = byte < 128;
    if (isStart) {
      numbers.push(number);
      number = 0;
    }
  }
  const [slot = 0, transaction = 0, certificate = 0] = numbers;
  return isStart && numbers.length === 3 && slot < 2 ** 32 && transaction < 2 ** 16 && certificate < 2 ** 16;
}

function parseByron(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, byronLimits);
  if (issue) return issue;
  const payload = readOrUndefined(() => byronPayload(base58.decode(text)));
  if (payload === undefined) return checksumIssue;
  const network = readOrUndefined(() => byronNetwork(payload));
  if (network === undefined) return formatIssue("The wallet address is not a valid address of the Byron era.");
  return network === "test" ? otherNetworkIssue(TEST_NETWORK) : { canonical: text, format: "byron" };
}

/** Returns the payload if its checksum is right. */
function byronPayload(bytes: Uint8Array): Uint8Array | undefined {
  const cbor = cborReader(bytes);
  cbor.array(2);
  cbor.tag(24);
  const payload = cbor.bytes();
  const checksum = new DataView(new ArrayBuffer(4));
  checksum.setUint32(0, cbor.integer());
  cbor.end();
  return equalBytes(crc32(payload), new Uint8Array(checksum.buffer)) ? payload : undefined;
}

/** Returns which network the payload is of: a root, attributes and a type. */
function byronNetwork(payload: Uint8Array): "main" | "test" | undefined {
  const cbor = cborReader(payload);
  cbor.array(3);
  const isRoot = cbor.bytes().length === HASH_LENGTH;
  const keys: number[] = [];
  for (let left = cbor.map(); left > 0; left -= 1) {
    const key = cbor.integer();
    const attribute = cborReader(cbor.bytes());
    // The derivation path is bytes, and the magic number, only of a test network, an integer.
    if (key === 1) attribute.bytes();
    else attribute.integer();
    attribute.end();
    keys.push(key);
  }
  const type = cbor.integer();
  cbor.end();
  if (!isRoot || !["", "1", "2", "1,2"].includes(keys.join()) || (type !== 0 && type !== 2)) return undefined;
  return keys.includes(2) ? "test" : "main";
}

function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The CBOR is malformed.
    return undefined;
  }
}

/**
 * Cardano. A `stake` address is an account of rewards, not a destination of payments. Addresses with one payment part and
 * different stake parts have one owner, but are different addresses.
 */
export const cardano: ChainModule<"cardano"> = /* @__PURE__ */ furtherChain({
  name: "cardano",
  symbol: "ADA",
  decimals: 6,
  coinType: 1815,
  formats: ["base", "pointer", "enterprise", "stake", "byron"],
  checksum: "bech32",
  parse: parseCardano,
});
