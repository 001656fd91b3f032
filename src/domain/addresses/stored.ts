/** How an update changes what is stored of an address, and how stored addresses are ordered. */
import { compareText } from "../text.js";
import type { AddressUpdate, StoredAddress } from "./address.js";

/**
 * What is stored after the update (§4.1). `created` is kept; what the update does not bring stays as it is (of a new
 * record: not self-hosted, no account, no balance); a balance takes the place of the one before, and a screening is
 * appended to those before, so that a later review can see what was known when. Changes neither argument.
 *
 * @example
 * applyAddressUpdate(undefined, { chain: "tezos", address: "tz1…", created: "2026-11-21T07:35:00.123+00:00" }).is_self_hosted; // false
 */
export function applyAddressUpdate(stored: StoredAddress | undefined, update: AddressUpdate): StoredAddress {
  const { chain, address, screening } = update;
  const account_ref_id = update.account_ref_id ?? stored?.account_ref_id;
  const balance = update.balance ?? stored?.balance;
  const screenings = stored?.screenings ?? [];
  return {
    chain,
    address,
    is_self_hosted: update.is_self_hosted ?? stored?.is_self_hosted ?? false,
    ...(account_ref_id !== undefined && { account_ref_id }),
    ...(balance !== undefined && { balance }),
    screenings: screening === undefined ? screenings : [...screenings, screening],
    created: stored?.created ?? update.created,
  };
}

/**
 * The oldest `created` first, ties by chain, then address, in code units (§2.8), in an array of its own. `created` has
 * one form, so its text orders by time.
 *
 * @example
 * sortAddresses(stored.filter(({ account_ref_id }) => account_ref_id === "C-1"));
 */
export function sortAddresses(addresses: Iterable<StoredAddress>): StoredAddress[] {
  return [...addresses].sort(
    (a, b) => compareText(a.created, b.created) || compareText(a.chain, b.chain) || compareText(a.address, b.address),
  );
}
