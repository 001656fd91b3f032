import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58, base64 } from "@scure/base";
import { nearMessages } from "../../../src/ownership/near.js";
import type { WalletCase } from "./wallet-case.js";

/** What a wallet signs, before SHA-256. */
export function nearPayload(text: string, nonce: Uint8Array, recipient: string, callbackUrl?: string): Buffer {
  const tag = Buffer.alloc(4);
  tag.writeUInt32LE(2 ** 31 + 413);
  const callback = callbackUrl === undefined ? [Buffer.of(0)] : [Buffer.of(1), borshText(callbackUrl)];
  return Buffer.concat([tag, borshText(text), nonce, borshText(recipient), ...callback]);
}

function borshText(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

const RECIPIENT = "vasp.example";

export const nearWallets: readonly WalletCase[] = [
  {
    name: "near, implicit account",
    method: nearMessages,
    format: "nep-413",
    encoding: "base64",
    wallet: (seed) => {
      const key = ed25519.getPublicKey(seed);
      const nonce = sha256(seed);
      return {
        address: bytesToHex(key),
        sign: (text) => ({
          signature: base64.encode(ed25519.sign(sha256(nearPayload(text, nonce, RECIPIENT)), seed)),
          public_key: `ed25519:${base58.encode(key)}`,
          nonce: bytesToHex(nonce),
          recipient: RECIPIENT,
        }),
      };
    },
  },
];
