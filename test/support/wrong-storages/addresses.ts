/** Wrong storages of addresses. */
import { isDeepStrictEqual } from "node:util";
import type { AddressUpdate, Screening, StoredAddress } from "../../../src/domain/addresses/address.js";
import { applyAddressUpdate } from "../../../src/domain/addresses/record.js";
import type { ComplianceStorage } from "../../../src/ports/storage.js";
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
          return structuredClone(stored && { ...stored, screenings: screened.get(key) ?? [] });
        },
        ofAccount: async (id) =>
          structuredClone([...kept.values()].filter(({ account_ref_id }) => account_ref_id === id)),
      },
    };
  });
}

const updateCheck = "an update keeps what it does not set";
const keptCheck = "every screening of an address is kept";
const apartCheck = "addresses are compared by chain and code units";

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
          link: async (chain, address, account) => {
            const outcome = await addresses.link(chain, address, account);
            const stored = await addresses.find(chain, address);
            if (stored !== undefined) linked.set(account, stored);
            return outcome;
          },
          ofAccount: async (account) => [linked.get(account)].filter((each) => each !== undefined),
        },
      };
    }),
  },
  {
    check: "an unknown address is not linked",
    fault: "a link that creates the address",
    subject: altered(({ addresses }) => ({
      addresses: {
        link: async (chain, address, account_ref_id) => {
          const before = await addresses.find(chain, address);
          await addresses.save({ chain, address, account_ref_id, created: "2026-01-01T00:00:00.000+00:00" });
          return before === undefined ? "unknown" : "linked";
        },
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
