/** Balance sources over explorers of bitcoin and similar chains: Esplora and Blockbook. */
import type { Chain } from "../../domain/chains/chain.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkAddress } from "../checked-query.js";
import { type ServiceOptions, serviceOptions } from "../transport/service.js";
import { balanceSource, nodeAt, readDigits, readWholeNumber } from "./source.js";

interface MainnetBlock {
  readonly height: number;
  /** 64 hex digits, in the usual reverse byte order. */
  readonly hash: string;
}

/** The first block of bitcoin and of its forks. */
const firstBlock: MainnetBlock = {
  height: 0,
  hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
};

/**
 * Blocks that only the main network has. The first block rules out test networks. A later block rules out forks:
 * explorers of Bitcoin Cash descend from mempool.space, and its legacy addresses are written as bitcoin's.
 */
const mainnetBlocks = {
  // Bitcoin Core, src/kernel/chainparams.cpp: hashGenesisBlock, and a snapshot of m_assumeutxo_data.
  bitcoin: [firstBlock, { height: 840_000, hash: "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5" }],
  // Litecoin Core, src/chainparams.cpp: hashGenesisBlock, defaultAssumeValid.
  litecoin: [
    { height: 0, hash: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2" },
    { height: 2_772_730, hash: "80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5" },
  ],
  // The split from eCash, the latest one: the "split ID" of CHIP-BCMR, a checkpoint of its nodes.
  "bitcoin-cash": [
    firstBlock,
    { height: 661_648, hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce" },
  ],
  // Dogecoin Core, src/chainparams.cpp: hashGenesisBlock. That it has no forks is unverified.
  doge: [{ height: 0, hash: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691" }],
} as const satisfies Partial<Record<Chain, readonly MainnetBlock[]>>;

async function hasMainnetBlocks(
  chain: keyof typeof mainnetBlocks,
  hashAt: (height: number) => Promise<string>,
): Promise<boolean> {
  for (const { height, hash } of mainnetBlocks[chain]) {
    if ((await hashAt(height)) !== hash) return false;
  }
  return true;
}

function isBlockHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

type EsploraChain = "bitcoin" | "litecoin";
const esploraChains: readonly EsploraChain[] = ["bitcoin", "litecoin"];

/** Options for {@link esplora}. */
export interface EsploraOptions extends ServiceOptions {
  /** The base URL of the instance's API: `https://blockstream.example/api`. */
  readonly url: string;
  /** The chain of the instance. It is checked by two blocks of the instance. */
  readonly chain: EsploraChain;
}

/**
 * Creates a source of balances from an Esplora instance, the explorer API of Blockstream and mempool.space. The balance
 * is received minus spent, in blocks only (`GET /address/{address}`). An address that was never used has 0.
 *
 * Blocks of the main network (`GET /block-height/{height}`) are checked before the first balance. `3…` is an address of
 * both chains and of bitcoin's forks.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = esplora({ url: "https://esplora.example/api", chain: "bitcoin" });
 */
export function esplora(options: EsploraOptions): BalanceSource {
  const checked = checkedOptions("esplora", options, { ...serviceOptions, chain: "checked" });
  const chain = checkedChoice("chain", checked.chain, esploraChains);
  const service = nodeAt(checked);
  return balanceSource({
    name: "Esplora",
    chain,
    service,
    network: `the main network of ${chain}`,
    servesMainNetwork: (send) =>
      hasMainnetBlocks(chain, async (height) => {
        // Not JSON: the bare hash.
        const hash = (await send({ path: `/block-height/${height}` })).text.trim();
        if (isBlockHash(hash)) return hash;
        throw new ComplianceError("provider_unreadable", `${service.host} returned no block hash. Check the URL.`);
      }),
    minorUnits: async (address, send) => {
      const account = (await send({ path: `/address/${encodeURIComponent(address)}` })).json();
      checkAddress(account.at("address"), { chain, canonical: address });
      const confirmed = account.at("chain_stats");
      const received = readWholeNumber(confirmed.at("funded_txo_sum"));
      const spent = readWholeNumber(confirmed.at("spent_txo_sum"));
      return received < spent ? confirmed.fail("more spent than received") : received - spent;
    },
  });
}

type BlockbookChain = "bitcoin" | "litecoin" | "bitcoin-cash" | "doge";
const blockbookChains: readonly BlockbookChain[] = ["bitcoin", "litecoin", "bitcoin-cash", "doge"];

/** Options for {@link blockbook}. */
export interface BlockbookOptions extends ServiceOptions {
  /** Your own instance or a provider's. Trezor's public instances are reserved for its wallets. */
  readonly url: string;
  /** The chain of the instance. It is checked by blocks of the instance. */
  readonly chain: BlockbookChain;
  /**
   * Set `true` to check first that the index is in sync with its node (`GET /api`), and to throw
   * `provider_unavailable` when it is not. The index is out of sync for a moment after each block.
   *
   * @default false
   */
  readonly mustBeInSync?: boolean | undefined;
}

/**
 * Creates a source of balances from a Blockbook instance, Trezor's indexer. The balance is confirmed, without the mempool
 * (`GET /api/v2/address/{address}?details=basic`). An address that was never used has `"0"`. A response without a
 * balance is `provider_unreadable`.
 *
 * Blocks of the main network (`GET /api/v2/block-index/{height}`) are checked before the first balance. The name of the
 * coin is not used, because operators can change it.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = blockbook({ url: "https://blockbook.example", chain: "bitcoin-cash" });
 */
export function blockbook(options: BlockbookOptions): BalanceSource {
  const kinds = { ...serviceOptions, chain: "checked", mustBeInSync: "boolean" } as const;
  const checked = checkedOptions("blockbook", options, kinds);
  const chain = checkedChoice("chain", checked.chain, blockbookChains);
  const service = nodeAt(checked);
  return balanceSource({
    name: "Blockbook",
    chain,
    service,
    network: `the main network of ${chain}`,
    servesMainNetwork: (send) =>
      hasMainnetBlocks(chain, async (height) => {
        const hash = (await send({ path: `/api/v2/block-index/${height}` })).json().at("blockHash");
        // Empty when the index has no such block.
        return isBlockHash(hash.text()) ? hash.text() : hash.fail("expected a block hash");
      }),
    minorUnits: async (address, send) => {
      if (checked.mustBeInSync === true) {
        const status = (await send({ path: "/api" })).json();
        if (!status.at("blockbook").at("inSync").boolean()) {
          const message = `The index of ${service.host} is behind its node. Try again later.`;
          throw new ComplianceError("provider_unavailable", message);
        }
      }
      const path = `/api/v2/address/${encodeURIComponent(address)}?details=basic`;
      const account = (await send({ path })).json();
      checkAddress(account.at("address"), { chain, canonical: address });
      return readDigits(account.at("balance"));
    },
  });
}
