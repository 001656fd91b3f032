import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Algorithm, deriveAddress, deriveKeypair, generateSeed, sign } from "ripple-keypairs";
import { rippleMessages } from "../../../src/ownership/ripple.js";
import type { WalletCase } from "./wallet-case.js";

export function rippleKeys(seed: Uint8Array, algorithm: Algorithm): ReturnType<typeof deriveKeypair> {
  return deriveKeypair(generateSeed({ entropy: sha256(seed).slice(0, 16), algorithm }));
}

function rippleCase(name: string, algorithm: Algorithm): WalletCase {
  const wallet: WalletCase["wallet"] = (seed) => {
    const { publicKey, privateKey } = rippleKeys(seed, algorithm);
    return {
      address: deriveAddress(publicKey),
      sign: (text) => ({ signature: sign(bytesToHex(utf8ToBytes(text)), privateKey), public_key: publicKey }),
    };
  };
  return { name: `ripple ${name}`, method: rippleMessages, format: "ripple", encoding: "hex", wallet };
}

export const rippleWallets: readonly WalletCase[] = [
  rippleCase("secp256k1", "ecdsa-secp256k1"),
  rippleCase("ed25519", "ed25519"),
];
