/** Frozen price tables, and a source of one of them. */
import { bare } from "../../domain/own.js";
import { copyDisputes } from "../../domain/prices/disputed.js";
import { checkPriceTable } from "../../domain/prices/prices.js";
import type { PriceTable } from "../../domain/prices/types.js";
import type { PriceSource } from "../../ports/price-source.js";

/**
 * Creates a source that always returns the same table: a frozen copy of `table`.
 *
 * Once the table is older than `maxPriceAgeMs`, evaluations that need it throw `price_stale`.
 *
 * @returns A source of prices.
 * @throws ComplianceError `price_invalid` for an invalid table.
 * @example
 * const prices = fixedPrices({ currency: "USD", time: "2026-11-22T12:00:00Z", source: "desk", prices: { BTC: "67187.33" } });
 */
export function fixedPrices(table: PriceTable): PriceSource {
  const frozen = Promise.resolve(frozenPrices(table));
  return { current: () => frozen };
}

/**
 * Returns a deeply frozen copy of `table`.
 *
 * @throws ComplianceError `price_invalid` as `checkPriceTable` does.
 */
export function frozenPrices(table: PriceTable): PriceTable {
  checkPriceTable(table);
  const { currency, time, source, prices, disputed } = bare(table);
  const copy = { currency, time, source, prices: Object.freeze({ ...prices }) };
  return Object.freeze(disputed === undefined ? copy : { ...copy, disputed: copyDisputes(disputed) });
}
