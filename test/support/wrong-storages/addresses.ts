/** Wrong storages of addresses. */
import { isDeepStrictEqual } from "node:util";
import type { AddressLink, AddressUpdate, Screening, StoredAddress } from "../../../src/domain/addresses/address.js";
import { applyAddressUpdate } from "../../../src/domain/addresses/record.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { individual } from "../storage-records.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

type Save = ComplianceStorage["addresses"]["save"];

function saving(save: (storage: ComplianceStorage) => Save): WrongStorage["subject"] {
  return altered((storage) => ({ addresses: { save: save(storage) } }));
}

/** A storage of addresses that applies updates differently, without links. `add` adds a screening to those stored. */
function applying(
  apply: (stored: StoredAddress | undefined, update: AddressUpdate) => StoredAddress,
  keyOf = (chain: string, address: string): string => `${chain} ${address}`,
  pause: () => Promise<void> = async () => undefined,
  add = (screenings: readonly Screening[], screening: Screening): readonly Screening[] => [...screenings, screening],
): WrongStorage["subject"] {
  return altered(() => {
    const kept = new Map<string, StoredAddress>();
    const screened = new Map<string, readonly Screening[]>();
    return {
      addresses: {
        save: async (given) => {
          const update = structuredClone(given);
          const key = keyOf(update.chain, update.address);
          const [before, screenings] = [kept.get(key), screened.get(key) ?? []];
          await pause();
          kept.set(key, apply(before, update));
          if (update.screening !== undefined) screened.set(key, add(screenings, update.screening));
          return structuredClone(apply(before, update));
        },
        find: async (chain, address) => structuredClone(kept.get(keyOf(chain, address))),
        history: async (chain, address) => {
          const key = keyOf(chain, address);
          const stored = kept.get(key);
          return structuredClone(stored && { ...stored, screenings: screened.get(key) ?? [], links: [] });
        },
        ofAccount: async (id) =>
          structuredClone([...kept.values()].filter(({ account_ref_id }) => account_ref_id === id)).map((stored) => ({
            ...stored,
            tags: [null],
          })),
      },
    };
  });
}

const updateCheck = "an update keeps what it does not set";
const keptCheck = "every screening of an address is kept";
const apartCheck = "addresses are compared by chain and code units";

const lifetimeCheck = "a link never outlives its account";
const noAccidentCheck = "an account is not replaced by accident";
const tagsCheck = "an address has one account for each tag";
const chainListCheck = "a list of a chain has no other addresses, and rejects other cursors";

/** A storage that changes tags. */
function withTags(change: (tag: string | undefined) => string | undefined): WrongStorage["subject"] {
  return altered(({ addresses }) => ({
    addresses: {
      save: ({ tag: given, ...update }) => {
        const tag = change(given);
        return addresses.save({ ...update, ...(tag !== undefined && { tag }) });
      },
      accountOf: (chain, address, tag) => addresses.accountOf(chain, address, change(tag)),
    },
  }));
}

/** A storage of links that keeps their accounts, and does not find them after their removal. */
function lookingBefore(mayLink: (isStored: () => Promise<boolean>) => Promise<boolean>): WrongStorage["subject"] {
  return altered(({ accounts, addresses }) => {
    const removed = new Set<string>();
    const isStored = async (id: string): Promise<boolean> =>
      !removed.has(id) && (await accounts.find(id)) !== undefined;
    const saving =
      (save: Save): Save =>
      async (update) => {
        const id = update.account_ref_id;
        if (id === undefined) return save(update);
        if (!(await mayLink(() => isStored(id)))) return "unknown_account";
        await accounts.insert(individual(id));
        return save(update);
      };
    return {
      accounts: {
        insert: async (account) => {
          removed.delete(account.reference_id);
          return accounts.insert(account);
        },
        find: async (id) => ((await isStored(id)) ? accounts.find(id) : undefined),
        remove: async (id) => {
          const wasStored = await isStored(id);
          removed.add(id);
          await accounts.remove(id);
          return wasStored;
        },
      },
      addresses: { save: saving(addresses.save), update: saving(addresses.update as Save) },
    };
  });
}

