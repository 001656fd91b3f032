/** Putting an account, also again after its outcome was unknown (§2.2). */
import type { Account } from "../domain/accounts/account.js";
import type { Actor } from "../domain/actor.js";
import type { Issue } from "../domain/issue.js";
import { fromEitherForm, laterThan } from "../domain/timestamp.js";
import type { Auditor } from "../ports/audit.js";
import type { AccountPut, AccountRepository } from "../ports/storage.js";
import { type Abort, invalidArgument, unlessAborted } from "./abort.js";
import { accountEvent } from "./audit-events.js";
import { type UnknownOutcomes, unknownOutcomes } from "./unknown-outcome.js";

/** One call of `accounts.put`. `expected` is the `last_modified` of the version to replace. */
interface Call {
  readonly account: Account;
  readonly expected: string | undefined;
  readonly actor: Actor | undefined;
}

/**
 * Returns a function that puts an account; it returns undefined if the stored one is not the expected version. A version
 * that an earlier attempt of the same call stored counts as the expected one: its time shows that no one else stored it.
 */
export function putOwn(
  accounts: AccountRepository,
  auditor: Auditor | undefined,
): (call: Call, abort: Abort) => Promise<AccountPut | undefined> {
  const attempts = unknownOutcomes<true>();
  return async (call, abort) => {
    const { account, expected, actor } = call;
    // Without a later time, nothing will be written.
    const earliest = expected === undefined ? account.last_modified : laterThan(expected, account.last_modified);
    const written = earliest ?? account.last_modified;
    const event = { event: "accounts.put", actor };
    const recording = await auditor?.recording(accountEvent(event, account.reference_id, account));
    const run = () => unlessAborted(() => accounts.put(account, expected, recording), abort);
    const outcome = await attempts.store(keyOf(call, written), true, run);
    if (outcome === "changed_meanwhile") return attempts.isEmpty() ? undefined : storedBefore(call, accounts, attempts);
    // An earlier attempt may have created the account that this one replaced.
    const isOwn = !outcome.is_new && attempts.take(keyOf(call, outcome.account.created)) === true;
    return isOwn ? { ...outcome, is_new: true } : outcome;
  };
}

/** Returns the stored account if an earlier attempt of this call stored it. */
async function storedBefore(
  call: Call,
  accounts: AccountRepository,
  attempts: UnknownOutcomes<true>,
): Promise<AccountPut | undefined> {
  const stored = await accounts.find(call.account.reference_id);
  if (stored === undefined || !hasSameContent(stored, call.account)) return undefined;
  return attempts.take(keyOf(call, stored.last_modified)) ? { account: stored, is_new: false } : undefined;
}

function keyOf({ account, expected }: Call, written: string): string {
  return JSON.stringify([account.reference_id, expected, written]);
}

/** Whether the accounts differ in their times at most. */
export function hasSameContent(stored: Account, account: Account): boolean {
  const { created, last_modified } = stored;
  return JSON.stringify(stored) === JSON.stringify({ ...account, created, last_modified });
}

/**
 * Returns the time in the form of stored accounts. Callers without types may pass anything, null for a new account.
 *
 * @throws ComplianceError `invalid_input`.
 */
export function checkedTime(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const time = typeof given === "string" ? fromEitherForm(given) : undefined;
  if (time !== undefined) return time;
  throw invalidArgument(
    "The option ifLastModified of accounts.put must be a last_modified that create, put, list or retrieve returned. " +
      "To store only a new account, call accounts.create.",
  );
}

export function changedMeanwhile(): Issue {
  const message =
    "The account with this reference_id was changed or removed since ifLastModified; retrieve it again and repeat the change.";
  return { code: "changed_meanwhile", path: "/reference_id", clause: "2.2", message };
}
