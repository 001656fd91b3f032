/** The repository of accounts (§2.2). */
import type { Account } from "../../../domain/accounts/account.js";
import { accountListing, accountOrder, replaceAccount } from "../../../domain/accounts/list.js";
import { bare } from "../../../domain/own.js";
import type { AuditRecording } from "../../../ports/audit.js";
import { accounts, challenges, heldOf, links, transfers } from "../../../ports/collections.js";
import type { Held } from "../../../ports/holds.js";
import type { AccountPut, AccountRepository } from "../../../ports/storage.js";
import type { RangeRead, Row } from "../../../ports/storage-engine.js";
import { copyOf, keptCopyOf } from "../copy.js";
import { withRetry } from "./attempts.js";
import { holdRemovals, inForce, lastOf } from "./holds.js";
import { ifExpected, type Plan } from "./perform.js";
import { cursorPage, findRecord, given, type Session } from "./session.js";

/** Returns the repository. Each method copies its argument before the first await, because the caller may change it. */
export function accountRepository(session: Session): AccountRepository {
  const { engine, run, whileOpen } = session;
  return {
    insert: (account, recording) => whileOpen(() => run(insertion(keptCopyOf(account)), recording)),
    put: (account, ifLastModified, recording) =>
      whileOpen(() => run(replacement(keptCopyOf(account), ifLastModified), recording)),
    remove: (reference_id, today, recording) => whileOpen(() => remove(session, reference_id, today, recording)),
    find: (reference_id) => whileOpen(() => findRecord(session, accounts, accounts.at(reference_id))),
    search: (query) =>
      whileOpen(async () => {
        const { term, limit, account_category, account_type } = bare(query);
        if (term === "") return [];
        const where = given([
          ["account_category", "=", account_category],
          ["account_type", "=", account_type],
        ]);
        const rows = await withRetry(() => engine.search({ collection: accounts.name, term, where, limit }));
        return copyOf(accounts.recordsOf(rows));
      }),
    list: (query) =>
      whileOpen(() => {
        const { size, cursor, sort } = bare(query);
        const { time, isDescending } = accountOrder(sort);
        const listing = {
          name: accountListing(sort),
          range: { collection: accounts.name, index: time, descending: isDescending },
          timeOf: (row: Row) => accounts.recordOf(row)[time],
          itemsOf: accounts.recordsOf,
        };
        return cursorPage(session, listing, { size, cursor });
      }),
  };
}

/** Stores the account unless its id is taken. */
function insertion(account: Account): Plan<"inserted" | "taken"> {
  const changes = [accounts.put(account, undefined)];
  return { reads: [], run: () => ({ result: "inserted", otherwise: "taken", changes }) };
}

function replacement(account: Account, ifLastModified: string | undefined): Plan<AccountPut | "changed_meanwhile"> {
  return {
    reads: [accounts.at(account.reference_id)],
    run: ([row]) => {
      const stored = accounts.recordOf(row);
      if (ifLastModified !== undefined && stored?.last_modified !== ifLastModified) {
        return { result: "changed_meanwhile" };
      }
      const next = stored === undefined ? account : keptCopyOf(replaceAccount(stored, account));
      return { result: { account: next, is_new: stored === undefined }, changes: [accounts.put(next, row)] };
    },
  };
}

/**
 * Removes the account, its challenges and all its links, current and past. They go after the account: a new one waits, or is
 * found. It begins again if the account changed meanwhile.
 */
async function remove(
  { read, run }: Session,
  reference_id: string,
  today: string,
  recording: AuditRecording | undefined,
): Promise<boolean | Held> {
  const transfersAs = (column: string): RangeRead => {
    const where = [[column, "=", reference_id], inForce(today)] as const;
    return { collection: transfers.name, index: column, where };
  };
  for (;;) {
    const [found, ...others] = await read([
      accounts.at(reference_id),
      transfersAs("account"),
      transfersAs("counterparty"),
    ]);
    const row = found?.rows.at(0);
    if (row === undefined) return false;
    const held = lastOf([row, ...others.flatMap(({ rows }) => rows)].map(heldOf));
    if (held >= today) return { held };
    const where = [["account", "=", reference_id]] as const;
    const change = { ...accounts.at(reference_id), expect: [["version", "=", row.version]], remove: true } as const;
    const removals = [
      ...[links, challenges].map(({ name }) => ({ collection: name, where })),
      ...holdRemovals([[{ kind: "account", id: reference_id }, row]]),
    ];
    if (await run(ifExpected([change], removals), recording)) return true;
  }
}
