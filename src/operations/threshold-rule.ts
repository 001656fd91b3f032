/** The rule THRESHOLD_BY_COUNTRY (§4.9): reads thresholds, prices and rates, and decides with the engine. */
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { own } from "../domain/own.js";
import type { PriceTable } from "../domain/prices/types.js";
import { copyThresholds, thresholdCurrency } from "../domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import { checkRateAge } from "../domain/thresholds/rate-age.js";
import { copyRateTable } from "../domain/thresholds/rates.js";
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
import { cachedByObjects, currentTable, priceReader, tableSource } from "./current-table.js";

/** What the rule needs. */
export interface ThresholdRuleDeps {
  readonly thresholds: ThresholdSource | undefined;
  readonly thresholdTable: Thresholds | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAgeMs: DurationMs;
  readonly prices: PriceSource | undefined;
  readonly maxPriceAgeMs: DurationMs;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
}

/** Decides one transaction at a time. */
export type Rule<D = ThresholdDecision> = (transaction: AnyTransaction, at: Date, abort: Abort) => Promise<D>;

/** Creates the rule THRESHOLD_BY_COUNTRY (§4.9). Prices and rates are only requested where they are needed. */
export function thresholdByCountry(deps: ThresholdRuleDeps): Rule {
  const { thresholdTable, maxRateAgeMs, officialCurrencies } = deps;
  const thresholds = tableSource(owner, "thresholds", deps.thresholds, copyThresholds);
  const rates = tableSource(owner, "rates", deps.rates, copyRateTable);
  const currentPrices = priceReader(owner, deps.prices, deps.maxPriceAgeMs);
  const engineOf = engines(officialCurrencies);

  return async (transaction, at, abort) => {
    const configured = thresholdTable ?? (await currentTable(thresholds, at, abort));
    const asset = own(transaction, "asset");
    const prices = asset === undefined ? undefined : await currentPrices(asset, at, abort);
    const currency = prices ? prices.currency : transaction.currency;
    if (thresholdCurrency(configured, transaction.country, officialCurrencies) === currency) {
      return engineOf(configured, undefined, prices).evaluate(transaction);
    }
    const table = await currentTable(rates, at, abort);
    checkRateAge(table, at, maxRateAgeMs);
    return engineOf(configured, table, prices).evaluate(transaction);
  };
}

const owner = "rules.evaluate";

/** In place of a table that a decision does not need. */
const NONE: object = /* @__PURE__ */ Object.freeze({});

/** Returns a function that creates one engine for each combination of tables. */
function engines(officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>) {
  const cached = cachedByObjects<ThresholdEngine>();
  return (thresholds: Thresholds, rates?: RateTable, prices?: PriceTable): ThresholdEngine =>
    cached([thresholds, rates ?? NONE, prices ?? NONE], () =>
      createThresholdEngine({ thresholds, officialCurrencies, rates, prices }),
    );
}
