/** Wrong storages of addresses. */
import { isDeepStrictEqual } from "node:util";
import type { AddressUpdate, Screening, StoredAddress } from "../../../src/domain/addresses/address.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { individual } from "../storage-records.js";
import { altered, answers, asks, elsewhere, over, pageByOffset, sorted, type WrongStorages } from "./altered.js";

/** Changes the screenings of a history. */
function screened(change: (screenings: readonly Screening[]) => readonly Screening[]): () => ComplianceStorage {
  return answers("addresses.history", (found) => found && { ...found, screenings: change(found.screenings) });
}

/** Stores addresses under another chain or text, and returns them under the requested ones. */
function underKey(change: <T extends Pick<AddressUpdate, "chain" | "address">>(key: T) => T): () => ComplianceStorage {
  return altered(({ addresses }) => ({
    "addresses.save": async (update) => {
      const { chain, address } = update;
      const stored = await addresses.save(change(update));
      return typeof stored === "string" ? stored : { ...stored, chain, address };
    },
    "addresses.find": async (chain, address) => {
      const key = change({ chain, address });
      const found = await addresses.find(key.chain, key.address);
      return found && { ...found, chain, address };
    },
  }));
}

/** Changes tags. */
function withTags(change: (tag: string | undefined) => string | undefined): () => ComplianceStorage {
  return altered(({ addresses }) => ({
    "addresses.save": ({ tag: given, ...update }) => {
      const tag = change(given);
      return addresses.save({ ...update, ...(tag !== undefined && { tag }) });
    },
    "addresses.accountOf": (chain, address, tag) => addresses.accountOf(chain, address, change(tag)),
  }));
}

/** Keeps the accounts of links, and does not find them after their removal. */
function lookingBefore(mayLink: (isStored: () => Promise<boolean>) => Promise<boolean>): () => ComplianceStorage {
  return altered(({ accounts, addresses }) => {
    const removed = new Set<string>();
    const isStored = async (id: string): Promise<boolean> =>
      !removed.has(id) && (await accounts.find(id)) !== undefined;
    const linking =
      <Outcome>(save: (update: AddressUpdate) => Promise<Outcome>) =>
      async (update: AddressUpdate): Promise<Outcome | "unknown_account"> => {
        const id = update.account_ref_id;
        if (id === undefined) return save(update);
        if (!(await mayLink(() => isStored(id)))) return "unknown_account";
        await accounts.insert(individual(id));
        return save(update);
      };
    return {
      "accounts.insert": (account) => {
        removed.delete(account.reference_id);
        return accounts.insert(account);
      },
      "accounts.find": async (id) => ((await isStored(id)) ? accounts.find(id) : undefined),
      "accounts.remove": async (id, today) => {
        const wasStored = await isStored(id);
        removed.add(id);
        await accounts.remove(id, today);
        return wasStored;
      },
      "addresses.save": linking(addresses.save),
      "addresses.update": linking(addresses.update),
    };
  });
}

