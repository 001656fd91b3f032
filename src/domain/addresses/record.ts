/** Wallet address records: applying an update (§4.1), and converting a stored address to the public records (§2.8). */
import { chains } from "../chains/registry.js";
import type { DecimalText } from "../identifiers/codes.js";
import { bare } from "../own.js";
import { compareText } from "../text.js";
import type { AddressHistory, AddressUpdate, StoredAddress, StoredAddressHistory, WalletAddress } from "./address.js";

/** The screening and the balance that a record shows; absent means null. */
type Readings = Pick<AddressUpdate, "screening" | "balance">;

/** Returns the record of §2.8, with the newest readings unless others are given. */
export function toWalletAddress(stored: StoredAddress, readings: Readings = stored): WalletAddress {
  const { screening, balance } = bare(readings);
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

/** Returns everything recorded about a stored address. */
export function toAddressHistory({ chain, address, ...stored }: StoredAddressHistory): AddressHistory {
  const { account_ref_id, screenings, balance = null } = bare(stored);
  return {
    chain,
    address,
    ...(account_ref_id !== undefined && { account_ref_id }),
    screenings: [...screenings].reverse(),
    balance,
  };
}

/** §2.8 has numbers. `Number` returns the double nearest to the exact decimal. */
function toDouble(decimal: DecimalText | null | undefined): number | null {
  return decimal ? Number(decimal) : null;
}

/**
 * Returns the record to store after an update (§4.1), without changing its arguments.
 *
 * `created` and every property absent from the update keep their stored value. A storage must keep a screening that the
 * update replaces for `history`, so that a later review can see what was known when.
 *
 * @param stored - the stored address; `undefined` creates a record: not self-hosted, no account, balance or screening
 * @param update - the change
 * @returns the new record
 * @example
 * applyAddressUpdate(undefined, { chain: "tezos", address: "tz1…", created: "2026-11-21T07:35:00.123+00:00" }).is_self_hosted; // false
 */
export function applyAddressUpdate(stored: StoredAddress | undefined, update: AddressUpdate): StoredAddress {
  return updated(stored && bare(stored), bare(update));
}

function updated(stored: StoredAddress | undefined, update: AddressUpdate): StoredAddress {
  const { chain, address } = update;
  const account_ref_id = update.account_ref_id ?? stored?.account_ref_id;
  const balance = update.balance ?? stored?.balance;
  const screening = update.screening ?? stored?.screening;
  return {
    chain,
    address,
    is_self_hosted: update.is_self_hosted ?? stored?.is_self_hosted ?? false,
    ...(account_ref_id !== undefined && { account_ref_id }),
    ...(balance !== undefined && { balance }),
    ...(screening !== undefined && { screening }),
    created: stored?.created ?? update.created,
  };
}

/**
 * Sorts stored addresses: oldest `created` first, ties by chain, then by address, in code units (§2.8).
 *
 * @param addresses - the stored addresses, left in their order
 * @returns a new array
 * @example
 * sortAddresses(stored.filter(({ account_ref_id }) => account_ref_id === "C-1"));
 */
export function sortAddresses(addresses: Iterable<StoredAddress>): StoredAddress[] {
  // `created` has one form, so its text orders by time.
  return [...addresses].sort(
    (a, b) => compareText(a.created, b.created) || compareText(a.chain, b.chain) || compareText(a.address, b.address),
  );
}
