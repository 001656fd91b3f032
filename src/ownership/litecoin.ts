/**
 * Litecoin. The formats of Bitcoin: messages with a header byte and another magic text, and BIP-322, which has none. A
 * signature of BIP-322 is valid on both chains for the same script, so the text must name the chain.
 */
import { litecoin } from "../domain/chains/networks/litecoin.js";
import { frozenMethod, type OwnershipMethod } from "../domain/ownership/method.js";
import { segwitOrBase58Destination } from "./bitcoin-destination.js";
import { verdictOfBitcoinFormats } from "./bitcoin-formats.js";
import type { LegacyOptions } from "./bitcoin-legacy.js";

/** Addresses are canonical: P2SH has the version 32 (hex). MWEB addresses have no script. */
const options: LegacyOptions = {
  magic: "Litecoin Signed Message:\n",
  hasSegwit: true,
  destinationOf: (address) => segwitOrBase58Destination(address, "ltc", { p2pkh: "30", p2sh: "32" }),
};

/** Messages of Litecoin wallets. */
export const litecoinMessages: OwnershipMethod<"litecoin"> = /* @__PURE__ */ frozenMethod({
  chains: { litecoin: "bip122:12a765e31ffd4059bada1e25190f6e98" },
  accountOf: "Litecoin",
  formats: ["bip-137", "bip-322"],
  parse: (text) => litecoin.parse(text),
  verify: (signed) => verdictOfBitcoinFormats(signed, options),
});
