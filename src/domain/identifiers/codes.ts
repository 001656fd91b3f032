/** Names for texts of a known form, so that a signature says which text it means. */

/** ISO 3166-1 alpha-2, upper case: `"SG"`. */
export type CountryCode = string;

/** ISO 4217 alphabetic code, upper case: `"SGD"`. */
export type CurrencyCode = string;

/** A decimal number as text: digits, optionally a point and digits; no sign, no exponent: `"1500"`, `"1.4513"`. */
export type DecimalText = string;

/** A span of time in milliseconds. */
export type DurationMs = number;
