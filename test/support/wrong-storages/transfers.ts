/** Wrong storages of transfers. */
import { memoryEngine } from "../../../src/adapters/storage/memory.js";
import { storageOf } from "../../../src/adapters/storage/repositories/storage.js";
import type { AddressUse } from "../../../src/domain/addresses/address.js";
import type { LinkedTransaction, LinkedUpdate } from "../../../src/domain/thresholds/linked.js";
import { linkKeysOf, type TransferRecord } from "../../../src/domain/transfers/record.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import type { Change, Removal } from "../../../src/ports/storage-engine.js";
import type { TransferErasure } from "../../../src/ports/transfers.js";
import { ADDRESSES } from "../../../src/testing/storage/records.js";
import { altered, answers, asks, elsewhere, over, pageByOffset, pausing, type WrongStorages } from "./altered.js";

type Choose = Parameters<ComplianceStorage["transfers"]["erase"]>[1];

/** Commits without some removals, and with other changes. */
function committing(
  isRemoved: (removal: Removal) => boolean,
  changed: (change: Change) => Change = (change) => change,
  removed: (removal: Removal) => Removal = (removal) => removal,
): () => ComplianceStorage {
  return () => {
    const engine = memoryEngine();
    return storageOf({
      ...engine,
      commit: (token, changes, removals) =>
        engine.commit(token, changes.map(changed), removals.filter(isRemoved).map(removed)),
    });
  };
}

/** Keeps the rows of a collection that a removal names by this column. */
function keeping(collection: string, column: string): () => ComplianceStorage {
  return committing((removal) => removal.collection !== collection || (removal.where[0]?.[0] ?? "key") !== column);
}

/** Changes what an erasure gives to the choice, and what it gets. */
function choosing(
  given: (found: readonly TransferRecord[], id: string) => readonly TransferRecord[],
  chosen: (choice: TransferErasure, found: readonly TransferRecord[]) => TransferErasure = (choice) => choice,
): () => ComplianceStorage {
  return asks("transfers.erase", (id, choose) => [
    id,
    (found, held) => {
      const originals = structuredClone(found);
      const choice = choose(given(found, id), held);
      return choice && chosen(choice, originals);
    },
  ]);
}

/** Changes the uses of a history. */
function used(change: (uses: readonly AddressUse[]) => readonly AddressUse[]): () => ComplianceStorage {
  return answers("addresses.history", (found) => found && { ...found, uses: change(found.uses) });
}

/** Changes each update of a linked transaction, by what is stored of it. */
function updating(change: (link: LinkedUpdate, stored: LinkedTransaction | undefined) => LinkedUpdate) {
  return over("transfers.save", (save, { linked }) => async (given, effects) => {
    const [record, { linked: links = [], ...others }] = structuredClone([given, effects ?? {}] as const);
    const changed = links.map(async (link) => {
      const found = await linked.within({ link_key: link.link_key, from: "", to: "9", limit: 1_000 });
      return change(
        link,
        found.find((each) => each.transaction_id === link.transaction_id),
      );
    });
    return save(record, { ...others, linked: await Promise.all(changed) });
  });
}

/** Changes what is found of each address. */
type Facts = Awaited<ReturnType<ComplianceStorage["transfers"]["facts"]>>["addresses"][number];

function factsOfAddress(change: (facts: Facts) => Facts): () => ComplianceStorage {
  return answers("transfers.facts", (found) => ({ ...found, addresses: found.addresses.map(change) }));
}

