/** Exchange rates of one day from one source. */
import { ComplianceError } from "../compliance-error.js";
import { Exact, isDecimalText } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCalendarDate } from "../identifiers/date.js";

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

/** What a table says besides its rates. */
export type RateTableHead = Omit<RateTable, "rates">;

// ISO 4217 codes and the symbols of crypto-assets, whatever list they come from.
const codeForm = /^[A-Z0-9]{3,}$/;

/** Whether the text has the form of the code of a currency or of a crypto-asset, known or not. */
export function isRateCode(code: string): boolean {
  return codeForm.test(code);
}

/**
 * Checks a whole table before it is used: base, date, source, and every code and rate. The base may be listed among the
 * rates, as 1.
 *
 * @throws ComplianceError `rate_invalid`, naming the part, or the currency whose rate is no positive decimal text.
 * @example
 * checkRateTable({ base: "EUR", date: "2024-06-28", source: "desk", rates: { USD: "0" } }); // rate_invalid, names USD
 */
export function checkRateTable(table: RateTable): void {
  if (typeof table !== "object" || table === null) {
    throw rateInvalid(
      'The rate table must be an object: { base: "EUR", date: "2024-06-28", source: "desk", rates: { … } }.',
    );
  }
  checkRateTableHead(table);
  if (typeof table.rates !== "object" || table.rates === null) {
    throw rateInvalid('The rate table has no rates; give them by currency code: { USD: "1.0705" }.');
  }
  for (const [code, rate] of Object.entries(table.rates)) {
    if (!isRateCode(code)) {
      throw rateInvalid(
        'A key of the rate table is no currency code; write three or more of A-Z and 0-9, as in "USD".',
      );
    }
    checkRate(code, rate, table.base);
  }
}

/**
 * Checks what a table says besides its rates.
 *
 * @throws ComplianceError `rate_invalid`, naming the part.
 */
export function checkRateTableHead({ base, date, source }: RateTableHead): void {
  if (typeof base !== "string" || !isRateCode(base)) {
    throw rateInvalid('The base of the rate table must be a currency code such as "EUR".');
  }
  checkRateDate(date);
  if (typeof source !== "string" || source.trim() === "") {
    throw rateInvalid("The source of the rate table must say who published the rates.");
  }
}

/** @throws ComplianceError `rate_invalid` when the date of a table is no calendar date. */
export function checkRateDate(date: unknown): void {
  if (typeof date === "string" && isCalendarDate(date)) return;
  throw rateInvalid("The date of the rate table must be a calendar date, YYYY-MM-DD.");
}

/**
 * The rate of a currency, once it is known to be one: decimal text above zero, and 1 when it is the rate of the base.
 *
 * @throws ComplianceError `rate_invalid`, naming the currency.
 */
export function checkRate(code: CurrencyCode, rate: unknown, base: CurrencyCode): DecimalText {
  if (typeof rate !== "string" || !isDecimalText(rate) || new Exact(rate).isZero()) {
    throw rateInvalid(`The rate of ${code} must be decimal text above zero, such as "1.0705", of at most 100 digits.`);
  }
  if (code === base && !new Exact(rate).equals(1)) {
    throw rateInvalid(`The rate of ${code}, the base of the rate table, must be 1 or be left out.`);
  }
  return rate;
}

function rateInvalid(message: string): ComplianceError {
  return new ComplianceError("rate_invalid", message);
}
