/** Screens the addresses of a transfer with every provider of the policy, and stores what they return (§2.8). */
import type { RiskEntry } from "../domain/addresses/address.js";
import { hitsBeyond, hitsOf, isHit, notScreened, withHits } from "../domain/addresses/hits.js";
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";
import type { PartySide } from "../domain/jurisdictions/requirements.js";
import { own } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Failure } from "../domain/transfers/decide.js";
import type { ScreeningResult } from "../domain/transfers/decision.js";
import type { DecisionDraft } from "../domain/transfers/decision-request.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import type { Clock } from "../ports/clock.js";
import type { AddressRepository } from "../ports/storage.js";
import { type Abort, isAbortOrStorage, throwIfAborted, unlessAborted } from "./abort.js";
import { screeningOf } from "./incomplete.js";
import type { NamedRiskProvider, RiskProviders } from "./risk-providers.js";

interface Deps {
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly clock: Clock;
}

interface Request extends ScreenRequest {
  readonly draft: DecisionDraft;
  readonly screened: readonly PartySide[];
}

interface ScreenRequest {
  readonly policy: CheckedPolicy;
  /** That of the caller. */
  readonly abort: Abort;
  /** That of the caller, or the end of the time for answers. */
  readonly limited: Abort;
}

/** Returns the screenings of these sides; none without a chain. */
export async function screenSides(deps: Deps, request: Request): Promise<ScreeningResult[]> {
  const { draft, screened } = request;
  const chain = own(draft, "chain");
  if (chain === undefined) return [];
  const places = screened.flatMap((side) => {
    const address = own(draft, `${side}_address`);
    return address === undefined ? [] : [{ side, address }];
  });
  const addresses = new Set(places.map(({ address }) => address));
  const byAddress = new Map(
    await Promise.all(
      [...addresses].map(async (address) => [address, await screenAddress(deps, { chain, address }, request)] as const),
    ),
  );
  // The cast: the address of each side was screened.
  return places.map(({ side, address }) => ({ side, chain, address, ...(byAddress.get(address) as Screened) }));
}

/**
 * Returns the screenings with earlier hits at the same addresses.
 *
 * @param earlier - those that an earlier round of the same call found
 * @param before - those of the version before: an incomplete screening looks no cleaner
 */
export function withEarlierHits(
  screenings: readonly ScreeningResult[],
  { earlier = [], before = [] }: Readonly<Record<"earlier" | "before", readonly ScreeningResult[] | undefined>>,
): readonly ScreeningResult[] {
  return screenings.map((screening) => {
    const found = [...screening.entries];
    found.push(...hitsBeyond(entriesAt(earlier, screening), found));
    if (screening.failures.length > 0) found.push(...hitsBeyond(entriesAt(before, screening), found));
    return { ...screening, entries: found };
  });
}

/** Returns the entries of the screening of that address, on that side. */
export function entriesAt(
  screenings: readonly ScreeningResult[],
  { side, chain, address }: ScreeningResult,
): ScreeningResult["entries"] {
  const found = screenings.find((each) => each.side === side && each.chain === chain && each.address === address);
  return found?.entries ?? [];
}

type Screened = Pick<ScreeningResult, "entries" | "failures">;

/** What one provider returned: entries, or hits and a failure. */
interface Answer {
  readonly entries: readonly RiskEntry[];
  readonly failure?: ScreeningResult["failures"][number];
}

/** Screens one address with every provider of the policy, and stores what they return. */
export async function screenAddress(
  { addresses, riskProviders, clock }: Deps,
  place: Pick<ScreeningResult, "chain" | "address">,
  { policy, abort, limited }: ScreenRequest,
): Promise<Screened> {
  const answers = await Promise.all(
    policy.screenWith.map(async (provider_name): Promise<Answer> => {
      // The casts: `screenWith` of a checked policy has keys of riskProviders.
      const provider = (riskProviders as RiskProviders).get(provider_name) as NamedRiskProvider;
      try {
        return { entries: await unlessAborted((signal) => provider.screen({ ...place, signal }), limited) };
      } catch (thrown) {
        throwIfAborted(abort);
        // The cast: the parts are validated, so that they throw nothing else.
        const failure = thrown as ComplianceError;
        return { entries: hitsOf(failure), failure: { provider_name, code: providerCode(failure) } };
      }
    }),
  );
  const created = toIsoOffset(clock());
  const found = answers.flatMap(({ entries }) => entries);
  const failures = answers.flatMap((answer) => own(answer, "failure") ?? []);
  const entries = found.map((entry) => ({ ...entry, created }));
  const hits = found.filter(isHit);
  // Without an answer of each provider there is no record, except of hits.
  if (failures.length > 0 && hits.length === 0) return { entries, failures };
  const all = [...found, ...failures.map(({ provider_name, code }) => notScreened(provider_name, code))];
  try {
    const screening = await screeningOf(addresses, place, { entries: all, failure: failures.at(0) }, created);
    await addresses.save({ ...place, screening, created });
  } catch (thrown) {
    throw hits.length === 0 ? thrown : withHits(thrown, hits);
  }
  return { entries, failures };
}

/** A provider of the caller may throw the codes of other parts, which would end the decision. */
function providerCode(failure: ComplianceError): ComplianceErrorCode {
  return isAbortOrStorage(failure) ? "provider_unavailable" : failure.code;
}

/** @throws what is no failure of something outside: an abort, and a failure of the storage */
export function outsideFailure(thrown: unknown): Failure {
  if (!(thrown instanceof ComplianceError)) throw thrown;
  if (isAbortOrStorage(thrown)) throw thrown;
  return { code: thrown.code };
}
