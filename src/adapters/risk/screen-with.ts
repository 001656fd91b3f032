/** Several risk providers as one. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { hitsOf, isHit, notScreened, withHits } from "../../domain/addresses/hits.js";
import { parseRiskResponse } from "../../domain/addresses/responses.js";
import { ComplianceError, readSafely, responseOf } from "../../domain/compliance-error.js";
import { checkedOptions, configurationInvalid, hasMethod } from "../../domain/options.js";
import type { AddressQuery, RiskProvider } from "../../ports/risk-provider.js";
import { readQuery } from "../checked-query.js";
import { abortedBy, untilAborted } from "../transport/deadline.js";
import { checkedProviderName } from "./provider.js";

/** Options for {@link screenWith}. */
export interface ScreenWithOptions {
  /**
   * What happens when one of several providers fails: `"throw"` fails the screening, `"report"` returns an entry that
   * reports the failure.
   *
   * @default "throw"
   */
  readonly onFailure?: "throw" | "report" | undefined;
}

/** The arguments of {@link screenWith}: at least one provider, and options in the last place. */
export type ScreenWithArguments =
  | readonly [RiskProvider, ...RiskProvider[]]
  | readonly [RiskProvider, ...RiskProvider[], ScreenWithOptions];

/** A provider with its code, or "" for a provider without one. */
interface Part {
  readonly provider: RiskProvider<string>;
  readonly name: string;
}

type Outcome =
  | { readonly ok: true; readonly entries: readonly RiskEntry[] }
  | { readonly ok: false; readonly failure: ComplianceError; readonly name: string };

/**
 * Creates one risk provider from several. They screen concurrently, and their entries keep the order of the providers.
 *
 * A failure of one provider fails the screening. Of several failures, that of the first provider is thrown. If other
 * providers have hits (entries with a `risk_ratio` above 0), `hits` of the error has them. `addresses` stores them.
 *
 * With `{ onFailure: "report" }` the failed provider has one entry instead. It has the `risk_ratio` 100, which no screening
 * exceeds, and the descriptors `not-screened` and `failure:<code>`. If all providers fail, the failure of the first one
 * is thrown. An unsupported chain is a failure too.
 *
 * An invalid response is `provider_unreadable`. An error that is not a `ComplianceError` is `provider_unavailable`, with
 * the error as its cause.
 *
 * @returns A risk provider without `provider_name`.
 * @throws ComplianceError `configuration_invalid` for an invalid argument, or `"report"` with a provider without
 *   `provider_name`. `screen` rejects with the failures of the providers, and with
 *   `aborted` when the caller's signal ends it.
 * @example
 * const both = screenWith(ofacList({ entries, asOf }), goPlus(), { onFailure: "report" });
 * const compliance = createCompliance({ storage, riskProviders: { SANCTIONS_AND_SCAMS: both } });
 */
export function screenWith(...given: ScreenWithArguments): RiskProvider {
  const { parts, isReporting } = readSafely(
    () => readArguments(given),
    () => configurationInvalid("An argument of screenWith cannot be read: a getter or a proxy threw."),
  );
  return Object.freeze<RiskProvider>({
    screen: async (given) => {
      const query = readQuery(given);
      const { signal } = query;
      if (signal?.aborted) throw abortedBy(signal);
      const ended = new AbortController();
      try {
        const outcomes = parts.map((part) => outcomeOf(part, { ...query, signal: ended.signal }));
        return entriesOf(await untilAborted(Promise.all(outcomes), signal), isReporting);
      } finally {
        // Ends the screenings that are still pending.
        ended.abort(signal?.reason);
      }
    },
  });
}

/** Never rejects. */
async function outcomeOf({ provider, name }: Part, query: AddressQuery<string>): Promise<Outcome> {
  const title = name === "" ? "A risk provider without a name" : `The risk provider ${name}`;
  try {
    const response = await responseOf(`${title} failed; see the cause.`, () => provider.screen(query));
    const parsed = parseRiskResponse(response);
    if (parsed.ok) return { ok: true, entries: parsed.value };
    const message = `${title} returned no entry, or an invalid one (§2.8). Fix the provider.`;
    return { ok: false, failure: new ComplianceError("provider_unreadable", message), name };
  } catch (failure) {
    // responseOf throws nothing else.
    return { ok: false, failure: failure as ComplianceError, name };
  }
}

/** @throws the first failure, which carries the hits */
function entriesOf(outcomes: readonly Outcome[], isReporting: boolean): readonly RiskEntry[] {
  const failure = outcomes.find((outcome) => !outcome.ok)?.failure;
  if (failure !== undefined && !(isReporting && outcomes.some(({ ok }) => ok))) {
    const hits = outcomes.flatMap(foundBy).filter(isHit);
    throw hits.length === 0 ? failure : withHits(failure, hits);
  }
  return outcomes.flatMap((outcome) =>
    outcome.ok ? outcome.entries : [...foundBy(outcome), notScreened(outcome.name, outcome.failure.code)],
  );
}

/** A combination that failed may have found something, too. */
function foundBy(outcome: Outcome): readonly RiskEntry[] {
  return outcome.ok ? outcome.entries : hitsOf(outcome.failure);
}

/** Callers without types may pass anything. */
function readArguments(given: readonly unknown[]): { readonly parts: readonly Part[]; readonly isReporting: boolean } {
  const last = given.at(-1);
  const isReporting = !isProvider(last) && readOnFailure(last) === "report";
  const providers = isProvider(last) ? given : given.slice(0, -1);
  if (providers.length === 0 || !providers.every(isProvider)) {
    throw configurationInvalid(
      "screenWith takes at least one risk provider, an object with a function screen, then options.",
    );
  }
  const parts = providers.map((provider) => {
    const { provider_name } = provider;
    const isNamed = isReporting || provider_name !== undefined;
    return { provider, name: isNamed ? checkedProviderName("", provider_name, "provider_name") : "" };
  });
  return { parts, isReporting };
}

/** Strict: a missing provider (undefined, or a promise of one) must not count as options and be dropped. */
function readOnFailure(options: unknown): unknown {
  if (isPlainObject(options)) {
    const { onFailure = "throw" } = checkedOptions<ScreenWithOptions>("screenWith", options, { onFailure: "checked" });
    if (onFailure === "throw" || onFailure === "report") return onFailure;
  }
  throw configurationInvalid(
    'screenWith takes risk providers, each with a function screen, and the option onFailure: "throw" or "report".',
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isProvider(value: unknown): value is RiskProvider {
  return hasMethod(value, "screen");
}
