/** Blocks by which an index of a Bitcoin-like chain is told from one of another network, or of a fork. */
import type { Chain } from "../../domain/chains/chain.js";

interface Landmark {
  readonly height: number;
  /** As it is written everywhere: 64 hex digits, in reverse order of bytes. */
  readonly hash: string;
}

/** That of bitcoin and of every chain that parted from it. */
const firstBlock: Landmark = {
  height: 0,
  hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
};

/**
 * The first block tells a test network. Forks have the same one as the chain that they left, so a later block tells them:
 * there are explorers of Bitcoin Cash that descend from mempool.space, and its older addresses are written as bitcoin's.
 */
const landmarks = {
  // Bitcoin Core, src/kernel/chainparams.cpp: hashGenesisBlock, and a snapshot of m_assumeutxo_data.
  bitcoin: [firstBlock, { height: 840_000, hash: "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5" }],
  // Litecoin Core, src/chainparams.cpp: hashGenesisBlock, defaultAssumeValid.
  litecoin: [
    { height: 0, hash: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2" },
    { height: 2_772_730, hash: "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5" },
  ],
  // Its side of the split from eCash, the last one so far: the "split ID" of CHIP-BCMR, a checkpoint of its nodes.
  "bitcoin-cash": [
    firstBlock,
    { height: 661_648, hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce" },
  ],
  // Dogecoin Core, src/chainparams.cpp: hashGenesisBlock. That no chain has parted from it is unverified.
  doge: [{ height: 0, hash: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691" }],
} as const satisfies Partial<Record<Chain, readonly Landmark[]>>;

/** Whether the blocks of an index, by their heights, are those of the main network of `chain`. */
export async function hasLandmarks(
  chain: keyof typeof landmarks,
  hashAt: (height: number) => Promise<string>,
): Promise<boolean> {
  for (const { height, hash } of landmarks[chain]) {
    if ((await hashAt(height)) !== hash) return false;
  }
  return true;
}

/** Whether the text is the hash of a block. */
export function isBlockHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
