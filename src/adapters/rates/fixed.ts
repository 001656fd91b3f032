/** Rates that the caller holds: a treasury desk's, a test's, a day's from a file. */
import type { RateTable } from "../../domain/thresholds/rate-table.js";
import type { RateSource } from "../../ports/rate-source.js";
import { frozenTable } from "./frozen-table.js";

/**
 * A source that gives always the same table: a frozen copy of `table`, made and checked now.
 *
 * The table does not grow younger: once it is older than `maxRateAge`, evaluations that need it fail with `rate_stale`.
 *
 * @throws ComplianceError `rate_invalid` at once, when the table is not usable.
 * @example
 * const rates = fixedRates({ base: "EUR", date: "2024-06-28", source: "treasury desk", rates: { USD: "1.0705" } });
 */
export function fixedRates(table: RateTable): RateSource {
  const frozen = frozenTable(table);
  return { current: async () => frozen };
}
