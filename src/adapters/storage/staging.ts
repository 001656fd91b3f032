/** Rows that wait for the disk: changes that are made durable together are each planned upon the ones before. */
import type { Lookup, Rows } from "./tables.js";

/** Rows over tables that do not have them yet. */
export interface Staging {
  /** The tables as they will be. */
  readonly lookup: Lookup;
  isEmpty(): boolean;
  put(rows: Partial<Rows>): void;
}

/** Nothing yet, over `base`, which must not change meanwhile. */
export function stagingOver(base: Lookup): Staging {
  const accounts = layerOver(base.accounts);
  const vasps = layerOver(base.vasps);
  const alerts = layerOver(base.alerts);
  const addresses = layerOver(base.addresses);
  return {
    lookup: { accounts, vasps, alerts, addresses },
    isEmpty: () => [accounts, vasps, alerts, addresses].every(({ size }) => size() === 0),
    put: (rows) => {
      accounts.put(rows.accounts);
      vasps.put(rows.vasps);
      alerts.put(rows.alerts);
      addresses.put(rows.addresses);
    },
  };
}

interface Layer<R> extends Pick<ReadonlyMap<string, R>, "get" | "has"> {
  size(): number;
  put(rows: ReadonlyMap<string, R> | undefined): void;
}

function layerOver<R>(base: Pick<ReadonlyMap<string, R>, "get" | "has">): Layer<R> {
  const staged = new Map<string, R>();
  return {
    get: (id) => staged.get(id) ?? base.get(id),
    has: (id) => staged.has(id) || base.has(id),
    size: () => staged.size,
    put: (rows = new Map()) => {
      for (const [id, row] of rows) staged.set(id, row);
    },
  };
}
