/** The fourteen networks of §4.1, and what a module of a network is. */
import type { IssueCode } from "../issue.js";

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

/**
 * An address that was read.
 *
 * @example
 * const xrp: ParsedAddress = { chain: "ripple", canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", format: "x-address", tag: 1 };
 */
export interface ParsedAddress {
  readonly chain: Chain;
  /** The one spelling under which this destination is stored: two spellings of one destination have the same. */
  readonly canonical: string;
  /** The name of the format it was written in: one of the chain's `formats`. */
  readonly format: string;
  /** XRP Ledger: the destination tag of an X-address (XLS-5), 0 to 4,294,967,295. 0 is a tag; absent: none. */
  readonly tag?: number;
  /** Stellar: the id of a muxed account (SEP-23), decimal text of 64 bits. */
  readonly id?: string;
}

/** What a chain's module reads out of a text: the address without its chain, or what is wrong with it. */
export type AddressReading = Omit<ParsedAddress, "chain"> | AddressIssue;

/** What is wrong with the text of an address. */
export interface AddressIssue {
  /** Not `address_incomplete`: that is a postal address (§2.5). */
  readonly code: Exclude<Extract<IssueCode, `address_${string}`>, "address_incomplete">;
  /** What is wrong and what would be right; never contains the text or a part of it. */
  readonly message: string;
}

/** A network: data, and one function. */
export interface ChainModule {
  readonly name: Chain;
  /** Ticker of the native asset (§2.8). */
  readonly symbol: string;
  /** Decimal places of the native asset's minor unit. */
  readonly decimals: number;
  /** SLIP-44 coin type. */
  readonly coinType: number;
  /** The names of the mainnet formats that `parse` knows. */
  readonly formats: readonly string[];
  /** Never throws, whatever the text; takes a moment only, however long it is. */
  readonly parse: (text: string) => AddressReading;
}
