/** Wrong storages of accounts. */
import type { Account } from "../../../src/domain/accounts/account.js";
import { searchTextsOf } from "../../../src/domain/accounts/search.js";
import type { AddressUpdate } from "../../../src/domain/addresses/address.js";
import { plainCursors } from "../../../src/domain/cursor.js";
import { bestMatches } from "../../../src/domain/ranking.js";
import { foldText, squeezeText } from "../../../src/domain/text.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { altered, answers, asks, elsewhere, likeMatches, over, sorted, type WrongStorages } from "./altered.js";

/** Changes every reference_id. */
function underId(change: (id: string) => string): () => ComplianceStorage {
  return altered(({ accounts }) => ({
    "accounts.insert": (account) => accounts.insert({ ...account, reference_id: change(account.reference_id) }),
    "accounts.find": async (id) => {
      const found = await accounts.find(change(id));
      return found && { ...found, reference_id: id };
    },
  }));
}

/** A correct search, except for the compared texts, the order and further matches. */
function searching(
  textsOf: (account: Account) => readonly string[],
  order: (found: readonly Account[]) => readonly Account[] = (found) => found,
  matches: (term: string, text: string) => boolean = () => false,
): () => ComplianceStorage {
  return over("accounts.search", (_, { accounts }) => async ({ term, account_category, account_type, limit }) => {
    const all = (await accounts.list({ size: 1_000, sort: "created" }))?.items ?? [];
    const rows = all.map((record) => {
      const texts = textsOf(record).map((text) => (matches(term, text) ? term : text));
      return { id: record.reference_id, record, texts };
    });
    const accepts = (account: Account): boolean =>
      (account_category ?? account.account_category) === account.account_category &&
      (account_type ?? account.account_type) === account.account_type;
    return order(bestMatches(rows, term, { accepts })).slice(0, limit);
  });
}

/** Returns the names and the e-mail address unchanged. */
function namesOf(account: Account): readonly string[] {
  const name: object =
    account.account_type === "individual" ? account.individual.individual_name : account.entity.entity_name;
  return [...Object.values(name), account.email ?? ""];
}

/** Returns the texts of an account without those that contain its middle name. */
function withoutMiddle(account: Account): readonly string[] {
  const { name_middle } = account.account_type === "individual" ? account.individual.individual_name : {};
  const texts = searchTextsOf(account);
  return name_middle ? texts.filter((text) => !text.includes(squeezeText(foldText(name_middle)))) : texts;
}

const byId = ({ reference_id: a }: Account, { reference_id: b }: Account): number => (a < b ? -1 : 1);

