/** Sources of prices of crypto-assets. */
import type { AssetCode } from "../domain/identifiers/codes.js";
import type { PriceTable } from "../domain/prices/types.js";
import type { CallerSignal } from "./risk-provider.js";

/** What {@link PriceSource.current} is requested for. */
export interface PriceQuery {
  /** The asset whose price is needed. The symbol is from the input, so check it before you send it anywhere. */
  readonly asset: AssetCode;
  /**
   * Ends the call early with `aborted`. A read that other callers share goes on.
   *
   * @default no signal
   */
  readonly signal?: CallerSignal | undefined;
  /**
   * Called before each HTTP request, retries included. `observe` of `createCompliance` counts the calls.
   *
   * @default no callback
   */
  readonly onAttempt?: (() => void) | undefined;
}

/**
 * A source of prices: money for one unit of a crypto-asset.
 *
 * @example
 * const desk: PriceSource = {
 *   current: async () => ({ currency: "USD", time: "2026-11-22T12:00:00Z", source: "trading desk", prices: { BTC: "67187.33" } }),
 * };
 */
export interface PriceSource {
  /**
   * Requests the newest table with the price of an asset. It may have prices of other assets. Its highest age is not the
   * source's concern: see `maxPriceAgeMs`. A source returns a new object when anything changes. A deeply frozen
   * table, as `fixedPrices` returns it, is read once. Any other is copied for each decision, which takes longer.
   *
   * @returns The table. A table without the asset means that its price is missing.
   * @throws ComplianceError when no table is available. It never returns an empty or estimated table.
   */
  current(at: Date, query: PriceQuery): Promise<PriceTable>;
}
