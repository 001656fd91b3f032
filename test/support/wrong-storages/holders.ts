/** Wrong storages that share objects with their callers, or modify arguments. */
import type { Account } from "../../../src/domain/accounts/account.js";
import type { StoredAlert } from "../../../src/domain/alerts/alert.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import { altered, collected, elsewhere, streamed, type WrongStorage } from "./altered.js";

export const aliasingStorages: readonly WrongStorage[] = [
  {
    check: "changing an account object does not change the stored account",
    fault: "accounts stored without a copy",
    subject: altered(({ accounts }) => {
      const kept = new Map<string, Account>();
      return {
        accounts: {
          insert: async (account) => {
            kept.set(account.reference_id, account);
            return accounts.insert(account);
          },
          find: async (id) => structuredClone(kept.get(id)),
        },
      };
    }),
  },
  {
    check: "changing an account object does not change the stored account",
    fault: "a copy after a pause",
    subject: altered(({ accounts }) => ({
      accounts: {
        insert: async (account) => {
          await elsewhere();
          return accounts.insert(account);
        },
      },
    })),
  },
  {
    check: "changing an account object does not change the stored account",
    fault: "one result object for all searches",
    subject: altered(({ accounts }) => {
      const cache = new Map<string, readonly Account[]>();
      return {
        accounts: {
          search: async (query) => {
            const key = JSON.stringify(query);
            const found = cache.get(key) ?? (await accounts.search(query));
            cache.set(key, found);
            return found;
          },
        },
      };
    }),
  },
  {
    check: "changing a VASP object does not change the stored record",
    fault: "records stored without a copy",
    subject: altered(({ vasps }) => ({
      vasps: { load: async (records) => vasps.load(streamed(await collected<Vasp>(records))) },
    })),
  },
  {
    check: "changing an alert object does not change the stored alert",
    fault: "alerts returned without a copy",
    subject: altered(({ alerts }) => {
      const kept = new Map<string, StoredAlert>();
      return {
        alerts: {
          find: async (id) => {
            const found = kept.get(id) ?? (await alerts.find(id));
            if (found !== undefined) kept.set(id, found);
            return found;
          },
        },
      };
    }),
  },
  {
    check: "changing an address object does not change the stored record",
    fault: "an update read after a pause",
    subject: altered(({ addresses }) => ({
      addresses: {
        save: async (update) => {
          await elsewhere();
          return addresses.save(update);
        },
      },
    })),
  },
  {
    check: "arguments are not modified",
    fault: "a property added to the caller's account",
    subject: altered(({ accounts }) => ({
      accounts: { insert: (account) => accounts.insert(Object.assign(account, { customer_id: "set here" })) },
    })),
  },
  {
    check: "arguments are not modified",
    fault: "a query completed with defaults",
    subject: altered(({ vasps }) => ({
      vasps: { list: (query) => vasps.list(Object.assign(query, { sort: { field: "vasp_id", descending: false } })) },
    })),
  },
];
