/** Sources of travel-rule thresholds. */
import type { Thresholds } from "../domain/thresholds/types.js";
import type { CallerSignal } from "./risk-provider.js";

/** Options of {@link ThresholdSource.current}. */
export interface ThresholdQuery {
  /**
   * Ends the call early with `aborted`.
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

/** A source of thresholds that change while the process runs (§4.9). */
export interface ThresholdSource {
  /**
   * Requests the thresholds in force at that time. A source returns a new object when anything changes. A deeply frozen
   * table, as `thresholdsOf` returns it, is read once. Any other is copied for each decision, which takes longer.
   *
   * @returns The thresholds by country.
   * @throws ComplianceError when the thresholds are not available. A failure must not remove a country from the table.
   */
  current(at: Date, options?: ThresholdQuery): Promise<Thresholds>;
}
