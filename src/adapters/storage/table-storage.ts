/** The repositories of a storage whose rows are in memory. A host makes changes durable. */
import type { Account } from "../../domain/accounts/account.js";
import { type AccountQuery, accountFilter } from "../../domain/accounts/search.js";
import type { AddressUpdate, StoredAddress } from "../../domain/addresses/address.js";
import { applyAddressUpdate, sortAddresses } from "../../domain/addresses/record.js";
import type { Alert } from "../../domain/alerts/alert.js";
import { withAsyncDispose } from "../../domain/disposal.js";
import { bare, own } from "../../domain/own.js";
import { pageOf } from "../../domain/page.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type {
  AccountRepository,
  AddressRepository,
  AlertRepository,
  DisposableStorage,
  VaspRepository,
} from "../../ports/storage.js";
import { BUSY_MS, nextTurn } from "../turns.js";
import { closable, type RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import {
  type AddressRow,
  accountRow,
  addressId,
  type Lookup,
  type Rows,
  screeningId,
  type Tables,
  type VaspRow,
  vaspRow,
} from "./tables.js";

/** The result of a change, and the rows that it puts. Without rows nothing has to be made durable. */
export interface Change<R> {
  readonly result: R;
  readonly rows?: Partial<Rows>;
}

/** Keeps tables and makes changes durable. */
export interface TableHost {
  /** Returns the acknowledged tables. Read them before the next await. */
  tables(): Promise<Tables>;
  /**
   * Runs `plan` on the rows that all earlier changes leave, makes its rows durable, then visible, and returns its result.
   * Runs `plan` again if the earlier changes fail. So `plan` must have no side effects.
   */
  change<R>(plan: (rows: Lookup) => Change<R>): Promise<R>;
  /** Releases all resources. Called once, after the last operation has ended. */
  release(): Promise<void>;
}

/** Returns the storage of the tables of `host`. */
export function tableStorage(host: TableHost): DisposableStorage {
  const { runWhileOpen, close } = closable(() => host.release(), newTurns());
  return withAsyncDispose({
    accounts: accountRepository(host, runWhileOpen),
    vasps: vaspRepository(host, runWhileOpen),
    alerts: alertRepository(host, runWhileOpen),
    addresses: addressRepository(host, runWhileOpen),
    close,
  });
}

/** The clock is read once for so many operations, because that takes a tenth of a short operation. */
const UNTIMED = 16;

/** Returns a function that returns the next turn of the event loop if it returned the last one long ago. */
function newTurns(): () => Promise<void> | undefined {
  let lastTurn = performance.now();
  let lastTime = lastTurn;
  let untimed = 0;
  return () => {
    untimed -= 1;
    if (untimed > 0) return undefined;
    const now = performance.now();
    // Long operations, such as searches, are timed one by one.
    untimed = now - lastTime < 1 ? UNTIMED : 0;
    lastTime = now;
    if (now - lastTurn < BUSY_MS) return undefined;
    lastTurn = now;
    return nextTurn();
  };
}

// The repositories copy their arguments before their first await, because the caller may change them after the call.

function accountRepository(host: TableHost, runWhileOpen: RunWhileOpen): AccountRepository {
  return {
    insert: (account: Account) =>
      runWhileOpen(async () => {
        const row = accountRow(keptCopyOf(account));
        return host.change(({ accounts }) =>
          accounts.get(row.id) === undefined
            ? { result: "inserted", rows: { accounts: new Map([[row.id, row]]) } }
            : { result: "taken" },
        );
      }),
    find: (reference_id) =>
      runWhileOpen(async () => copyIfAny((await host.tables()).accounts.get(reference_id)?.record)),
    search: (query: AccountQuery) =>
      runWhileOpen(async () => {
        const given = bare(query);
        const { accountSearch } = await host.tables();
        return copyOf(accountSearch.search(given.term, { limit: given.limit, accepts: accountFilter(given) }));
      }),
  };
}

function vaspRepository(host: TableHost, runWhileOpen: RunWhileOpen): VaspRepository {
  return {
    load: (records: AsyncIterable<Vasp>) =>
      runWhileOpen(async () => {
        // Collected first: if the stream fails, nothing changes.
        await host.tables();
        const loaded = new Map<string, VaspRow>();
        let count = 0;
        for await (const record of records) {
          const row = vaspRow(keptCopyOf(record));
          loaded.set(row.id, row);
          count += 1;
        }
        return host.change(({ vasps }) => {
          let added = 0;
          for (const id of loaded.keys()) if (vasps.get(id) === undefined) added += 1;
          const result = { loaded: added, replaced: count - added };
          return loaded.size === 0 ? { result } : { result, rows: { vasps: loaded } };
        });
      }),
    find: (vasp_id) => runWhileOpen(async () => copyIfAny((await host.tables()).vasps.get(vasp_id)?.record)),
    search: (term) => runWhileOpen(async () => copyOf((await host.tables()).vaspSearch.search(term))),
    list: (query) =>
      runWhileOpen(async () => {
        const { page, size, sort } = bare(copyOf(query));
        return copyOf(pageOf((await host.tables()).vaspListings.inOrder(sort), { page, size }));
      }),
  };
}

function alertRepository(host: TableHost, runWhileOpen: RunWhileOpen): AlertRepository {
  return {
    insert: (given: Alert) =>
      runWhileOpen(() => {
        // Shares the texts of the decision with other alerts, which keptCopyOf would not.
        const alert = copyOf(given);
        const rows = { alerts: new Map([[alert.alert_id, { alert, delivered: false }]]) };
        return host.change(({ alerts }) =>
          alerts.get(alert.alert_id) === undefined ? { result: "inserted", rows } : { result: "taken" },
        );
      }),
    find: (alert_id) => runWhileOpen(async () => copyIfAny((await host.tables()).alerts.get(alert_id))),
    markDelivered: (alert_id) =>
      runWhileOpen(() =>
        host.change(({ alerts }) => {
          const row = alerts.get(alert_id);
          if (row === undefined || row.delivered) return { result: undefined };
          return { result: undefined, rows: { alerts: new Map([[alert_id, { ...row, delivered: true }]]) } };
        }),
      ),
    list: (query) =>
      runWhileOpen(async () => {
        const { page, size, delivered } = bare(query);
        return copyOf(pageOf((await host.tables()).alertListings.inOrder(delivered), { page, size }));
      }),
  };
}

function addressRepository(host: TableHost, runWhileOpen: RunWhileOpen): AddressRepository {
  return {
    save: (given) =>
      runWhileOpen(async () => {
        const update = keptCopyOf(given);
        const id = addressId(update.chain, update.address);
        return copyOf(await host.change(({ addresses }) => addressChange(id, addresses.get(id), update)));
      }),
    link: (chain, address, account_ref_id) =>
      runWhileOpen(() =>
        host.change(({ addresses }) => {
          const id = addressId(chain, address);
          const row = addresses.get(id);
          if (row === undefined) return { result: "unknown" };
          const update = { chain, address, account_ref_id, created: row.stored.created };
          return { ...addressChange(id, row, update), result: "linked" };
        }),
      ),
    find: (chain, address) =>
      runWhileOpen(async () => copyIfAny((await host.tables()).addresses.get(addressId(chain, address))?.stored)),
    ofAccount: (account_ref_id) =>
      runWhileOpen(async () => {
        const { addresses, addressesOf } = await host.tables();
        const linked = [...(addressesOf.get(account_ref_id) ?? [])].map((id) => addresses.get(id)?.stored);
        return copyOf(sortAddresses(linked.filter((stored) => stored !== undefined)));
      }),
    history: (chain, address) =>
      runWhileOpen(async () => {
        const { addresses, screenings } = await host.tables();
        const id = addressId(chain, address);
        const row = addresses.get(id);
        if (row === undefined) return undefined;
        const { stored, earlier } = row;
        const all = Array.from({ length: earlier }, (_, number) => screenings.get(screeningId(id, number))?.screening);
        return copyOf({
          ...stored,
          screenings: [...all, own(stored, "screening")].filter((each) => each !== undefined),
        });
      }),
  };
}

function addressChange(id: string, row: AddressRow | undefined, update: AddressUpdate): Change<StoredAddress> {
  const { stored, earlier = 0 } = bare(row ?? ({} as Partial<AddressRow>));
  const result = applyAddressUpdate(stored, update);
  const replaced = own(update, "screening") && stored && own(stored, "screening");
  if (replaced === undefined) {
    // Saving an address without anything new costs no write. `applyAddressUpdate` always writes properties in one order.
    if (JSON.stringify(result) === JSON.stringify(stored)) return { result };
    return { result, rows: { addresses: new Map([[id, { stored: result, earlier }]]) } };
  }
  const { chain, address } = update;
  const addresses = new Map([[id, { stored: result, earlier: earlier + 1 }]]);
  const screenings = new Map([[screeningId(id, earlier), { chain, address, number: earlier, screening: replaced }]]);
  return { result, rows: { addresses, screenings } };
}
