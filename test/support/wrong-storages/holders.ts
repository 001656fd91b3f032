/** Wrong storages that keep what callers hold, or write into it. */
import type { Account } from "../../../src/domain/accounts/account.js";
import type { Alert } from "../../../src/domain/alerts/alert.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import { altered, collected, elsewhere, streamed, type WrongStorage } from "./altered.js";

export const aliasingStorages: readonly WrongStorage[] = [
  {
    law: "an account that a caller holds is not what is stored",
    fault: "accounts that are kept as they were given",
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
    law: "an account that a caller holds is not what is stored",
    fault: "a copy that comes after a pause",
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
    law: "an account that a caller holds is not what is stored",
    fault: "one answer for all who search",
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
    law: "a VASP record that a caller holds is not what is stored",
    fault: "records that are kept as the stream gave them",
    subject: altered(({ vasps }) => ({
      vasps: { load: async (records) => vasps.load(streamed(await collected<Vasp>(records))) },
    })),
  },
  {
    law: "an alert that a caller holds is not what is stored",
    fault: "alerts that are given out as they are kept",
    subject: altered(({ alerts }) => {
      const kept = new Map<string, { alert: Alert; delivered: boolean }>();
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
    law: "an address that a caller holds is not what is stored",
    fault: "an update that is read after a pause",
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
    law: "what a caller gives is left as it is",
    fault: "a member of its own in the caller's account",
    subject: altered(({ accounts }) => ({
      accounts: { insert: (account) => accounts.insert(Object.assign(account, { customer_id: "set here" })) },
    })),
  },
  {
    law: "what a caller gives is left as it is",
    fault: "a query that is filled in",
    subject: altered(({ vasps }) => ({
      vasps: { list: (query) => vasps.list(Object.assign(query, { sort: { field: "vasp_id", descending: false } })) },
    })),
  },
];
