/** Operations on the directory of accounts (§4.3–4.5). */

import type { Account, AccountDraft, RetrievedAccount } from "../domain/accounts/account.js";
import type { AccountListQuery } from "../domain/accounts/list.js";
import { parseAccountOn } from "../domain/accounts/parse.js";
import { type AccountSummary, retrievedForm, summaryOf } from "../domain/accounts/views.js";
import type { Actor } from "../domain/actor.js";
import { cursorInvalid } from "../domain/cursor.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { withAdded } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import { parseAccountList, parseAccountSearch } from "../domain/query.js";
import type { AccountAllRequest, AccountListRequest, AccountSearchRequest } from "../domain/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toDay, toIsoOffset } from "../domain/timestamp.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { AccountPut, AccountRepository } from "../ports/storage.js";
import type { TransferRepository } from "../ports/transfers.js";
import { actorOf, readOptions, throwIfAborted } from "./abort.js";
import { changedMeanwhile, checkedTime, hasSameContent, putOwn } from "./account-put.js";
import { allRecords } from "./all-records.js";
import { accountEvent } from "./audit-events.js";
import { type EraseOptions, type ErasureReport, eraser } from "./erase.js";
import { isRemoved } from "./holds.js";
import type { ActorOptions, ChangeOptions, OperationOptions, UncheckedArgs } from "./types.js";
import { unknownOutcomes } from "./unknown-outcome.js";

/** One page of accounts. */
export type AccountPage = CursorPage<Account>;

/** Options of `accounts.put`. */
export interface AccountPutOptions extends ChangeOptions {
  /**
   * Stores only if the stored account has this `last_modified`. Pass the text that `create`, `put`, `list` or `retrieve`
   * returned. So a change that you have not seen is never overwritten. Return early if `retrieve` found no account, because
   * undefined means no condition. To store only if there is no such account, call `create`; null is `invalid_input`.
   *
   * @default stores in any case
   */
  readonly ifLastModified?: string | undefined;
}

