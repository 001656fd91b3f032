/** Frozen rate tables, and a source of one of them. */
import { isDecimalText } from "../../domain/decimal-text.js";
import { bare } from "../../domain/own.js";
import { copyDisputes } from "../../domain/prices/disputed.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import type { RateSource } from "../../ports/rate-source.js";

/**
 * Creates a source that always returns the same table: a frozen copy of `table`.
 *
 * Once the table is older than `maxRateAgeMs`, evaluations that need it throw `rate_stale`.
 *
 * @returns A source of rates.
 * @throws ComplianceError `rate_invalid` for an invalid table.
 * @example
 * const rates = fixedRates({ base: "EUR", date: "2024-06-28", source: "treasury desk", rates: { USD: "1.0705" } });
 */
export function fixedRates(table: RateTable): RateSource {
  const frozen = Promise.resolve(frozenTable(table));
  return { current: () => frozen };
}

/**
 * Returns a deeply frozen copy of `table`.
 *
 * @throws ComplianceError `rate_invalid` as `checkRateTable` does.
 */
export function frozenTable(table: RateTable): RateTable {
  checkRateTable(table);
  const { base, date, source, rates, disputed } = bare(table);
  const copy = { base, date, source, rates: Object.freeze({ ...rates }) };
  return Object.freeze(disputed === undefined ? copy : { ...copy, disputed: copyDisputes(disputed) });
}

/** Whether the text of a source is a positive decimal. Any other text (`N/A`, `0`) is a missing rate, never 0. */
export function isUsableRate(text: string): boolean {
  return isDecimalText(text) && /[1-9]/.test(text);
}
