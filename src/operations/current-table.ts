/** Requests the tables of sources. */
import { ComplianceError } from "../domain/compliance-error.js";
import { isDeepFrozen } from "../domain/frozen.js";
import type { AssetCode, DurationMs } from "../domain/identifiers/codes.js";
import { checkPriceAge, copyPriceTable } from "../domain/prices/prices.js";
import type { PriceTable } from "../domain/prices/types.js";
import type { PriceSource } from "../ports/price-source.js";
import { type Abort, isAbortOrStorage, throwIfAborted, unlessAborted } from "./abort.js";
import type { OperationOptions } from "./types.js";

/** A source that an operation needs. */
export interface TableSource<T> {
  /** The operation, for messages. */
  readonly owner: string;
  /** The option of `createCompliance` that sets the source. */
  readonly option: string;
  /** Undefined if the option is not set. */
  readonly request: ((at: Date, signal?: AbortSignal) => Promise<T>) | undefined;
  readonly copy: (table: T) => T;
}

/** Values by objects. */
interface Cached<V> {
  readonly next: WeakMap<object, Cached<V>>;
  value: V | undefined;
}

/** Returns a function that creates a value once for each list of objects. It lives as long as all of them. */
export function cachedByObjects<V extends object>(): (keys: readonly object[], create: () => V) => V {
  const root: Cached<V> = { next: new WeakMap(), value: undefined };
  return (keys, create) => {
    let found = root;
    for (const key of keys) {
      const known = found.next.get(key);
      const next = known ?? { next: new WeakMap(), value: undefined };
      if (known === undefined) found.next.set(key, next);
      found = next;
    }
    found.value ??= create();
    return found.value;
  };
}

/** Returns the table source of an option. Without a signal, the source gets no options. */
export function tableSource<T extends object>(
  owner: string,
  option: string,
  source: { readonly current: (at: Date, options?: OperationOptions) => Promise<T> } | undefined,
  copy: (table: T) => T,
): TableSource<T> {
  if (source === undefined) return { owner, option, request: undefined, copy };
  const request = (at: Date, signal?: AbortSignal): Promise<T> =>
    signal === undefined ? source.current(at) : source.current(at, { signal });
  return { owner, option, request, copy };
}

/**
 * Requests the current table of a source and copies it.
 *
 * @throws ComplianceError `not_configured` without a source, `provider_…` when it fails, `aborted`.
 */
export async function currentTable<T extends object>(
  { owner, option, request, copy }: TableSource<T>,
  at: Date,
  abort: Abort,
): Promise<T> {
  if (request === undefined) {
    const message = `${owner} needs the option ${option} of createCompliance. Add it.`;
    throw new ComplianceError("not_configured", message);
  }
  try {
    const table: unknown =
      abort.signal === undefined
        ? await request(new Date(at))
        : await unlessAborted(async (signal) => request(new Date(at), signal), abort);
    // A source without types may return anything.
    if (typeof table !== "object" || table === null) {
      throw new ComplianceError("provider_unreadable", `The source of ${option} returned no table. Fix the source.`);
    }
    // The cast: what the source promises.
    return copied(table as T, copy);
  } catch (cause) {
    throwIfAborted(abort);
    if (cause instanceof ComplianceError && !isAbortOrStorage(cause)) throw cause;
    throw new ComplianceError("provider_unavailable", `The source of ${option} failed; see the cause.`, { cause });
  }
}

const copies = /* @__PURE__ */ cachedByObjects<object>();

/**
 * Returns the one copy of a table that cannot change, so that what is computed from it can be kept. Any other table is copied
 * each time: its source may have changed it, and an old threshold or rate could wrongly pass.
 */
function copied<T extends object>(table: T, copy: (table: T) => T): T {
  // The cast: it is what the function made of this table.
  return isDeepFrozen(table) ? (copies([copy, table], () => copy(table)) as T) : copy(table);
}

/** Returns a function that requests the prices of an asset and refuses outdated ones. */
export function priceReader(owner: string, source: PriceSource | undefined, maxPriceAgeMs: DurationMs) {
  return async (asset: AssetCode, at: Date, abort: Abort): Promise<PriceTable> => {
    const request = source && ((time: Date, signal?: AbortSignal) => source.current(time, { asset, signal }));
    const table = await currentTable({ owner, option: "prices", request, copy: copyPriceTable }, at, abort);
    checkPriceAge(table, at, maxPriceAgeMs);
    return table;
  };
}
