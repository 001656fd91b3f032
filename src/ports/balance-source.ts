/** Who knows what an address holds (§2.8). */
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { AddressQuery } from "./risk-provider.js";

/** What an address holds of its chain's native asset. */
export interface Balance {
  /** In whole units (bitcoin, not satoshi), exact. */
  readonly balance: DecimalText;
  /** In US dollars, to the cent; null when no price was asked for. */
  readonly balance_usd: DecimalText | null;
}

/**
 * A source of balances. The suite `balanceSourceConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const house: BalanceSource = { balance: async ({ address }) => ({ balance: await ledger.of(address), balance_usd: null }) };
 */
export interface BalanceSource {
  /**
   * The balance of this address on this chain, final where the chain knows finality. An account that does not exist
   * yet has "0" only where the protocol says so.
   *
   * @throws ComplianceError in every other case (`provider_…`, `rate_…`; `configuration_invalid` for a service of another
   *   network); an address whose balance it cannot know (`chain_unsupported`, before anything is sent); what is no address of
   *   its chain (`invalid_input`). No error repeats the address.
   */
  balance(query: AddressQuery): Promise<Balance>;
}
