/** Checks price tables, finds the price of an asset, and limits the age of prices. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { ExactDecimal } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { AssetCode, DecimalText, DurationMs } from "../identifiers/codes.js";
import { isCurrency } from "../identifiers/currency.js";
import { isDate } from "../identifiers/date.js";
import { isSafeText } from "../input/text-rules.js";
import { bare, own } from "../own.js";
import { copyDisputes, type Disputes, describeDispute } from "./disputed.js";
import type { AppliedPrice, PriceTable, PriceTableHead } from "./types.js";

/**
 * Checks a whole price table: currency, time, source, and every asset and price.
 *
 * @throws ComplianceError `price_invalid`, with the invalid part or the asset of the invalid price
 */
export function checkPriceTable(table: PriceTable): void {
  readSafely(
    () => checkReadableTable(table),
    () => priceInvalid("The price table cannot be read: a getter or a proxy threw. Pass plain data."),
  );
}

function checkReadableTable(table: PriceTable): void {
  if (typeof table !== "object" || table === null) {
    throw priceInvalid(
      'The price table must be an object: { currency: "USD", time: "2026-11-22T12:00:00Z", source: "desk", prices: { … } }.',
    );
  }
  checkPriceTableHead(bare(table));
  const prices = own(table, "prices");
  if (typeof prices !== "object" || prices === null) {
    throw priceInvalid('The price table has no prices. Add them by asset: { BTC: "67187.33" }.');
  }
  for (const [asset, price] of Object.entries(prices)) {
    if (!isSafeText(asset)) throw priceInvalid('A key of the price table is not the symbol of an asset, as in "BTC".');
    checkPrice(asset, price);
  }
}

function checkPriceTableHead({ currency, time, source }: PriceTableHead): void {
  if (typeof currency !== "string" || !isCurrency(currency)) {
    throw priceInvalid('The currency of the price table must be an active ISO 4217 code such as "USD".');
  }
  readPriceTime(time);
  if (typeof source !== "string" || source.trim() === "") {
    throw priceInvalid("The source of the price table must name the publisher of the prices.");
  }
}

const TIME =
  /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?)\d{0,6}(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Returns the time of a table in milliseconds. Digits beyond milliseconds are cut, so that a price never looks newer. */
export function readPriceTime(time: unknown): number {
  const [, day = "", clock = "", offset = ""] = (typeof time === "string" && TIME.exec(time)) || [];
  if (isDate(day)) return Date.parse(`${day}${clock}${offset}`);
  throw priceInvalid("The time of the price table must be ISO 8601 with seconds and offset: 2026-11-22T12:00:00Z.");
}

/** Returns the price if it is decimal text above zero. */
function checkPrice(asset: AssetCode, price: unknown): DecimalText {
  if (typeof price === "string" && isDecimalText(price) && !new ExactDecimal(price).isZero()) return price;
  throw priceInvalid(
    `The price of ${asset} must be decimal text above zero, such as "67187.33", of at most 100 digits.`,
  );
}

function priceInvalid(message: string): ComplianceError {
  return new ComplianceError("price_invalid", message);
}

/**
 * Returns the price of an asset.
 *
 * @throws ComplianceError `price_missing`, `price_disputed`, or `price_invalid` for an invalid table
 */
export type FindPrice = (asset: AssetCode) => Omit<AppliedPrice, "asset_amount">;

/** Copies what the prices of a table are read from. */
export function copyPriceTable(table: PriceTable): PriceTable & { readonly disputed: Disputes } {
  const { currency, time, source, prices, disputed } = bare(table);
  return { currency, time, source, prices: { ...prices }, disputed: copyDisputes(disputed) };
}

/** Returns a function that finds prices in a copy of the table. Without a table, it throws `price_missing`. */
export function findPriceIn(table: PriceTable | undefined): FindPrice {
  if (!table) return refuse;
  const { currency, time, source, ...copy } = copyPriceTable(table);
  const prices: ReadonlyMap<string, unknown> = new Map(Object.entries(copy.prices));
  const disputed = new Map(Object.entries(copy.disputed));

  return (asset) => {
    checkPriceTableHead({ currency, time, source });
    const dispute = disputed.get(asset);
    if (dispute !== undefined) {
      const values = describeDispute(dispute, (unit) => `in ${unit}`);
      const message = `The sources do not confirm the price of ${asset}: ${values}. Find out which one is right.`;
      throw new ComplianceError("price_disputed", message);
    }
    const price = prices.get(asset);
    if (price !== undefined) return { asset, price: checkPrice(asset, price), currency, source, time };
    // The symbol is not repeated, because a text that is not in the table may be personal.
    const message = `The price table of ${time} has no price for the asset of the transaction. Add it.`;
    throw new ComplianceError("price_missing", message);
  };
}

function refuse(): never {
  throw new ComplianceError("price_missing", "An amount of a crypto-asset needs prices. Set the option prices.");
}

const MINUTE: DurationMs = 60_000;

/** Clocks of machines differ a little. */
const MAX_FUTURE: DurationMs = 5 * MINUTE;

/**
 * Refuses prices that are too old.
 *
 * @param table - time of the prices
 * @param at - time of the decision
 * @param maxPriceAgeMs - in milliseconds; prices of exactly this age are accepted
 * @throws ComplianceError `price_stale` for older prices; `price_invalid` for an invalid time or one more than five minutes
 *   in the future; `configuration_invalid` for an invalid `at`
 */
export function checkPriceAge({ time }: Pick<PriceTableHead, "time">, at: Date, maxPriceAgeMs: DurationMs): void {
  const age = at.getTime() - readPriceTime(time);
  if (Number.isNaN(age)) {
    const message = "The clock returned an invalid date. The option clock must return the current time.";
    throw new ComplianceError("configuration_invalid", message);
  }
  if (age < -MAX_FUTURE) {
    throw priceInvalid(
      `The prices of ${time} are more than 5 minutes in the future. Check their source and the clock.`,
    );
  }
  // Not `age > maxPriceAgeMs`, because a limit of NaN must not accept every age.
  if (!(age <= maxPriceAgeMs)) throw stale(time, age, maxPriceAgeMs);
}

/** Rounds both ages away from each other, to a tenth of a minute, so that the message never has the same number twice. */
function stale(time: string, age: DurationMs, limit: DurationMs): ComplianceError {
  const old = minutes(Math.ceil((age / MINUTE) * 10) / 10);
  const allowed = minutes(Math.floor((limit / MINUTE) * 10) / 10);
  const message = `The prices of ${time} are ${old} old; at most ${allowed} are allowed (maxPriceAgeMs). Load newer prices.`;
  return new ComplianceError("price_stale", message);
}

function minutes(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`;
}
