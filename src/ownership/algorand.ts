/**
 * Algorand (`signBytes` of the SDKs, and `signData` of wallets). A wallet signs `MX` and the text. An address holds its
 * key. A rekeyed account has another key on the ledger, so a proof shows the key of the address, which may have no power.
 */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base32nopad } from "@scure/base";
import { isAddressIssue } from "../domain/chains/address-issues.js";
import { algorand } from "../domain/chains/networks/algorand.js";
import { frozenMethod, type OwnershipMethod } from "../domain/ownership/method.js";
import { verdictOfAddress } from "./ed25519-address.js";

/** Messages of Algorand wallets. Addresses of multisig accounts and programs hold a hash, which no key equals. */
export const algorandMessages: OwnershipMethod<"algorand"> = /* @__PURE__ */ frozenMethod({
  chains: { algorand: "algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k" },
  accountOf: "Algorand",
  formats: ["algorand"],
  parse: (text) => algorand.parse(text),
  verify: (signed) =>
    verdictOfAddress({
      format: "algorand",
      signed,
      message: utf8ToBytes(`MX${signed.text}`),
      held: keyOf(signed.address),
      readKey: keyOf,
    }),
});

/** Returns the key of an address: all but the checksum, which `parse` checks. */
function keyOf(text: string): Uint8Array | undefined {
  return isAddressIssue(algorand.parse(text)) ? undefined : base32nopad.decode(text).subarray(0, 32);
}
