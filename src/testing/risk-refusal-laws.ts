/** The laws of the port `RiskProvider` about questions that it must not answer. */
import { parseAddress } from "../domain/chains/parse.js";
import type { ComplianceErrorCode } from "../domain/compliance-error.js";
import type { AddressQuery, RiskProvider } from "../ports/risk-provider.js";
import { type Check, type Law, lawOf } from "./law.js";
import { codeOf, isRefusal, type Outcome, outcomeOf, seenOf } from "./outcome.js";
import type { RiskProviderSubject } from "./risk-subject.js";

/** Kept by a refusal: what is seen against it otherwise. */
type Look = (outcome: Outcome, query: AddressQuery) => string | undefined;

export function riskRefusalLaws(subject: RiskProviderSubject): readonly Law[] {
  const { known, unsupported = [] } = subject;
  const mistyped = known.flatMap(misspellings);
  const ended = known.map((query) => ({ ...query, signal: AbortSignal.abort() }));
  const laws = [
    lawOf(
      "a mistyped address is never screened",
      "what is no address of its chain is refused with a ComplianceError that a provider may throw",
      eachRefusal(subject, mistyped, (outcome) => (isRefusal(outcome) ? undefined : seenOf(outcome))),
    ),
    lawOf(
      "a question that has ended is not answered",
      "with a signal that has aborted it throws aborted",
      eachRefusal(subject, ended, unless("aborted")),
    ),
    lawOf(
      "an error tells nothing personal",
      "no error, nor any of its causes, repeats the address",
      eachRefusal(subject, [...mistyped, ...ended, ...unsupported], (outcome, { address }) =>
        isRepeated(outcome, address) ? "the error repeats the address" : undefined,
      ),
    ),
  ];
  if (unsupported.length === 0) return laws;
  return [
    ...laws,
    lawOf(
      "a chain that it does not screen is refused",
      "an address of another chain is refused with chain_unsupported",
      eachRefusal(subject, unsupported, unless("chain_unsupported")),
    ),
  ];
}

function eachRefusal({ provider: make }: RiskProviderSubject, queries: readonly AddressQuery[], look: Look): Check {
  return async () => {
    const provider: RiskProvider = make();
    for (const query of queries) {
      const seen = look(await outcomeOf(() => provider.screen(query)), query);
      if (seen !== undefined) return `on ${query.chain} ${seen}`;
    }
    return undefined;
  };
}

function unless(code: ComplianceErrorCode): Look {
  return (outcome) => (codeOf(outcome) === code ? undefined : seenOf(outcome));
}

/** The address with the slips that people make, as far as they are no addresses any more; empty is the last one. */
function misspellings({ chain, address }: AddressQuery): readonly AddressQuery[] {
  const middle = Math.floor(address.length / 2);
  const slips = [
    address.slice(0, -1),
    address.slice(1),
    address + address.slice(-1),
    address.slice(0, middle) + address.charAt(middle + 1) + address.charAt(middle) + address.slice(middle + 2),
    ` ${address}`,
    `${address}!`,
    "",
  ];
  return slips.filter((text) => !parseAddress(chain, text).ok).map((text) => ({ chain, address: text }));
}

/** A few letters may stand in any sentence. */
const shortestTellable = 8;

function isRepeated(outcome: Outcome, address: string): boolean {
  if (outcome.kind === "answer" || address.length < shortestTellable) return false;
  let error: unknown = outcome.error;
  // A chain of causes may be a ring.
  for (let depth = 0; depth < 10 && error instanceof Error; depth += 1) {
    if (tells(`${error.message} ${error.stack} ${membersOf(error)}`, address)) return true;
    error = error.cause;
  }
  return typeof error === "string" && tells(error, address);
}

/** In whatever case: hex is often sent in lower case, and so repeated in it. */
function tells(text: string, address: string): boolean {
  return text.toLowerCase().includes(address.toLowerCase());
}

function membersOf(error: Error): string {
  try {
    return JSON.stringify(error);
  } catch {
    // What is no JSON (a ring, a bigint): its own texts are still told.
    return Object.values(error)
      .filter((value) => typeof value === "string")
      .join(" ");
  }
}
