/** Where exchange rates come from. */
import type { RateTable } from "../domain/thresholds/rate-table.js";
import type { CallerSignal } from "./risk-provider.js";

/** Options for {@link RateSource.current}. */
export interface RateQuery {
  /** Ends the call early with `aborted`. A read that other callers share goes on. */
  readonly signal?: CallerSignal | undefined;
}

/**
 * A source of exchange rates. The suite `rateSourceConformance` of `vaspkit/testing` checks these sentences.
 *
 * @example
 * const house: RateSource = { current: async () => ({ base: "EUR", date: "2026-11-20", source: "treasury desk", rates: { USD: "1.0705" } }) };
 */
export interface RateSource {
  /**
   * The newest table known at that time. How old it may be is the caller's decision (`maxRateAge`), not the source's.
   * A table that was returned is never changed: what was compiled from it is kept for as long as the same object comes
   * back, so new rates come in a new object.
   *
   * @throws ComplianceError when no table can be had; never an empty or a guessed table.
   */
  current(at: Date, options?: RateQuery): Promise<RateTable>;
}
