/** The addresses among the tables in memory (§2.8). */
import type { AddressUpdate, StoredAddress } from "../../domain/addresses/address.js";
import { applyAddressUpdate, sortAddresses } from "../../domain/addresses/record.js";
import type { AddressRepository } from "../../ports/storage.js";
import type { RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import type { Change, TableHost } from "./table-storage.js";
import { addressId } from "./tables.js";

/** The repository of addresses over the tables of `host`. */
export function addressRepository(host: TableHost, run: RunWhileOpen): AddressRepository {
  return {
    save: (given) =>
      run(async () => {
        const update = keptCopyOf(given);
        const id = addressId(update.chain, update.address);
        return copyOf(await host.change(({ addresses }) => changed(id, addresses.get(id), update)));
      }),
    link: (chain, address, account_ref_id) =>
      run(() =>
        host.change(({ addresses }) => {
          const id = addressId(chain, address);
          const stored = addresses.get(id);
          if (stored === undefined) return { answer: "unknown" };
          const update = { chain, address, account_ref_id, created: stored.created };
          return { ...changed(id, stored, update), answer: "linked" };
        }),
      ),
    find: (chain, address) =>
      run(async () => copyIfAny((await host.tables()).addresses.get(addressId(chain, address)))),
    ofAccount: (account_ref_id) =>
      run(async () => {
        const { addresses, addressesOf } = await host.tables();
        const linked = [...(addressesOf.get(account_ref_id) ?? [])].map((id) => addresses.get(id));
        return copyOf(sortAddresses(linked.filter((row) => row !== undefined)));
      }),
  };
}

function changed(id: string, stored: StoredAddress | undefined, update: AddressUpdate): Change<StoredAddress> {
  const answer = applyAddressUpdate(stored, update);
  // An address that is loaded again with each transfer costs a file no write while there is nothing new. The texts
  // can be compared, for `applyAddressUpdate` writes its members always in one order.
  if (JSON.stringify(answer) === JSON.stringify(stored)) return { answer };
  return { answer, rows: { addresses: new Map([[id, answer]]) } };
}
