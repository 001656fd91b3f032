/**
 * Internet Computer. Principals (interface specification, "Textual representation of principals"), ICRC-1 accounts and
 * account ids of the ICP ledger.
 */
import { sha224 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { type Alphabet, checksumIssue, checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { decodeBase32Lower, encodeBase32Lower } from "../encodings/base32-lower.js";
import { crc32 } from "../encodings/crc32.js";
import { equalBytes } from "../encodings/equal-bytes.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = {
  name: "principals and account ids (letters, digits, hyphens and a dot)",
  pattern: /^[0-9A-Za-z.-]*$/,
};
/** The shortest is a principal without bytes, the longest an account with a principal and a subaccount. */
const limits: TextLimits = { alphabet, minLength: 8, maxLength: 136 };

const ACCOUNT_ID = /^[0-9A-Fa-f]{64}$/;
/** Groups of five characters. */
const PRINCIPAL = /^[a-z2-7]{5}(?:-[a-z2-7]{5})*(?:-[a-z2-7]{1,5})$/;
/** A principal, the checksum of both, and the subaccount without leading zeros. */
const ACCOUNT = /^([a-z2-7-]+)-([a-z2-7]{7})\.([1-9a-f][0-9a-f]{0,63})$/;

const CHECKSUM_LENGTH = 4;
const MAX_PRINCIPAL = 29;
const SUBACCOUNT_LENGTH = 32;
/** The length of the text, and the text "account-id". */
const DOMAIN = /* @__PURE__ */ Uint8Array.from("\naccount-id", (letter) => letter.charCodeAt(0));

function parseInternetComputer(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  if (ACCOUNT_ID.test(text)) return fromAccountId(text.toLowerCase());
  const account = ACCOUNT.exec(text);
  if (account) return fromAccount(String(account[1]), String(account[2]), String(account[3]));
  const principal = decodePrincipal(text);
  if (!(principal instanceof Uint8Array)) return principal;
  return { canonical: accountIdOf(principal, new Uint8Array(SUBACCOUNT_LENGTH)), format: "principal" };
}

function fromAccountId(canonical: string): DecodedAddress | AddressIssue {
  const bytes = hexToBytes(canonical);
  const isRight = equalBytes(crc32(bytes.subarray(CHECKSUM_LENGTH)), bytes.subarray(0, CHECKSUM_LENGTH));
  return isRight ? { canonical, format: "account-id" } : accountIdChecksumIssue;
}

const accountIdChecksumIssue: AddressIssue = {
  code: "address_checksum",
  message:
    "The checksum of the account id is wrong. Copy it again from its source; 64 hex digits can also be a private key to treat as exposed.",
};

function decodePrincipal(text: string): Uint8Array | AddressIssue {
  if (!PRINCIPAL.test(text)) return principalIssue;
  const bytes = decodeBase32Lower(text.replaceAll("-", ""));
  if (bytes === undefined || bytes.length < CHECKSUM_LENGTH) return checksumIssue;
  const principal = bytes.subarray(CHECKSUM_LENGTH);
  if (!equalBytes(crc32(principal), bytes.subarray(0, CHECKSUM_LENGTH))) return checksumIssue;
  return principal.length <= MAX_PRINCIPAL ? principal : principalIssue;
}

const principalIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The wallet address must be an account id of 64 hex digits, or a principal in groups of five characters, in lower case.",
);

function fromAccount(text: string, checksum: string, digits: string): DecodedAddress | AddressIssue {
  const principal = decodePrincipal(text);
  if (!(principal instanceof Uint8Array)) return principal;
  const subaccount = hexToBytes(digits.padStart(2 * SUBACCOUNT_LENGTH, "0"));
  if (encodeBase32Lower(crc32(concatBytes(principal, subaccount))) !== checksum) return checksumIssue;
  return { canonical: accountIdOf(principal, subaccount), format: "icrc-1" };
}

function accountIdOf(principal: Uint8Array, subaccount: Uint8Array): string {
  const hash = sha224(concatBytes(DOMAIN, principal, subaccount));
  return bytesToHex(concatBytes(crc32(hash), hash));
}

/**
 * Internet Computer. The account id follows from the other forms and is canonical, because the ledger of ICP has nothing
 * else. It cannot be turned back: keep the text beside it for other tokens, which need the principal.
 */
export const internetComputer: ChainModule<"internet-computer"> = /* @__PURE__ */ furtherChain({
  name: "internet-computer",
  symbol: "ICP",
  decimals: 8,
  coinType: 223,
  formats: ["account-id", "principal", "icrc-1"],
  checksum: "crc-32",
  tag: { kind: "integer", name: "memo of the ICP ledger", bits: 64 },
  parse: parseInternetComputer,
});