export const wrongAccounts: WrongStorages = {
  "any sequence of account calls agrees with the reference model": {
    "the second account replacing the first": over("accounts.insert", (insert, { accounts }) => async (account) => {
      const outcome = await insert(account);
      if (outcome === "taken") await accounts.put(account);
      return outcome;
    }),
    // A storage without types may return it.
    "null for a missing account": answers("accounts.find", (found) => found ?? (null as never)),
    "ids without regard to case": underId((id) => id.toLowerCase()),
    "an object instead of a map": answers(
      "accounts.find",
      // What an object inherits is no account.
      (found, id) => found ?? (Reflect.get({}, id) as Account | undefined),
    ),
    "a read and then a write": over("accounts.insert", (insert, { accounts }) => async (account) => {
      if ((await accounts.find(account.reference_id)) !== undefined) return "taken";
      await elsewhere();
      await insert(account);
      return "inserted";
    }),
    "the last concurrent account instead of the inserted one": altered(({ accounts }) => {
      let last: Account | undefined;
      return {
        "accounts.insert": (account) => {
          last = structuredClone(account);
          return accounts.insert(account);
        },
        "accounts.find": async () => last,
      };
    }),
    "an ignored limit": asks("accounts.search", ({ limit: _, ...query }) => [query]),
    "the order of a locale": searching(searchTextsOf, (found) =>
      sorted(found, (a, b) => a.reference_id.localeCompare(b.reference_id, "en")),
    ),
    "the order of UTF-8": searching(searchTextsOf, (found) =>
      sorted(found, (a, b) => Buffer.compare(Buffer.from(a.reference_id), Buffer.from(b.reference_id))),
    ),
    "folding of case only": searching((account) => namesOf(account).map((text) => text.toLowerCase())),
    "unchanged white space": searching((account) => namesOf(account).map(foldText)),
    "omitted middle names": searching(withoutMiddle),
    "an ignored account_type": asks("accounts.search", ({ account_type: _, ...query }) => [query]),
    "a term for LIKE": searching(searchTextsOf, undefined, likeMatches),
    "words of a full-text index": searching(searchTextsOf, undefined, (term, text) =>
      term.split(/[^\p{L}\p{N}]+/u).every((word) => text.includes(word)),
    ),
    "true for a missing account": answers("accounts.remove", () => true),
    "an index of searches that keeps the account": over("accounts.search", (search) => {
      const found = new Map<string, readonly Account[]>();
      return async (query) => {
        found.set(query.term, found.get(query.term) ?? (await search(query)));
        return found.get(query.term) ?? [];
      };
    }),
    "a removed account in one order of the list": altered(({ accounts }) => {
      const removed: Account[] = [];
      return {
        "accounts.remove": async (id, today) => {
          const stored = await accounts.find(id);
          if (stored !== undefined) removed.push(stored);
          return accounts.remove(id, today);
        },
        "accounts.list": async (query) => {
          const page = await accounts.list(query);
          return page && query.sort === "-last_modified" ? { ...page, items: [...page.items, ...removed] } : page;
        },
      };
    }),
    "addresses that stay linked": altered(({ accounts }) => {
      const removed = new Set<string>();
      return {
        "accounts.find": async (id) => (removed.has(id) ? undefined : accounts.find(id)),
        "accounts.remove": async (id) => removed.size < removed.add(id).size,
      };
    }),
  },
  "ids are compared by code units": {
    "normalized ids": underId((id) => id.normalize("NFC")),
    "ids in UTF-8, which merges lone surrogates": underId((id) => Buffer.from(id).toString()),
    "numeric ids as numbers": underId((id) => (id === "" ? id : String(Number(id) || id))),
  },
  "a search has no wildcard characters": {
    "trimmed ids, as in padded columns": underId((id) => id.trimEnd()),
  },
  "every account search agrees with the reference model": {
    "the order of ids instead of matches": searching(searchTextsOf, (found) => sorted(found, byId)),
  },
  "a link never outlives its account": {
    "links that come back with the reference_id": altered(({ accounts, addresses }) => {
      const removed = new Map<string, readonly AddressUpdate[]>();
      return {
        "accounts.insert": async (account) => {
          const outcome = await accounts.insert(account);
          for (const link of removed.get(account.reference_id) ?? []) await addresses.update(link);
          return outcome;
        },
        "accounts.remove": async (account_ref_id, today) => {
          const linked = await addresses.ofAccount(account_ref_id);
          const links = linked.map(({ chain, address, created }) => ({ chain, address, account_ref_id, created }));
          if (links.length > 0) removed.set(account_ref_id, links);
          return accounts.remove(account_ref_id, today);
        },
      };
    }),
  },
};

/** Replaces each answer of put, and what find returns after it. */
function putting(
  change: (stored: Account, before: Account | undefined, given: Account) => Account,
): () => ComplianceStorage {
  return altered(({ accounts }) => {
    const kept = new Map<string, Account>();
    const find = async (id: string): Promise<Account | undefined> => kept.get(id) ?? accounts.find(id);
    return {
      "accounts.find": find,
      "accounts.put": async (given, ifLastModified) => {
        const before = await find(given.reference_id);
        const put = await accounts.put(given, ifLastModified);
        if (put === "changed_meanwhile") return put;
        const account = change(put.account, before, given);
        kept.set(account.reference_id, account);
        return { ...put, account };
      },
    };
  });
}