export const wrongAddressStorages: readonly WrongStorage[] = [
  {
    check: "the first update of an address creates its record",
    fault: "the update instead of the record",
    subject: saving(({ addresses }) => async (update) => {
      await addresses.save(update);
      return { is_self_hosted: true, ...structuredClone(update) };
    }),
  },
  {
    check: updateCheck,
    fault: "a new record for each update",
    subject: applying((_, update) => applyAddressUpdate(undefined, update)),
  },
  {
    check: updateCheck,
    fault: "created of the last update",
    subject: applying((stored, update) => ({ ...applyAddressUpdate(stored, update), created: update.created })),
  },
  {
    check: updateCheck,
    fault: "false treated as absent",
    subject: saving(
      ({ addresses }) =>
        ({ is_self_hosted, ...update }) =>
          addresses.save({ ...update, ...(is_self_hosted && { is_self_hosted }) }),
    ),
  },
  {
    check: updateCheck,
    fault: "the first screening kept",
    subject: applying((stored, { screening, ...update }) =>
      applyAddressUpdate(stored, { ...update, ...(screening && !stored?.screening && { screening }) }),
    ),
  },
  {
    check: keptCheck,
    fault: "only the newest screening",
    subject: applying(applyAddressUpdate, undefined, undefined, (_, screening) => [screening]),
  },
  {
    check: keptCheck,
    fault: "the newest screening first",
    subject: applying(applyAddressUpdate, undefined, undefined, (screenings, screening) => [screening, ...screenings]),
  },
  {
    check: keptCheck,
    fault: "a screening that equals the one before, treated as the same",
    subject: applying(applyAddressUpdate, undefined, undefined, (screenings, screening) =>
      isDeepStrictEqual(screenings.at(-1), screening) ? screenings : [...screenings, screening],
    ),
  },
  {
    check: "a long history does not slow an address down",
    fault: "a record with all its screenings, written again for each",
    subject: applying(applyAddressUpdate, undefined, undefined, (screenings, screening) =>
      structuredClone([...screenings, screening]),
    ),
  },
  {
    check: apartCheck,
    fault: "one record for all chains",
    subject: applying(applyAddressUpdate, (_, address) => address),
  },
  {
    check: apartCheck,
    fault: "addresses without regard to case",
    subject: applying(
      (_, update) => applyAddressUpdate(undefined, update),
      (chain, address) => `${chain} ${address.toLowerCase()}`,
    ),
  },
  {
    check: "no concurrent update of an address is lost",
    fault: "a read and then a write",
    subject: applying(applyAddressUpdate, undefined, elsewhere),
  },
  {
    check: "an address is linked to one account at a time",
    fault: "earlier links that remain",
    subject: altered(({ addresses }) => {
      const linked = new Map<string, StoredAddress>();
      return {
        addresses: {
          update: async (update) => {
            const stored = await addresses.update(update);
            if (typeof stored !== "string") linked.set(update.account_ref_id ?? "", stored);
            return stored;
          },
          ofAccount: async (account) =>
            [linked.get(account)].filter((each) => each !== undefined).map((each) => ({ ...each, tags: [null] })),
        },
      };
    }),
  },
  {
    check: noAccidentCheck,
    fault: "links that replace any other",
    subject: altered(({ addresses }) => ({
      addresses: { save: (update) => addresses.save({ ...update, relink: true }) },
    })),
  },
  {
    check: noAccidentCheck,
    fault: "a screening that is stored although the link is refused",
    subject: altered(({ addresses }) => ({
      addresses: {
        save: async (update) => {
          const outcome = await addresses.save(update);
          const { account_ref_id: _, tag: _tag, ...rest } = update;
          if (outcome === "linked_elsewhere") await addresses.save(rest);
          return outcome;
        },
      },
    })),
  },
  {
    check: "one of several concurrent links wins",
    fault: "a look at the account, and then a link",
    subject: altered(({ addresses }) => ({
      addresses: {
        update: async (update) => {
          const linked = await addresses.accountOf(update.chain, update.address, update.tag);
          await elsewhere();
          if (linked !== undefined && linked !== update.account_ref_id) return "linked_elsewhere";
          return addresses.update({ ...update, relink: true });
        },
      },
    })),
  },
  {
    check: "an unknown address is not updated",
    fault: "an update that creates the address",
    subject: altered(({ addresses }) => ({
      addresses: {
        update: async (update) => {
          const before = await addresses.find(update.chain, update.address);
          const stored = await addresses.save(update);
          return before === undefined ? "unknown" : stored;
        },
      },
    })),
  },
  {
    check: tagsCheck,
    fault: "tags without regard to case",
    subject: withTags((tag) => tag?.toLowerCase()),
  },
  {
    check: tagsCheck,
    fault: "tags that are ignored",
    subject: withTags(() => undefined),
  },
  {
    check: tagsCheck,
    fault: "tags without an order",
    subject: altered(({ addresses }) => ({
      addresses: {
        ofAccount: async (account) =>
          (await addresses.ofAccount(account)).map(({ tags, ...rest }) => ({ ...rest, tags: [...tags].reverse() })),
      },
    })),
  },
  {
    check: "every link of an address is kept",
    fault: "current links only",
    subject: altered(({ addresses }) => ({
      addresses: {
        history: async (chain, address) => {
          const history = await addresses.history(chain, address);
          return history && { ...history, links: history.links.filter(({ unlinked }) => unlinked === null) };
        },
      },
    })),
  },
  {
    check: "a removed account leaves no link",
    fault: "past links that stay",
    subject: altered(({ addresses }) => {
      const removed: string[] = [];
      return {
        accounts: { remove: async (id) => removed.push(id) > 0 },
        addresses: {
          history: async (chain, address) => {
            const history = await addresses.history(chain, address);
            const stays = ({ account_ref_id, unlinked }: AddressLink): boolean =>
              unlinked !== null || !removed.includes(account_ref_id);
            return history && { ...history, links: history.links.filter(stays) };
          },
          accountOf: async (chain, address, tag) => {
            const account = await addresses.accountOf(chain, address, tag);
            return account !== undefined && removed.includes(account) ? undefined : account;
          },
        },
      };
    }),
  },
  {
    check: lifetimeCheck,
    fault: "a look for the account, and then a link",
    subject: lookingBefore(async (isStored) => {
      const found = await isStored();
      await elsewhere();
      return found;
    }),
  },
  {
    check: lifetimeCheck,
    fault: "links to any account",
    subject: lookingBefore(async () => true),
  },
  {
    check: "a removed address leaves nothing",
    fault: "screenings that come back with the address",
    subject: altered(({ addresses }) => {
      const removed = new Map<string, readonly Screening[]>();
      return {
        addresses: {
          remove: async (chain, address) => {
            const history = await addresses.history(chain, address);
            if (history !== undefined) removed.set(`${chain} ${address}`, history.screenings);
            return addresses.remove(chain, address);
          },
          history: async (chain, address) => {
            const history = await addresses.history(chain, address);
            const earlier = removed.get(`${chain} ${address}`) ?? [];
            return history && { ...history, screenings: [...earlier, ...history.screenings] };
          },
        },
      };
    }),
  },
  {
    check: "a removed address leaves nothing",
    fault: "an answer that does not say whether it was stored",
    subject: altered(({ addresses }) => ({
      addresses: {
        remove: async (chain, address) => {
          await addresses.remove(chain, address);
          return true;
        },
      },
    })),
  },
  {
    check: "a list has every address once, whatever changes between its pages",
    fault: "a cursor that counts",
    subject: altered(({ addresses }) => ({
      addresses: {
        list: async ({ size, cursor, chain }) => {
          const start = Number(cursor ?? 0);
          const all = await addresses.list({ size: 1000, chain });
          if (all === undefined) return undefined;
          const next_cursor = start + size < all.items.length ? String(start + size) : null;
          return { items: all.items.slice(start, start + size), next_cursor };
        },
      },
    })),
  },
  {
    check: chainListCheck,
    fault: "the addresses of chains with the same beginning",
    subject: altered(({ addresses }) => ({
      addresses: {
        list: async ({ chain, size, cursor }) => {
          const all = await addresses.list({ size: 1000, ...(cursor !== undefined && { cursor }) });
          const items = all?.items.filter((each) => chain === undefined || each.chain.startsWith(chain)) ?? [];
          return all && { items: items.slice(0, size), next_cursor: null };
        },
      },
    })),
  },
  {
    check: chainListCheck,
    fault: "any cursor treated as the first page",
    subject: altered(({ addresses }) => ({
      addresses: {
        list: async ({ cursor, ...query }) =>
          (await addresses.list({ ...query, ...(cursor !== undefined && { cursor }) })) ?? addresses.list(query),
      },
    })),
  },
  {
    check: "the addresses of an account are in the order of creation",
    fault: "the order of addresses only",
    subject: altered(({ addresses }) => ({
      addresses: {
        ofAccount: async (account) =>
          [...(await addresses.ofAccount(account))].sort((a, b) => (a.address < b.address ? -1 : 1)),
      },
    })),
  },
  {
    check: "the addresses of an account are in the order of creation",
    fault: "ties in the order of UTF-8",
    subject: altered(({ addresses }) => ({
      addresses: {
        ofAccount: async (account) =>
          [...(await addresses.ofAccount(account))].sort(
            (a, b) =>
              a.created.localeCompare(b.created, "en") ||
              a.chain.localeCompare(b.chain, "en") ||
              Buffer.compare(Buffer.from(a.address), Buffer.from(b.address)),
          ),
      },
    })),
  },
];
