/** Wrong storages of accounts: replacing, removing and listing. */
import type { Account } from "../../../src/domain/accounts/account.js";
import type { AccountListQuery } from "../../../src/domain/accounts/list.js";
import type { AddressUpdate } from "../../../src/domain/addresses/address.js";
import { plainCursors } from "../../../src/domain/cursor.js";
import type { AccountRepository } from "../../../src/ports/storage.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

const putCheck = "put stores an account, or replaces the one with its reference_id";
const timeCheck = "every put makes last_modified later";
const versionCheck = "put replaces only the expected version";
const raceCheck = "of concurrent puts over one version one stores";
const createCheck = "concurrent puts create one account and number its versions";
const removeCheck = "a removed account is gone";
const unlinkCheck = "removing an account unlinks its addresses";
const listCheck = "accounts are listed by their times";
const tieCheck = "accounts of equal time are listed in one order";
const changeCheck = "a cursor stays valid while accounts change";
const otherCheck = "a cursor is valid in its own list only";

/** Puts a changed answer in the place of each answer of put. */
function answering(change: (account: Account, before: Account | undefined) => Account): WrongStorage["subject"] {
  return altered(({ accounts }) => {
    const kept = new Map<string, Account>();
    return {
      accounts: {
        put: async (account, ifLastModified) => {
          const before = kept.get(account.reference_id) ?? (await accounts.find(account.reference_id));
          const put = await accounts.put(account, ifLastModified);
          if (put === "changed_meanwhile") return put;
          const stored = change(put.account, before);
          kept.set(account.reference_id, stored);
          return { account: stored, created: put.created };
        },
        find: async (id) => kept.get(id) ?? accounts.find(id),
      },
    };
  });
}

/** Lists correctly, except that the found accounts are changed. */
function listing(change: (found: Account[], query: AccountListQuery) => readonly Account[]): WrongStorage["subject"] {
  return altered(({ accounts }) => ({
    accounts: {
      list: async (query) => {
        const page = await accounts.list({ ...query });
        return page && { ...page, items: change([...page.items], query) };
      },
    },
  }));
}

/** Cursors with the number of listed accounts. */
function byOffset({ list }: AccountRepository): Pick<AccountRepository, "list"> {
  return {
    list: async ({ size, cursor, sort }) => {
      const [start = "0"] = cursor === undefined ? [] : (plainCursors.read(sort, cursor, 1) ?? [undefined]);
      if (cursor !== undefined && plainCursors.read(sort, cursor, 1) === undefined) return undefined;
      const all = (await list({ size: 1_000, sort }))?.items ?? [];
      const end = Number(start) + size;
      const next_cursor = end < all.length ? plainCursors.write(sort, [String(end)]) : null;
      return { items: all.slice(Number(start), end), next_cursor };
    },
  };
}

