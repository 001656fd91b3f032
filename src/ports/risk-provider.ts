/** Who knows the risk of an address (§2.8, §4.1). */
import type { RiskEntry } from "../domain/addresses/address.js";
import type { Chain } from "../domain/chains/chain.js";

/**
 * The platform's `AbortSignal`. Written so that the declarations of the core also compile where the types of no platform
 * are known.
 */
export type CallerSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : object;

/** An address to ask about. */
export interface AddressQuery {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  /** Ends the question early: what was asked then rejects with `aborted`. */
  readonly signal?: CallerSignal | undefined;
}

/**
 * A provider of address analytics. The suite `riskProviderConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const houseList: RiskProvider = { screen: async ({ chain, address }) => [await lookUp(chain, address)] };
 */
export interface RiskProvider {
  /** The code that its entries carry, where there is one. `screenWith` needs it to report a failure. */
  readonly provider_name?: string;
  /**
   * At least one complete entry out of an answer about this address on this chain. 0 is only ever said when the provider
   * answered that it found nothing, and then a descriptor says so.
   *
   * @throws ComplianceError in every other case: no answer, an unfinished or unknown one, or one about something else
   *   (`provider_…`, `address_unknown`); a chain that it does not screen (`chain_unsupported`, before anything is sent);
   *   what is no address of its chain (`invalid_input`). No error repeats the address.
   */
  screen(query: AddressQuery): Promise<readonly RiskEntry[]>;
}
