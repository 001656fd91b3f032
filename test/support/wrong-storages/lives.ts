/** Wrong storages with a fault in several methods: close, durability, sequences and concurrent calls. */
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
import { altered, elsewhere, placeInMemory, type WrongStorage } from "./altered.js";

export const wrongEnds: readonly WrongStorage[] = [
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
          link: async (chain, address, account) => {
            const isLost = updated.has(JSON.stringify([chain, address]));
            const stored = await addresses.find(chain, address);
            return isLost && stored !== undefined ? "linked" : addresses.link(chain, address, account);
          },
        },
      };
    }),
  },
];

/** Correct until a link and an update of a balance are concurrent. */
function forgetfulLinks({ save, link, find }: ComplianceStorage["addresses"]): Partial<ComplianceStorage["addresses"]> {
  const linked = new Set<string>();
  return {
    save,
    link: async (chain, address, account) => {
      const outcome = await link(chain, address, account);
      if (outcome === "linked") linked.add(JSON.stringify([chain, address]));
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
