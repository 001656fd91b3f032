/** Wrong storages with a fault in several methods: close, durability, sequences and concurrent calls. */
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { altered, elsewhere, placeInMemory, type WrongStorage } from "./altered.js";

export const wrongCompactions: readonly WrongStorage[] = [
  {
    check: "compact changes no record",
    fault: "earlier screenings that are dropped",
    subject: altered(({ addresses, compact }) => {
      let isCompact = false;
      return {
        addresses: {
          history: async (chain, address) => {
            const found = await addresses.history(chain, address);
            return found && { ...found, screenings: found.screenings.slice(isCompact ? -1 : 0) };
          },
        },
        compact: async () => {
          isCompact = true;
          return compact();
        },
      };
    }),
  },
  {
    check: "compact changes no record",
    fault: "a second compact that fails",
    subject: altered(({ compact }) => {
      let compactions = 0;
      return {
        compact: async () => {
          compactions += 1;
          if (compactions > 1) throw new Error("Nothing to erase.");
          return compact();
        },
      };
    }),
  },
  {
    check: "calls may be made during compact",
    fault: "an insert that is refused meanwhile",
    subject: altered(({ accounts, compact }) => {
      let isCompacting = false;
      return {
        accounts: { insert: async (account) => (isCompacting ? "taken" : accounts.insert(account)) },
        compact: async () => {
          isCompacting = true;
          await elsewhere();
          isCompacting = false;
          return compact();
        },
      };
    }),
  },
  {
    check: "calls may be made during compact",
    fault: "an insert that is lost meanwhile",
    subject: altered(({ accounts, compact }) => {
      let isCompacting = false;
      const lost = new Set<string>();
      return {
        accounts: {
          insert: async (account) => {
            const isLost = isCompacting;
            const outcome = await accounts.insert(account);
            if (isLost && outcome === "inserted") lost.add(account.reference_id);
            return outcome;
          },
          find: async (id) => (lost.has(id) ? undefined : accounts.find(id)),
        },
        compact: async () => {
          isCompacting = true;
          await elsewhere();
          isCompacting = false;
          return compact();
        },
      };
    }),
  },
];

export const wrongEnds: readonly WrongStorage[] = [
  {
    check: "a closed storage refuses every call",
    fault: "a compact that still works",
    subject: altered(() => ({ compact: async () => undefined })),
  },
  {
    check: "close waits for pending calls",
    fault: "a close that does not wait",
    subject: altered(() => ({ close: async () => undefined })),
  },
  {
    check: "a closed storage refuses every call",
    fault: "a close that does not refuse",
    subject: altered(() => ({ close: async () => undefined })),
  },
  {
    check: "a closed storage refuses every call",
    fault: "one method that still works",
    subject: altered(({ addresses, close }) => {
      let isClosed = false;
      return {
        addresses: { ofAccount: async (id) => (isClosed ? [] : addresses.ofAccount(id)) },
        close: () => {
          isClosed = true;
          return close();
        },
      };
    }),
  },
  {
    check: "a closed storage refuses every call",
    fault: "an error of another type",
    subject: altered(({ accounts }) => ({
      accounts: {
        find: async (id) => {
          try {
            return await accounts.find(id);
          } catch {
            throw new Error("The connection is closed.");
          }
        },
      },
    })),
  },
  {
    check: "a closed storage refuses every call",
    fault: "a synchronous error",
    subject: altered(({ alerts, close }) => {
      let isClosed = false;
      return {
        alerts: {
          find: (id) => {
            if (isClosed) throw new Error("The connection is closed.");
            return alerts.find(id);
          },
        },
        close: () => {
          isClosed = true;
          return close();
        },
      };
    }),
  },
  {
    check: "close may be called again",
    fault: "a second close that fails",
    subject: altered(({ close }) => {
      let closings = 0;
      return {
        close: async () => {
          closings += 1;
          if (closings > 1) throw new Error("It was closed before.");
          await close();
        },
      };
    }),
  },
];

export const forgetfulPlaces: readonly WrongStorage[] = [
  {
    check: "acknowledged records are present after close",
    fault: "an empty storage after close",
    subject: { place: async () => memoryStorage },
  },
  {
    check: "acknowledged records are present after close",
    fault: "deliveries that are lost on close",
    subject: {
      place: placeInMemory(({ alerts }) => ({
        alerts: {
          find: async (id) => {
            const found = await alerts.find(id);
            return found && { ...found, delivered: false };
          },
        },
      })),
    },
  },
];

export const wrongHistories: readonly WrongStorage[] = [
  {
    check: "any sequence of address calls agrees with the reference model",
    fault: "a link that forgets the balance",
    subject: altered(({ addresses }) => ({ addresses: forgetfulLinks(addresses) })),
  },
  {
    check: "any sequence of mixed calls agrees with the reference model",
    fault: "a load that resets deliveries",
    subject: altered(({ vasps, alerts }) => {
      let isLoaded = false;
      return {
        vasps: {
          load: async (records) => {
            const report = await vasps.load(records);
            isLoaded = true;
            return report;
          },
        },
        alerts: {
          find: async (id) => {
            const found = await alerts.find(id);
            return found && isLoaded ? { ...found, delivered: false } : found;
          },
        },
      };
    }),
  },
  {
    check: "concurrent calls behave as if made in some order",
    fault: "a link that is lost during an update of the address",
    subject: altered(({ addresses }) => {
      const updated = new Set<string>();
      return {
        addresses: {
          save: async (given) => {
            const update = structuredClone(given);
            const key = JSON.stringify([update.chain, update.address]);
            updated.add(key);
            await elsewhere();
            updated.delete(key);
            return addresses.save(update);
          },
          update: async (update) => {
            const isLost = updated.has(JSON.stringify([update.chain, update.address]));
            const stored = await addresses.find(update.chain, update.address);
            return isLost && stored !== undefined ? stored : addresses.update(update);
          },
        },
      };
    }),
  },
];

/** Correct until an address with a balance is linked. */
function forgetfulLinks({ save, find }: ComplianceStorage["addresses"]): Partial<ComplianceStorage["addresses"]> {
  const linked = new Set<string>();
  return {
    save: async (update) => {
      const outcome = await save(update);
      if (update.account_ref_id !== undefined) linked.add(JSON.stringify([update.chain, update.address]));
      return outcome;
    },
    find: async (chain, address) => {
      const found = await find(chain, address);
      if (found === undefined || !linked.has(JSON.stringify([chain, address]))) return found;
      const { balance: _, ...rest } = found;
      return rest;
    },
  };
}
