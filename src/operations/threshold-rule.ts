/** The rule THRESHOLD_BY_COUNTRY (§4.9): reads thresholds, prices and rates, and decides with the engine. */
import type { AssetCode, CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { own } from "../domain/own.js";
import { checkPriceAge } from "../domain/prices/prices.js";
import type { PriceTable } from "../domain/prices/types.js";
import { thresholdCurrency } from "../domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import { checkRateAge } from "../domain/thresholds/rates.js";
import type {
  AnyTransaction,
  RateTable,
  ThresholdDecision,
  ThresholdEngine,
  Thresholds,
} from "../domain/thresholds/types.js";
import type { PriceSource } from "../ports/price-source.js";
import type { RateSource } from "../ports/rate-source.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import type { Abort } from "./abort.js";
import { cachedPriceCopy, cachedRateCopy, cachedThresholdCopy, currentTable, tableSource } from "./current-table.js";

/** What the rule needs. */
export interface ThresholdRuleDeps {
  readonly thresholds: ThresholdSource | undefined;
  readonly thresholdTable: Thresholds | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
  readonly prices: PriceSource | undefined;
  readonly maxPriceAge: DurationMs;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
}

/** Decides one transaction at a time. */
export type Rule = (transaction: AnyTransaction, at: Date, abort: Abort) => Promise<ThresholdDecision>;

/** Creates the rule THRESHOLD_BY_COUNTRY (§4.9). Prices and rates are only requested where they are needed. */
export function thresholdByCountry(deps: ThresholdRuleDeps): Rule {
  const { thresholdTable, maxRateAge, officialCurrencies } = deps;
  const thresholds = tableSource(owner, "thresholds", deps.thresholds, cachedThresholdCopy());
  const rates = tableSource(owner, "rates", deps.rates, cachedRateCopy());
  const currentPrices = priceReader(deps);
  const local = cachedEngine(officialCurrencies);
  const converting = cachedEngine(officialCurrencies);
  const pricing = cachedEngine(officialCurrencies);

  return async (transaction, at, abort) => {
    const configured = thresholdTable ?? (await currentTable(thresholds, at, abort));
    const asset = own(transaction, "asset");
    const prices = asset === undefined ? undefined : await currentPrices(asset, at, abort);
    const currency = prices ? prices.currency : transaction.currency;
    if (thresholdCurrency(configured, transaction.country, officialCurrencies) === currency) {
      return (prices ? pricing : local)(configured, undefined, prices).evaluate(transaction);
    }
    const table = await currentTable(rates, at, abort);
    checkRateAge(table, at, maxRateAge);
    return (prices ? pricing : converting)(configured, table, prices).evaluate(transaction);
  };
}

/** Returns a function that requests the prices of an asset and refuses outdated ones. */
function priceReader({ prices, maxPriceAge }: ThresholdRuleDeps) {
  const copy = cachedPriceCopy();
  return async (asset: AssetCode, at: Date, abort: Abort): Promise<PriceTable> => {
    const request = prices && ((time: Date, signal?: AbortSignal) => prices.current(time, { asset, signal }));
    const table = await currentTable({ owner, option: "prices", request, copy }, at, abort);
    checkPriceAge(table, at, maxPriceAge);
    return table;
  };
}

const owner = "rules.evaluate";

/** Reuses the engine while its tables are the same objects. */
function cachedEngine(
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): (thresholds: Thresholds, rates?: RateTable, prices?: PriceTable) => ThresholdEngine {
  let cached:
    | { thresholds: Thresholds; rates: RateTable | undefined; prices: PriceTable | undefined; engine: ThresholdEngine }
    | undefined;
  return (thresholds, rates, prices) => {
    if (cached?.thresholds !== thresholds || cached.rates !== rates || cached.prices !== prices) {
      const engine = createThresholdEngine({ thresholds, officialCurrencies, rates, prices });
      cached = { thresholds, rates, prices, engine };
    }
    return cached.engine;
  };
}
