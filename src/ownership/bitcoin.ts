/** Bitcoin. Messages with a header byte (`signmessage`, BIP-137), and generic signed messages (BIP-322 2.0.0). */
import { bitcoin } from "../domain/chains/networks/bitcoin.js";
import { frozenMethod, type OwnershipMethod } from "../domain/ownership/method.js";
import { segwitOrBase58Destination } from "./bitcoin-destination.js";
import { verdictOfBitcoinFormats } from "./bitcoin-formats.js";
import type { LegacyOptions } from "./bitcoin-legacy.js";

const options: LegacyOptions = {
  magic: "Bitcoin Signed Message:\n",
  hasSegwit: true,
  destinationOf: (address) => segwitOrBase58Destination(address, "bc", { p2pkh: "00", p2sh: "05" }),
};

/** Messages of Bitcoin wallets. */
export const bitcoinMessages: OwnershipMethod<"bitcoin"> = /* @__PURE__ */ frozenMethod({
  chains: { bitcoin: "bip122:000000000019d6689c085ae165831e93" },
  accountOf: "Bitcoin",
  formats: ["bip-137", "bip-322"],
  parse: (text) => bitcoin.parse(text),
  verify: (signed) => verdictOfBitcoinFormats(signed, options),
});
