/** Wrong storages with a fault in several methods: shared objects, compact, close, durability, and sequences of calls. */
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import type { Account } from "../../../src/domain/accounts/account.js";
import type { StoredAlert } from "../../../src/domain/alerts/alert.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import {
  altered,
  asks,
  collected,
  elsewhere,
  over,
  pausing,
  placeInMemory,
  streamed,
  type WrongStorages,
} from "./altered.js";

export const aliasing: WrongStorages = {
  "any sequence of mixed calls agrees with the reference model": {
    "accounts stored without a copy": altered(({ accounts }) => {
      const kept = new Map<string, Account>();
      return {
        "accounts.insert": (account) => {
          kept.set(account.reference_id, account);
          return accounts.insert(account);
        },
        "accounts.find": async (id) => structuredClone(kept.get(id)),
      };
    }),
    "a copy after a pause": pausing("accounts.insert"),
    "one result object for all searches": over("accounts.search", (search) => {
      const cache = new Map<string, ReturnType<typeof search>>();
      return (query) => {
        const key = JSON.stringify(query);
        const found = cache.get(key) ?? search(query);
        cache.set(key, found);
        return found;
      };
    }),
    "records stored without a copy": over(
      "vasps.load",
      (load) => async (records) => load(streamed(await collected(records))),
    ),
    "an update read after a pause": pausing("addresses.save"),
    "a property added to the caller's account": asks("accounts.insert", (account) => [
      Object.assign(account, { customer_id: "set here" }),
    ]),
    "a query completed with defaults": asks("vasps.list", (query) => [
      Object.assign(query, { sort: { field: "vasp_id", descending: false } as const }),
    ]),
  },
  "any sequence of alert calls agrees with the reference model": {
    "alerts returned without a copy": over("alerts.find", (find) => {
      const kept = new Map<string, StoredAlert | undefined>();
      return async (id) => {
        kept.set(id, kept.get(id) ?? (await find(id)));
        return kept.get(id);
      };
    }),
  },
};

/** Compacts slowly. `changes` gets whether it is doing so. */
function slowlyCompacting(
  changes: (storage: ComplianceStorage, isCompacting: () => boolean) => ReturnType<Parameters<typeof altered>[0]>,
): () => ComplianceStorage {
  return altered((storage) => {
    let isCompacting = false;
    return {
      ...changes(storage, () => isCompacting),
      compact: async () => {
        isCompacting = true;
        await elsewhere();
        isCompacting = false;
        return storage.compact();
      },
    };
  });
}

export const wrongCompactions: WrongStorages = {
  "any sequence of address calls agrees with the reference model": {
    "earlier screenings that are dropped": altered(({ addresses, compact }) => {
      let from = 0;
      return {
        "addresses.history": async (chain, address) => {
          const found = await addresses.history(chain, address);
          return found && { ...found, screenings: found.screenings.slice(from) };
        },
        compact: async () => {
          from = -1;
          return compact();
        },
      };
    }),
  },
  "any sequence of mixed calls agrees with the reference model": {
    "a second compact that fails": over("compact", onlyOnce),
  },
  "concurrent calls behave as if made in some order": {
    "an insert that is refused meanwhile": slowlyCompacting(({ accounts }, isCompacting) => ({
      "accounts.insert": async (account) => (isCompacting() ? "taken" : accounts.insert(account)),
    })),
    "an insert that is lost meanwhile": slowlyCompacting(({ accounts }, isCompacting) => ({
      "accounts.insert": async (account) => (isCompacting() ? "inserted" : accounts.insert(account)),
    })),
  },
};

/** Fails when it is called again. */
function onlyOnce(call: () => Promise<void>): () => Promise<void> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls > 1) throw new Error("It was called before.");
    await call();
  };
}

function closedWith(message: string): never {
  throw new Error(message);
}

export const wrongEnds: WrongStorages = {
  "a pending call that fails does not fail close": {
    "a close that does not wait": over("close", () => async () => undefined),
    "a close that does not refuse": over("close", () => async () => undefined),
  },
  "any sequence of mixed calls agrees with the reference model": {
    "a close that rejects with the failure of a call": altered(({ vasps, close }) => {
      const loads: Promise<unknown>[] = [];
      return {
        "vasps.load": (records) => {
          const loading = vasps.load(records);
          loads.push(loading);
          return loading;
        },
        close: async () => {
          await close();
          await Promise.all(loads);
        },
      };
    }),
    "an empty storage after close": { place: async () => memoryStorage },
  },
  "a closed storage refuses every call": {
    "a compact that still works": over("compact", () => async () => undefined),
    "one method that still works": over("addresses.ofAccount", (ofAccount) => (id) => ofAccount(id).catch(() => [])),
    "an error of another type": over(
      "accounts.find",
      (find) => (id) => find(id).catch(() => closedWith("The connection is closed.")),
    ),
    "a synchronous error": altered(({ alerts, close }) => {
      let isClosed = false;
      return {
        "alerts.find": (id) => (isClosed ? closedWith("The connection is closed.") : alerts.find(id)),
        close: () => {
          isClosed = true;
          return close();
        },
      };
    }),
  },
  "close may be called again": {
    "a second close that fails": over("close", onlyOnce),
  },
  "any sequence of alert calls agrees with the reference model": {
    "deliveries that are lost on close": {
      place: placeInMemory(({ alerts }) => ({
        "alerts.find": async (id) => {
          const found = await alerts.find(id);
          return found && { ...found, delivered: false };
        },
      })),
    },
  },
};

export const wrongHistories: WrongStorages = {
  "any sequence of mixed calls agrees with the reference model": {
    "a link that forgets the balance": altered(({ addresses }) => {
      const linked = new Set<string>();
      return {
        "addresses.save": (update) => {
          if (update.account_ref_id !== undefined) linked.add(JSON.stringify([update.chain, update.address]));
          return addresses.save(update);
        },
        "addresses.find": async (chain, address) => {
          const found = await addresses.find(chain, address);
          if (found === undefined || !linked.has(JSON.stringify([chain, address]))) return found;
          const { balance: _, ...rest } = found;
          return rest;
        },
      };
    }),
  },
  "close waits for pending calls": {
    "a close that begins late": over("close", (close) => async () => {
      await elsewhere();
      return close();
    }),
    "a load that resets deliveries": altered(({ vasps, alerts }) => {
      let isLoaded = false;
      return {
        "vasps.load": async (records) => {
          const report = await vasps.load(records);
          isLoaded = true;
          return report;
        },
        "alerts.find": async (id) => {
          const found = await alerts.find(id);
          return found && isLoaded ? { ...found, delivered: false } : found;
        },
      };
    }),
  },
  "any sequence of address calls agrees with the reference model": {
    "a link that is lost during an update of the address": altered(({ addresses }) => {
      const updated = new Set<string>();
      return {
        "addresses.save": async (given) => {
          const update = structuredClone(given);
          const key = JSON.stringify([update.chain, update.address]);
          updated.add(key);
          await elsewhere();
          updated.delete(key);
          return addresses.save(update);
        },
        "addresses.update": async (update) => {
          const isLost = updated.has(JSON.stringify([update.chain, update.address]));
          const stored = await addresses.find(update.chain, update.address);
          return isLost && stored !== undefined ? stored : addresses.update(update);
        },
      };
    }),
  },
};
