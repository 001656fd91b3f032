/**
 * Avalanche. The C-chain has Ethereum's addresses. X and P are two ledgers with the same bech32 texts, so the letter before
 * the text is a part of the address (avalanchego, `utils/formatting/address`).
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { base58, bech32 } from "@scure/base";
import {
  checksumIssue,
  formatIssue,
  isAddressIssue,
  lengthIssue,
  otherNetworkIssue,
  secretKeyIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { HASH_LENGTH } from "../encodings/base58check.js";
import { bech32Alphabet, decodeBech32 } from "../encodings/bech32.js";
import { withChecksum } from "../encodings/checksum.js";
import { parseHex } from "../encodings/hex.js";
import { frozenChain } from "./frozen-chain.js";

/** One of these, bech32 with the prefix avax, and 20 bytes. */
const LETTERS = /^[A-Za-z]-/;
const formats: Readonly<Record<string, string>> = { "X-": "x-chain", "P-": "p-chain" };
const LENGTH = 45;

/** HRPs of `utils/constants`. */
const testNetworks: readonly string[] = ["fuji", "local", "custom"];

/** CB58: base58 with the last four bytes of one SHA-256. */
const cb58 = /* @__PURE__ */ withChecksum(base58, 4, (payload) => sha256(payload).subarray(-4));
const SECRET = /^PrivateKey-([1-9A-HJ-NP-Za-km-z]{40,52})$/;

function parseAvalanche(text: string): DecodedAddress | AddressIssue {
  const secret = SECRET.exec(text)?.[1];
  if (secret !== undefined && cb58.decode(secret)?.length === 32) return secretKeyIssue("a private key of Avalanche");
  if (text.length > 90 || !(LETTERS.test(text) || /^avax1/i.test(text))) return parseHex(text);
  if (text.slice(1, 4) === "-0x") return formatIssue("Write an address of the C-chain without a letter before 0x.");
  return parseBech32(text);
}

function parseBech32(text: string): DecodedAddress | AddressIssue {
  const letter = LETTERS.test(text) ? text.slice(0, 2) : "";
  const limits = { alphabet: bech32Alphabet, minLength: 40, maxLength: 90 };
  const decoded = decodeBech32(text.slice(letter.length), limits, "bech32");
  if (isAddressIssue(decoded)) return decoded;
  const { lower, prefix, words, variant } = decoded;
  if (testNetworks.includes(prefix)) return otherNetworkIssue("a test network of avalanche");
  if (prefix !== "avax") return formatIssue("The wallet address must have the prefix avax1 after its letter.");
  if (variant !== "bech32") return checksumIssue;
  if (bech32.fromWordsUnsafe([...words])?.length !== HASH_LENGTH) return lengthIssue(`${LENGTH} characters`);
  if (!Object.hasOwn(formats, letter)) {
    return formatIssue(
      "The wallet address must begin with X- or P-, in upper case; on the C-chain give its address that begins with 0x.",
    );
  }
  return { canonical: letter + lower, format: formats[letter] as string };
}

/** Avalanche: the C-chain, and the ledgers X and P. AVAX has 9 decimal places on X and P. */
export const avalanche: ChainModule<"avalanche"> = /* @__PURE__ */ frozenChain({
  name: "avalanche",
  symbol: "AVAX",
  decimals: 18,
  coinType: 9005,
  formats: ["eip-55", "hex", "x-chain", "p-chain"],
  checksum: "eip-55",
  parse: parseAvalanche,
});
