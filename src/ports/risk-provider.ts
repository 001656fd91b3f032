/** Providers of address analytics (§2.8, §4.1). */
import type { RiskEntry } from "../domain/addresses/address.js";
import type { Chain } from "../domain/chains/chain.js";

/** The platform's `AbortSignal`; `object` where the compiler has no types of a platform. */
export type CallerSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : object;

/** Request about one address. */
export interface AddressQuery<C extends string = Chain> {
  /** Chain of the address. */
  readonly chain: C;
  /** Address in canonical form. */
  readonly address: string;
  /**
   * Ends the request early: it rejects with `aborted`.
   *
   * @default no signal
   */
  readonly signal?: CallerSignal | undefined;
  /**
   * Called before each HTTP request, retries included. `observe` of `createCompliance` counts the calls. A part of your
   * own may call it too.
   *
   * @default no callback
   */
  readonly onAttempt?: (() => void) | undefined;
}

/**
 * A provider of address analytics. `riskProviderConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const houseList: RiskProvider = { screen: async ({ chain, address }) => [await lookUp(chain, address)] };
 */
export interface RiskProvider<C extends string = Chain> {
  /**
   * Code of the provider in its entries. `screenWith` needs it to report a failure.
   *
   * @default no code
   */
  readonly provider_name?: string | undefined;
  /**
   * Screens an address.
   *
   * @returns At least one complete entry from a response about this address on this chain. A `risk_ratio` of 0 means that
   *   the provider found nothing; a descriptor says so.
   * @throws ComplianceError in every other case: `provider_…` and `address_unknown` for a missing, unfinished, unknown or
   *   unrelated response. `chain_unsupported` is thrown before any request, `invalid_input` for an invalid address. No
   *   error contains the address.
   */
  screen(query: AddressQuery<C>): Promise<readonly RiskEntry[]>;
}
