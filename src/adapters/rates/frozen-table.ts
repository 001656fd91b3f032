/** A rate table that nobody can change: what is computed from it once stays true. */
import { checkRateTable, type RateTable } from "../../domain/thresholds/rate-table.js";

/**
 * A deeply frozen copy of `table`.
 *
 * @throws ComplianceError `rate_invalid` as `checkRateTable` does.
 */
export function frozenTable(table: RateTable): RateTable {
  checkRateTable(table);
  const { base, date, source, rates } = table;
  return Object.freeze({ base, date, source, rates: Object.freeze({ ...rates }) });
}
