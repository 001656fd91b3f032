/** The amounts of a decision in the official currency, where the threshold has another one. For display only. */
import { ComplianceError } from "../compliance-error.js";
import { convertedTextOf, decimalOf, type ExactDecimal, type Factors } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import type { CountryThreshold } from "./country-threshold.js";
import { type FindRate, factorsOf, rateOrError } from "./rates.js";
import type { ConversionRate, OfficialAmounts } from "./types.js";

/** How amounts of one currency or asset are shown in the official currency of a country. */
export interface OfficialDisplay extends Factors {
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  readonly rate: ConversionRate;
  readonly decimals: number;
}

/**
 * Returns how to show amounts; undefined if the threshold is in the official currency, or cannot be shown in it. A missing
 * rate is no error, because the decision does not need it.
 */
export function officialDisplayOf(
  { official, currency, value }: CountryThreshold,
  amountCurrency: CurrencyCode,
  findRate: FindRate,
  price: ExactDecimal = decimalOf(1),
): OfficialDisplay | undefined {
  if (official === null || currency === null || official === currency) return undefined;
  const rate = rateOrError(findRate, currency, official);
  const amountRate = amountCurrency === official ? null : rateOrError(findRate, amountCurrency, official);
  if (rate instanceof ComplianceError || amountRate instanceof ComplianceError) return undefined;
  const decimals = minorUnitsOf(official) ?? 2;
  const { from, to } = factorsOf(amountRate);
  return {
    currency: official,
    threshold: convertedTextOf(value, factorsOf(rate), decimals),
    rate,
    decimals,
    from,
    to: to.times(price),
  };
}

/** Returns the amounts for a decision. */
export function officialAmounts(display: OfficialDisplay, amount: number | DecimalText): OfficialAmounts {
  const { currency, threshold, rate, decimals } = display;
  return { currency, threshold, converted: convertedTextOf(decimalOf(amount), display, decimals), rate };
}
