/** The value of an amount of a crypto-asset. */
import { ComplianceError } from "../domain/compliance-error.js";
import { decimalOf, roundedUpText } from "../domain/decimal.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { parseInput } from "../domain/input/parse-input.js";
import type { Issue } from "../domain/issue.js";
import { checkedClock, hasMethod } from "../domain/options.js";
import { findPriceIn } from "../domain/prices/prices.js";
import type { AssetAmount, MoneyAmount, PriceTable } from "../domain/prices/types.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { assetAmountReader } from "../generated/asset-amount.reader.js";
import type { Clock } from "../ports/clock.js";
import type { PriceSource } from "../ports/price-source.js";
import { invalidArgument, readOptions, throwIfAborted } from "./abort.js";
import { priceReader } from "./current-table.js";
import { FIFTEEN_MINUTES } from "./options.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Options for {@link inMoney}. */
export interface InMoneyOptions extends OperationOptions {
  /**
   * Returns the time of the valuation, from which the age of the price counts.
   *
   * @default the system's clock
   */
  readonly clock?: Clock | undefined;
  /**
   * Highest age of the price in milliseconds. An older one throws `price_stale`.
   *
   * @default 15 minutes
   */
  readonly maxPriceAgeMs?: DurationMs | undefined;
}

/**
 * Returns the value of an amount of a crypto-asset: amount × price, as an amount for every operation. It is exact up to 100
 * digits. Further decimals are rounded up, so that a value that reaches a threshold never falls below it.
 *
 * @param input - the amount and its asset; a value of type `unknown` or `any` compiles too
 * @param prices - a price source or a price table
 * @param options - the clock, the highest age of the price, a signal
 * @returns The product as decimal text, with currency, price, source and time; or every issue of the input. `out_of_range`: it
 *   has more than 100 digits before the point.
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
  const kinds = { signal: "signal", clock: "function", maxPriceAgeMs: "checked" } as const;
  const { abort, given } = readOptions("inMoney", options, kinds, "No amount was computed.");
  const { maxPriceAgeMs = FIFTEEN_MINUTES } = given;
  if (!(typeof maxPriceAgeMs === "number" && maxPriceAgeMs > 0)) {
    throw invalidArgument("The option maxPriceAgeMs of inMoney must be a number of milliseconds above 0.");
  }
  throwIfAborted(abort);
  const parsed = parseInput(assetAmountReader, input);
  if (!parsed.ok) return parsed;
  const { amount, asset } = parsed.value;
  const source = isSource(prices) ? prices : { current: async () => prices };
  const at = checkedClock(given.clock)();
  const table = await priceReader("inMoney", source, maxPriceAgeMs)(asset, at, abort);
  const { currency, price, source: publisher, time } = findPriceIn(table)(asset);
  const product = roundedUpText(decimalOf(amount).times(price));
  if (product === undefined) return failed([TOO_GREAT]);
  return succeeded({ amount: product, currency, asset, asset_amount: amount, price, source: publisher, time });
}

const TOO_GREAT: Issue = {
  code: "out_of_range",
  path: "/amount",
  clause: "4.9",
  message: "The value of amount has more than 100 digits before the point. Check amount, and the price of the asset.",
};

function isSource(prices: PriceSource | PriceTable): prices is PriceSource {
  if (hasMethod(prices, "current")) return true;
  if (typeof prices === "object" && prices !== null) return false;
  throw new ComplianceError("invalid_input", "inMoney needs prices: a price source such as fixedPrices(table).");
}
