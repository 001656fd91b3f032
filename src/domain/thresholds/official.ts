/** The amounts of a decision in the official currency, where the threshold has another one. For display only. */
import { ComplianceError } from "../compliance-error.js";
import { ExactDecimal, quotientOf } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import type { CountryThreshold } from "./country-threshold.js";
import type { FindRate } from "./rates.js";
import type { ConversionRate, OfficialAmounts } from "./types.js";

/** How amounts of one currency or asset are shown in the official currency of a country. */
export interface OfficialDisplay {
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  readonly rate: ConversionRate;
  readonly decimals: number;
  /** Units of the amount's currency and of the official one for one unit of the base; for an asset times its price. */
  readonly from: ExactDecimal;
  readonly to: ExactDecimal;
}

/**
 * Returns how to show amounts; undefined if the threshold is in the official currency, or cannot be shown in it. A missing
 * rate is no error, because the decision does not need it.
 */
export function officialDisplayOf(
  { official, currency, value }: CountryThreshold,
  amountCurrency: CurrencyCode,
  findRate: FindRate,
  price: ExactDecimal = new ExactDecimal(1),
): OfficialDisplay | undefined {
  if (official === null || currency === null || official === currency) return undefined;
  const rate = rateIfAny(findRate, currency, official);
  const amountRate = amountCurrency === official ? null : rateIfAny(findRate, amountCurrency, official);
  if (rate === undefined || amountRate === undefined) return undefined;
  const decimals = minorUnitsOf(official) ?? 2;
  const [from, to] = [new ExactDecimal(rate.from), new ExactDecimal(rate.to)];
  return {
    currency: official,
    threshold: shown(value, from, to, decimals),
    rate,
    decimals,
    from: new ExactDecimal(amountRate?.from ?? 1),
    to: new ExactDecimal(amountRate?.to ?? 1).times(price),
  };
}

/** Returns the amounts for a decision. */
export function officialAmounts(display: OfficialDisplay, amount: number | DecimalText): OfficialAmounts {
  const { currency, threshold, rate, from, to, decimals } = display;
  return { currency, threshold, converted: shown(new ExactDecimal(String(amount)), from, to, decimals), rate };
}

/** Returns amount × to ÷ from, cut. */
function shown(amount: ExactDecimal, from: ExactDecimal, to: ExactDecimal, decimals: number): DecimalText {
  const minorUnits = quotientOf(amount.times(to).times(`1e${decimals}`), from, 0);
  return minorUnits.times(`1e-${decimals}`).toFixed(decimals);
}

function rateIfAny(findRate: FindRate, from: CurrencyCode, to: CurrencyCode): ConversionRate | undefined {
  try {
    return findRate(from, to);
  } catch (error) {
    if (error instanceof ComplianceError) return undefined;
    throw error;
  }
}
