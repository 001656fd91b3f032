/** The value of an amount of a crypto-asset. */
import { ComplianceError } from "../domain/compliance-error.js";
import { ExactDecimal } from "../domain/decimal.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { parseInput } from "../domain/input/parse-input.js";
import { hasMethod } from "../domain/options.js";
import { assetAmountReader } from "../domain/prices/asset-amount.reader.js";
import { checkPriceAge, findPriceIn } from "../domain/prices/prices.js";
import type { AssetAmount, MoneyAmount, PriceTable } from "../domain/prices/types.js";
import { type Result, succeeded } from "../domain/result.js";
import type { PriceSource } from "../ports/price-source.js";
import { invalidArgument, readOptions, throwIfAborted } from "./abort.js";
import { cachedPriceCopy, currentTable } from "./current-table.js";
import { FIFTEEN_MINUTES } from "./options.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Options for {@link inMoney}. */
export interface InMoneyOptions extends OperationOptions {
  /**
   * The time of the valuation, from which the age of the price counts.
   *
   * @default now
   */
  readonly at?: Date | undefined;
  /**
   * Highest age of the price in milliseconds. An older one throws `price_stale`.
   *
   * @default 15 minutes
   */
  readonly maxPriceAge?: DurationMs | undefined;
}

/**
 * Returns the value of an amount of a crypto-asset: amount × price, exact and never rounded.
 *
 * @param input - the amount and its asset; a value of type `unknown` or `any` compiles too
 * @param prices - a price source or a price table
 * @param options - the time, the highest age of the price, a signal
 * @returns The exact product as decimal text, with currency, price, source and time; or every issue of the input.
 * @throws ComplianceError `price_missing`, `price_stale`, `price_invalid`, `price_disputed`, `provider_…`, `aborted`.
 *   `invalid_input` for prices or options of another type.
 * @example
 * const value = unwrap(await inMoney({ amount: "0.5", asset: "BTC" }, fixedPrices(table)));
 * value.amount; // "33593.665" in value.currency
 */
export function inMoney(
  input: AssetAmount,
  prices: PriceSource | PriceTable,
  options?: InMoneyOptions,
): Promise<Result<MoneyAmount>>;
/** Returns the value of an amount of type `unknown` or `any`, such as a request body. */
export function inMoney<T>(
  ...args: UncheckedArgs<T, [prices: PriceSource | PriceTable, options?: InMoneyOptions]>
): Promise<Result<MoneyAmount>>;
export async function inMoney(
  input: unknown,
  prices: PriceSource | PriceTable,
  options?: InMoneyOptions,
): Promise<Result<MoneyAmount>> {
  const kinds = { signal: "signal", at: "checked", maxPriceAge: "checked" } as const;
  const { abort, given } = readOptions("inMoney", options, kinds, "No amount was computed.");
  const { at = new Date(), maxPriceAge = FIFTEEN_MINUTES } = given;
  checkOptions(at, maxPriceAge);
  throwIfAborted(abort);
  const parsed = parseInput(assetAmountReader, input);
  if (!parsed.ok) return parsed;
  const { amount, asset } = parsed.value;
  const request = isSource(prices)
    ? (time: Date, signal?: AbortSignal) => prices.current(time, { asset, signal })
    : async () => prices;
  const source = { owner: "inMoney", option: "prices", request, copy: cachedPriceCopy() };
  const table = await currentTable(source, at, abort);
  checkPriceAge(table, at, maxPriceAge);
  const { currency, price, source: publisher, time } = findPriceIn(table)(asset);
  const product = new ExactDecimal(String(amount)).times(price).toFixed();
  return succeeded({ amount: product, currency, asset, asset_amount: amount, price, source: publisher, time });
}

function checkOptions(at: Date, maxPriceAge: DurationMs): void {
  // Callers without types may pass anything.
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) {
    throw invalidArgument("The option at of inMoney must be a valid Date.");
  }
  if (!(typeof maxPriceAge === "number" && maxPriceAge > 0)) {
    throw invalidArgument("The option maxPriceAge of inMoney must be a number of milliseconds above 0.");
  }
}

function isSource(prices: PriceSource | PriceTable): prices is PriceSource {
  if (hasMethod(prices, "current")) return true;
  if (typeof prices === "object" && prices !== null) return false;
  throw new ComplianceError("invalid_input", "inMoney needs prices: a price source such as fixedPrices(table).");
}
