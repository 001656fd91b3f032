import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { strkey, strkeyTypes } from "../../../src/domain/chains/encodings/strkey.js";
import { stellarMessages } from "../../../src/ownership/stellar.js";
import type { WalletCase } from "./wallet-case.js";

function stellarAddress(key: Uint8Array): string {
  return strkey.encode(concatBytes(Uint8Array.of(strkeyTypes.account), key));
}

export const stellarWallets: readonly WalletCase[] = [
  {
    name: "stellar",
    method: stellarMessages,
    format: "sep-53",
    encoding: "base64",
    wallet: (seed) => ({
      address: stellarAddress(ed25519.getPublicKey(seed)),
      sign: (text) => ({
        signature: base64.encode(ed25519.sign(sha256(utf8ToBytes(`Stellar Signed Message:\n${text}`)), seed)),
      }),
    }),
  },
];
