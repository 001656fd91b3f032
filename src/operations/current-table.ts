/** Reads the tables of sources, and copies them once while they stay the same. */
import { ComplianceError } from "../domain/compliance-error.js";
import { isDeepFrozen } from "../domain/frozen.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import { own } from "../domain/own.js";
import { copyDisputes, type Disputes } from "../domain/prices/disputed.js";
import type { PriceTable } from "../domain/prices/types.js";
import { copyThresholds } from "../domain/thresholds/country-threshold.js";
import type { RateTable, Thresholds } from "../domain/thresholds/types.js";
import { type Abort, unlessAborted } from "./abort.js";
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
    return copy(table as T);
  } catch (cause) {
    if (cause instanceof ComplianceError) throw cause;
    throw new ComplianceError("provider_unavailable", `The source of ${option} failed; see the cause.`, { cause });
  }
}

/**
 * Returns the same copy while the content stays the same, so that the engine built from it can be reused. Content is
 * compared and not identity: a source may change the table it returned, and an engine of old rates could wrongly pass.
 */
function cachedCopy<T extends object>(
  copy: (table: T) => T,
  isSame: (cached: T, table: T) => boolean,
): (table: T) => T {
  let cached: T | undefined;
  let frozen: T | undefined;
  return (table) => {
    if (cached !== undefined && table === frozen) return cached;
    if (cached === undefined || !isSame(cached, table)) cached = copy(table);
    frozen = isDeepFrozen(table) ? table : undefined;
    return cached;
  };
}

/** Returns {@link cachedCopy} for thresholds. */
export function cachedThresholdCopy(): (table: Thresholds) => Thresholds {
  return cachedCopy<Thresholds>(copyThresholds, hasSameThresholds);
}

/** Returns {@link cachedCopy} for rate tables. */
export function cachedRateCopy(): (table: RateTable) => RateTable {
  return cachedTableCopy<RateTable, Pick<RateTable, "base" | "date" | "source">>(
    ({ base, date, source, rates }) => ({ head: { base, date, source }, values: rates }),
    ({ head, values, disputed }) => ({ ...head, rates: { ...values }, ...disputed }),
  );
}

/** Returns {@link cachedCopy} for price tables. */
export function cachedPriceCopy(): (table: PriceTable) => PriceTable {
  return cachedTableCopy<PriceTable, Pick<PriceTable, "currency" | "time" | "source">>(
    ({ currency, time, source, prices }) => ({ head: { currency, time, source }, values: prices }),
    ({ head, values, disputed }) => ({ ...head, prices: { ...values }, ...disputed }),
  );
}

/** Parts of a table: what is the same for all its values, and the values. */
interface Parts<H> {
  readonly head: H;
  readonly values: Readonly<Record<string, DecimalText>>;
}

function cachedTableCopy<T extends object, H extends Readonly<Record<string, string>>>(
  split: (table: T) => Parts<H>,
  join: (parts: Parts<H> & { readonly disputed: { readonly disputed?: Disputes } }) => T,
): (table: T) => T {
  return cachedCopy<T>(
    (table) => join({ ...split(table), disputed: disputesOf(table) }),
    (cached, table) => {
      const [a, b] = [split(cached), split(table)];
      return hasSameMembers(a.head, b.head) && hasSameMembers(a.values, b.values) && hasSameDisputes(cached, table);
    },
  );
}

/** Returns the property as part of a literal, absent if the table has none. */
function disputesOf(table: object): { readonly disputed?: Disputes } {
  const disputed: unknown = own(table as Readonly<Record<string, unknown>>, "disputed");
  return disputed === undefined ? {} : { disputed: copyDisputes(disputed) };
}

function hasSameDisputes(cached: object, table: object): boolean {
  const [a, b] = [disputesOf(cached), disputesOf(table)];
  return (a.disputed === undefined && b.disputed === undefined) || JSON.stringify(a) === JSON.stringify(b);
}

/** Compares entries by their properties. */
function hasSameThresholds(cached: Thresholds, table: Thresholds): boolean {
  const split = (thresholds: Thresholds): readonly Thresholds[] => {
    const all = Object.entries(thresholds);
    const isEntry = ([, threshold]: (typeof all)[number]): boolean => typeof threshold === "object";
    return [Object.fromEntries(all.filter((each) => !isEntry(each))), Object.fromEntries(all.filter(isEntry))];
  };
  const [[plain = {}, entries = {}], [otherPlain = {}, others = {}]] = [split(cached), split(table)];
  const names = Object.keys(entries);
  return (
    hasSameMembers(plain, otherPlain) &&
    names.length === Object.keys(others).length &&
    names.every((name) => hasSameMembers(Object(entries[name]), Object.hasOwn(others, name) ? others[name] : undefined))
  );
}

/** Compares numbers, texts and undefined; anything else counts as different, because an object may change inside. */
function hasSameMembers(cached: Readonly<Record<string, unknown>>, table: unknown): boolean {
  if (typeof table !== "object" || table === null) return false;
  const names = Object.keys(table);
  const isSame = (name: string): boolean => {
    const value: unknown = Reflect.get(table, name);
    const isComparable = ["string", "number", "undefined"].includes(typeof value);
    return isComparable && Object.hasOwn(cached, name) && cached[name] === value;
  };
  return names.length === Object.keys(cached).length && names.every(isSame);
}
