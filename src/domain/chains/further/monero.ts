/** Monero. Two keys in base58 by blocks, with a checksum of Keccak-256 (monero, `cryptonote_basic_impl.cpp`). */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
import { base58xmr } from "@scure/base";
import { checksumIssue, checkText, formatIssue, lengthIssue, otherNetworkIssue } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base58Alphabet } from "../encodings/base58check.js";
import { withChecksum } from "../encodings/checksum.js";
import { isEd25519Point } from "../encodings/ed25519.js";
import { furtherChain } from "./secret-keys.js";

const codec = /* @__PURE__ */ withChecksum(base58xmr, 4, (payload) => keccak_256(payload));

const LENGTH = 95;
/** With a payment id of 8 bytes. */
const INTEGRATED_LENGTH = 106;

/** A tag, the public spend key and the public view key. */
const SPEND = 1;
const VIEW = 33;
const PAYMENT_ID = 65;

const STANDARD = 18;
const formats: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [STANDARD, "standard"],
  [19, "integrated"],
  [42, "subaddress"],
]);
/** Standard, integrated and subaddress of the test network, then of the stage network. */
const testTags: readonly number[] = [53, 54, 63, 24, 25, 36];

function parseMonero(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, { alphabet: base58Alphabet, minLength: LENGTH, maxLength: INTEGRATED_LENGTH });
  if (issue?.code === "address_characters") return issue;
  const isIntegrated = text.length === INTEGRATED_LENGTH;
  if (!isIntegrated && text.length !== LENGTH) return lengthIssue(`${LENGTH} or ${INTEGRATED_LENGTH} characters`);
  const payload = codec.decode(text);
  return payload === undefined ? checksumIssue : fromPayload(text, payload, isIntegrated);
}

function fromPayload(text: string, payload: Uint8Array, isIntegrated: boolean): DecodedAddress | AddressIssue {
  const [tag = 0] = payload;
  if (testTags.includes(tag)) return otherNetworkIssue("a test network of monero");
  const format = formats.get(tag);
  if (format === undefined || (format === "integrated") !== isIntegrated) {
    return formatIssue("The text is valid base58 of Monero, but not a wallet address, which begins with 4 or 8.");
  }
  if (![payload.subarray(SPEND, VIEW), payload.subarray(VIEW, PAYMENT_ID)].every(isEd25519Point)) {
    return formatIssue(
      "A key in the wallet address is not a point of Ed25519; get another address from the recipient.",
    );
  }
  if (!isIntegrated) return { canonical: text, format };
  const canonical = codec.encode(concatBytes(Uint8Array.of(STANDARD), payload.subarray(SPEND, PAYMENT_ID)));
  return { canonical, format, id: bytesToHex(payload.subarray(PAYMENT_ID)) };
}

/**
 * Monero. The payment id of an integrated address is the `id` beside the canonical form, 16 hex digits. A subaddress cannot
 * be linked to the standard address of its owner.
 */
export const monero: ChainModule<"monero"> = /* @__PURE__ */ furtherChain({
  name: "monero",
  symbol: "XMR",
  decimals: 12,
  coinType: 128,
  formats: ["standard", "subaddress", "integrated"],
  checksum: "keccak-256",
  tag: { kind: "hex", name: "payment id of Monero", digits: 16 },
  parse: parseMonero,
});
