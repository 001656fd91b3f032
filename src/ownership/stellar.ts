/**
 * Stellar (SEP-53, "Sign and Verify Messages"). A wallet signs the SHA-256 of a prefix and the text. An account holds its
 * master key. Signers and thresholds are on the ledger, so a proof shows the master key, whatever weight it has.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { strkey, strkeyTypes } from "../domain/chains/encodings/strkey.js";
import { stellar } from "../domain/chains/networks/stellar.js";
import { frozenMethod, inconclusive, type OwnershipMethod, type SignatureVerdict } from "../domain/ownership/method.js";
import { verdictOfAddress } from "./ed25519-address.js";

const PREFIX = "Stellar Signed Message:\n";

/**
 * Messages of Stellar wallets. A muxed address (`M…`) is decided by its account, because its id has no key. The signature
 * does not show which of the account's ids a customer has.
 */
export const stellarMessages: OwnershipMethod<"stellar"> = /* @__PURE__ */ frozenMethod({
  chains: { stellar: "stellar:pubnet" },
  accountOf: "Stellar",
  formats: ["sep-53"],
  parse: (text) => stellar.parse(text),
  verify: (signed) => {
    if (signed.decoded.format === "contract") return contract;
    return verdictOfAddress({
      format: "sep-53",
      signed,
      message: sha256(utf8ToBytes(`${PREFIX}${signed.text}`)),
      held: keyOf(signed.address),
      readKey: keyOf,
    });
  },
});

/** Returns the key of an address that begins with G. */
function keyOf(text: string): Uint8Array | undefined {
  const payload = strkey.decode(text);
  return payload?.[0] === strkeyTypes.account ? payload.subarray(1) : undefined;
}

const contract: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "The address is a contract, which decides itself what a valid signature is.",
);
