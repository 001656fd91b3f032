/** Chooses between the two formats of Bitcoin and Litecoin. */
import type { SignatureVerdict, SignedText } from "../domain/ownership/method.js";
import { hasBip322Prefix, verdictOfBip322 } from "./bip322.js";
import { LEGACY, type LegacyOptions, legacyBytes, verdictOfLegacy } from "./bitcoin-legacy.js";
import { BIP_322 } from "./bitcoin-script.js";

/** Verifies a signature of either format. Without `format`, one of 65 bytes has a header: none of BIP-322 has 65. */
export function verdictOfBitcoinFormats(signed: SignedText, options: LegacyOptions): SignatureVerdict {
  const { address, signature, format } = signed;
  const isLegacy = !hasBip322Prefix(signature) && legacyBytes(signature).length > 0;
  if ((format ?? (isLegacy ? LEGACY : BIP_322)) === LEGACY) return verdictOfLegacy(signed, options);
  return verdictOfBip322(signed, options.destinationOf(address));
}
