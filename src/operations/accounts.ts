/** The directory of accounts (§4.3–4.5). */
import type { Account, RetrievedAccount } from "../domain/accounts/account.js";
import { parseAccountOn } from "../domain/accounts/parse.js";
import { retrievedForm } from "../domain/accounts/retrieved.js";
import { type AccountSummary, summaryOf } from "../domain/accounts/summary.js";
import type { Issue } from "../domain/issue.js";
import { parseAccountSearch } from "../domain/query.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toDay, toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { AccountRepository } from "../ports/storage.js";

interface Deps {
  readonly accounts: AccountRepository;
  readonly clock: Clock;
  readonly countries: readonly string[];
}

/** A new one each time: what is given to one caller is not what another gets. */
function referenceIdTaken(): Issue {
  const message = "reference_id belongs to a stored account, which is unchanged; reference ids are unique.";
  return { code: "reference_id_taken", path: "/reference_id", clause: "2.2", message };
}

/** §4.3. */
export function createAccount({ accounts, clock, countries }: Deps): (input: unknown) => Promise<Result<Account>> {
  return async (input) => {
    const time = clock();
    const parsed = parseAccountOn(input, { countries, today: toDay(time) });
    if (!parsed.ok) return parsed;
    const now = toIsoOffset(time);
    const account: Account = { ...parsed.value, created: now, last_modified: now };
    const outcome = await accounts.insert(account);
    return outcome === "taken" ? failed([referenceIdTaken()]) : succeeded(account);
  };
}

/** §4.4. */
export function retrieveAccount({
  accounts,
}: Pick<Deps, "accounts">): (reference_id: string) => Promise<RetrievedAccount | undefined> {
  return async (reference_id) => {
    const account = await accounts.find(reference_id);
    return account && retrievedForm(account);
  };
}

/** §4.5. */
export function searchAccounts({
  accounts,
}: Pick<Deps, "accounts">): (query: unknown) => Promise<Result<readonly AccountSummary[]>> {
  return async (query) => {
    const parsed = parseAccountSearch(query);
    if (!parsed.ok) return parsed;
    const found = await accounts.search(parsed.value);
    return succeeded(found.map(summaryOf));
  };
}
