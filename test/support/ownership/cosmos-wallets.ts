import { encodeSecp256k1Pubkey, makeSignDoc, pubkeyToAddress, serializeSignDoc } from "@cosmjs/amino";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { cosmosMessages } from "../../../src/ownership/cosmos.js";
import type { WalletCase } from "./wallet-case.js";

/** What `signArbitrary` of Keplr signs, serialized by CosmJS. */
export function arbitraryDoc(signer: string, text: string): Uint8Array {
  const value = { signer, data: base64.encode(utf8ToBytes(text)) };
  return serializeSignDoc(makeSignDoc([{ type: "sign/MsgSignData", value }], { gas: "0", amount: [] }, "", "", 0, 0));
}

export function signArbitrary(seed: Uint8Array, signer: string, text: string): string {
  return base64.encode(secp256k1.sign(sha256(arbitraryDoc(signer, text)), seed, { prehash: false, lowS: true }));
}

function cosmosCase(name: string, prefix: string): WalletCase {
  const wallet: WalletCase["wallet"] = (seed) => {
    const key = encodeSecp256k1Pubkey(secp256k1.getPublicKey(seed));
    const address = pubkeyToAddress(key, prefix);
    return { address, sign: (text) => ({ signature: signArbitrary(seed, address, text), public_key: key.value }) };
  };
  return { name, method: cosmosMessages, format: "adr-36", encoding: "base64", wallet };
}

export const cosmosWallets: readonly WalletCase[] = [cosmosCase("cosmos", "cosmos"), cosmosCase("osmosis", "osmo")];
