/** Exchange rates of one day from one source. */
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";

/**
 * Exchange rates against one base currency.
 *
 * @example
 * const table: RateTable = { base: "EUR", date: "2024-06-28", source: "European Central Bank", rates: { USD: "1.0705", SGD: "1.4513" } };
 */
export interface RateTable {
  readonly base: CurrencyCode;
  /** The day the source gives for the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /** Who published them, for a person to read. */
  readonly source: string;
  /** Units of that currency for one unit of `base`, as decimal text. */
  readonly rates: Readonly<Record<CurrencyCode, DecimalText>>;
}