export const wrongAccountWrites: readonly WrongStorage[] = [
  {
    check: putCheck,
    fault: "a put that never replaces",
    subject: altered(({ accounts }) => ({
      accounts: {
        put: async (account) => {
          await accounts.insert(account);
          return { account, created: false };
        },
      },
    })),
  },
  {
    check: putCheck,
    fault: "properties of the replaced account that stay",
    subject: answering((account, before) => Object.assign({ ...before }, account)),
  },
  {
    check: putCheck,
    fault: "the creation time of the call",
    subject: answering((account) => ({ ...account, created: account.last_modified })),
  },
  {
    check: timeCheck,
    fault: "a last_modified that follows the clock backwards",
    subject: altered(({ accounts }) => {
      const kept = new Map<string, Account>();
      return {
        accounts: {
          put: async (given, ifLastModified) => {
            const put = await accounts.put(given, ifLastModified);
            if (put === "changed_meanwhile") return put;
            const account = { ...put.account, last_modified: given.last_modified };
            kept.set(account.reference_id, account);
            return { ...put, account };
          },
          find: async (id) => kept.get(id) ?? accounts.find(id),
        },
      };
    }),
  },
  {
    check: timeCheck,
    fault: "the later of two times, which may be the same",
    subject: answering((account, before) =>
      before !== undefined && Date.parse(account.last_modified) - Date.parse(before.last_modified) === 1
        ? { ...account, last_modified: before.last_modified }
        : account,
    ),
  },
  {
    check: versionCheck,
    fault: "an ignored version",
    subject: altered(({ accounts }) => ({ accounts: { put: (account) => accounts.put(account) } })),
  },
  {
    check: versionCheck,
    fault: "a version that need not exist",
    subject: altered(({ accounts }) => ({
      accounts: {
        put: async (account, ifLastModified) => {
          const isStored = (await accounts.find(account.reference_id)) !== undefined;
          return accounts.put(account, isStored ? ifLastModified : undefined);
        },
      },
    })),
  },
  {
    check: versionCheck,
    fault: "an empty version that counts as none",
    subject: altered(({ accounts }) => ({
      accounts: { put: (account, ifLastModified) => accounts.put(account, ifLastModified || undefined) },
    })),
  },
  {
    check: raceCheck,
    fault: "a comparison and then a write",
    subject: altered(({ accounts }) => ({
      accounts: {
        put: async (given, ifLastModified) => {
          const account = structuredClone(given);
          const stored = await accounts.find(account.reference_id);
          if (ifLastModified !== undefined && stored?.last_modified !== ifLastModified) return "changed_meanwhile";
          await elsewhere();
          return accounts.put(account);
        },
      },
    })),
  },
  {
    check: createCheck,
    fault: "two creations of one account",
    subject: altered(({ accounts }) => ({
      accounts: {
        put: async (account, ifLastModified) => {
          const created = (await accounts.find(account.reference_id)) === undefined;
          await elsewhere();
          const put = await accounts.put(account, ifLastModified);
          return put === "changed_meanwhile" ? put : { ...put, created };
        },
      },
    })),
  },
  {
    check: removeCheck,
    fault: "true for a missing account",
    subject: altered(({ accounts }) => ({
      accounts: {
        remove: async (id) => {
          await accounts.remove(id);
          return true;
        },
      },
    })),
  },
  {
    check: removeCheck,
    fault: "an index of searches that keeps the account",
    subject: altered(({ accounts }) => {
      const found = new Map<string, readonly Account[]>();
      return {
        accounts: {
          search: async (query) => {
            const known = found.get(query.term) ?? (await accounts.search(query));
            found.set(query.term, known);
            return known;
          },
        },
      };
    }),
  },
  {
    check: removeCheck,
    fault: "a removed account in one order of the list",
    subject: altered(({ accounts }) => {
      const removed: Account[] = [];
      return {
        accounts: {
          remove: async (id) => {
            const stored = await accounts.find(id);
            if (stored !== undefined) removed.push(stored);
            return accounts.remove(id);
          },
          list: async (query) => {
            const page = await accounts.list(query);
            if (page === undefined || query.sort !== "-last_modified") return page;
            return { ...page, items: [...page.items, ...removed] };
          },
        },
      };
    }),
  },
  {
    check: unlinkCheck,
    fault: "addresses that stay linked",
    subject: altered(({ accounts }) => {
      const removed = new Set<string>();
      return {
        accounts: {
          insert: async (account) => {
            removed.delete(account.reference_id);
            return accounts.insert(account);
          },
          find: async (id) => (removed.has(id) ? undefined : accounts.find(id)),
          remove: async (id) => {
            const isStored = (await accounts.find(id)) !== undefined && !removed.has(id);
            removed.add(id);
            return isStored;
          },
        },
      };
    }),
  },
  {
    check: unlinkCheck,
    fault: "links that come back with the reference_id",
    subject: altered(({ accounts, addresses }) => {
      const removed = new Map<string, readonly AddressUpdate[]>();
      return {
        accounts: {
          insert: async (account) => {
            const id = account.reference_id;
            const outcome = await accounts.insert(account);
            for (const link of removed.get(id) ?? []) await addresses.update(link);
            return outcome;
          },
          remove: async (id) => {
            const linked = await addresses.ofAccount(id);
            const links = linked.map(({ chain, address, created }) => ({
              chain,
              address,
              account_ref_id: id,
              created,
            }));
            if (links.length > 0) removed.set(id, links);
            return accounts.remove(id);
          },
        },
      };
    }),
  },
  { check: listCheck, fault: "an order that is not the requested one", subject: listing((found) => found.reverse()) },
  {
    check: listCheck,
    fault: "a cursor after the last account",
    subject: altered(({ accounts }) => ({
      accounts: {
        list: async (query) => {
          const page = await accounts.list(query);
          const last = page?.items.at(-1);
          if (page === undefined || last === undefined || page.items.length < query.size) return page;
          const cursor = plainCursors.write(`accounts ${query.sort}`, [last.created, last.reference_id]);
          return { ...page, next_cursor: page.next_cursor ?? cursor };
        },
      },
    })),
  },
  {
    check: tieCheck,
    fault: "ties in the order of ids in both directions",
    subject: listing((found, { sort }) => (sort === "-created" ? found.reverse() : found)),
  },
  {
    check: tieCheck,
    fault: "one account for each time",
    subject: listing((found) => [...new Map(found.map((account) => [account.created, account])).values()]),
  },
  { check: changeCheck, fault: "offsets", subject: altered(({ accounts }) => ({ accounts: byOffset(accounts) })) },
  {
    check: otherCheck,
    fault: "the first page for an invalid cursor",
    subject: altered(({ accounts }) => ({
      accounts: {
        list: async (query) => (await accounts.list(query)) ?? accounts.list({ size: query.size, sort: query.sort }),
      },
    })),
  },
  {
    check: otherCheck,
    fault: "an error for an invalid cursor",
    subject: altered(({ accounts }) => ({
      accounts: {
        list: async (query) => {
          const page = await accounts.list(query);
          if (page === undefined) throw new Error("invalid cursor");
          return page;
        },
      },
    })),
  },
];
