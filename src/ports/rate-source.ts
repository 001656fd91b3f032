/** Sources of exchange rates. */
import type { RateTable } from "../domain/thresholds/types.js";
import type { CallerSignal } from "./risk-provider.js";

/** Options of {@link RateSource.current}. */
export interface RateQuery {
  /**
   * Ends the call early with `aborted`. A read that other callers share goes on.
   *
   * @default no signal
   */
  readonly signal?: CallerSignal | undefined;
  /**
   * Called before each HTTP request, retries included. `observe` of `createCompliance` counts the calls. A part of your
   * own may call it too.
   *
   * @default no callback
   */
  readonly onAttempt?: (() => void) | undefined;
}

/**
 * A source of exchange rates. `rateSourceConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const house: RateSource = { current: async () => ({ base: "EUR", date: "2026-11-20", source: "treasury desk", rates: { USD: "1.0705" } }) };
 */
export interface RateSource {
  /**
   * Requests the newest table at that time. Its highest age is not the source's concern: see `maxRateAgeMs`. A source
   * returns a new object when anything changes. A deeply frozen table, as `fixedRates` returns it, is read once. Any other is
   * copied for each decision, which takes longer.
   *
   * @returns The table.
   * @throws ComplianceError when no table is available. It never returns an empty or estimated table.
   */
  current(at: Date, options?: RateQuery): Promise<RateTable>;
}
