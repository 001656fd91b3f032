/** Screens the addresses of a transfer with every provider of the policy (§2.8). */
import type { AddressUpdate, RiskEntry } from "../domain/addresses/address.js";
import { hitsOf, isHit, notScreened } from "../domain/addresses/hits.js";
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
import { type Abort, throwIfAborted, unlessAborted } from "./abort.js";
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
  /** The addresses that are stored. */
  readonly known: ReadonlySet<string>;
}

interface ScreenRequest {
  readonly policy: CheckedPolicy;
  /** That of the caller. */
  readonly abort: Abort;
  /** That of the caller, or the end of the time for answers. */
  readonly limited: Abort;
}

/** The screenings of a transfer, and those of them that are not stored yet. */
export interface ScreenedSides {
  readonly screenings: readonly ScreeningResult[];
  /** First screenings of addresses, to be stored with the decision. */
  readonly first: readonly AddressUpdate[];
}

/**
 * Returns the screenings of these sides; none without a chain. Those of known addresses are stored at once: many transfers may
 * have one in common, and a screening must not be stored behind a newer one.
 */
export async function screenSides(deps: Deps, request: Request): Promise<ScreenedSides> {
  const { draft, screened, known } = request;
  const chain = own(draft, "chain");
  if (chain === undefined) return { screenings: [], first: [] };
  const places = screened.flatMap((side) => {
    const address = own(draft, `${side}_address`);
    return address === undefined ? [] : [{ side, address }];
  });
  const addresses = new Set(places.map(({ address }) => address));
  const byAddress = new Map(
    await Promise.all(
      [...addresses].map(async (address) => {
        const found = await screenAddress(deps, { chain, address }, request);
        if (found.update !== undefined && known.has(address)) await deps.addresses.save(found.update);
        return [address, found] as const;
      }),
    ),
  );
  const screenings = places.map(({ side, address }) => {
    // The cast: the address of each side was screened.
    const { entries, failures } = byAddress.get(address) as Screened;
    return { side, chain, address, entries, failures };
  });
  const first = [...byAddress].flatMap(([address, { update = [] }]) => (known.has(address) ? [] : update));
  return { screenings, first };
}

interface Screened extends Pick<ScreeningResult, "entries" | "failures"> {
  /** What is to be stored. */
  readonly update: AddressUpdate | undefined;
}

/** What one provider returned: entries, or hits and a failure. */
interface Answer {
  readonly entries: readonly RiskEntry[];
  readonly failure?: ScreeningResult["failures"][number];
}

/** Screens one address with every provider of the policy. */
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
  // Without an answer of each provider there is no record, except of hits.
  if (failures.length > 0 && !found.some(isHit)) return { entries, failures, update: undefined };
  const all = [...found, ...failures.map(({ provider_name, code }) => notScreened(provider_name, code))];
  const screening = await screeningOf(addresses, place, { entries: all, failure: failures.at(0) }, created);
  return { entries, failures, update: { ...place, screening, created } };
}

/** A provider of the caller may throw the codes of other parts, which would end the decision. */
function providerCode({ code }: ComplianceError): ComplianceErrorCode {
  return code === "aborted" || code.startsWith("storage_") ? "provider_unavailable" : code;
}

/** @throws what is no failure of something outside: an abort, and a failure of the storage */
export function outsideFailure(thrown: unknown): Failure {
  if (!(thrown instanceof ComplianceError)) throw thrown;
  const { code } = thrown;
  if (code === "aborted" || code.startsWith("storage_")) throw thrown;
  return { code };
}
