/** The fourteen networks of §4.1. */

/** The name of a network, as §4.1 has it. */
export type Chain =
  | "bitcoin"
  | "ethereum"
  | "litecoin"
  | "bitcoin-cash"
  | "doge"
  | "solana"
  | "xdc"
  | "ripple"
  | "stellar"
  | "algorand"
  | "polygon"
  | "polkadot"
  | "tezos"
  | "near";
