/** Checks that are the same for every port with requests about addresses: risk providers and balance sources. */
import { parseAddress } from "../domain/chains/parse.js";
import type { ComplianceErrorCode } from "../domain/compliance-error.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import {
  type ConformanceCheck,
  checkOf,
  type Look,
  type Observation,
  observedAt,
  type SuiteCall,
  wrongSubject,
} from "./check.js";
import {
  codeOf,
  compareSecond,
  contentOf,
  describeOutcome,
  firstDifference,
  type Outcome,
  outcomeOf,
  type Recorded,
  recorded,
  repeatsText,
  whileOverwritten,
} from "./outcome.js";
import { immediately, nextTurn, withinPatience } from "./timing.js";

/** The addresses of the requests. */
interface Requests {
  readonly known: readonly AddressQuery[];
  readonly unsupported?: readonly AddressQuery[] | undefined;
}

/** The tested part, behind one method. */
export interface AddressPort {
  readonly request: (query: AddressQuery) => Promise<unknown>;
  /** The code that its answers must have, if it has one. */
  readonly provider_name?: string | undefined;
}

/** The tested part, and the requests to send. */
export interface AddressPortSubject extends Requests {
  readonly create: () => AddressPort;
}

/** @throws ComplianceError `invalid_input`, naming only the place of a wrong request. */
export function checkRequests({ known, unsupported = [] }: Requests, call: SuiteCall): void {
  checkQueries("known", known, call);
  if (known.length === 0) {
    throw wrongSubject(
      `known must have at least one address that the ${call.part} knows, because anything passes without one`,
      call,
    );
  }
  checkQueries("unsupported", unsupported, call);
}

/** Refuses invalid addresses, because every part would refuse them too, rightly or not. */
function checkQueries(name: keyof Requests, queries: readonly AddressQuery[], call: SuiteCall): void {
  if (!Array.isArray(queries)) throw wrongSubject(`${name} must be an array of { chain, address }`, call);
  const wrong = queries.findIndex((query) => !parseAddress(query?.chain, query?.address).ok);
  if (wrong === -1) return;
  throw wrongSubject(
    `${name}[${wrong}] must be { chain, address } with a valid address of that chain; see parseAddress`,
    call,
  );
}

/** Returns the address with common typing errors, as far as these are invalid. The last one is empty. */
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

/** Returns what is wrong with an answer, in words without a value of it. */
export type LookAtAnswer = (
  answer: unknown,
  port: AddressPort,
  query: AddressQuery,
  index: number,
) => Promise<Observation | undefined> | Observation | undefined;

/** Looks at the answers for all known addresses. A failure fails every check. */
export function eachAnswer({ create, known }: AddressPortSubject, look: LookAtAnswer): Look {
  return async () => {
    const port = create();
    for (const [index, query] of known.entries()) {
      const outcome = await outcomeOf(() => port.request(query));
      const seen = outcome.kind === "answer" ? await look(outcome.value, port, query, index) : describeOutcome(outcome);
      if (seen !== undefined) return observedAt(`for known[${index}]`, seen);
    }
    return undefined;
  };
}

/** Checks on answers as objects: they belong to the caller, and to the right request. */
export function answerChecks(subject: AddressPortSubject): readonly ConformanceCheck[] {
  return [
    checkOf(
      "changing an answer does not change later answers",
      "A caller may change an answer without changing any later answer.",
      eachAnswer(subject, async (answer, { request }, query) => {
        const before = contentOf(answer);
        return whileOverwritten(answer, async () => {
          const later = await outcomeOf(() => request(query));
          return compareSecond(later, before, "the second answer differs after the caller changed the first");
        });
      }),
    ),
    checkOf(
      "concurrent requests do not affect each other",
      "Concurrent requests, each sent twice and some aborted, have the same answers as requests sent alone.",
      () => lookAtConcurrency(subject),
    ),
  ];
}

