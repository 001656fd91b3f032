/** Where travel-rule thresholds come from when they change while the process runs. */
import type { Thresholds } from "../domain/thresholds/engine.js";

/** A source of thresholds. "Thresholds are configured per customer" (§4.9): the caller's own table, whatever holds it. */
export interface ThresholdSource {
  /**
   * The thresholds in force at that time. A table that was returned is never changed: what was compiled from it is kept
   * for as long as the same object comes back, so new thresholds come in a new object.
   *
   * @throws ComplianceError when they cannot be had; never a table with a country left out for want of an answer.
   */
  current(at: Date): Promise<Thresholds>;
}
