/** Where travel-rule thresholds come from when they change while the process runs. */
import type { Thresholds } from "../domain/thresholds/engine.js";

/** A source of thresholds. "Thresholds are configured per customer" (§4.9): the caller's own table, whatever holds it. */
export interface ThresholdSource {
  /**
   * The thresholds in force at that time. Returning the same object again keeps what the engine compiled from it.
   *
   * @throws ComplianceError when they cannot be had; never a table with a country left out for want of an answer.
   */
  current(at: Date): Promise<Thresholds>;
}
