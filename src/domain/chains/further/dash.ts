/** Dash. Base58Check of key and script hashes (chainparams of Dash Core). */
import { isAddressIssue, otherNetworkIssue, unknownNetworkIssue } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { parseBase58Check } from "../encodings/base58check.js";
import { bech32Alphabet, bech32Bytes, decodeBech32 } from "../encodings/bech32.js";
import { furtherChain } from "./secret-keys.js";

/** The last two are versions of test networks. */
const TEST = "test";
const formats = { "4c": "p2pkh", "10": "p2sh", "8c": TEST, "13": TEST };

/** Dash Platform is another layer. By DIP-18, wallets must refuse its addresses for payments on the chain. */
const PLATFORM = /^t?dash1[02-9ac-hj-np-z]+$/i;
const platformTypes: readonly number[] = [0xb0, 0x80];

function parseDash(text: string): DecodedAddress | AddressIssue {
  if (text.length < 60 && PLATFORM.test(text)) return platformIssue(text);
  const parsed = parseBase58Check(text, { formats });
  const isTest = !isAddressIssue(parsed) && parsed.format === TEST;
  return isTest ? otherNetworkIssue("a test network of dash") : parsed;
}

function platformIssue(text: string): AddressIssue {
  const decoded = decodeBech32(text, { alphabet: bech32Alphabet, minLength: 40, maxLength: 60 });
  if (isAddressIssue(decoded)) return decoded;
  const bytes = bech32Bytes(decoded);
  const [type = 0] = isAddressIssue(bytes) ? [] : bytes;
  return decoded.variant === "bech32m" && platformTypes.includes(type)
    ? otherNetworkIssue("Dash Platform")
    : unknownNetworkIssue;
}

/** Dash. Addresses of Dash Platform (DIP-18) are of another network. */
export const dash: ChainModule<"dash"> = /* @__PURE__ */ furtherChain({
  name: "dash",
  symbol: "DASH",
  decimals: 8,
  coinType: 5,
  formats: ["p2pkh", "p2sh"],
  checksum: "base58check",
  parse: parseDash,
});