/** Operations on the directory of accounts. */
export interface AccountOperations {
  /**
   * Validates an account and stores it (§4.3).
   *
   * @param input - the account; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - who acts
   * @returns The stored account with its timestamps, or every issue of the input. With `reference_id_taken` the stored
   *   account is unchanged.
   * @throws ComplianceError `storage_…`. Then nothing was stored, except with `storage_outcome_unknown`. Repeat the call
   *   with the same input then: an account that the first call stored is returned, not reported as taken.
   * @example
   * const created = await compliance.accounts.create(body);
   * if (!created.ok) return reply(400, created.issues);
   */
  create(input: AccountDraft, options?: ActorOptions): Promise<Result<Account>>;
  /** Validates and stores an account of type `unknown` or `any`, such as a request body (§4.3). */
  create<T>(...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<Account>>;
  /**
   * Validates an account and stores it, in place of the one with its `reference_id` (§2.2). All rules of `create` apply.
   * A replaced account keeps `created`, and `last_modified` becomes later: it is now, or a millisecond after the stored
   * one if the clock is not later.
   *
   * @param input - the whole account; properties that it lacks are removed from the stored one
   * @param options - the version to replace, who acts, and a signal; after an abort the account may have been stored
   * @returns The stored account, and whether it is new. Or every issue of the input, or `changed_meanwhile`: with
   *   `ifLastModified`, the stored account has another `last_modified` or was removed. Then nothing was stored.
   * @throws ComplianceError `storage_…`. Then nothing was stored, except with `storage_outcome_unknown`. Repeat the call
   *   with the same input and options then: an account that the first call stored is returned. `aborted`, `invalid_input`.
   *   `configuration_invalid` if the clock is wrong, or the stored `last_modified` is the end of the year 9999.
   * @example
   * const read = await compliance.accounts.retrieve("C-1");
   * if (read === undefined) return reply(404);
   * const changed = { ...toDraft(read), email: "new@example.com" };
   * const put = await compliance.accounts.put(changed, { ifLastModified: read.last_modified });
   */
  put(input: AccountDraft, options?: AccountPutOptions): Promise<Result<AccountPut>>;
  /** Validates and stores an account of type `unknown` or `any`, such as a request body (§2.2). */
  put<T>(...args: UncheckedArgs<T, [options?: AccountPutOptions]>): Promise<Result<AccountPut>>;
  /**
   * Removes an account and unlinks its addresses, which stay stored. It is no longer retrieved, found or listed, and its
   * reference id can be used again.
   *
   * @param reference_id - the identifier that you gave it
   * @param options - who acts
   * @returns Whether it was stored.
   * @throws ComplianceError `held` while a hold on the account or one of its transfers is in force (`audit.hold`).
   *   `storage_…`. Then nothing was removed, except with `storage_outcome_unknown`. Repeat the call
   *   then; it returns false if the first one removed the account.
   */
  remove(reference_id: string, options?: ActorOptions): Promise<boolean>;
  /**
   * Erases an account in one step, with its links and uses of addresses. Its decided transfers are removed too, with their
   * alerts and linked transactions, once their retention is over. Then call `compact`. Linked transactions of `rules.evaluate` alone are yours:
   * `rules.removeLinked`.
   *
   * @param reference_id - the identifier that you gave it
   * @param options - `keep: "transfers"` leaves transfers whose retention runs; who acts
   * @returns What was removed. Or the issue `transfer_open`, or `retention_running` with the last day in `params.until`; then
   *   nothing was removed.
   * @throws ComplianceError `invalid_input` for a reference id that is no text. `not_configured` without `policy` if the account
   *   has decided transfers, `storage_…`. After `storage_outcome_unknown`, repeat the call.
   * @example
   * const erased = await compliance.accounts.erase("C-1", { keep: "transfers" });
   */
  erase(reference_id: string, options?: EraseOptions): Promise<Result<ErasureReport>>;
  /**
   * Lists accounts page by page, oldest first unless `sort` says otherwise. A cursor stays valid when accounts are added,
   * changed or removed: an account that stays in its place is listed exactly once.
   *
   * @param query - size, cursor and order
   * @returns The page. `next_cursor` is null on the last one. Or every issue of the query.
   * @example
   * const first = await compliance.accounts.list({ size: 100, sort: "-last_modified" });
   * if (first.ok && first.value.next_cursor !== null) {
   *   await compliance.accounts.list({ size: 100, sort: "-last_modified", cursor: first.value.next_cursor });
   * }
   */
  list(query?: AccountListRequest): Promise<Result<AccountPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters. */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<AccountPage>>;
  /**
   * Returns all accounts, oldest first unless `sort` says otherwise, for exports. Reads them page by page. Each account
   * that stays in its place from the first page to the last is yielded exactly once.
   *
   * @param query - the order
   * @param options - after an abort the iteration throws `aborted`
   * @returns The accounts. Each iteration begins again.
   * @throws ComplianceError while iterating: `storage_…`, `aborted`, `invalid_input` for a wrong query, with its issues, or
   *   wrong options.
   * @example
   * for await (const account of compliance.accounts.all()) file.write(`${JSON.stringify(account)}\n`);
   */
  all(query?: AccountAllRequest, options?: OperationOptions): AsyncIterable<Account>;
  /** Returns all accounts in the order of a query of type `unknown` or `any`. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<Account>;
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
  readonly transfers: TransferRepository;
  readonly policy: CheckedPolicy | undefined;
  readonly auditor: Auditor | undefined;
}

/** Creates the operations on accounts. */
export function accountOperations(deps: Deps): AccountOperations {
  const { accounts, clock, countries, auditor } = deps;
  const erase = eraser(deps);
  const insert = insertOwn(accounts, auditor);
  const put = putOwn(accounts, auditor);
  const all = {
    operation: "accounts.all",
    parse: (query: unknown) => parseAccountList(query, "all"),
    page: (query: AccountListQuery) => accounts.list(query),
  };
  return {
    create: async (input: unknown, options?: ActorOptions) => {
      const actor = actorOf("accounts.create", options);
      const time = clock();
      const parsed = parseAccountOn(input, { countries, today: toDay(time) });
      if (!parsed.ok) return parsed;
      const now = toIsoOffset(time);
      const stored = await insert(withAdded(parsed.value, { created: now, last_modified: now }), actor);
      return stored === undefined ? failed([referenceIdTaken()]) : succeeded(stored);
    },
    put: async (input: unknown, options?: AccountPutOptions) => {
      const kinds = { ifLastModified: "checked", signal: "signal", actor: "checked" } as const;
      const consequence = "The account may have been stored; repeat the call to find out.";
      const { abort, given, actor } = readOptions("accounts.put", options, kinds, consequence);
      const expected = checkedTime(given.ifLastModified);
      throwIfAborted(abort);
      const time = clock();
      const parsed = parseAccountOn(input, { countries, today: toDay(time) });
      if (!parsed.ok) return parsed;
      const now = toIsoOffset(time);
      const account = withAdded(parsed.value, { created: now, last_modified: now });
      const stored = await put({ account, expected, actor }, abort);
      return stored === undefined ? failed([changedMeanwhile()]) : succeeded(stored);
    },
    erase,
    remove: async (reference_id, options) => {
      const actor = actorOf("accounts.remove", options);
      if (!isKey(reference_id)) return false;
      const event = accountEvent({ event: "accounts.remove", actor }, reference_id);
      return isRemoved(await accounts.remove(reference_id, toDay(clock()), await auditor?.recording(event)));
    },
    list: async (query: unknown = {}) => {
      const parsed = parseAccountList(query);
      if (!parsed.ok) return parsed;
      const page = await accounts.list(parsed.value);
      return page === undefined ? failed([cursorInvalid("4.8")]) : succeeded(page);
    },
    all: (query?: unknown, options?: OperationOptions) => allRecords(all, query, options),
    retrieve: async (reference_id) => {
      const account = isKey(reference_id) ? await accounts.find(reference_id) : undefined;
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
function insertOwn(
  accounts: AccountRepository,
  auditor: Auditor | undefined,
): (account: Account, actor: Actor | undefined) => Promise<Account | undefined> {
  const attempts = unknownOutcomes<true>();
  return async (account, actor) => {
    const event = { event: "accounts.create", actor };
    const recording = await auditor?.recording(accountEvent(event, account.reference_id, account));
    const outcome = await attempts.store(attemptKey(account), true, () => accounts.insert(account, recording));
    if (outcome === "inserted") return account;
    if (attempts.isEmpty()) return undefined;
    const stored = await accounts.find(account.reference_id);
    if (stored === undefined) return undefined;
    return hasSameContent(stored, account) && attempts.take(attemptKey(stored)) ? stored : undefined;
  };
}

function attemptKey({ reference_id, created }: Account): string {
  return `${created} ${reference_id}`;
}

function referenceIdTaken(): Issue {
  const message = "reference_id belongs to a stored account, which is unchanged; choose another reference id.";
  return { code: "reference_id_taken", path: "/reference_id", clause: "2.2", message };
}