export const wrongTransfers: WrongStorages = {
  "any sequence of transfer calls agrees with the reference model": {
    // A storage without types may return it.
    "null for a missing account": answers("transfers.facts", (found) => ({
      ...found,
      accounts: found.accounts.map((account) => account ?? (null as never)),
    })),
    "accounts in another order": answers("transfers.facts", (found) => ({
      ...found,
      accounts: [...found.accounts].reverse(),
    })),
    "only VASPs that are stored": answers("transfers.facts", (found) => ({
      ...found,
      vasps: found.vasps.filter((vasp) => vasp !== undefined),
    })),
    "facts without the transfer": answers("transfers.facts", (found) => ({ ...found, transfer: undefined })),
    "an address without its account": factsOfAddress(({ stored, ...facts }) => {
      const { account_ref_id: _, ...rest } = stored ?? {};
      return { ...facts, stored: stored && (rest as typeof stored) };
    }),
    "the account without a tag for that of the tag": factsOfAddress((facts) => ({
      ...facts,
      tag_account: facts.tag_account && facts.stored?.account_ref_id,
    })),
    "an account without a tag among those with one": factsOfAddress((facts) => {
      const own = facts.stored?.account_ref_id;
      return { ...facts, shared_by: [...new Set([...facts.shared_by, ...(own === undefined ? [] : [own])])].sort() };
    }),
    "an account once for each tag": over("transfers.facts", (facts, { addresses }) => async (given) => {
      const query = structuredClone(given);
      const found = await facts(query);
      const all = await Promise.all(query.addresses.map(({ chain, address }) => addresses.history(chain, address)));
      const linksOf = (index: number) => all[index]?.links.filter((each) => each.tag !== null && !each.unlinked) ?? [];
      const shared = found.addresses.map((each, index) => {
        return {
          ...each,
          shared_by: linksOf(index)
            .map(({ account_ref_id }) => account_ref_id)
            .sort(),
        };
      });
      return { ...found, addresses: shared };
    }),
    "accounts of past links too": over("transfers.facts", (facts, { addresses }) => async (given) => {
      const query = structuredClone(given);
      const found = await facts(query);
      const all = await Promise.all(query.addresses.map(({ chain, address }) => addresses.history(chain, address)));
      const shared = found.addresses.map((each, index) => {
        const tagged = all[index]?.links.filter(({ tag }) => tag !== null) ?? [];
        return { ...each, shared_by: [...new Set(tagged.map(({ account_ref_id }) => account_ref_id))].sort() };
      });
      return { ...found, addresses: shared };
    }),
    "an unknown account accepted": asks("transfers.save", (record, effects) => [record, { ...effects, accounts: [] }]),
    "any revision accepted": over("transfers.save", (save, { transfers }) => async (given, effects) => {
      const [record, others] = structuredClone([given, effects]);
      const stored = await transfers.find(record.transfer_id);
      return save({ ...record, revision: (stored?.revision ?? 0) + 1 }, others);
    }),
    "linked transactions that stay": asks("transfers.save", (record, effects) => [record, { ...effects, unlink: [] }]),
    "linked amounts that are not stored": asks("transfers.save", (record, effects) => [
      record,
      { ...effects, linked: [] },
    ]),
    "removed linked amounts that stay": updating((link) => ({ ...link, removed: [] })),
    "linked amounts that all leave": updating((link, stored) => ({
      ...link,
      removed: stored?.amounts ?? [],
    })),
    "a linked transaction that keeps its time": updating((link, stored) => ({
      ...link,
      time: stored?.time ?? link.time,
    })),
    "all transactions of a link key": over("transfers.save", (save, { linked }) => async (record, effects) => {
      const keys = [...(effects?.unlink ?? [])];
      const outcome = await save(record, effects);
      if (outcome === "saved") for (const key of keys) await linked.remove(key);
      return outcome;
    }),
    "side effects of a call that is refused": over("transfers.save", (save, { linked }) => async (record, effects) => {
      const [id, keys] = [record.transfer_id, [...(effects?.unlink ?? [])]];
      const outcome = await save(record, effects);
      for (const link_key of outcome === "saved" ? [] : keys) {
        const all = await linked.within({ link_key, from: "", to: "9", limit: 1_000 });
        await linked.remove(link_key);
        for (const { amounts, ...place } of all.filter(({ transaction_id }) => transaction_id !== id)) {
          for (const amount of amounts) await linked.add({ ...place, amount });
        }
      }
      return outcome;
    }),
    "uses that are not stored": asks("transfers.save", (record, effects) => [record, { ...effects, uses: [] }]),
    "uses of one side only": used((uses) => uses.filter(({ side }) => side === "originator")),
    "the newest use first": used((uses) => [...uses].reverse()),
    "a record that is copied later": pausing("transfers.save"),
    ...Object.fromEntries(
      ["decision", "state", "account_ref_id", "executed_without_permission", "from", "to"].map((name) => [
        `an ignored ${name}`,
        asks("transfers.list", (query) => [{ ...query, [name]: undefined }]),
      ]),
    ),
    "transfers of the first account only": answers(
      "transfers.list",
      (page, { account_ref_id: id }) =>
        page && { ...page, items: page.items.filter(({ accounts }) => id === undefined || accounts[0] === id) },
    ),
    "false treated as absent": asks("transfers.list", ({ executed_without_permission: is, ...query }) => [
      { ...query, ...(is && { executed_without_permission: is }) },
    ]),
    "the oldest first": answers("transfers.list", (page) => page && { ...page, items: [...page.items].reverse() }),
    "a next_cursor on the last page": answers(
      "transfers.list",
      (page, { cursor = null }) => page && { ...page, next_cursor: page.next_cursor ?? cursor },
    ),
    "a cursor that counts": over("transfers.list", (list) => async ({ cursor, size, ...filter }) => {
      const all = await list({ ...filter, size: 1_000 });
      return all && pageByOffset(all.items, size, cursor);
    }),
    "removal of transfers that ended at exactly that time": asks("transfers.prune", (before, ...others) => [
      before.replace(/(\d)\+/, (_, digit: string) => `${digit}5+`),
      ...others,
    ]),
    "a count without removal": over("transfers.prune", (_, { transfers }) => async (before) => {
      const all = (await transfers.list({ size: 1_000 }))?.items ?? [];
      const ended = all.filter(({ confirmations }) => confirmations.some(({ confirmed_at }) => confirmed_at < before));
      return { removed: ended.length, held: 0 };
    }),
    "a rejected transfer that never ends": over("transfers.prune", (prune, { transfers }) => async (before, today) => {
      const all = (await transfers.list({ size: 1_000, decision: "reject", state: "open" }))?.items ?? [];
      const { removed, held } = await prune(before, today);
      let restored = 0;
      for (const record of all) restored += (await transfers.save({ ...record, revision: 1 })) === "saved" ? 1 : 0;
      return { removed: removed - restored, held };
    }),
    "uses that stay with their address": keeping("uses", "address"),
    "an account that stays": committing(
      () => true,
      (change) => (change.collection === "accounts" && change.remove ? { ...change, remove: undefined } : change),
    ),
    "links that stay": keeping("links", "account"),
    "uses of the account that stay": keeping("uses", "account"),
    "uses by others that stay": keeping("uses", "key"),
    "uses by an earlier version that stay": committing(
      () => true,
      (change) => change,
      ({ keys, ...removal }) =>
        keys === undefined || removal.collection !== "uses"
          ? { ...removal, ...(keys && { keys }) }
          : { ...removal, keys: keys.filter((key) => !key.includes(ADDRESSES[2].address)) },
    ),
    "alerts that stay": keeping("alerts", "transaction_id"),
    "linked transactions of an erased account that stay": keeping("linked", "key"),
    "linked transactions of kept transfers that stay": over(
      "transfers.erase",
      (erase, { linked }) =>
        async (id, choose) => {
          let kept: readonly TransferRecord[] = [];
          const places = async ({ transfer_id, ...record }: TransferRecord) => {
            const keys = linkKeysOf({ transfer_id, ...record });
            const found = keys.map((link_key) => linked.within({ link_key, from: "", to: "9", limit: 1_000 }));
            return (await Promise.all(found)).flat().filter(({ transaction_id }) => transaction_id === transfer_id);
          };
          await erase(id, (found, held) => {
            kept = structuredClone(choose(structuredClone(found), held)?.keep ?? []);
            return undefined;
          });
          const before = (await Promise.all(kept.map(places))).flat();
          const answer = await erase(id, choose);
          for (const { amounts, ...place } of before) {
            for (const amount of amounts) await linked.add({ ...place, amount });
          }
          return answer;
        },
    ),
    "counts that are not those of the rows": answers("transfers.erase", (counts) =>
      counts === "refused" ? counts : { ...counts, linked_transactions: 0 },
    ),
    "a count without challenges": answers("transfers.erase", (counts) =>
      counts === "refused" ? counts : { ...counts, challenges: 0 },
    ),
    "the newest transfer first": choosing((found) => [...found].reverse()),
    "transfers of the first account only, erased": choosing((found, id) =>
      found.filter(({ accounts }) => accounts[0] === id),
    ),
    "kept transfers with their accounts": choosing(
      (found) => found,
      ({ remove, keep }, found) => {
        const stored = (each: TransferRecord) => found.find(({ transfer_id }) => transfer_id === each.transfer_id);
        return { remove, keep: keep.map((each) => stored(each) ?? each) };
      },
    ),
    "transfers that are never kept": choosing(
      (found) => found,
      ({ remove }) => ({ remove, keep: [] }),
    ),
    "a refusal that removes the account": over("transfers.erase", (erase, { accounts }) => async (id, choose) => {
      const answer = await erase(id, choose);
      if (answer === "refused") await accounts.remove(id, "2026-02-03");
      return answer;
    }),
    "a choice that is read later": over("transfers.erase", (erase) => async (id, choose) => {
      let chosen: ReturnType<Choose>;
      await erase(id, (found, held) => {
        chosen = choose(found, held);
        return undefined;
      });
      await elsewhere();
      return erase(id, () => chosen);
    }),
  },
  "concurrent calls behave as if made in some order": {
    "facts of several moments": over("transfers.facts", (facts, { transfers }) => async (given) => {
      const query = structuredClone(given);
      const found = await facts(query);
      await elsewhere();
      return { ...found, transfer: await transfers.find(query.transfer_id) };
    }),
  },
  "one of several concurrent calls wins": {
    "a read and then a write": altered(({ transfers }) => {
      const kept = new Map<string, TransferRecord>();
      return {
        "transfers.find": async (id) => kept.get(id) ?? transfers.find(id),
        "transfers.save": async (given) => {
          const record = structuredClone(given);
          if ((kept.get(record.transfer_id)?.revision ?? 0) + 1 !== record.revision) return "changed_meanwhile";
          await elsewhere();
          kept.set(record.transfer_id, record);
          return "saved";
        },
      };
    }),
  },
  "no transfer outlives its erased account": {
    "an account that a new transfer does not change": committing(
      () => true,
      ({ set, ...change }) => (change.collection === "accounts" ? change : { ...change, ...(set && { set }) }),
    ),
  },
  "no transfer is stored for another account with the same id": {
    "the account of somebody else accepted": over("transfers.save", (save, { accounts }) => async (record, effects) => {
      const [given, others] = structuredClone([record, effects]);
      const read = (others?.accounts ?? []).map(async ({ reference_id, created }) => {
        return { reference_id, created: (await accounts.find(reference_id))?.created ?? created };
      });
      return save(given, { ...others, accounts: await Promise.all(read) });
    }),
  },
  "an address with many links is found to have many": {
    "never many links": factsOfAddress((facts) => ({ ...facts, has_many_links: false })),
    "many links from the first on": factsOfAddress((facts) => ({
      ...facts,
      has_many_links: facts.shared_by.length > 0,
    })),
  },
  "the proofs of an account are found among many of others": {
    "the account's among the newest of all": over("transfers.facts", (facts, { ownership }) => async (given) => {
      const query = structuredClone(given);
      const found = await facts(query);
      const newest = await Promise.all(query.addresses.map(({ chain, address }) => ownership.proofs(chain, address)));
      const addresses = found.addresses.map((each, index) => ({
        ...each,
        proofs: (newest[index] ?? []).filter(({ account_ref_id }) => account_ref_id === query.proofsOf),
      }));
      return { ...found, addresses };
    }),
  },
  "every transfer of an account is erased, and every ended one is pruned": {
    "at most a hundred": answers("transfers.prune", ({ removed, held }) => ({ removed: Math.min(removed, 100), held })),
  },
  "ids are compared by code units": {
    "normalized ids": over("transfers.find", (find) => (id) => find(id.normalize("NFC"))),
  },
  "a cursor is valid in its own list only": {
    "the first page for any text": over(
      "transfers.list",
      (list) =>
        async ({ cursor, ...first }) =>
          (await list({ cursor, ...first })) ?? list(first),
    ),
  },
  "ties are in the order of code units": {
    "the accounts of an address in the order of a locale": factsOfAddress((facts) => ({
      ...facts,
      shared_by: [...facts.shared_by].sort((a, b) => a.localeCompare(b)),
    })),
  },
};
