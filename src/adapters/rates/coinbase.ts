/** Coinbase's exchange rates of currencies and crypto-assets, kept for a moment. */

import type { ComplianceError } from "../../domain/compliance-error.js";
import type { CurrencyCode, DurationMs } from "../../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid } from "../../domain/options.js";
import { isRateCode, type RateTable } from "../../domain/thresholds/rate-table.js";
import { toDay } from "../../domain/timestamp.js";
import type { Clock } from "../../ports/clock.js";
import type { RateSource } from "../../ports/rate-source.js";
import { checkedDuration } from "../transport/duration.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readCoinbaseRates } from "./coinbase-table.js";
import { keptTable } from "./kept-table.js";

// About 640 rates are 20 kB.
const maxBytes = 256 * 1024;

const second: DurationMs = 1000;
const minute: DurationMs = 60 * second;

/** Prices move: an older one is none. */
const longestKept: DurationMs = 15 * minute;

/** What {@link coinbaseRates} can be told. Every property is optional; `url` is `https://api.coinbase.com` by default. */
export interface CoinbaseRatesOptions extends ServiceOptions {
  /** The base of the table: a currency or the ticker of a crypto-asset. Default `"USD"`. */
  readonly base?: CurrencyCode;
  /** Milliseconds for which a table that was read is given without asking again. Default one minute. */
  readonly cacheMs?: DurationMs;
  /**
   * Milliseconds beyond `cacheMs` for which the last table is given while the service cannot be read. Together with
   * `cacheMs` at most 15 minutes. Default 14 minutes, or what `cacheMs` leaves of the 15.
   */
  readonly staleIfErrorMs?: DurationMs;
  /** Is told of each failure that the grace hides. What it throws, `current` rejects with. */
  readonly onRefreshFailure?: (error: ComplianceError) => void;
  /** Measures `cacheMs` and `staleIfErrorMs`, and knows today's date. Default: the time of the machine. */
  readonly clock?: Clock;
}

/**
 * Coinbase's exchange rates (`GET /v2/exchange-rates?currency=BASE`), without a key: about 640 currencies and
 * crypto-assets against one base.
 *
 * **As prices**, take the asset as the base and its rate of USD: `balancesInUsd(source, (symbol) => coinbaseRates({ base:
 * symbol }))`. Tickers of the fourteen chains are the same there; XDC is unverified, and where it is unknown the source
 * rejects with `provider_rejected`. A table with base USD gives the inverse, which has fewer digits.
 *
 * **When it is asked.** On the first call, then once `cacheMs` has passed; calls at the same time share one read. The
 * answer has no time: the date of a table is the day in UTC on which it was asked for.
 *
 * **When it cannot be read.** Without any table, `current` rejects. With one, it goes on for `staleIfErrorMs` beyond `cacheMs`, never
 * beyond 15 minutes in all; each failure goes to `onRefreshFailure`, and the service is tried again every 15 seconds.
 *
 * **What is left out.** A rate that is not the text of a positive decimal: `rate_missing`, never 0.
 *
 * `current(at)` gives the newest table also for a past `at`.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `current` rejects with
 *   what `ask` throws (`provider_timeout`, `provider_unreachable`, `provider_unavailable` …), `provider_rejected` for a base
 *   that Coinbase does not know, or `provider_unreadable` (any other document, another base, no usable rate).
 * @example
 * const rates = coinbaseRates({ base: "BTC" });
 */
export function coinbaseRates(given: CoinbaseRatesOptions = {}): RateSource {
  const options = checkedOptions("coinbaseRates", given, {
    ...serviceOptions,
    base: "checked",
    cacheMs: "checked",
    staleIfErrorMs: "checked",
    onRefreshFailure: "function",
    clock: "function",
  });
  const service = serviceAt(options, { url: "https://api.coinbase.com", maxBytes });
  const { base = "USD", onRefreshFailure, clock = () => new Date() } = options;
  if (typeof base !== "string" || !isRateCode(base))
    throw configurationInvalid('base must be a code such as "USD" or "BTC".');
  const { cacheMs, staleIfErrorMs } = checkedSpans(options);

  const read = async (): Promise<RateTable> => {
    // Before it is asked: an answer that comes after midnight may be of the day before.
    const date = toDay(clock());
    const { text } = await service.ask({ path: `/v2/exchange-rates?currency=${base}` });
    return readCoinbaseRates(text, { host: service.host, base, date });
  };

  // The date is our own: a table of yesterday after one of today means that the clock was set right, not that a cache lags.
  return keptTable(read, {
    cacheMs,
    staleIfErrorMs,
    pauseMs: 15 * second,
    clock,
    isDatedBySource: false,
    onRefreshFailure,
  });
}

function checkedSpans({ cacheMs: keep = minute, staleIfErrorMs: grace }: CoinbaseRatesOptions): {
  cacheMs: DurationMs;
  staleIfErrorMs: DurationMs;
} {
  const cacheMs = checkedDuration("cacheMs", keep, 0);
  const leftMs = Math.max(0, longestKept - cacheMs);
  const staleIfErrorMs = checkedDuration("staleIfErrorMs", grace === undefined ? leftMs : grace, 0);
  if (cacheMs + staleIfErrorMs > longestKept)
    throw configurationInvalid("cacheMs and staleIfErrorMs together must be at most 15 minutes.");
  return { cacheMs, staleIfErrorMs };
}
