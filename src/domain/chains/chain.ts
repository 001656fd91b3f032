/** The fourteen networks of §4.1. */

/** The names of §4.1, in its order. */
export const chains = [
  "bitcoin",
  "ethereum",
  "litecoin",
  "bitcoin-cash",
  "doge",
  "solana",
  "xdc",
  "ripple",
  "stellar",
  "algorand",
  "polygon",
  "polkadot",
  "tezos",
  "near",
] as const;

/** The name of a network (§4.1). */
export type Chain = (typeof chains)[number];
