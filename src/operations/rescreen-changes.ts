/** Changes of `addresses.rescreen`: an address is newly listed, or no longer. */
import type { RiskEntry, Screening, StoredAddress } from "../domain/addresses/address.js";
import { isComplete, isHit, isScreened } from "../domain/addresses/hits.js";
import type { Chain } from "../domain/chains/chain.js";
import { own } from "../domain/own.js";
import type { AddressRepository } from "../ports/storage.js";
import type { Response } from "./incomplete.js";
import type { NamedRiskProvider } from "./risk-providers.js";

/** An address that is newly listed, or no longer. */
export interface RescreenChange<C extends string = Chain> {
  readonly chain: C;
  /** In canonical form. */
  readonly address: string;
  /** Whether it is listed now: an entry has a `risk_ratio` above 0. */
  readonly listed: boolean;
  /** Highest `risk_ratio` of the screening before; null without one. */
  readonly from: number | null;
  /** Highest `risk_ratio` of the new screening. */
  readonly to: number;
}

interface Deps {
  readonly addresses: AddressRepository;
  readonly provider: NamedRiskProvider;
}

/** Compares a response with the newest earlier screening of the same provider. Returns undefined without a change. */
export async function changeSince(
  { addresses, provider }: Deps,
  stored: StoredAddress,
  response: Response,
): Promise<RescreenChange | undefined> {
  const to = highestRatio(response.entries);
  // What a provider that failed would have found is unknown, so the address may still be listed.
  if (!isComplete(response.entries) && to === 0) return undefined;
  const earlier = await earlierScreening(addresses, stored, isOfSameProvider(provider, response));
  const from = earlier === undefined ? null : highestRatio(earlier);
  const listed = to > 0;
  const wasListed = from !== null && from > 0;
  return listed === wasListed ? undefined : { chain: stored.chain, address: stored.address, listed, from, to };
}

/**
 * Returns whether an earlier screening counts. A complete one counts with the same names. After a failure the names are not
 * all known, so those of the hits are enough. An incomplete one counts if hits were stored after a failure.
 */
function isOfSameProvider(
  { provider_name }: NamedRiskProvider,
  { entries, failure }: Response,
): (earlier: Screening) => boolean {
  const names = namesOf(entries);
  const hits = entries.filter(isHit);
  const isFailure = (entry: RiskEntry): boolean => !isScreened(entry) && entry.provider_name === provider_name;
  return (earlier) => {
    if (!isComplete(earlier)) return earlier.some(isHit) && earlier.some(isFailure);
    if (failure === undefined) return namesOf(earlier) === names;
    return hits.every((hit) => earlier.some((entry) => entry.provider_name === hit.provider_name));
  };
}

async function earlierScreening(
  addresses: AddressRepository,
  stored: StoredAddress,
  counts: (screening: Screening) => boolean,
): Promise<Screening | undefined> {
  const newest = own(stored, "screening");
  if (newest === undefined || counts(newest)) return newest;
  const history = await addresses.history(stored.chain, stored.address);
  return history?.screenings.filter(counts).at(-1);
}

/** Returns the highest ratio of the hits; 0 without one. */
function highestRatio(entries: readonly RiskEntry[]): number {
  return entries.filter(isHit).reduce((highest, { risk_ratio }) => Math.max(highest, risk_ratio), 0);
}

/** Returns the set of the names in the entries, as text to compare. */
export function namesOf(entries: readonly RiskEntry[]): string {
  return JSON.stringify([...new Set(entries.map(({ provider_name }) => provider_name))].sort());
}
