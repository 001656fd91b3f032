/** How a stored address is shown: the record of §2.8, and what was known when. */

import type { Chain } from "../chains/chain.js";
import { chains } from "../chains/registry.js";
import type { DecimalText } from "../identifiers/codes.js";
import type { AddressUpdate, BalanceReading, Screening, StoredAddress, WalletAddress } from "./address.js";

/** Everything that was recorded of an address, exact and with its times. */
export interface AddressHistory {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  /** The account that it is linked to. */
  readonly account_ref_id?: string;
  /** Every screening there was, the newest first. */
  readonly screenings: readonly Screening[];
  /** The newest reading; null: none. */
  readonly balance: BalanceReading | null;
}

/** What of a stored address its record shows beside what identifies it; absent: null. */
type Shown = Pick<AddressUpdate, "screening" | "balance">;

/** §2.8, field for field. */
export function toWalletAddress(stored: StoredAddress, { screening, balance }: Shown): WalletAddress {
  const { address, chain, is_self_hosted, created } = stored;
  return {
    address,
    chain,
    symbol: chains[chain].symbol,
    is_self_hosted,
    financial_data: { balance: toDouble(balance?.balance), balance_usd: toDouble(balance?.balance_usd) },
    risk_data: screening ?? null,
    created,
  };
}

/** The newest screening and balance, as far as there are any. */
export function newestOf({ screenings, balance }: StoredAddress): Shown {
  const screening = screenings.at(-1);
  return { ...(screening && { screening }), ...(balance && { balance }) };
}

/** What was known when. */
export function toAddressHistory({ chain, address, ...stored }: StoredAddress): AddressHistory {
  const { account_ref_id, screenings, balance = null } = stored;
  return {
    chain,
    address,
    ...(account_ref_id !== undefined && { account_ref_id }),
    screenings: [...screenings].reverse(),
    balance,
  };
}

/** §2.8 has numbers: the double that is nearest to the exact decimal (ECMAScript reads decimal text so). */
function toDouble(decimal: DecimalText | null | undefined): number | null {
  return decimal ? Number(decimal) : null;
}
