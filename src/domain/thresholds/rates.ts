/** Checks rate tables, and finds the two rates of a conversion. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { decimalOf, type Factors } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCurrency } from "../identifiers/currency.js";
import { bare, own } from "../own.js";
import { copyDisputes, type Disputes, describeDispute } from "../prices/disputed.js";
import type { DisputedValue } from "../prices/types.js";
import { checkRateDate, rateInvalid } from "./rate-age.js";
import type { ConversionRate, RateTable, RateTableHead } from "./types.js";

// ISO 4217 codes and symbols of crypto-assets.
const RATE_CODE = /^[A-Z0-9]{3,}$/;

/** Returns whether the text has the format of a currency or crypto-asset code, known or not. */
export function isRateCode(code: string): boolean {
  return RATE_CODE.test(code);
}

/**
 * Checks a whole rate table: base, date, source, and every code and rate. The base may be among the rates, as 1.
 *
 * @throws ComplianceError `rate_invalid`, with the invalid part or the currency of the invalid rate
 * @example
 * checkRateTable({ base: "EUR", date: "2026-10-06", source: "desk", rates: { USD: "0" } }); // rate_invalid, names USD
 */
export function checkRateTable(table: RateTable): void {
  readSafely(
    () => checkReadableTable(table),
    () => rateInvalid("The rate table cannot be read: a getter or a proxy threw. Pass plain data."),
  );
}

function checkReadableTable(table: RateTable): void {
  if (typeof table !== "object" || table === null) {
    throw rateInvalid(
      'The rate table must be an object: { base: "EUR", date: "2026-10-06", source: "desk", rates: { … } }.',
    );
  }
  checkRateTableHead(bare(table));
  const rates = own(table, "rates");
  if (typeof rates !== "object" || rates === null) {
    throw rateInvalid('The rate table has no rates. Add them by currency code: { USD: "1.0705" }.');
  }
  for (const [code, rate] of Object.entries(rates)) {
    if (!isRateCode(code)) {
      throw rateInvalid(
        'A key of the rate table is not a currency code. Use three or more of A-Z and 0-9, as in "USD".',
      );
    }
    checkRate(code, rate, table.base);
  }
}

/**
 * Checks base, date and source of a rate table.
 *
 * @throws ComplianceError `rate_invalid`, with the invalid part
 */
function checkRateTableHead({ base, date, source }: RateTableHead): void {
  if (typeof base !== "string" || !isRateCode(base)) {
    throw rateInvalid('The base of the rate table must be a currency code such as "EUR".');
  }
  checkRateDate(date);
  if (typeof source !== "string" || source.trim() === "") {
    throw rateInvalid("The source of the rate table must name the publisher of the rates.");
  }
}

/** Returns the rate if it is decimal text above zero, and 1 for the base. Throws `rate_invalid` otherwise. */
function checkRate(code: CurrencyCode, rate: unknown, base: CurrencyCode): DecimalText {
  if (typeof rate !== "string" || !isDecimalText(rate) || decimalOf(rate).isZero()) {
    throw rateInvalid(`The rate of ${code} must be decimal text above zero, such as "1.0705", of at most 100 digits.`);
  }
  if (code === base && !decimalOf(rate).equals(1)) {
    throw rateInvalid(`The rate of ${code}, the base of the rate table, must be 1. Correct it or leave it out.`);
  }
  return rate;
}

/**
 * Returns the rates for a conversion, frozen.
 *
 * @throws ComplianceError `rate_missing`, `rate_disputed`, or `rate_invalid` for an invalid table
 */
export type FindRate = (from: CurrencyCode, to: CurrencyCode) => ConversionRate;

/** Returns the rates for a conversion, or the error that says why there are none. */
export function rateOrError(
  findRate: FindRate,
  from: CurrencyCode,
  to: CurrencyCode,
): ConversionRate | ComplianceError {
  try {
    return findRate(from, to);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
}

/** Returns the factors of a conversion; those of amounts that need none are 1. */
export function factorsOf(rate: ConversionRate | null): Factors {
  return { from: decimalOf(rate?.from ?? 1), to: decimalOf(rate?.to ?? 1) };
}

/** Copies what the rates of a table are read from. */
export function copyRateTable(table: RateTable): RateTable & { readonly disputed: Disputes } {
  const { base, date, source, rates, disputed } = bare(table);
  return { base, date, source, rates: { ...rates }, disputed: copyDisputes(disputed) };
}

/** Returns a function that finds rates in a copy of the table. Without a table, it throws `rate_missing`. */
export function findRateIn(table: RateTable | undefined): FindRate {
  if (!table) return refuse;
  const { base, date, source, ...copy } = copyRateTable(table);
  const rates: ReadonlyMap<string, unknown> = new Map(Object.entries(copy.rates));
  const disputed = new Map(Object.entries(copy.disputed));

  function rateOf(currency: CurrencyCode): DecimalText {
    const dispute = disputed.get(currency);
    if (dispute !== undefined) throw rateDisputed(currency, dispute);
    const listed = rates.get(currency);
    if (listed !== undefined) return checkRate(currency, listed, base);
    if (currency === base) return "1";
    const name = nameOf(currency);
    throw new ComplianceError("rate_missing", `The rate table of ${date} has no rate for ${name}. Add it.`);
  }

  return (from, to) => {
    checkRateTableHead({ base, date, source });
    // A base with a rate other than 1 makes every other rate doubtful.
    if (rates.has(base)) checkRate(base, rates.get(base), base);
    return Object.freeze({ source, date, base, from: rateOf(from), to: rateOf(to) });
  };
}

function rateDisputed(currency: CurrencyCode, dispute: readonly DisputedValue[]): ComplianceError {
  const values = describeDispute(dispute, (base) => `for one ${base}`);
  const message = `The sources do not confirm the rate of ${currency}: ${values}. Find out which one is right.`;
  return new ComplianceError("rate_disputed", message);
}

function refuse(from: CurrencyCode, to: CurrencyCode): never {
  const message = `A conversion from ${nameOf(from)} to ${to} needs exchange rates. Set the option rates.`;
  throw new ComplianceError("rate_missing", message);
}

/** Only known codes are repeated in messages, because any other text may be personal. */
function nameOf(currency: CurrencyCode): string {
  return isCurrency(currency) ? currency : "the transaction's currency (not an ISO 4217 code)";
}
