/** The two rates of a conversion, found in a table and checked when they are needed. */
import { ComplianceError } from "../compliance-error.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCurrency } from "../identifiers/currency.js";
import type { ConversionRate } from "./engine.js";
import { checkRate, checkRateTableHead, type RateTable } from "./rate-table.js";

/**
 * The rates for converting one currency into another, frozen.
 *
 * @throws ComplianceError `rate_missing`, or `rate_invalid` when the table cannot be trusted.
 */
export type FindRate = (from: CurrencyCode, to: CurrencyCode) => ConversionRate;

/** Copies the table, so that changing it later changes nothing. Without one, every conversion is `rate_missing`. */
export function findRateIn(table: RateTable | undefined): FindRate {
  if (!table) return refuse;
  const { base, date, source } = table;
  // A null or a primitive in place of the rates holds none of them.
  const rates: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(table.rates)));

  function rateOf(currency: CurrencyCode): DecimalText {
    const listed = rates.get(currency);
    if (listed !== undefined) return checkRate(currency, listed, base);
    if (currency === base) return "1";
    throw new ComplianceError("rate_missing", `The rate table of ${date} has no rate for ${named(currency)}; add it.`);
  }

  return (from, to) => {
    checkRateTableHead({ base, date, source });
    // A table whose base is not worth 1 of itself means something else than it says, for every currency.
    rateOf(base);
    return Object.freeze({ source, date, base, from: rateOf(from), to: rateOf(to) });
  };
}

function refuse(from: CurrencyCode, to: CurrencyCode): never {
  const message = `Converting ${named(from)} to ${to} needs exchange rates; configure rates.`;
  throw new ComplianceError("rate_missing", message);
}

/** A text is only repeated when it is a known code: anything else could be anything. */
function named(currency: CurrencyCode): string {
  return isCurrency(currency) ? currency : "the transaction's currency (which is no ISO 4217 code)";
}
