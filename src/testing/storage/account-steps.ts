/** Calls of AccountRepository and their expected answers. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { AccountSort } from "../../domain/accounts/list.js";
import type { AccountQuery } from "../../domain/accounts/search.js";
import { isSame } from "./compare.js";
import { heldWith, removeHolds, TODAY } from "./held.js";
import { expectedAccountOrder, expectedAccounts, expectedPut } from "./model.js";
import { anyAccount, individual, stamp } from "./records.js";
import { anyId, anyTerm, IDS, type Model, type Step, type Steps, step, TERMS } from "./step.js";
import { pagesOf, sizesOf, type Walk, walkAmid, withOrderedTies } from "./walk.js";

/** Inserts an account, by default a short one. */
export function insertAccount(reference_id: string, given: Account = individual(reference_id)): Step {
  return step("accounts.insert", [given], {
    call: ({ accounts }) => accounts.insert(given),
    expected: ({ accounts }) => {
      if (accounts.has(reference_id)) return "taken";
      accounts.set(reference_id, given);
      return "inserted";
    },
  });
}

const insertAnyAccount = fc
  .tuple(anyId, anyAccount, stamp)
  .map(([reference_id, account, time]) =>
    insertAccount(reference_id, { ...account, reference_id, created: time, last_modified: time }),
  );

const putAccount = fc
  .tuple(anyId, anyAccount, stamp, fc.oneof(fc.constantFrom(undefined, ""), stamp))
  .map(([reference_id, account, time, ifLastModified]): Step => {
    const given = { ...account, reference_id, created: time, last_modified: time };
    return step("accounts.put", ifLastModified === undefined ? [given] : [given, ifLastModified], {
      call: ({ accounts }) => accounts.put(given, ifLastModified),
      expected: ({ accounts }) => {
        const stored = accounts.get(reference_id);
        if (ifLastModified !== undefined && stored?.last_modified !== ifLastModified) return "changed_meanwhile";
        const put = expectedPut(stored, given);
        accounts.set(reference_id, put);
        return { account: put, is_new: stored === undefined };
      },
    });
  });

export function removeAccount(id: string, today: string = TODAY): Step {
  return step("accounts.remove", [id, today], {
    call: ({ accounts }) => accounts.remove(id, today),
    expected: (model) => {
      const held = heldWith(model, id);
      if (model.accounts.has(id) && held >= today) return { held };
      return withoutAccount(model, id);
    },
  });
}

/** Removes an account from the model, with its challenges, links and holds. Returns whether it was stored. */
export function withoutAccount(model: Model, id: string): boolean {
  const { accounts, addresses, challenges } = model;
  const own = [...challenges.values()].filter(({ account_ref_id }) => account_ref_id === id);
  for (const { challenge_id } of own) challenges.delete(challenge_id);
  for (const [key, history] of addresses) {
    addresses.set(key, [...history, { removedAccount: id }]);
  }
  removeHolds(model, "account", id);
  return accounts.delete(id);
}

/** Lists by time. */
function accountWalk(sort: AccountSort, size: number): Walk<Account> {
  return {
    name: "accounts.list",
    query: { size, sort } as const,
    page: ({ accounts }, cursor) => accounts.list({ size, sort, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ reference_id }) => reference_id,
    stored: ({ accounts }) => accounts,
  };
}

/** Lists all accounts in pages of `size`, and backwards. */
function listAccounts(sort: AccountSort, size: number): Step {
  const { name, idOf } = accountWalk(sort, size);
  const time = sort.endsWith("created") ? "created" : "last_modified";
  const reverse = sort.startsWith("-") ? time : (`-${time}` as const);
  return step(`${name}, page by page, and by ${reverse}`, [{ size, sort }], {
    call: async (storage) => {
      const pages = await pagesOf(storage, accountWalk(sort, size));
      const backwards = (await pagesOf(storage, accountWalk(reverse, 1_000))).flat();
      const items = withOrderedTies(pages.flat(), (account) => account[time], idOf);
      const isReverse = isSame(backwards.toReversed(), pages.flat());
      return { sizes: pages.map(({ length }) => length), items, isReverse };
    },
    expected: ({ accounts }) => {
      const items = expectedAccountOrder([...accounts.values()], sort);
      return { sizes: sizesOf(items.length, size), items, isReverse: true };
    },
  });
}

const SORTS = ["created", "-created", "last_modified", "-last_modified"] as const;

export function findAccount(id: string): Step {
  return step("accounts.find", [id], {
    call: ({ accounts }) => accounts.find(id),
    expected: ({ accounts }) => accounts.get(id),
  });
}

function searchAccounts(query: AccountQuery): Step {
  return step("accounts.search", [query], {
    call: ({ accounts }) => accounts.search(query),
    expected: ({ accounts }) => expectedAccounts([...accounts.values()], query),
  });
}

const anyAccountQuery: fc.Arbitrary<AccountQuery> = fc.record(
  {
    term: anyTerm,
    limit: fc.integer({ min: 1, max: 2 }),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
  },
  { requiredKeys: ["term"] },
);

const anySort = fc.constantFrom(...SORTS);

const accountWrites = [insertAnyAccount, putAccount, anyId.map((id) => removeAccount(id))];

export const accountSteps: Steps = {
  first: [],
  writes: accountWrites,
  reads: [anyId.map(findAccount)],
  lists: [
    anyAccountQuery.map(searchAccounts),
    fc.tuple(anySort, fc.integer({ min: 1, max: 4 })).map(([sort, size]) => listAccounts(sort, size)),
    fc
      .tuple(anySort, fc.integer({ min: 1, max: 2 }), fc.array(fc.oneof(...accountWrites), { maxLength: 3 }))
      .map(([sort, size, changes]) => walkAmid(accountWalk(sort, size), changes)),
  ],
  finalReads: [
    ...IDS.map(findAccount),
    ...TERMS.map((term) => searchAccounts({ term })),
    ...SORTS.map((sort) => listAccounts(sort, 2)),
  ],
};
