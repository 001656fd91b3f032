/** The reference rates of the European Central Bank, read from its daily file and kept for a while. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { checkedOptions } from "../../domain/options.js";
import type { RateTable } from "../../domain/thresholds/rate-table.js";
import type { Clock } from "../../ports/clock.js";
import type { RateSource } from "../../ports/rate-source.js";
import { checkedDuration } from "../transport/duration.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readEcbDaily } from "./ecb-daily.js";
import { keptTable } from "./kept-table.js";

const dailyFile = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

const accept = "application/xml, text/xml";

// The file has 1.6 kB; more than this is another file.
const maxBytes = 256 * 1024;

const minute: DurationMs = 60_000;
const hour: DurationMs = 60 * minute;
const day: DurationMs = 24 * hour;

/**
 * What {@link ecbRates} can be told. Every property is optional. `url` is where the daily file lies, by default the bank's
 * own address; a browser may need a mirror on your own origin. `timeoutMs` is 10 seconds by default.
 */
export interface EcbRatesOptions extends ServiceOptions {
  /** Milliseconds for which a table that was read is given without asking the bank again. Default one hour. */
  readonly cacheMs?: DurationMs;
  /** Milliseconds beyond `cacheMs` for which the last table is given while the bank cannot be read. Default 24 hours. */
  readonly staleIfErrorMs?: DurationMs;
  /**
   * Is told of each failure that the grace hides. What it throws, `current` rejects with: for logs and alarms,
   * or to have no grace at all.
   */
  readonly onRefreshFailure?: (error: ComplianceError) => void;
  /** Measures `cacheMs` and `staleIfErrorMs`, and knows today's date. Default: the time of the machine. */
  readonly clock?: Clock;
}

/**
 * The euro foreign exchange reference rates of the European Central Bank, for about thirty currencies: published on
 * working days at about 16:00 CET, for information rather than for dealing. No crypto-assets.
 *
 * **When the bank is asked.** On the first call, then once `cacheMs` has passed. Calls at the same time share one read.
 * While the rates are the same, so is the (frozen) table object.
 *
 * **When the bank cannot be read.** Without any table, `current` rejects. With one, it goes on for `staleIfErrorMs` beyond
 * `cacheMs`: rates appear once a working day, so that with the defaults it lacks two publications at the most, and its
 * `date` says so. Each failure goes to `onRefreshFailure`, and the bank is tried again every minute. After the grace,
 * `current` rejects. Apart from all this, each evaluation judges the age of the table by its own `date` (`maxRateAge`),
 * so that an old table cannot pass for a new one.
 *
 * **What is left out.** A currency without exactly one positive rate in the file has no rate: `rate_missing`, never 0.
 *
 * `current(at)` gives the newest table also for a past `at`: the daily file has no history. Evaluate the past with
 * `fixedRates` and a table of that day.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `current` rejects with
 *   what `ask` throws (`provider_timeout`, `provider_unreachable`, `provider_unavailable` …) or `provider_unreadable`
 *   (any other document, a truncated one, one without date or rates).
 * @example
 * const compliance = createCompliance({ storage, thresholds: { SG: "1500" }, rates: ecbRates() });
 */
export function ecbRates(given: EcbRatesOptions = {}): RateSource {
  const options = checkedOptions("ecbRates", given, {
    ...serviceOptions,
    cacheMs: "checked",
    staleIfErrorMs: "checked",
    onRefreshFailure: "function",
    clock: "function",
  });
  const service = serviceAt({ timeoutMs: 10_000, ...options }, { url: dailyFile, maxBytes });
  const { cacheMs = hour, staleIfErrorMs = day, onRefreshFailure, clock = () => new Date() } = options;

  const read = async (): Promise<RateTable> => {
    const { text } = await service.ask({ path: "", headers: () => ({ accept }) });
    const table = readEcbDaily(text);
    // A day of leeway for a machine whose clock is behind.
    if (Date.parse(table.date) <= clock().getTime() + day) return table;
    const message = "The European Central Bank's rates are of a day to come; check the clock of this machine.";
    throw new ComplianceError("provider_unreadable", message);
  };

  return keptTable(read, {
    cacheMs: checkedDuration("cacheMs", cacheMs, 0),
    staleIfErrorMs: checkedDuration("staleIfErrorMs", staleIfErrorMs, 0),
    pauseMs: minute,
    clock,
    onRefreshFailure,
  });
}
