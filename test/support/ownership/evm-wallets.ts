import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { hashMessage, hashTypedData } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { SignInRequest } from "../../../src/domain/ownership/method.js";
import { evmMessages } from "../../../src/ownership/evm.js";
import type { WalletCase } from "./wallet-case.js";

/** Signs a digest as wallets do: r, s and 27 or 28. */
export function signDigest(digest: Uint8Array, key: Uint8Array): string {
  const [recovery = 0, ...compact] = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
  return `0x${bytesToHex(concatBytes(Uint8Array.from(compact), Uint8Array.of(27 + recovery)))}`;
}

export const signInRequest: SignInRequest = {
  domain: "vasp.example",
  uri: "https://vasp.example/wallets",
  chain: "ethereum",
  chain_id: "eip155:1",
  address: "0x9D85ca56217D2bb651b00f15e694EB7E713637D4",
  statement: "Show that you control this wallet.",
  nonce: "00112233445566778899aabbccddeeff",
  issued: "2026-11-27T12:00:00.000Z",
  expires: "2026-11-27T12:10:00.000Z",
  request_id: "a0b1c2d3",
};

function evmWallet(format: string, digestOf: (text: string) => `0x${string}`): WalletCase {
  return {
    name: `evm, ${format}`,
    method: evmMessages,
    format,
    encoding: "0x",
    wallet: (seed) => ({
      address: privateKeyToAddress(`0x${bytesToHex(seed)}`),
      sign: (text) => ({ signature: signDigest(hexToBytes(digestOf(text).slice(2)), seed) }),
    }),
  };
}

export const evmWallets: readonly WalletCase[] = [
  evmWallet("eip-191", hashMessage),
  {
    ...evmWallet("eip-712", (text) => hashTypedData(JSON.parse(text))),
    toText: (drawn) => evmMessages.compose?.({ ...signInRequest, statement: drawn }, "typed_data").text ?? "",
  },
];
