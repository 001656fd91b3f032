/** Operations on the directory of accounts (§4.3–4.5). */
import type { Account, AccountDraft, RetrievedAccount } from "../domain/accounts/account.js";
import { parseAccountOn } from "../domain/accounts/parse.js";
import { type AccountSummary, retrievedForm, summaryOf } from "../domain/accounts/views.js";
import type { Issue } from "../domain/issue.js";
import { parseAccountSearch } from "../domain/query.js";
import type { AccountSearchRequest } from "../domain/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toDay, toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { AccountRepository } from "../ports/storage.js";
import type { UncheckedArgs } from "./types.js";
import { unknownOutcomes } from "./unknown-outcome.js";

/** Operations on the directory of accounts. */
export interface AccountOperations {
  /**
   * Validates an account and stores it (§4.3).
   *
   * @param input - the account; a value of type `unknown` or `any`, such as a request body, compiles too
   * @returns The stored account with its timestamps, or every issue of the input. With `reference_id_taken` the stored
   *   account is unchanged.
   * @throws ComplianceError `storage_…`. Then nothing was stored, except with `storage_outcome_unknown`. Repeat the call
   *   with the same input then: an account that the first call stored is returned, not reported as taken.
   * @example
   * const created = await compliance.accounts.create(body);
   * if (!created.ok) return reply(400, created.issues);
   */
  create(input: AccountDraft): Promise<Result<Account>>;
  /** Validates and stores an account of type `unknown` or `any`, such as a request body (§4.3). */
  create<T>(...args: UncheckedArgs<T>): Promise<Result<Account>>;
  /**
   * Finds an account (§4.4).
   *
   * @param reference_id - the identifier that you gave it
   * @returns The account, or undefined when none has this reference id.
   */
  retrieve(reference_id: string): Promise<RetrievedAccount | undefined>;
  /**
   * Searches names and e-mail addresses (§4.5).
   *
   * @param query - the text to find, and what to restrict the search to
   * @returns The matches, best first, without duplicates; empty when nothing matches. Or every issue of the query.
   */
  search(query: AccountSearchRequest): Promise<Result<readonly AccountSummary[]>>;
  /** Searches with a query of type `unknown` or `any`, such as parsed URL parameters (§4.5). */
  search<T>(...args: UncheckedArgs<T>): Promise<Result<readonly AccountSummary[]>>;
}

interface Deps {
  readonly accounts: AccountRepository;
  readonly clock: Clock;
  readonly countries: readonly string[];
}

/** Creates the operations on accounts. */
export function accountOperations({ accounts, clock, countries }: Deps): AccountOperations {
  const insert = insertOwn(accounts);
  return {
    create: async (input: unknown) => {
      const time = clock();
      const parsed = parseAccountOn(input, { countries, today: toDay(time) });
      if (!parsed.ok) return parsed;
      const now = toIsoOffset(time);
      const stored = await insert({ ...parsed.value, created: now, last_modified: now });
      return stored === undefined ? failed([referenceIdTaken()]) : succeeded(stored);
    },
    retrieve: async (reference_id) => {
      const account = await accounts.find(reference_id);
      return account && retrievedForm(account);
    },
    search: async (query: unknown) => {
      const parsed = parseAccountSearch(query);
      return parsed.ok ? succeeded((await accounts.search(parsed.value)).map(summaryOf)) : parsed;
    },
  };
}

/**
 * Returns a function that stores an account and returns the stored one; undefined if its reference id is taken. An id is
 * not taken by an earlier attempt of the same draft whose outcome was unknown. Its time of creation shows
 * that no one else stored it.
 */
function insertOwn(accounts: AccountRepository): (account: Account) => Promise<Account | undefined> {
  const attempts = unknownOutcomes<true>();
  return async (account) => {
    const outcome = await attempts.store(attemptKey(account), true, () => accounts.insert(account));
    if (outcome === "inserted") return account;
    if (attempts.isEmpty()) return undefined;
    const stored = await accounts.find(account.reference_id);
    if (stored === undefined) return undefined;
    const { created, last_modified } = stored;
    const isSame = JSON.stringify(stored) === JSON.stringify({ ...account, created, last_modified });
    return isSame && attempts.take(attemptKey(stored)) ? stored : undefined;
  };
}

function attemptKey({ reference_id, created }: Account): string {
  return `${created} ${reference_id}`;
}

function referenceIdTaken(): Issue {
  const message = "reference_id belongs to a stored account, which is unchanged; choose another reference id.";
  return { code: "reference_id_taken", path: "/reference_id", clause: "2.2", message };
}
