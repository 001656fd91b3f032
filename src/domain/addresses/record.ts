/** Wallet address records: applying an update (§4.1), and converting a stored address to the public records (§2.8). */
import type { RegisteredChains } from "../chains/chain.js";
import { specifiedChains } from "../chains/registry.js";
import type { DecimalText } from "../identifiers/codes.js";
import { configurationInvalid } from "../options.js";
import { bare, own } from "../own.js";
import { compareText } from "../text.js";
import type { AddressHistory, AddressUpdate, StoredAddress, StoredAddressHistory, WalletAddress } from "./address.js";
import { linkChangeOf, linkOf } from "./link.js";

/** The screening and the balance that a record shows; absent means null. */
type Readings = Pick<AddressUpdate, "screening" | "balance">;

/** Returns the record of §2.8, with the newest readings unless others are given. */
export function toWalletAddress(
  stored: StoredAddress,
  chains: RegisteredChains | undefined,
  readings: Readings = stored,
): WalletAddress {
  const { screening, balance } = bare(readings);
  const { address, chain, created } = stored;
  return {
    address,
    chain,
    symbol: symbolOf(chain, chains),
    is_self_hosted: own(stored, "is_self_hosted") ?? false,
    financial_data: { balance: toDouble(balance?.balance), balance_usd: toDouble(balance?.balance_usd) },
    risk_data: screening ?? null,
    created,
  };
}

/** @throws ComplianceError `configuration_invalid` for a chain that was registered when the address was stored. */
function symbolOf(chain: string, chains: RegisteredChains = specifiedChains): string {
  const module = chains.get(chain);
  if (module !== undefined) return module.symbol;
  throw configurationInvalid(
    "The storage has an address of a chain that is not registered. Add its module to the option chains of createCompliance.",
  );
}

/** Returns everything recorded about a stored address. */
export function toAddressHistory({ chain, address, ...stored }: StoredAddressHistory): AddressHistory {
  const {
    is_self_hosted = null,
    vasp_id = null,
    labelled_by = null,
    account_ref_id,
    screenings,
    links,
    uses,
    balance = null,
  } = bare(stored);
  return {
    chain,
    address,
    is_self_hosted,
    vasp_id,
    labelled_by,
    ...(account_ref_id !== undefined && { account_ref_id }),
    screenings: [...screenings].reverse(),
    links: [...links].reverse(),
    uses: [...uses].reverse(),
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
 * Only a link without a tag is part of the record. `linkChangeOf` decides whether the update may replace another account,
 * and which link ends.
 *
 * @param stored - the stored address; `undefined` creates a record without label, account, balance or screening
 * @param update - the change, which `linkChangeOf` accepts
 * @returns the new record
 * @example
 * applyAddressUpdate(undefined, { chain: "tezos", address: "tz1…", created: "2026-11-21T07:35:00.123+00:00" }).is_self_hosted; // undefined
 */
export function applyAddressUpdate(stored: StoredAddress | undefined, update: AddressUpdate): StoredAddress {
  return updated(stored && bare(stored), bare(update));
}

function updated(stored: StoredAddress | undefined, update: AddressUpdate): StoredAddress {
  const { chain, address } = update;
  const { account_ref_id, linked } = linkAfter(stored, update);
  const balance = update.balance ?? stored?.balance;
  const screening = update.screening ?? stored?.screening;
  return {
    chain,
    address,
    ...labelsAfter(stored, update),
    ...(account_ref_id !== undefined && { account_ref_id }),
    ...(linked !== undefined && { linked }),
    ...(balance !== undefined && { balance }),
    ...(screening !== undefined && { screening }),
    created: stored?.created ?? update.created,
  };
}

type Labels = Pick<StoredAddress, "is_self_hosted" | "vasp_id" | "labelled_by">;

/** One label replaces the other: a self-hosted wallet has no VASP. */
function labelsAfter(stored: Labels | undefined, update: AddressUpdate): Labels {
  const isChanged = update.is_self_hosted !== undefined || update.vasp_id !== undefined;
  const isHosted = update.vasp_id === undefined ? undefined : false;
  const is_self_hosted = update.is_self_hosted ?? isHosted ?? stored?.is_self_hosted;
  const vasp_id = update.is_self_hosted === true ? undefined : (update.vasp_id ?? stored?.vasp_id);
  const labelled_by = isChanged ? update.actor : stored?.labelled_by;
  return {
    ...(is_self_hosted !== undefined && { is_self_hosted }),
    ...(vasp_id !== undefined && { vasp_id }),
    ...(labelled_by !== undefined && { labelled_by }),
  };
}

function linkAfter(
  stored: StoredAddress | undefined,
  update: AddressUpdate,
): Pick<StoredAddress, "account_ref_id" | "linked"> {
  const change = update.tag === undefined ? linkChangeOf(linkOf(stored), { ...update, relink: true }) : undefined;
  if (change === undefined || change === "linked_elsewhere") return stored ?? bare({});
  return { account_ref_id: change.link.account_ref_id, linked: update.created };
}

/**
 * Sorts stored addresses: oldest `created` first, ties by chain, then by address, in code units (§2.8).
 *
 * @param addresses - the stored addresses, left in their order
 * @returns a new array
 * @example
 * sortAddresses(stored.filter(({ account_ref_id }) => account_ref_id === "C-1"));
 */
export function sortAddresses<T extends StoredAddress>(addresses: Iterable<T>): T[] {
  // `created` has one form, so its text orders by time.
  return [...addresses].sort(
    (a, b) => compareText(a.created, b.created) || compareText(a.chain, b.chain) || compareText(a.address, b.address),
  );
}
