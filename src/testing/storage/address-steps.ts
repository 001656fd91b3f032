/** Calls of AddressRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { StoredAddress } from "../../domain/addresses/address.js";
import type { Chain } from "../../domain/chains/chain.js";
import { findAccount, insertAccount, removeAccount } from "./account-steps.js";
import {
  expectedAccount,
  expectedAddress,
  expectedAddressOrder,
  expectedAnswer,
  expectedHistory,
  expectedLinked,
} from "./model.js";
import { ADDRESSES, type AddressChange, anyAddressChange, REFERENCES, TAGS } from "./records.js";
import { type Step, type Steps, step } from "./step.js";
import { pagesOf, sizesOf, type Walk, walkAmid } from "./walk.js";

export function keyOf({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return JSON.stringify([chain, address]);
}

/** Returns the chain of such a key. */
function chainOf(key: string): unknown {
  return JSON.parse(key)[0];
}

export function changeAddress(change: AddressChange): Step {
  const key = keyOf(change.update);
  return step(`addresses.${change.kind}`, [change.update], {
    call: ({ addresses }) => addresses[change.kind](change.update),
    expected: ({ accounts, addresses }) => {
      const updates = addresses.get(key) ?? [];
      const answer = expectedAnswer(updates, change, accounts);
      if (typeof answer !== "string") addresses.set(key, [...updates, change.update]);
      return answer;
    },
  });
}

interface AddressId {
  readonly chain: Chain;
  readonly address: string;
}

function findAddress({ chain, address }: AddressId): Step {
  return step("addresses.find", [chain, address], {
    call: ({ addresses }) => addresses.find(chain, address),
    expected: ({ addresses }) => expectedAddress(addresses.get(keyOf({ chain, address })) ?? []),
  });
}

export function historyOf({ chain, address }: AddressId): Step {
  return step("addresses.history", [chain, address], {
    call: ({ addresses }) => addresses.history(chain, address),
    expected: ({ addresses, uses }) => {
      const key = keyOf({ chain, address });
      return expectedHistory(
        addresses.get(key) ?? [],
        [...uses.values()].filter((use) => keyOf(use) === key),
      );
    },
  });
}

export function removeAddress({ chain, address }: AddressId): Step {
  return step("addresses.remove", [chain, address], {
    call: ({ addresses }) => addresses.remove(chain, address),
    expected: ({ addresses, uses }) => {
      const key = keyOf({ chain, address });
      const isStored = addresses.delete(key);
      for (const [id, use] of uses) if (isStored && keyOf(use) === key) uses.delete(id);
      return isStored;
    },
  });
}

function accountOf({ chain, address }: AddressId, tag: string | undefined): Step {
  return step("addresses.accountOf", [chain, address, tag], {
    call: ({ addresses }) => addresses.accountOf(chain, address, tag),
    expected: ({ addresses }) => expectedAccount(addresses.get(keyOf({ chain, address })) ?? [], tag),
  });
}

function addressesOf(account: string): Step {
  return step("addresses.ofAccount", [account], {
    call: ({ addresses }) => addresses.ofAccount(account),
    expected: ({ addresses }) => {
      const linked = [...addresses.values()].map((updates) => expectedLinked(updates, account));
      return expectedAddressOrder(linked.filter((each) => each !== undefined));
    },
  });
}

function addressWalk(size: number, chain: Chain | undefined): Walk<StoredAddress> {
  return {
    name: "addresses.list",
    query: { size, chain } as const,
    page: ({ addresses }, cursor) => addresses.list({ size, chain, cursor }),
    idOf: keyOf,
    stored: ({ addresses }) => new Map([...addresses].filter(([key]) => (chain ?? chainOf(key)) === chainOf(key))),
  };
}

/** Reads all pages. The port leaves the order open, so the records are sorted. */
function listAddresses(size: number, chain: Chain | undefined): Step {
  const walk = addressWalk(size, chain);
  return step("addresses.list, page by page", [walk.query], {
    call: async (storage) => {
      const pages = await pagesOf(storage, walk);
      return { sizes: pages.map(({ length }) => length), items: expectedAddressOrder(pages.flat()) };
    },
    expected: (model) => {
      const events = [...walk.stored(model).keys()].map((key) => model.addresses.get(key) ?? []);
      const all = events.map(expectedAddress).filter((each) => each !== undefined);
      return { sizes: sizesOf(all.length, size), items: expectedAddressOrder(all) };
    },
  });
}

function addressStepsFor(...[addresses, references]: Parameters<typeof anyAddressChange>): Steps {
  const anyAddress = fc.constantFrom(...addresses);
  const anyTag = fc.constantFrom(undefined, ...TAGS);
  const changes = anyAddressChange(addresses, references).map(changeAddress);
  const anyReference = fc.constantFrom(...references);
  // Few removals, because there is little to read after them.
  const anyWrite = fc.oneof(
    { weight: 10, arbitrary: changes },
    { weight: 2, arbitrary: anyAddress.map(removeAddress) },
    { weight: 1, arbitrary: anyReference.map(removeAccount) },
    { weight: 1, arbitrary: anyReference.map((id) => insertAccount(id)) },
  );
  const anyChain = fc.constantFrom(undefined, "tezos" as const, "near" as const);
  return {
    first: references.map((id) => insertAccount(id)),
    writes: [anyWrite],
    reads: [
      anyAddress.map(findAddress),
      anyAddress.map(historyOf),
      fc.tuple(anyAddress, anyTag).map(([address, tag]) => accountOf(address, tag)),
    ],
    lists: [
      fc.constantFrom(...references).map(addressesOf),
      fc.tuple(fc.integer({ min: 1, max: 5 }), anyChain).map(([size, chain]) => listAddresses(size, chain)),
      fc
        .tuple(fc.integer({ min: 1, max: 2 }), anyChain, fc.array(anyWrite, { maxLength: 3 }))
        .map(([size, chain, made]) => walkAmid(addressWalk(size, chain), made)),
    ],
    finalReads: [
      ...references.map(findAccount),
      ...addresses.map(findAddress),
      ...addresses.map(historyOf),
      ...references.map(addressesOf),
      ...[undefined, ...TAGS].map((tag) => accountOf(addresses[0] ?? ADDRESSES[0], tag)),
      listAddresses(2, undefined),
      listAddresses(2, "tezos"),
    ],
  };
}

export const addressSteps: Steps = addressStepsFor(ADDRESSES, REFERENCES);

/** Steps on one address, for concurrent calls that conflict. */
export const oneAddressSteps: Steps = addressStepsFor([ADDRESSES[0]], [REFERENCES[0], REFERENCES[1]]);
