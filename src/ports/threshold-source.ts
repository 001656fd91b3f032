/** Sources of travel-rule thresholds. */
import type { Thresholds } from "../domain/thresholds/types.js";

/** A source of thresholds that change while the process runs (§4.9). */
export interface ThresholdSource {
  /**
   * Requests the thresholds in force at that time. A table that was returned must not change; new thresholds come in a new
   * object.
   *
   * @returns The thresholds by country.
   * @throws ComplianceError when the thresholds are not available. A failure must not remove a country from the table.
   */
  current(at: Date): Promise<Thresholds>;
}
