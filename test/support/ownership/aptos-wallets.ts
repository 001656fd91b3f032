import { ed25519 } from "@noble/curves/ed25519.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { aptosMessages } from "../../../src/ownership/aptos.js";
import type { WalletCase } from "./wallet-case.js";

const shared = {
  method: aptosMessages,
  format: "aptos",
  encoding: "0x",
  toText: (drawn: string) => `APTOS\nmessage: ${drawn}\nnonce: 7`,
} as const;

/** An account of the scheme Ed25519, and one with a single key, whose key and signature have a variant. */
export const aptosWallets: readonly WalletCase[] = [
  {
    ...shared,
    name: "aptos",
    wallet: (seed) => {
      const key = ed25519.getPublicKey(seed);
      return {
        address: `0x${bytesToHex(sha3_256(concatBytes(key, Uint8Array.of(0))))}`,
        sign: (text) => ({
          signature: `0x${bytesToHex(ed25519.sign(utf8ToBytes(text), seed))}`,
          public_key: `0x${bytesToHex(key)}`,
        }),
      };
    },
  },
  {
    ...shared,
    name: "aptos, single key",
    wallet: (seed) => {
      const key = concatBytes(Uint8Array.of(0, 32), ed25519.getPublicKey(seed));
      return {
        address: `0x${bytesToHex(sha3_256(concatBytes(key, Uint8Array.of(2))))}`,
        sign: (text) => ({
          signature: `0x0040${bytesToHex(ed25519.sign(utf8ToBytes(text), seed))}`,
          public_key: `0x${bytesToHex(key)}`,
        }),
      };
    },
  },
];
