/** The repositories over tables in memory; where a change becomes durable is the host's part. */

import type { Account } from "../../domain/accounts/account.js";
import { type AccountQuery, accountFilter } from "../../domain/accounts/search.js";
import type { Alert } from "../../domain/alerts/alert.js";
import { withAsyncDispose } from "../../domain/disposal.js";
import { pageOf } from "../../domain/page.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AccountRepository, AlertRepository, DisposableStorage, VaspRepository } from "../../ports/storage.js";
import { addressRepository } from "./address-repository.js";
import { closable, type RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import { accountRow, type Lookup, type Rows, type Tables, type VaspRow, vaspRow } from "./tables.js";

/** What a change answers, and the rows that it puts. Without rows there is nothing to make durable. */
export interface Change<R> {
  readonly answer: R;
  readonly rows?: Partial<Rows>;
}

/** Keeps tables. */
export interface TableHost {
  /** The tables as acknowledged. They are read at once, never across an await. */
  tables(): Promise<Tables>;
  /**
   * Runs `plan` on the rows as all earlier changes leave them, makes its rows durable, then visible, and answers. The
   * plan runs once or, when what it was run on came to nothing, again; it has no other effect than what it returns.
   */
  change<R>(plan: (rows: Lookup) => Change<R>): Promise<R>;
  /** Gives everything back. Called once, when nothing is under way. */
  release(): Promise<void>;
}

/** A storage on the tables of `host`. */
export function tableStorage(host: TableHost): DisposableStorage {
  const { runWhileOpen: run, close } = closable(() => host.release());
  return withAsyncDispose({
    accounts: accountRepository(host, run),
    vasps: vaspRepository(host, run),
    alerts: alertRepository(host, run),
    addresses: addressRepository(host, run),
    close,
  });
}

// The repositories copy what comes in before their first await, so that a caller may change it right after the call.

function accountRepository(host: TableHost, run: RunWhileOpen): AccountRepository {
  return {
    insert: (account: Account) =>
      run(async () => {
        const row = accountRow(keptCopyOf(account));
        return host.change(({ accounts }) =>
          accounts.has(row.id)
            ? { answer: "taken" }
            : { answer: "inserted", rows: { accounts: new Map([[row.id, row]]) } },
        );
      }),
    find: (reference_id) => run(async () => copyIfAny((await host.tables()).accounts.get(reference_id)?.record)),
    search: (query: AccountQuery) =>
      run(async () => {
        const asked = { ...query };
        const { accountSearch } = await host.tables();
        return copyOf(accountSearch.search(asked.term, { limit: asked.limit, accepts: accountFilter(asked) }));
      }),
  };
}

function vaspRepository(host: TableHost, run: RunWhileOpen): VaspRepository {
  return {
    load: (records: AsyncIterable<Vasp>) =>
      run(async () => {
        // Staged here and handed over as a whole: a stream that fails leaves the tables as they were.
        await host.tables();
        const staged = new Map<string, VaspRow>();
        let count = 0;
        for await (const record of records) {
          const row = vaspRow(keptCopyOf(record));
          staged.set(row.id, row);
          count += 1;
        }
        return host.change(({ vasps }) => {
          let loaded = 0;
          for (const id of staged.keys()) if (!vasps.has(id)) loaded += 1;
          const answer = { loaded, replaced: count - loaded };
          return staged.size === 0 ? { answer } : { answer, rows: { vasps: staged } };
        });
      }),
    find: (vasp_id) => run(async () => copyIfAny((await host.tables()).vasps.get(vasp_id)?.record)),
    search: (term) => run(async () => copyOf((await host.tables()).vaspSearch.search(term))),
    list: (query) =>
      run(async () => {
        const { page, size, sort } = copyOf(query);
        return copyOf(pageOf((await host.tables()).vaspListings.inOrder(sort), { page, size }));
      }),
  };
}

function alertRepository(host: TableHost, run: RunWhileOpen): AlertRepository {
  return {
    insert: (given: Alert) =>
      run(async () => {
        const alert = keptCopyOf(given);
        const rows = { alerts: new Map([[alert.alert_id, { alert, delivered: false }]]) };
        return host.change(({ alerts }) =>
          alerts.has(alert.alert_id) ? { answer: "taken" } : { answer: "inserted", rows },
        );
      }),
    find: (alert_id) => run(async () => copyIfAny((await host.tables()).alerts.get(alert_id))),
    markDelivered: (alert_id) =>
      run(() =>
        host.change(({ alerts }) => {
          const row = alerts.get(alert_id);
          if (row === undefined || row.delivered) return { answer: undefined };
          return { answer: undefined, rows: { alerts: new Map([[alert_id, { ...row, delivered: true }]]) } };
        }),
      ),
    list: (query) =>
      run(async () => {
        const { page, size, delivered } = query;
        return copyOf(pageOf((await host.tables()).alertListings.inOrder(delivered), { page, size }));
      }),
  };
}
