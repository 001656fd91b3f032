/** Faults that a source or provider of any kind can have. Each changes its one method. */
import { ComplianceError, type ComplianceErrorCode } from "../../../src/domain/compliance-error.js";
import { CANARY } from "../canaries.js";

/** The method of a source, from a query to an answer. */
export type Ask<Query, Answer> = (query: Query) => Promise<Answer>;

export function refusing(code: string, message = `${CANARY} is down.`, cause?: unknown): never {
  // A caller without types may give any code.
  throw new ComplianceError(code as ComplianceErrorCode, message, cause === undefined ? undefined : { cause });
}

/** Answers one request at a time, and refuses the others. */
export function busy<Query, Answer>(ask: Ask<Query, Answer>): Ask<Query, Answer> {
  let isBusy = false;
  return async (query) => {
    const answer = await ask(query);
    if (isBusy) return refusing("provider_rate_limited");
    isBusy = true;
    await Promise.resolve();
    isBusy = false;
    return answer;
  };
}

/** Answers the latest query. `copy` keeps it. */
export function forgetful<Query, Answer>(ask: Ask<Query, Answer>, copy: (query: Query) => Query): Ask<Query, Answer> {
  let last: Query | undefined;
  return async (query) => {
    await ask(query);
    last = copy(query);
    await Promise.resolve();
    return ask(last);
  };
}

/** Returns one object to every caller with the same query. */
export function keeping<Query, Answer>(ask: Ask<Query, Answer>, keyOf: (query: Query) => string): Ask<Query, Answer> {
  const kept = new Map<string, Answer>();
  return async (query) => {
    const answer = kept.get(keyOf(query)) ?? (await ask(query));
    kept.set(keyOf(query), answer);
    return answer;
  };
}

/** Answers slowly, and reacts to an abort. */
export function leaving<Query extends { readonly signal?: AbortSignal | undefined }, Answer>(
  ask: Ask<Query, Answer>,
  onAbort: (reject: (error: Error) => void) => void,
): Ask<Query, Answer> {
  return async (query) => {
    const answer = await ask(query);
    await new Promise<void>((resolve, reject) => {
      setTimeout(resolve, 5);
      query.signal?.addEventListener("abort", () => onAbort(reject));
      if (query.signal?.aborted) onAbort(reject);
    });
    return answer;
  };
}
