/**
 * Bitcoin Cash. Messages with a header byte for P2PKH addresses. The magic text is that of Bitcoin. A signature is
 * valid on both chains for the same key, so the text must name the chain.
 */
import { bech32 } from "@scure/base";
import { cashAddrWords } from "../domain/chains/encodings/cashaddr.js";
import { bitcoinCash } from "../domain/chains/networks/bitcoin-cash.js";
import { frozenMethod, type OwnershipMethod } from "../domain/ownership/method.js";
import type { Destination } from "./bitcoin-destination.js";
import { type LegacyOptions, verdictOfLegacy } from "./bitcoin-legacy.js";

const options: LegacyOptions = {
  magic: "Bitcoin Signed Message:\n",
  hasSegwit: false,
  destinationOf,
};

/** Messages of Bitcoin Cash wallets. */
export const bitcoinCashMessages: OwnershipMethod<"bitcoin-cash"> = /* @__PURE__ */ frozenMethod({
  chains: { "bitcoin-cash": "bip122:000000000000000000651ef99cb9fcbe" },
  accountOf: "Bitcoin Cash",
  formats: ["bip-137"],
  publicKeyBytes: 33,
  parse: (text) => bitcoinCash.parse(text),
  verify: (signed) => verdictOfLegacy(signed, options),
});

/** @param address - in canonical form: CashAddr with its prefix, and without the bit of CashTokens */
function destinationOf(address: string): Destination | undefined {
  const [prefix = "", data = ""] = address.split(":");
  const [version, ...hash] = bech32.fromWordsUnsafe(cashAddrWords(prefix, data) ?? []) ?? [];
  return version === undefined ? undefined : { kind: version === 0 ? "p2pkh" : "p2sh", hash: Uint8Array.from(hash) };
}