async function lookAtConcurrency({ create, known }: AddressPortSubject): Promise<Observation | undefined> {
  const { request } = create();
  const alone: Recorded[] = [];
  for (const query of known) alone.push(recorded(await outcomeOf(() => request(query))));
  const aborted = known.slice(0, 1).flatMap((query) => [abortable(request, query), abortable(request, query)]);
  const running = [...known, ...known].map((query) => outcomeOf(() => request(query)));
  // One aborts at once, the other while it is pending.
  for (const { abort } of aborted) {
    abort();
    await nextTurn();
  }
  const concurrent = await Promise.all(running);
  // Another check looks at the aborted requests. Here they only must not outlive this check.
  await withinPatience(Promise.all(aborted.map(({ outcome }) => outcome)));
  return firstDifference(alone, concurrent, (index) => `for known[${index}]`);
}

function abortable(
  request: AddressPort["request"],
  query: AddressQuery,
): { readonly outcome: Promise<Outcome>; abort(): void } {
  const controller = new AbortController();
  return {
    outcome: outcomeOf(() => request({ ...query, signal: controller.signal })),
    abort: () => controller.abort(),
  };
}

/** Returns what is wrong with the outcome of a request that must fail. */
export type LookAtRefusal = (outcome: Outcome, query: AddressQuery) => Observation | undefined;

/** The checks on refusals that differ between ports. */
interface RefusalWords {
  readonly invalid: { readonly name: string; readonly promise: string; readonly look: LookAtRefusal };
  /** The promise of the check on unsupported chains. */
  readonly unsupported: string;
}

/** Checks on requests that must not be answered. */
export function refusalChecks(subject: AddressPortSubject, words: RefusalWords): readonly ConformanceCheck[] {
  const { known, unsupported = [] } = subject;
  const invalid = known.flatMap(misspellings);
  const aborted = known.map((query) => ({ ...query, signal: AbortSignal.abort() }));
  const checks = [
    checkOf(words.invalid.name, words.invalid.promise, eachRefusal(subject, invalid, words.invalid.look)),
    checkOf(
      "an aborted request gets no answer",
      "With a signal that is already aborted, it throws aborted.",
      eachRefusal(subject, aborted, unlessCode("aborted")),
    ),
    checkOf(
      "aborting ends a request",
      "When the signal aborts before there is an answer, it throws aborted at once.",
      eachAbort(subject),
    ),
    checkOf(
      "errors do not repeat the address",
      "No error and none of its causes repeats the address.",
      eachRefusal(subject, [...invalid, ...aborted, ...unsupported], unlessRepeated),
    ),
  ];
  if (unsupported.length === 0) return checks;
  const look = eachRefusal(subject, unsupported, unlessCode("chain_unsupported"));
  return [...checks, checkOf("an unsupported chain is refused", words.unsupported, look)];
}

/** Looks at the outcomes of requests that must not be answered. */
export function eachRefusal(
  { create }: Pick<AddressPortSubject, "create">,
  queries: readonly AddressQuery[],
  look: LookAtRefusal,
): Look {
  return async () => {
    const { request } = create();
    for (const query of queries) {
      const seen = look(await outcomeOf(() => request(query)), query);
      if (seen !== undefined) return observedAt(`on ${query.chain}`, seen);
    }
    return undefined;
  };
}

export function unlessCode(code: ComplianceErrorCode): LookAtRefusal {
  return (outcome) => (codeOf(outcome) === code ? undefined : describeOutcome(outcome));
}

export function unlessRepeated(outcome: Outcome, { address }: AddressQuery): string | undefined {
  return outcome.kind === "failure" && repeatsText(outcome.error, address)
    ? "the error repeats the address"
    : undefined;
}

function eachAbort({ create, known }: AddressPortSubject): Look {
  return async () => {
    const { request } = create();
    for (const query of known) {
      // At once, and while the request is pending.
      for (const moment of [async () => undefined, nextTurn]) {
        const seen = await lookAtAbort(request, query, moment);
        if (seen !== undefined) return observedAt(`on ${query.chain}`, seen);
      }
    }
    return undefined;
  };
}

async function lookAtAbort(
  request: AddressPort["request"],
  query: AddressQuery,
  moment: () => Promise<void>,
): Promise<Observation | undefined> {
  const { outcome, abort } = abortable(request, query);
  await moment();
  abort();
  // A part that waits for nothing may still answer.
  const early = await immediately(outcome);
  if (early?.kind === "answer") return undefined;
  const late = early ?? (await withinPatience(outcome));
  return late === undefined ? "it has not ended a second later" : unlessCode("aborted")(late, query);
}
