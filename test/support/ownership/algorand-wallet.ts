import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512_256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base32nopad, base64 } from "@scure/base";
import { algorandMessages } from "../../../src/ownership/algorand.js";
import type { WalletCase } from "./wallet-case.js";

export const algorandWallets: readonly WalletCase[] = [
  {
    name: "algorand",
    method: algorandMessages,
    format: "algorand",
    encoding: "base64",
    wallet: (seed) => {
      const key = ed25519.getPublicKey(seed);
      return {
        address: base32nopad.encode(concatBytes(key, sha512_256(key).subarray(-4))),
        sign: (text) => ({ signature: base64.encode(ed25519.sign(utf8ToBytes(`MX${text}`), seed)) }),
      };
    },
  },
];
