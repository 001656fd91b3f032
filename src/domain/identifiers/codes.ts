/** Names for texts and numbers with a fixed meaning. */

/** ISO 3166-1 alpha-2, upper case: `"SG"`. */
export type CountryCode = string;

/** ISO 4217 alphabetic code, upper case: `"SGD"`. */
export type CurrencyCode = string;

/** Symbol of a crypto-asset, exactly as the prices spell it: `"BTC"`, `"USDT"`. There is no closed list. */
export type AssetCode = string;

/** A decimal number as text: digits, optionally a point and digits; no sign, no exponent: `"1500"`, `"1.4513"`. */
export type DecimalText = string;

/** A duration in milliseconds. */
export type DurationMs = number;
