import { ed25519 } from "@noble/curves/ed25519.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { solanaMessages } from "../../../src/ownership/solana.js";
import type { WalletCase } from "./wallet-case.js";

export const solanaWallet: WalletCase = {
  name: "solana",
  method: solanaMessages,
  format: "solana",
  encoding: "base58",
  wallet: (seed) => ({
    address: base58.encode(ed25519.getPublicKey(seed)),
    sign: (text) => ({ signature: base58.encode(ed25519.sign(utf8ToBytes(text), seed)) }),
  }),
};
