/** Types of chains and their addresses (§4.1). */
import type { Issue, IssueCode } from "../issue.js";

/** Name of a chain (§4.1). */
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

/** The result of a chain's `parse` for an address. */
export interface DecodedAddress {
  /** The one spelling under which this destination is stored. All spellings of a destination have the same. */
  readonly canonical: string;
  /** Format of the text: one of the chain's `formats`. */
  readonly format: string;
  /**
   * XRP Ledger: destination tag of an X-address (XLS-5), decimal text of 0 to 4,294,967,295. `"0"` is a tag; absent means
   * none.
   */
  readonly tag?: string;
  /**
   * Stellar: id of a muxed account (SEP-23), decimal text of 64 bits. Monero: payment id of an integrated address, 16 hex
   * digits.
   */
  readonly id?: string;
}

/**
 * A parsed wallet address.
 *
 * @example
 * const xrp: ParsedAddress = { chain: "ripple", canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", format: "x-address", tag: "1" };
 */
export interface ParsedAddress<Name extends string = Chain> extends DecodedAddress {
  readonly chain: Name;
}

/**
 * Codes of texts that are no address of a chain. They exclude `address_incomplete`, which is about postal addresses (§2.5),
 * and `address_linked_elsewhere`.
 */
export type AddressIssueCode = Exclude<
  Extract<IssueCode, `address_${string}`>,
  "address_incomplete" | "address_linked_elsewhere"
>;

/**
 * Why a text is not an address of a chain, as the `parse` of a chain returns it. The message says what is wrong and how to
 * correct it, and never contains a part of the text.
 */
export type AddressIssue = Pick<Issue<AddressIssueCode>, "code" | "message">;

/** Codes of `parseAddress`. The last two are for callers without types: an unknown chain, and something else than text. */
export type AddressParseCode = AddressIssueCode | "not_allowed" | "wrong_type";

/** The tag of a chain: a whole number without leading zeros, hex digits in lower case, or a text. */
export type ChainTag =
  | { readonly kind: "integer"; readonly name: string; readonly bits: 32 | 64 }
  | {
      readonly kind: "hex";
      readonly name: string;
      /** Exact number of digits. */
      readonly digits: number;
    }
  | {
      readonly kind: "text";
      readonly name: string;
      /** In UTF-8. Absent: any text. */
      readonly maxBytes?: number;
    };

/**
 * A chain: data and one function. The modules of the fourteen chains of §4.1 are in `chains`, further ones in
 * `vaspkit/chains`. A chain of your own is an object of this type.
 */
export interface ChainModule<Name extends string = string> {
  /** Lower-case letters, digits and hyphens, at most 40 characters. */
  readonly name: Name;
  /** Ticker of the native asset (§2.8). */
  readonly symbol: string;
  /** Decimal places of the native asset. */
  readonly decimals: number;
  /** SLIP-44 coin type. */
  readonly coinType: number;
  /** Names of the main-network formats that `parse` reads. */
  readonly formats: readonly string[];
  /**
   * Name of the main checksum. Absent where a typing error can leave a valid address: then no issue of another chain
   * names this chain (`address_other_network`).
   */
  readonly checksum?: string;
  /**
   * What names the recipient at an address that several customers share. It is the `tag` of a link, beside the address.
   * Absent where none is in use.
   */
  readonly tag?: ChainTag;
  /** Parses a text. Never throws, and returns quickly for a text of any length. */
  readonly parse: (text: string) => DecodedAddress | AddressIssue;
}

/** Returns whether a text is, or contains, a recovery phrase. */
export type RecoveryPhraseTest = (text: string) => boolean;

/** Chains by name: those of §4.1, or those of the option `chains` of `createCompliance`. */
export interface RegisteredChains {
  /** Finds more recovery phrases than their form shows: the option `isRecoveryPhrase`. */
  readonly isRecoveryPhrase?: RecoveryPhraseTest;
  has(name: unknown): boolean;
  get(name: unknown): ChainModule | undefined;
  keys(): Iterable<string>;
  values(): Iterable<ChainModule>;
}
