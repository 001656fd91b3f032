import type { ContractSignatures } from "vaspkit";
import { createPublicClient, type Hex, http, type PublicClient } from "viem";
import { mainnet, polygon } from "viem/chains";

/** Your nodes, by CAIP-2 id. */
const clients: ReadonlyMap<string, PublicClient> = new Map(
  [mainnet, polygon].map((chain) => [
    `eip155:${chain.id}`,
    createPublicClient({ chain, transport: http(process.env[`NODE_OF_${chain.id}`], { timeout: 5_000 }) }),
  ]),
);

/** Calls the contract at the address, also one that is not deployed yet (EIP-1271, EIP-6492). */
export const contractSignatures: ContractSignatures = async ({ chain_id, address, method, text, signature }) => {
  const client = clients.get(chain_id);
  // No node serves this chain: the answer stays inconclusive.
  if (client === undefined) return undefined;
  const signed = { address: address as Hex, signature: `0x${signature.replace(/^0x/, "")}` } as const;
  const isAccepted =
    method === "message"
      ? await client.verifyMessage({ ...signed, message: text })
      : await client.verifyTypedData({ ...signed, ...JSON.parse(text) });
  // viem also returns false while the node is down. This throws then, so that the answer is no refusal.
  if (!isAccepted) await client.getBlockNumber({ cacheTime: 0 });
  return isAccepted;
};