export const wrongAccountWrites: WrongStorages = {
  "any sequence of account calls agrees with the reference model": {
    "a put that never replaces": over("accounts.put", (_, { accounts }) => async (account) => {
      await accounts.insert(account);
      return { account, is_new: false };
    }),
    "properties of the replaced account that stay": putting((stored, before) => ({ ...before, ...stored }) as Account),
    "the creation time of the call": putting((stored) => ({ ...stored, created: stored.last_modified })),
    "a last_modified that follows the clock backwards": putting((stored, _, { last_modified }) => ({
      ...stored,
      last_modified,
    })),
    "the later of two times, which may be the same": putting((stored, before) =>
      before !== undefined && Date.parse(stored.last_modified) - Date.parse(before.last_modified) === 1
        ? { ...stored, last_modified: before.last_modified }
        : stored,
    ),
    "a version that need not exist": over("accounts.put", (put, { accounts }) => async (account, version) => {
      const isStored = (await accounts.find(account.reference_id)) !== undefined;
      return put(account, isStored ? version : undefined);
    }),
    "an empty version that counts as none": asks("accounts.put", (account, version) => [account, version || undefined]),
    "two creations of one account": over("accounts.put", (put, { accounts }) => async (account, version) => {
      const is_new = (await accounts.find(account.reference_id)) === undefined;
      await elsewhere();
      const stored = await put(account, version);
      return stored === "changed_meanwhile" ? stored : { ...stored, is_new };
    }),
    "an order that is not the requested one": answers(
      "accounts.list",
      (page) => page && { ...page, items: [...page.items].reverse() },
    ),
    "a cursor after the last account": answers("accounts.list", (page, { sort, size }) => {
      const last = page?.items.at(-1);
      if (page === undefined || last === undefined || page.items.length < size) return page;
      const cursor = plainCursors.write(`accounts ${sort}`, [last.created, last.reference_id]);
      return { ...page, next_cursor: page.next_cursor ?? cursor };
    }),
    "ties in the order of ids in both directions": answers(
      "accounts.list",
      (page, { sort }) => page && { ...page, items: sort === "-created" ? [...page.items].reverse() : page.items },
    ),
    "one account for each time": answers(
      "accounts.list",
      (page) => page && { ...page, items: [...new Map(page.items.map((each) => [each.created, each])).values()] },
    ),
    offsets: over("accounts.list", (list) => async ({ size, cursor, sort }) => {
      const [start = "0"] = cursor === undefined ? [] : (plainCursors.read(sort, cursor, 1) ?? []);
      const all = (await list({ size: 1_000, sort }))?.items ?? [];
      const end = Number(start) + size;
      const next_cursor = end < all.length ? plainCursors.write(sort, [String(end)]) : null;
      return { items: all.slice(Number(start), end), next_cursor };
    }),
  },
  "a closed storage refuses every call": {
    "two versions at the end of the year 9999": over(
      "accounts.put",
      (put) => (account, version) => put(account, version).catch(() => ({ account, is_new: false })),
    ),
  },
  "one of several concurrent calls wins": {
    "a comparison and then a write": over("accounts.put", (put, { accounts }) => async (given, version) => {
      const account = structuredClone(given);
      const stored = await accounts.find(account.reference_id);
      if (version !== undefined && stored?.last_modified !== version) return "changed_meanwhile";
      await elsewhere();
      return put(account);
    }),
  },
  "a cursor is valid in its own list only": {
    "the first page for an invalid cursor": over(
      "accounts.list",
      (list) => async (query) => (await list(query)) ?? list({ size: query.size, sort: query.sort }),
    ),
    "an error for an invalid cursor": answers("accounts.list", (page) => {
      if (page === undefined) throw new Error("invalid cursor");
      return page;
    }),
  },
};
