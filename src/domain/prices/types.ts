/** Types of prices of crypto-assets, and of values that sources dispute. */
import type { AssetCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";

/**
 * Prices of crypto-assets at one time, in one currency.
 *
 * @example
 * const table: PriceTable = {
 *   currency: "USD", time: "2026-11-22T12:00:00Z", source: "trading desk", prices: { BTC: "67187.33" },
 * };
 */
export interface PriceTable {
  /** Currency of the prices (ISO 4217). A stablecoin is an asset, not a currency. */
  readonly currency: CurrencyCode;
  /** Time of the prices, ISO 8601 with `Z` or an offset: `2026-11-22T12:00:00Z`. */
  readonly time: string;
  /** Publisher of the prices, for people. */
  readonly source: string;
  /** Money for one unit of each asset, as decimal text above zero. */
  readonly prices: Readonly<Record<AssetCode, DecimalText>>;
  /**
   * Assets without a confirmed price, and what each source says. An amount of one throws `price_disputed`.
   *
   * @default none
   */
  readonly disputed?: Readonly<Record<AssetCode, readonly DisputedValue[]>> | undefined;
}

/** A price table without its prices. */
export type PriceTableHead = Omit<PriceTable, "prices" | "disputed">;

/** What one source says about a currency or an asset that is not confirmed. */
export interface DisputedValue {
  /** Publisher of the value. */
  readonly source: string;
  /** Day of the rate, or time of the price. */
  readonly date: string;
  /** Base of the rate, or currency of the price. */
  readonly base: CurrencyCode;
  /** Rate or price as the source lists it; null if it has none. */
  readonly value: DecimalText | null;
}

/** An amount of a crypto-asset. */
export interface AssetAmount {
  /** Units of `asset`, 0 or more: a finite number or decimal text of at most 100 digits. */
  readonly amount: number | DecimalText;
  /** Symbol of the crypto-asset, as the prices spell it. */
  readonly asset: AssetCode;
}

/** Price that a decision or a valuation used. */
export interface AppliedPrice {
  /** The crypto-asset. */
  readonly asset: AssetCode;
  /** Amount of the asset as given. */
  readonly asset_amount: number | DecimalText;
  /** Money for one unit of the asset. */
  readonly price: DecimalText;
  /** Currency of the price. */
  readonly currency: CurrencyCode;
  /** Publisher of the price. */
  readonly source: string;
  /** Time of the price, as the source gives it. */
  readonly time: string;
}

/** Value of an amount of a crypto-asset, with the price that was used. */
export interface MoneyAmount extends AppliedPrice {
  /** Product of amount and price, in units of `currency`: exact up to 100 digits, with further decimals rounded up. */
  readonly amount: DecimalText;
}
