/** Coinbase's exchange rates of currencies and crypto-assets. */
import { ExactDecimal } from "../../domain/decimal.js";
import type { CurrencyCode, DurationMs } from "../../domain/identifiers/codes.js";
import { checkedClock, checkedOptions, configurationInvalid } from "../../domain/options.js";
import { isRateCode } from "../../domain/thresholds/rates.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import { toDay } from "../../domain/timestamp.js";
import type { RateSource } from "../../ports/rate-source.js";
import type { JsonNode } from "../transport/json.js";
import { checkedDuration, serviceAt } from "../transport/service.js";
import { cachedRates, type RateServiceOptions, rateServiceOptions } from "./cached.js";
import { frozenTable, isUsableRate } from "./fixed.js";

/** The limit of a response. About 640 rates have 20 kB. */
export const maxBytes = 256 * 1024;

const second: DurationMs = 1000;
const minute: DurationMs = 60 * second;

/** Prices move: no price is older. */
const longestCached: DurationMs = 15 * minute;

/** How long tables of Coinbase are cached. */
export interface CoinbaseTimes {
  /** Milliseconds for which a table is returned without another read. @default 60_000 (one minute) */
  readonly cacheMs?: DurationMs | undefined;
  /**
   * Milliseconds beyond `cacheMs` for which the cached table is returned while reads fail. Both together must be at most
   * 15 minutes.
   *
   * @default 15 minutes minus `cacheMs`
   */
  readonly staleIfErrorMs?: DurationMs | undefined;
}

/** Options for {@link coinbaseRates}. The default `url` is `https://api.coinbase.com`. */
export interface CoinbaseRatesOptions extends RateServiceOptions, CoinbaseTimes {
  /** The base of the table: a currency or the ticker of a crypto-asset. @default "USD" */
  readonly base?: CurrencyCode | undefined;
}

/**
 * Creates a source of Coinbase's exchange rates, without a key (`GET /v2/exchange-rates?currency=BASE`). A table has
 * about 640 currencies and crypto-assets against one base.
 *
 * For prices, use the asset as the base: `balancesInUsd(source, (symbol) => coinbaseRates({ base: symbol }))`. The
 * tickers of the supported chains are valid there; XDC is unverified, and rejects with `provider_rejected` if unknown. A
 * table with the base USD has the inverse, with fewer digits.
 *
 * A table is cached for `cacheMs`; concurrent calls share one read. The response has no time, so the date of a table is
 * the UTC day of the request. While reads fail, the cached table is returned for `staleIfErrorMs` more, and a read is
 * tried every 15 seconds. Each failure goes to `onRefreshFailure`. After that, and without a cached table, `current`
 * rejects.
 *
 * A rate that is not a positive decimal is missing: `rate_missing`, never zero. `current(at)` returns the newest table for
 * a past `at` too.
 *
 * @returns A source of rates.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `current` rejects with errors of the service
 *   (`provider_…`), or with `aborted`.
 * @example
 * const rates = coinbaseRates({ base: "BTC" });
 */
export function coinbaseRates(options: CoinbaseRatesOptions = {}): RateSource {
  const checked = checkedOptions("coinbaseRates", options, { ...rateServiceOptions, base: "checked" });
  const service = serviceAt(checked, { url: "https://api.coinbase.com", maxBytes });
  const { base = "USD", onRefreshFailure } = checked;
  const clock = checkedClock(checked.clock);
  if (typeof base !== "string" || !isRateCode(base)) {
    throw configurationInvalid('base must be a code such as "USD" or "BTC".');
  }
  const times = { ...readTimes(checked), clock, onRefreshFailure };

  const read = async (onAttempt: () => void): Promise<RateTable> => {
    // Before the request: a response after midnight may be from the day before.
    const date = toDay(clock());
    const response = await service.request({ path: `/v2/exchange-rates?currency=${base}` }, { onAttempt });
    const rates = readCoinbaseRates(response.json(), base);
    return frozenTable({ base, date, source: "Coinbase", rates });
  };

  return cachedRates(read, times);
}

/** Reads the cache times of the options. Prices move, so both together are at most 15 minutes. */
export function readTimes({ cacheMs: given, staleIfErrorMs: staleGiven }: CoinbaseTimes) {
  const cacheMs = checkedDuration("cacheMs", given === undefined ? minute : given, 0);
  const staleMs = staleGiven === undefined ? Math.max(0, longestCached - cacheMs) : staleGiven;
  const staleIfErrorMs = checkedDuration("staleIfErrorMs", staleMs, 0);
  if (cacheMs + staleIfErrorMs > longestCached) {
    throw configurationInvalid("cacheMs and staleIfErrorMs together must be at most 15 minutes.");
  }
  // With our own dates, yesterday's table after today's means that the clock was corrected.
  return { cacheMs, staleIfErrorMs, retryAfterMs: 15 * second, isDatedBySource: false } as const;
}

/**
 * Reads `{ data: { currency, rates: { USD: "…" } } }`: units of each currency for one unit of the base. Rates keep the
 * text of the service. A rate that is not a positive decimal, or whose code no table can have (`"G"`), is left out.
 */
export function readCoinbaseRates(response: JsonNode, base: CurrencyCode): RateTable["rates"] {
  const data = response.at("data");
  // Coinbase has been seen to respond with another base.
  if (data.at("currency").text() !== base) data.at("currency").fail("another currency than requested");
  const listed = data.at("rates");
  const codes = listed.names().filter((code) => code !== base && isRateCode(code) && hasUsableRate(listed.at(code)));
  if (codes.length === 0) listed.fail("no usable rate");
  checkBase(listed.at(base));
  return Object.fromEntries(codes.map((code) => [code, listed.at(code).text()]));
}

function hasUsableRate(rate: JsonNode): boolean {
  return rate.isText() && isUsableRate(rate.text());
}

/** With another rate than 1 for the base, every rate would mean something else. */
function checkBase(rate: JsonNode): void {
  if (rate.isAbsent()) return;
  if (!hasUsableRate(rate) || !new ExactDecimal(rate.text()).equals(1)) rate.fail("expected the rate 1 for the base");
}
