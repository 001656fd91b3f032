/** Wallets that sign texts, one case a format. The properties of `test/ownership/signatures.slow.test.ts` use all of them. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { base58, base64 } from "@scure/base";
import type { OwnershipMethod, SignedText } from "../../../src/domain/ownership/method.js";

/** What a wallet returns for a text. */
export type Signed = Pick<SignedText, "signature" | "public_key" | "nonce" | "recipient">;

export interface Wallet {
  readonly address: string;
  sign(text: string): Signed;
}

export interface WalletCase {
  /** Chain and format. */
  readonly name: string;
  readonly method: OwnershipMethod;
  /** The format of a proof. */
  readonly format: string;
  /** Returns the wallet of a random seed of 32 bytes. */
  wallet(seed: Uint8Array): Wallet;
  /** The encoding of the signatures, so that a property changes one bit of them. */
  readonly encoding: keyof typeof encodings;
  /** Bits of a signature that the format does not sign, such as a header that names the kind of address. */
  isUnsigned?(signature: Uint8Array, bit: number): boolean;
  /** The text as the wallet receives it. @default the drawn text */
  toText?(drawn: string): string;
}

export const encodings = {
  base58: { decode: base58.decode, encode: base58.encode },
  base64: { decode: base64.decode, encode: base64.encode },
  hex: { decode: hexToBytes, encode: bytesToHex },
  "0x": {
    decode: (text: string) => hexToBytes(text.slice(2)),
    encode: (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`,
  },
};
