/** Hedera. Account ids with an optional checksum (HIP-15), public keys in their place (HIP-32), EVM addresses (HIP-583). */
import { base32nopad } from "@scure/base";
import {
  type Alphabet,
  checksumIssue,
  checkText,
  formatIssue,
  isAddressIssue,
  otherNetworkIssue,
  type TextLimits,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { parseHex } from "../encodings/hex.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = {
  name: "account ids (digits, dots, and five letters after a hyphen)",
  pattern: /^[0-9A-Za-z.-]*$/,
};
/** Two numbers of up to 19 digits, two dots, and a key. Three numbers with a checksum are shorter. */
const limits: TextLimits = { alphabet, minLength: 5, maxLength: 96 };

const NUMBERS = /^(?:0|[1-9][0-9]{0,18})(?:\.(?:0|[1-9][0-9]{0,18})){2}$/;
const CHECKSUM = /^-[a-z]{5}$/;
/** Shard and realm, then the key. */
const KEY_ALIAS = /^((?:(?:0|[1-9][0-9]{0,18})\.){2})([A-Z2-7]{55,56})$/;
/** Each number is an integer of 64 bits with a sign. No account has the number 0, which stands for "no account". */
const MAX_NUMBER = 0x8000000000000000n;

function parseHedera(text: string): DecodedAddress | AddressIssue {
  if (text.startsWith("0x")) return fromEvm(text);
  const issue = checkText(text, limits);
  if (issue) return issue;
  const key = KEY_ALIAS.exec(text);
  if (key) return fromKeyAlias(text, String(key[1]), String(key[2]));
  const hyphen = text.indexOf("-");
  const id = hyphen === -1 ? text : text.slice(0, hyphen);
  if (!isAccountId(id)) return accountIdIssue;
  if (hyphen === -1) return { canonical: id, format: "account-id" };
  return fromChecksum(id, text.slice(hyphen));
}

const accountIdIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The wallet address must be an account id, for example 0.0.123, or 0x and 40 hex digits. Each number is below 2^63 and has no leading zeros; the last is not 0.",
);

function isAccountId(id: string): boolean {
  return NUMBERS.test(id) && !id.endsWith(".0") && id.split(".").every((number) => BigInt(number) < MAX_NUMBER);
}

function fromChecksum(id: string, checksum: string): DecodedAddress | AddressIssue {
  if (!CHECKSUM.test(checksum))
    return formatIssue("The checksum of an account id is a hyphen and five lower-case letters.");
  const ledger = [0, 1, 2].find((each) => checksum === `-${hip15(id, each)}`);
  if (ledger === undefined) return checksumIssue;
  return ledger === 0
    ? { canonical: id, format: "account-id-checksum" }
    : otherNetworkIssue("a test network of hedera");
}

const P3 = 26 ** 3;
const P5 = 26 ** 5;

/** HIP-15, with its names. @param ledger - 0 is the main network, 1 the test network, 2 the preview network */
function hip15(id: string, ledger: number): string {
  const digits = Array.from(id, (character) => (character === "." ? 10 : Number(character)));
  const weighted = (modulus: number, values: readonly number[]): number =>
    values.reduce((sum, value) => (sum * 31 + value) % modulus, 0);
  const every2nd = (parity: number): number =>
    digits.reduce((sum, digit, index) => sum + (index % 2 === parity ? digit : 0), 0) % 11;
  const sd = weighted(P3, digits);
  const sh = weighted(P5, [ledger, 0, 0, 0, 0, 0, 0]);
  const c = ((((digits.length % 5) * 11 + every2nd(0)) * 11 + every2nd(1)) * P3 + sd + sh) % P5;
  let rest = (c * 1_000_003) % P5;
  let letters = "";
  for (let place = 0; place < 5; place += 1) {
    letters = String.fromCharCode(0x61 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return letters;
}

/** Keys in protobuf: field 2 is Ed25519 of 32 bytes, field 7 secp256k1 of 33 bytes. */
const keyHeads: readonly (readonly [head: string, length: number])[] = [
  ["18,32", 34],
  ["58,33", 35],
];

function fromKeyAlias(text: string, realm: string, key: string): DecodedAddress | AddressIssue {
  const bytes = decodedKey(key);
  const isKey = keyHeads.some(([head, length]) => bytes.length === length && bytes.subarray(0, 2).join() === head);
  if (isKey && isAccountId(`${realm}1`)) return { canonical: text, format: "key-alias" };
  return formatIssue("The last part of the wallet address is neither a number nor a public key (HIP-32).");
}

function decodedKey(key: string): Uint8Array {
  try {
    return base32nopad.decode(key);
  } catch {
    // Unused bits are not zero.
    return new Uint8Array();
  }
}

/** Twelve leading zero bytes mean that an account id follows, not the hash of a key. */
function fromEvm(text: string): DecodedAddress | AddressIssue {
  const decoded = parseHex(text);
  if (isAddressIssue(decoded)) return decoded;
  if (!/^0x0{24}/.test(text)) return { ...decoded, format: "evm-alias" };
  const number = BigInt(`0x${text.slice(26)}`);
  if (number > 0n && number < MAX_NUMBER) return { canonical: `0.0.${number}`, format: "long-zero" };
  return formatIssue(
    "The wallet address contains an account number that is 0 or not below 2^63, which no account has.",
  );
}

/**
 * Hedera. An alias and the account id of the same account have different canonical forms, because only a node can join
 * them. An account id without its five letters has no checksum. A memo that an exchange requires is not a part of the
 * address.
 */
export const hedera: ChainModule<"hedera"> = /* @__PURE__ */ furtherChain({
  name: "hedera",
  symbol: "HBAR",
  decimals: 8,
  coinType: 3030,
  formats: ["account-id", "account-id-checksum", "long-zero", "evm-alias", "key-alias"],
  tag: { kind: "text", name: "memo of Hedera", maxBytes: 100 },
  parse: parseHedera,
});
