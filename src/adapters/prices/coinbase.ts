/** Coinbase's prices of crypto-assets. */
import { ComplianceError, readSafely } from "../../domain/compliance-error.js";
import type { AssetCode, CurrencyCode } from "../../domain/identifiers/codes.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { checkedClock, checkedOptions, configurationInvalid } from "../../domain/options.js";
import { own } from "../../domain/own.js";
import type { PriceTable } from "../../domain/prices/types.js";
import { toIsoOffset } from "../../domain/timestamp.js";
import type { PriceQuery, PriceSource } from "../../ports/price-source.js";
import { type CachedSource, cachedRates, type RateServiceOptions, rateServiceOptions } from "../rates/cached.js";
import { type CoinbaseTimes, maxBytes, readCoinbaseRates, readTimes } from "../rates/coinbase.js";
import { serviceAt } from "../transport/service.js";
import { frozenPrices } from "./fixed.js";

/** Options for {@link coinbasePrices}. The default `url` is `https://api.coinbase.com`. */
export interface CoinbasePricesOptions extends RateServiceOptions, CoinbaseTimes {
  /** The currency of the prices. @default "USD" */
  readonly currency?: CurrencyCode | undefined;
}

/** Tickers of Coinbase. Any other symbol is not sent, because it is from the input. */
const TICKER = /^[A-Z0-9]{1,20}$/;

/**
 * Creates a source of Coinbase's prices, without a key. Each asset is read with itself as the base
 * (`GET /v2/exchange-rates?currency=BTC`), so the price has all of Coinbase's digits.
 *
 * Each asset is cached as in `coinbaseRates`. The response has no time, so the time of a price is that before the request.
 * While reads fail, the cached price keeps its time. An asset that Coinbase does not know rejects with `provider_rejected`.
 * A symbol that is no ticker, and a price that is not a positive decimal, are missing: `price_missing`, never zero.
 *
 * @returns A source of prices.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `current` rejects with errors of the service
 *   (`provider_…`), or with `aborted`.
 * @example
 * const compliance = createCompliance({ storage, thresholds: { US: "3000" }, prices: coinbasePrices() });
 */
export function coinbasePrices(options: CoinbasePricesOptions = {}): PriceSource {
  const checked = checkedOptions("coinbasePrices", options, { ...rateServiceOptions, currency: "checked" });
  const service = serviceAt(checked, { url: "https://api.coinbase.com", maxBytes });
  const { currency = "USD", onRefreshFailure } = checked;
  const clock = checkedClock(checked.clock);
  if (typeof currency !== "string" || !isCurrency(currency)) {
    throw configurationInvalid('currency must be an active ISO 4217 code such as "USD".');
  }
  const times = { ...readTimes(checked), clock, onRefreshFailure };
  const sources = new Map<AssetCode, CachedSource<PriceTable>>();

  const tableOf = (time: Date, prices: PriceTable["prices"]): PriceTable =>
    frozenPrices({ currency, time: toIsoOffset(time), source: "Coinbase", prices });

  const sourceOf = (asset: AssetCode): CachedSource<PriceTable> => {
    let isKnown = false;
    return cachedRates(async (onAttempt) => {
      const time = clock();
      try {
        const response = await service.request({ path: `/v2/exchange-rates?currency=${asset}` }, { onAttempt });
        const price = own(readCoinbaseRates(response.json(), asset), currency);
        isKnown = true;
        return tableOf(time, price === undefined ? {} : { [asset]: price });
      } catch (error) {
        // Symbols of the input that are no assets must not fill the memory.
        if (!isKnown) sources.delete(asset);
        throw error;
      }
    }, times);
  };

  return Object.freeze<PriceSource>({
    current: async (at: Date, query: PriceQuery) => {
      const invalid = () => new ComplianceError("invalid_input", 'current needs { asset: "BTC" }.');
      const asset: unknown = readSafely(() => own(Object(query), "asset"), invalid);
      if (typeof asset !== "string") throw invalid();
      if (!TICKER.test(asset)) return tableOf(clock(), {});
      const source = sources.get(asset) ?? sourceOf(asset);
      sources.set(asset, source);
      return source.current(at, query);
    },
  });
}