export const wrongAddresses: WrongStorages = {
  "any sequence of address calls agrees with the reference model": {
    "the update instead of the record": answers("addresses.save", (_, update) => ({ is_self_hosted: true, ...update })),
    "a new record for each update": over("addresses.save", (save, { addresses }) => async (update) => {
      await addresses.remove(update.chain, update.address);
      return save(update);
    }),
    "created of the last update": answers("addresses.save", (stored, { created }) =>
      typeof stored === "string" ? stored : { ...stored, created },
    ),
    "false treated as absent": asks("addresses.save", ({ is_self_hosted, ...update }) => [
      { ...update, ...(is_self_hosted && { is_self_hosted }) },
    ]),
    "no VASP of an address": asks("addresses.save", ({ vasp_id: _, ...update }) => [update]),
    "a VASP beside the label of a self-hosted wallet": over("addresses.find", (find) => {
      const kept = new Map<string, string>();
      return async (chain, address) => {
        const found = await find(chain, address);
        const vasp_id = found?.vasp_id ?? kept.get(`${chain} ${address}`);
        if (vasp_id !== undefined) kept.set(`${chain} ${address}`, vasp_id);
        return found && { ...found, ...(vasp_id !== undefined && { vasp_id }) };
      };
    }),
    "a label of a VASP that leaves the other one": asks("addresses.save", ({ vasp_id, ...update }) => [
      { is_self_hosted: true, ...update, ...(vasp_id !== undefined && { vasp_id }) },
    ]),
    "the newest screening first": screened((screenings) => [...screenings].reverse()),
    "a screening that equals the one before, treated as the same": screened((screenings) =>
      screenings.filter((each, index) => !isDeepStrictEqual(each, screenings[index - 1])),
    ),
    "a record with all its screenings, written again for each": over(
      "addresses.save",
      (save, { addresses }) =>
        async (update) => {
          structuredClone(await addresses.history(update.chain, update.address));
          return save(update);
        },
    ),
    "one record for all chains": underKey((key) => ({ ...key, chain: "tezos" })),
    "a read and then a write": altered(({ addresses }) => {
      let kept: readonly Screening[] = [];
      return {
        "addresses.save": async ({ screening = [], ...update }) => {
          const screenings = [...kept, screening];
          await elsewhere();
          kept = screenings;
          return addresses.save({ ...update, screening });
        },
        "addresses.history": async (chain, address) => {
          const history = await addresses.history(chain, address);
          return history && { ...history, screenings: kept };
        },
      };
    }),
    "earlier links that remain": altered(({ addresses }) => {
      const linked = new Map<string, readonly StoredAddress[]>();
      return {
        "addresses.update": async (update) => {
          const stored = await addresses.update(update);
          if (typeof stored !== "string") linked.set(update.account_ref_id ?? "", [stored]);
          return stored;
        },
        "addresses.ofAccount": async (id) => (linked.get(id) ?? []).map((each) => ({ ...each, tags: [null] })),
      };
    }),
    "links that replace any other": asks("addresses.save", (update) => [{ ...update, relink: true }]),
    "a screening that is stored although the link is refused": over("addresses.save", (save) => async (update) => {
      const outcome = await save(update);
      const { account_ref_id: _, tag: _tag, ...rest } = update;
      if (outcome === "linked_elsewhere") await save(rest);
      return outcome;
    }),
    "a look at the account, and then a link": over("addresses.update", (link, { addresses }) => async (update) => {
      const linked = await addresses.accountOf(update.chain, update.address, update.tag);
      await elsewhere();
      if (linked !== undefined && linked !== update.account_ref_id) return "linked_elsewhere";
      return link({ ...update, relink: true });
    }),
    "an update that creates the address": over("addresses.update", (_, { addresses }) => async (update) => {
      const before = await addresses.find(update.chain, update.address);
      const stored = await addresses.save(update);
      return before === undefined ? "unknown" : stored;
    }),
    "tags that are ignored": withTags(() => undefined),
    "tags without an order": answers("addresses.ofAccount", (found) =>
      found.map(({ tags, ...rest }) => ({ ...rest, tags: [...tags].reverse() })),
    ),
    "current links only": answers(
      "addresses.history",
      (found) => found && { ...found, links: found.links.filter(({ unlinked }) => unlinked === null) },
    ),
    "past links that stay": altered(({ addresses }) => {
      const removed: string[] = [];
      return {
        "accounts.remove": async (id) => removed.push(id) > 0,
        "addresses.history": async (chain, address) => {
          const found = await addresses.history(chain, address);
          const links = found?.links.filter((each) => each.unlinked !== null || !removed.includes(each.account_ref_id));
          return found && links && { ...found, links };
        },
        "addresses.accountOf": async (chain, address, tag) => {
          const account = await addresses.accountOf(chain, address, tag);
          return account !== undefined && removed.includes(account) ? undefined : account;
        },
      };
    }),
    "a look for the account, and then a link": lookingBefore(async (isStored) => {
      const found = await isStored();
      await elsewhere();
      return found;
    }),
    "links to any account": lookingBefore(async () => true),
    "screenings that come back with the address": altered(({ addresses }) => {
      let removed: readonly Screening[] = [];
      return {
        "addresses.remove": async (chain, address) => {
          removed = (await addresses.history(chain, address))?.screenings ?? removed;
          return addresses.remove(chain, address);
        },
        "addresses.history": async (chain, address) => {
          const history = await addresses.history(chain, address);
          return history && { ...history, screenings: [...removed, ...history.screenings] };
        },
      };
    }),
    "an answer that does not say whether it was stored": answers("addresses.remove", () => true),
    "a cursor that counts": over("addresses.list", (list) => async ({ size, cursor, chain }) => {
      const all = await list({ size: 1000, chain });
      return all && pageByOffset(all.items, size, cursor);
    }),
    "the addresses of chains with the same beginning": over("addresses.list", (list) => async (query) => {
      const all = await list({ ...query, chain: undefined, size: 1000 });
      const items = all?.items.filter(({ chain }) => chain.startsWith(query.chain ?? "")) ?? [];
      return all && { items: items.slice(0, query.size), next_cursor: null };
    }),
    "the order of addresses only": answers("addresses.ofAccount", (found) =>
      sorted(found, (a, b) => (a.address < b.address ? -1 : 1)),
    ),
  },
  "a long history does not slow an address down": {
    "the first screening kept": over("addresses.save", (save, { addresses }) => async ({ screening, ...update }) => {
      const stored = await addresses.find(update.chain, update.address);
      return save({ ...update, ...(screening && !stored?.screening && { screening }) });
    }),
  },
  "no concurrent change is lost": {
    "only the newest screening": screened((screenings) => screenings.slice(-1)),
  },
  "ties are in the order of code units": {
    "addresses without regard to case": underKey((key) => ({ ...key, address: key.address.toLowerCase() })),
    "tags without regard to case": withTags((tag) => tag?.toLowerCase()),
    "ties in the order of UTF-8": answers("addresses.ofAccount", (found) =>
      sorted(
        found,
        (a, b) =>
          a.created.localeCompare(b.created, "en") ||
          a.chain.localeCompare(b.chain, "en") ||
          Buffer.compare(Buffer.from(a.address), Buffer.from(b.address)),
      ),
    ),
  },
  "a cursor is valid in its own list only": {
    "any cursor treated as the first page": over(
      "addresses.list",
      (list) => async (query) => (await list(query)) ?? list({ ...query, cursor: undefined }),
    ),
  },
};
