/** Keeps the table that was read last, so that a source over the network is not asked for every transaction. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import type { RateTable } from "../../domain/thresholds/rate-table.js";
import type { Clock } from "../../ports/clock.js";
import type { RateSource } from "../../ports/rate-source.js";

/** How long a table is kept. All spans in milliseconds. */
export interface KeepOptions {
  /** After a successful read, nothing is read for this long. */
  readonly cacheMs: DurationMs;
  /** For this long after that, a failed read is answered with the kept table. */
  readonly staleIfErrorMs: DurationMs;
  /** After a failed read that was answered so, nothing is read for this long (or `cacheMs`, if that is shorter). */
  readonly pauseMs: DurationMs;
  readonly clock: Clock;
  /**
   * Whether tables are dated by whoever publishes them. Then one older than the kept one comes from a cache on the way
   * that lags, and is passed over. Default true.
   */
  readonly isDatedBySource?: boolean;
  /** Is told of a failure before the kept table is given for it; what it throws, `current` rejects with. */
  readonly onRefreshFailure?: ((error: ComplianceError) => void) | undefined;
}

interface Kept {
  readonly table: RateTable;
  readonly readAt: number;
  /** Nothing is read for `quietMs` from here. */
  readonly askedAt: number;
  readonly quietMs: DurationMs;
}

/**
 * A source that gives what `read` gave, and reads again when the time has come. Calls at the same time share one read.
 * An unchanged table stays the same object.
 */
export function keptTable(read: () => Promise<RateTable>, options: KeepOptions): RateSource {
  const { cacheMs, staleIfErrorMs, pauseMs, clock, isDatedBySource = true, onRefreshFailure } = options;
  let kept: Kept | undefined;
  let underWay: Promise<RateTable> | undefined;

  const refresh = async (): Promise<RateTable> => {
    try {
      const table = newer(kept?.table, await read(), isDatedBySource);
      const now = clock().getTime();
      kept = { table, readAt: now, askedAt: now, quietMs: cacheMs };
      return table;
    } catch (error) {
      const now = clock().getTime();
      // What is no failure of the world is a fault of the program, which no grace may hide.
      if (!(error instanceof ComplianceError) || kept === undefined) throw error;
      if (!isWithin(now, kept.readAt, cacheMs + staleIfErrorMs)) throw error;
      // Before the pause begins: if this throws, the next call reads again.
      onRefreshFailure?.(error);
      kept = { ...kept, askedAt: now, quietMs: Math.min(cacheMs, pauseMs) };
      return kept.table;
    }
  };

  return {
    current: async () => {
      if (kept !== undefined && isWithin(clock().getTime(), kept.askedAt, kept.quietMs)) return kept.table;
      underWay ??= refresh().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

/** A clock that was set back is in no span: otherwise a table would be kept for longer than it may. */
function isWithin(now: number, start: number, spanMs: DurationMs): boolean {
  return now >= start && now - start < spanMs;
}

function newer(kept: RateTable | undefined, read: RateTable, isDatedBySource: boolean): RateTable {
  if (kept === undefined) return read;
  // Dates as YYYY-MM-DD sort as text.
  const lags = isDatedBySource && read.date < kept.date;
  return lags || JSON.stringify(read) === JSON.stringify(kept) ? kept : read;
}
