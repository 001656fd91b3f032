/** Validators of addresses to compare with, each asked the way its documentation says. */
import { createRequire } from "node:module";
import { Network, validate as validateBitcoin } from "bitcoin-address-validation";
import type { Chain } from "../../src/domain/chains/chain.js";

/** A validator. */
export interface AddressPeer {
  /** Its package. */
  readonly name: string;
  /** Whether it takes the text for an address of the chain; undefined: it does not know the chain. */
  readonly accepts: (chain: Chain, text: string) => boolean | undefined;
}

/** The one function that the multi-chain validators export. */
interface MulticoinValidator {
  validate(address: string, currency: string): boolean;
}

const requireFrom = createRequire(import.meta.url);

/** The tickers that these validators use for the chains. Without one, the name of the chain is tried. */
const tickers: Readonly<Partial<Record<Chain, string>>> = {
  bitcoin: "btc",
  ethereum: "eth",
  litecoin: "ltc",
  "bitcoin-cash": "bch",
  solana: "sol",
  ripple: "xrp",
  stellar: "xlm",
  algorand: "algo",
  polygon: "matic",
  polkadot: "dot",
  tezos: "xtz",
};

/** Their packages declare no types, or other ones; what is called is this one function. */
function multicoin(name: string): AddressPeer {
  const validator = requireFrom(name) as MulticoinValidator;
  return { name, accepts: (chain, text) => answerOf(() => validator.validate(text, tickers[chain] ?? chain)) };
}

/** They throw for a currency that they do not know, and one of them for some texts: then it takes none of those. */
function answerOf(ask: () => boolean): boolean | undefined {
  try {
    return ask();
  } catch (error) {
    return error instanceof Error && error.message.startsWith("Missing validator") ? undefined : false;
  }
}

const bitcoinOnly: AddressPeer = {
  name: "bitcoin-address-validation",
  accepts: (chain, text) => (chain === "bitcoin" ? validateBitcoin(text, Network.mainnet) : undefined),
};

export const addressPeers: readonly AddressPeer[] = [
  multicoin("multicoin-address-validator"),
  multicoin("@swyftx/api-crypto-address-validator"),
  bitcoinOnly,
];
