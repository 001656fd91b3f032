/** Caches the latest table of rates or prices, so that evaluations do not each call the service. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import type { OptionKind } from "../../domain/options.js";
import { bare } from "../../domain/own.js";
import type { Clock } from "../../ports/clock.js";
import type { RateQuery } from "../../ports/rate-source.js";
import { readOnAttempt, readSignal } from "../checked-query.js";
import { abortedBy, untilAborted } from "../transport/deadline.js";
import { type ServiceOptions, serviceOptions } from "../transport/service.js";

/** Options that every source of rates over a service has besides its cache times. */
export interface RateServiceOptions extends ServiceOptions {
  /** Called for each failed read that the cached table hides. If it throws, `current` rejects with that. @default none */
  readonly onRefreshFailure?: ((error: ComplianceError) => void) | undefined;
  /** Measures `cacheMs` and `staleIfErrorMs`, and gives today's date. @default the system clock */
  readonly clock?: Clock | undefined;
}

/** The kinds of those options, and of the cache times, for `checkedOptions`. */
export const rateServiceOptions = {
  ...serviceOptions,
  cacheMs: "checked",
  staleIfErrorMs: "checked",
  onRefreshFailure: "function",
  clock: "function",
} as const satisfies Record<string, OptionKind>;

/** How long a table is cached. All durations are milliseconds. */
export interface CacheOptions {
  /** After a successful read, there is no read for this long. */
  readonly cacheMs: DurationMs;
  /** For this long after that, a failed read returns the cached table. */
  readonly staleIfErrorMs: DurationMs;
  /** After such a failed read, there is no read for this long, or for `cacheMs` if that is shorter. */
  readonly retryAfterMs: DurationMs;
  readonly clock: Clock;
  /**
   * Whether the publisher dates the tables. If so, a table older than the cached one comes from an outdated cache in
   * between, and is ignored.
   *
   * @default true
   */
  readonly isDatedBySource?: boolean;
  readonly onRefreshFailure?: ((error: ComplianceError) => void) | undefined;
}

interface Cached<T> {
  readonly table: T;
  readonly readAt: number;
  /** The start of `quietMs`, during which there is no read. */
  readonly triedAt: number;
  readonly quietMs: DurationMs;
}

/** A source of rate or price tables. */
export interface CachedSource<T> {
  current(at: Date, options?: RateQuery): Promise<T>;
}

/**
 * Creates a source over `read`. Concurrent calls share one read, which the signal of one of them does not end. An
 * unchanged table stays the same object.
 *
 * @param read - it calls `onAttempt` before each HTTP request, which counts for every call that waits then
 */
export function cachedRates<T extends object>(
  read: (onAttempt: () => void) => Promise<T>,
  options: CacheOptions,
): CachedSource<T> {
  const { cacheMs, staleIfErrorMs, retryAfterMs, clock, isDatedBySource = true, onRefreshFailure } = bare(options);
  let cached: Cached<T> | undefined;
  let pending: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  const onEachAttempt = (): void => {
    for (const listener of listeners) listener();
  };

  const refresh = async (): Promise<T> => {
    try {
      const table = newer(cached?.table, await read(onEachAttempt), isDatedBySource);
      const now = clock().getTime();
      cached = { table, readAt: now, triedAt: now, quietMs: cacheMs };
      return table;
    } catch (error) {
      const now = clock().getTime();
      // Any other error is a defect of the program, which the cache must not hide.
      if (!(error instanceof ComplianceError) || cached === undefined) throw error;
      if (!isWithin(now, cached.readAt, cacheMs + staleIfErrorMs)) throw error;
      // If this throws, the next call reads again.
      onRefreshFailure?.(error);
      cached = { ...cached, triedAt: now, quietMs: Math.min(cacheMs, retryAfterMs) };
      return cached.table;
    }
  };

  const current = async (onAttempt: (() => void) | undefined): Promise<T> => {
    if (cached !== undefined && isWithin(clock().getTime(), cached.triedAt, cached.quietMs)) return cached.table;
    if (onAttempt !== undefined) listeners.add(onAttempt);
    pending ??= refresh().finally(() => {
      pending = undefined;
      listeners.clear();
    });
    return pending;
  };

  return {
    current: async (_at, options = {}) => {
      const signal = readSignal(options);
      if (signal?.aborted) throw abortedBy(signal);
      return untilAborted(current(readOnAttempt(options)), signal);
    },
  };
}

/** False when the clock was set back; otherwise a table could stay cached for too long. */
function isWithin(now: number, start: number, durationMs: DurationMs): boolean {
  return now >= start && now - start < durationMs;
}

function newer<T extends object>(cached: T | undefined, read: T, isDatedBySource: boolean): T {
  if (cached === undefined) return read;
  // Dates as YYYY-MM-DD sort as text.
  const isOutdated = isDatedBySource && dateOf(read) < dateOf(cached);
  return isOutdated || JSON.stringify(read) === JSON.stringify(cached) ? cached : read;
}

/** Returns the day of a table, or "" for one that has a time. */
function dateOf(table: object): string {
  return "date" in table ? String(table.date) : "";
}
