/** Screenings in which one provider of several failed: the hits of the others are stored (§4.1). */
import type { AddressCreateFields, RiskEntry, Screening, StoredAddress } from "../domain/addresses/address.js";
import { hitsOf, incompleteScreening, isHit, notScreened, withHits } from "../domain/addresses/hits.js";
import type { ComplianceError } from "../domain/compliance-error.js";
import { bare, own } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { AddressRepository } from "../ports/storage.js";
import { type Abort, unlessAborted } from "./abort.js";
import type { NamedRiskProvider } from "./risk-providers.js";

/** What a provider returned. After a failure: the hits that the error carries, and the entry of the failure. */
export interface Response {
  readonly entries: readonly RiskEntry[];
  readonly failure: ComplianceError | undefined;
}

/** Returns what a provider found although it failed; undefined without a hit. */
export function foundDespite(thrown: unknown, { provider_name }: NamedRiskProvider): Response | undefined {
  // The parts and the clock are validated: they throw nothing else.
  const failure = thrown as ComplianceError;
  const hits = hitsOf(failure);
  return hits.length === 0 ? undefined : { entries: [...hits, notScreened(provider_name, failure.code)], failure };
}

/** Returns the screening to store. After a failure of any kind it has the hits that are stored already, too. */
export async function screeningOf(
  addresses: AddressRepository,
  { chain, address }: Pick<StoredAddress, "chain" | "address">,
  { entries, failure }: { readonly entries: readonly RiskEntry[]; readonly failure: object | undefined },
  created: string,
): Promise<Screening> {
  if (failure === undefined) return entries.map((entry) => ({ ...entry, created }));
  const stored = await addresses.find(chain, address);
  return incompleteScreening(stored && own(stored, "screening"), entries, created);
}

interface Deps {
  readonly addresses: AddressRepository;
  readonly clock: Clock;
}

/** A request of `addresses.create` that failed, and what its screening found. */
export interface FailedRequest {
  readonly failure: unknown;
  /** Undefined without a hit. */
  readonly found: Response | undefined;
}

/**
 * Stores the hits of a request that failed. Nothing is linked.
 *
 * @throws the failure with the hits, or with the hits as well the error of a storage that did not store them.
 */
export async function failWithHits(
  deps: Deps,
  request: AddressCreateFields,
  { failure, found }: FailedRequest,
  abort: Abort,
): Promise<never> {
  if (found === undefined) throw failure;
  const hits = found.entries.filter(isHit);
  await storeHits(deps, request, found, abort).catch((error: unknown) => {
    throw withHits(error, hits);
  });
  // The failure of the provider has the hits already.
  throw found.failure ?? withHits(failure, hits);
}

async function storeHits(
  { addresses, clock }: Deps,
  request: AddressCreateFields,
  found: Response,
  abort: Abort,
): Promise<void> {
  const { chain, address } = request;
  const { is_self_hosted, vasp_id } = bare(request);
  const created = toIsoOffset(clock());
  const screening = await unlessAborted(() => screeningOf(addresses, request, found, created), abort);
  const labels = { ...(is_self_hosted !== undefined && { is_self_hosted }), ...(vasp_id !== undefined && { vasp_id }) };
  await addresses.save({ chain, address, ...labels, screening, created });
}
