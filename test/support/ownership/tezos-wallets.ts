import { ed25519 } from "@noble/curves/ed25519.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base58Check } from "../../../src/domain/chains/encodings/base58check.js";
import { tezosMessages } from "../../../src/ownership/tezos.js";
import type { WalletCase } from "./wallet-case.js";

/** What a wallet receives: `05`, `01`, the length in four bytes, and the text. */
export function tezosPayload(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(hexToBytes(`0501${bytes.length.toString(16).padStart(8, "0")}`), bytes);
}

/** Base58Check with a prefix in hex. */
export function tezosText(prefix: string, bytes: Uint8Array): string {
  return base58Check.encode(concatBytes(hexToBytes(prefix), bytes));
}

function tezosWallet(
  name: string,
  encoding: WalletCase["encoding"],
  encode: (signature: Uint8Array) => string,
): WalletCase {
  return {
    name,
    method: tezosMessages,
    format: "micheline",
    encoding,
    wallet: (seed) => {
      const key = ed25519.getPublicKey(seed);
      return {
        address: tezosText("06a19f", blake2b(key, { dkLen: 20 })),
        sign: (text) => ({
          signature: encode(ed25519.sign(blake2b(tezosPayload(text), { dkLen: 32 }), seed)),
          public_key: tezosText("0d0f25d9", key),
        }),
      };
    },
  };
}

export const tezosWallets: readonly WalletCase[] = [
  tezosWallet("tezos, edsig", "base58", (signature) => tezosText("09f5cd8612", signature)),
  tezosWallet("tezos, hex", "hex", bytesToHex),
];
