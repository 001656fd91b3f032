/** The port that decides signatures of contract wallets (EIP-1271, EIP-6492). */
import type { Chain } from "../domain/chains/chain.js";
import type { CallerSignal } from "./risk-provider.js";

/** A signature that only a contract can decide. */
export interface ContractSignatureQuery {
  readonly chain: Chain;
  /** CAIP-2 id: `"eip155:1"`. */
  readonly chain_id: string;
  readonly address: string;
  readonly method: "message" | "typed_data";
  /** The signed text; typed data as JSON text. */
  readonly text: string;
  readonly signature: string;
  readonly signal?: CallerSignal | undefined;
}

/**
 * Returns whether the contract at an address accepts a signature (EIP-1271), also one that is not deployed yet (EIP-6492).
 * False is a refusal, and counts as a try. Undefined leaves the answer inconclusive. Reject when the node does not respond:
 * viem returns false then.
 *
 * @example
 * // For the method "message". docs/ownership.md has typed data and several chains.
 * const contractSignatures: ContractSignatures = async ({ address, method, text, signature }) => {
 *   if (method !== "message") return undefined;
 *   const signed = { address: address as Hex, message: text, signature: signature as Hex };
 *   const isAccepted = await publicClient.verifyMessage(signed);
 *   if (!isAccepted) await publicClient.getBlockNumber({ cacheTime: 0 }); // throws if the node is down
 *   return isAccepted;
 * };
 */
export type ContractSignatures = (query: ContractSignatureQuery) => Promise<boolean | undefined>;
