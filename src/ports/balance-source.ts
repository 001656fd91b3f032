/** Sources of balances (§2.8). */
import type { Chain } from "../domain/chains/chain.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { AddressQuery } from "./risk-provider.js";

/** Balance of an address in its chain's native asset. */
export interface Balance {
  /** In whole units (bitcoin, not satoshi), exact. */
  readonly balance: DecimalText;
  /** In US dollars, to the cent; null when no price was requested. */
  readonly balance_usd: DecimalText | null;
}

/**
 * A source of balances. `balanceSourceConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const house: BalanceSource = { balance: async ({ address }) => ({ balance: await ledger.of(address), balance_usd: null }) };
 */
export interface BalanceSource<C extends string = Chain> {
  /**
   * Requests the balance of an address, final where the chain has finality.
   *
   * @returns The balance. An account that does not exist yet has "0" only where the protocol says so.
   * @throws ComplianceError in every other case: `provider_…` or `rate_…`; `configuration_invalid` for a service of
   *   another network; `chain_unsupported` before any request. `invalid_input` is for an invalid address. No error
   *   contains the address.
   */
  balance(query: AddressQuery<C>): Promise<Balance>;
}
