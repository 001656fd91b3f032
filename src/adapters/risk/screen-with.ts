/** Several risk providers asked as one. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { parseRiskResponse } from "../../domain/addresses/responses.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { AddressQuery, RiskProvider } from "../../ports/risk-provider.js";
import { abortedBy, untilAborted } from "../transport/deadline.js";
import { toRiskEntry } from "./entry.js";
import { checkedProviderName } from "./provider-options.js";

/** How {@link screenWith} takes it that one of several providers has no answer. */
export interface ScreenWithOptions {
  /** `"throw"` (the default): no answer at all. `"report"`: an entry that says so in its place. */
  readonly onFailure?: "throw" | "report";
}

/** What {@link screenWith} takes: at least one provider, and last of all, if need be, options. */
export type ScreenWithArguments =
  | readonly [RiskProvider, ...RiskProvider[]]
  | readonly [RiskProvider, ...RiskProvider[], ScreenWithOptions];

/** One of the providers, and the code that it has told; empty: none. */
interface Part {
  readonly provider: RiskProvider;
  readonly name: string;
}

/** What it said, or why it did not. */
type Outcome =
  | { readonly ok: true; readonly entries: readonly RiskEntry[] }
  | { readonly ok: false; readonly failure: ComplianceError; readonly name: string };

/**
 * Asks several providers at the same time, as one. Their entries follow one another in the order in which the providers
 * were given, whoever was first.
 *
 * **A provider that fails** (and one that does not screen the chain fails too) fails all: the first failure rejects, and
 * the other questions are ended by their signal. With `{ onFailure: "report" }` it is one entry in place of its answer,
 * with `risk_ratio` 100 and the descriptors `not-screened` and `failure:<code of the error>`, so that no screening could
 * have said more; when no provider answers, the failure of the first one given is thrown.
 *
 * An answer without an entry, or of another form than §2.8, is a failure (`provider_unreadable`), and so is a fault that
 * is no `ComplianceError` (`provider_unavailable`, with the fault as its cause).
 *
 * @throws ComplianceError `configuration_invalid` at once: no provider, something else than providers, an unknown option,
 *   or a provider without `provider_name` whose failure should be reported. `screen` rejects with what the providers
 *   throw, as told above, and always with `aborted` when the caller's own signal ends it.
 * @example
 * const both = screenWith(ofacList({ entries, asOf }), goPlus(), { onFailure: "report" });
 * const compliance = createCompliance({ storage, riskProviders: { SANCTIONS_AND_SCAMS: both } });
 */
export function screenWith(...given: ScreenWithArguments): RiskProvider {
  const { parts, isReporting } = readArguments(given);
  return Object.freeze<RiskProvider>({
    screen: async (query) => {
      const { signal } = query;
      if (signal?.aborted) throw abortedBy(signal);
      const ended = new AbortController();
      try {
        const outcomes = parts.map((part) => outcomeOf(part, { ...query, signal: ended.signal }));
        return await untilAborted(isReporting ? reported(outcomes) : allOf(outcomes), signal);
      } finally {
        // Whoever is still asking has nobody any more who waits for the answer.
        ended.abort(signal?.reason);
      }
    },
  });
}

/** Never rejects. */
async function outcomeOf({ provider, name }: Part, query: AddressQuery): Promise<Outcome> {
  try {
    const parsed = parseRiskResponse(await provider.screen(query));
    return parsed.ok ? { ok: true, entries: parsed.value } : { ok: false, failure: unsound(name), name };
  } catch (cause) {
    return { ok: false, failure: cause instanceof ComplianceError ? cause : broken(name, cause), name };
  }
}

async function allOf(outcomes: readonly Promise<Outcome>[]): Promise<readonly RiskEntry[]> {
  const answers = await Promise.all(
    outcomes.map(async (each) => {
      const outcome = await each;
      if (!outcome.ok) throw outcome.failure;
      return outcome.entries;
    }),
  );
  return answers.flat();
}

async function reported(asked: readonly Promise<Outcome>[]): Promise<readonly RiskEntry[]> {
  const outcomes = await Promise.all(asked);
  const [first] = outcomes;
  if (first?.ok === false && outcomes.every(({ ok }) => !ok)) throw first.failure;
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.entries : notScreened(outcome.name, outcome.failure)));
}

/** Not below what a screening would have said: it is not known what it would have said. */
function notScreened(provider_name: string, { code }: ComplianceError): RiskEntry {
  return toRiskEntry({ provider_name, risk_ratio: 100, descriptors: ["not-screened", `failure:${code}`] });
}

function unsound(name: string): ComplianceError {
  const message = `${titleOf(name)} gave an answer without an entry, or of another form than it must have; mend it.`;
  return new ComplianceError("provider_unreadable", message);
}

function broken(name: string, cause: unknown): ComplianceError {
  return new ComplianceError("provider_unavailable", `${titleOf(name)} failed; see the cause.`, { cause });
}

function titleOf(name: string): string {
  return name === "" ? "A risk provider without a name" : `The risk provider ${name}`;
}

/** Callers without types may give anything. */
function readArguments(given: readonly unknown[]): { readonly parts: readonly Part[]; readonly isReporting: boolean } {
  const last = given.at(-1);
  const isReporting = !isProvider(last) && readOnFailure(last) === "report";
  const providers = isProvider(last) ? given : given.slice(0, -1);
  if (providers.length === 0 || !providers.every(isProvider)) {
    throw invalid("takes one risk provider or more, each with a function screen, and options after the last.");
  }
  const parts = providers.map((provider) => {
    const { provider_name } = provider;
    const isNamed = isReporting || provider_name !== undefined;
    return { provider, name: isNamed ? checkedProviderName("", provider_name) : "" };
  });
  return { parts, isReporting };
}

/** Strict: a provider that is not there yet (undefined, a promise of one) must not pass for options, and be lost. */
function readOnFailure(options: unknown): unknown {
  if (isPlainObject(options)) {
    const { onFailure = "throw" } = checkedOptions<ScreenWithOptions>("screenWith", options, { onFailure: "checked" });
    if (onFailure === "throw" || onFailure === "report") return onFailure;
  }
  throw invalid('takes providers, each with a function screen, and has one option, onFailure: "throw" or "report".');
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isProvider(value: unknown): value is RiskProvider {
  return typeof value === "object" && value !== null && "screen" in value && typeof value.screen === "function";
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `screenWith ${what}`);
}
