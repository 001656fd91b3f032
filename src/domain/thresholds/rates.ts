/** Checks rate tables, finds the two rates of a conversion, and limits the age of rates. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { ExactDecimal } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { CurrencyCode, DecimalText, DurationMs } from "../identifiers/codes.js";
import { isCurrency } from "../identifiers/currency.js";
import { isDate } from "../identifiers/date.js";
import { bare, own } from "../own.js";
import { copyDisputes, describeDispute } from "../prices/disputed.js";
import type { DisputedValue } from "../prices/types.js";
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

function checkRateDate(date: unknown): void {
  if (typeof date === "string" && isDate(date)) return;
  throw rateInvalid("The date of the rate table must be a calendar date, YYYY-MM-DD.");
}

/** Returns the rate if it is decimal text above zero, and 1 for the base. Throws `rate_invalid` otherwise. */
function checkRate(code: CurrencyCode, rate: unknown, base: CurrencyCode): DecimalText {
  if (typeof rate !== "string" || !isDecimalText(rate) || new ExactDecimal(rate).isZero()) {
    throw rateInvalid(`The rate of ${code} must be decimal text above zero, such as "1.0705", of at most 100 digits.`);
  }
  if (code === base && !new ExactDecimal(rate).equals(1)) {
    throw rateInvalid(`The rate of ${code}, the base of the rate table, must be 1. Correct it or leave it out.`);
  }
  return rate;
}

function rateInvalid(message: string): ComplianceError {
  return new ComplianceError("rate_invalid", message);
}

/**
 * Returns the rates for a conversion, frozen.
 *
 * @throws ComplianceError `rate_missing`, `rate_disputed`, or `rate_invalid` for an invalid table
 */
export type FindRate = (from: CurrencyCode, to: CurrencyCode) => ConversionRate;

/** Returns a function that finds rates in a copy of the table. Without a table, it throws `rate_missing`. */
export function findRateIn(table: RateTable | undefined): FindRate {
  if (!table) return refuse;
  const { base, date, source, rates: listedRates, disputed: listedDisputes } = bare(table);
  // Object(…) turns null or a primitive into an empty list of rates.
  const rates: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(listedRates)));
  const disputed = new Map(Object.entries(copyDisputes(listedDisputes)));

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

const DAY: DurationMs = 24 * 60 * 60 * 1000;

/**
 * Refuses rates that are too old. Their age counts from 00:00 UTC of their day.
 *
 * @param table - date of the rates
 * @param at - time of the decision
 * @param maxRateAge - in milliseconds; rates of exactly this age are accepted
 * @throws ComplianceError `rate_stale` for older rates; `rate_invalid` for an invalid or future date;
 *   `configuration_invalid` for an invalid `at`
 */
export function checkRateAge({ date }: Pick<RateTableHead, "date">, at: Date, maxRateAge: DurationMs): void {
  checkRateDate(date);
  const age = at.getTime() - Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(age)) {
    throw new ComplianceError(
      "configuration_invalid",
      "The clock returned an invalid date. The option clock must return the current time.",
    );
  }
  if (age < -DAY) {
    const message = `The rates of ${date} are more than a day in the future. Check their source and the clock.`;
    throw new ComplianceError("rate_invalid", message);
  }
  // Not `age > maxRateAge`, because a limit of NaN must not accept every age.
  if (!(age <= maxRateAge)) throw stale(date, age, maxRateAge);
}

/** Rounds both ages away from each other, to a tenth of a day, so that the message never has the same number twice. */
function stale(date: string, age: DurationMs, limit: DurationMs): ComplianceError {
  const old = days(Math.ceil((age / DAY) * 10) / 10);
  const allowed = days(Math.floor((limit / DAY) * 10) / 10);
  const message = `The rates of ${date} are ${old} old; at most ${allowed} are allowed (maxRateAge). Load newer rates.`;
  return new ComplianceError("rate_stale", message);
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
