/** The reference rates of the European Central Bank, from its daily file `eurofxref-daily.xml`. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { isDate } from "../../domain/identifiers/date.js";
import { checkedClock, checkedOptions } from "../../domain/options.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import type { RateSource } from "../../ports/rate-source.js";
import { checkedDuration, serviceAt } from "../transport/service.js";
import { type XmlAttributes, xmlReader } from "../transport/xml.js";
import { cachedRates, type RateServiceOptions, rateServiceOptions } from "./cached.js";
import { frozenTable, isUsableRate } from "./fixed.js";

const dailyFile = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

// The file has 1.6 kB.
const maxBytes = 256 * 1024;

const minute: DurationMs = 60_000;
const hour: DurationMs = 60 * minute;
const day: DurationMs = 24 * hour;

/**
 * Options for {@link ecbRates}. The default `url` is the bank's own address of the daily file; a browser may need a
 * mirror on your own origin. The default `timeoutMs` is 10 seconds.
 */
export interface EcbRatesOptions extends RateServiceOptions {
  /** Milliseconds for which a table is returned without another read. @default 3_600_000 (one hour) */
  readonly cacheMs?: DurationMs | undefined;
  /**
   * Milliseconds beyond `cacheMs` for which the cached table is returned while reads fail.
   *
   * @default 86_400_000 (24 hours)
   */
  readonly staleIfErrorMs?: DurationMs | undefined;
}

/**
 * Creates a source of the euro foreign exchange reference rates of the European Central Bank. They have about thirty
 * currencies and no crypto-assets, and are published on working days at about 16:00 CET, for information.
 *
 * The file is read on the first call, and again once `cacheMs` has passed. Concurrent calls share one read. An unchanged
 * table stays the same frozen object.
 *
 * While reads fail, the cached table is returned for `staleIfErrorMs` beyond `cacheMs`. A read is tried every minute.
 * Each failure goes to `onRefreshFailure`. After that, and without a cached table, `current` rejects. Each evaluation
 * checks the date of the table as well (`maxRateAgeMs`).
 *
 * A currency without exactly one positive rate in the file is `rate_missing`, never zero. For a past `at`, `current(at)`
 * also returns the newest table, because the file has no history. Use `fixedRates` for the past.
 *
 * @returns A source of rates with the base EUR.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `current` rejects with errors of the service
 *   (`provider_…`), or with `aborted`.
 * @example
 * const compliance = createCompliance({ storage, thresholds: { SG: "1500" }, rates: ecbRates() });
 */
export function ecbRates(options: EcbRatesOptions = {}): RateSource {
  const checked = checkedOptions("ecbRates", options, rateServiceOptions);
  const service = serviceAt({ timeoutMs: 10_000, ...checked }, { url: dailyFile, maxBytes });
  const { cacheMs = hour, staleIfErrorMs = day, onRefreshFailure } = checked;
  const clock = checkedClock(checked.clock);
  const headers = () => ({ accept: "application/xml, text/xml" });

  const read = async (onAttempt: () => void): Promise<RateTable> => {
    const table = parseEcbDaily((await service.request({ path: "", headers }, { onAttempt })).text);
    // One day of tolerance for a machine whose clock is behind.
    if (Date.parse(table.date) <= clock().getTime() + day) return table;
    const message = "The European Central Bank's rates have a future date. Check the clock of this machine.";
    throw new ComplianceError("provider_unreadable", message);
  };

  return cachedRates(read, {
    cacheMs: checkedDuration("cacheMs", cacheMs, 0),
    staleIfErrorMs: checkedDuration("staleIfErrorMs", staleIfErrorMs, 0),
    retryAfterMs: minute,
    clock,
    onRefreshFailure,
  });
}

const dayPath = "/Envelope/Cube/Cube";

/**
 * Parses the daily file. It has an `Envelope`, in it one `Cube`, in it one `Cube` with a `time`, in it a `Cube` for each
 * currency. Rates are units for one euro and keep the bank's text. The table is frozen.
 *
 * A currency whose rate is not a positive decimal (`N/A`, `0`), or that is there twice, has no rate.
 *
 * @throws ComplianceError `provider_unreadable` for another or an incomplete file, without date or usable rate
 */
export function parseEcbDaily(xml: string): RateTable {
  const days: XmlAttributes[] = [];
  const entries: XmlAttributes[] = [];
  let cubes = 0;
  try {
    const reader = xmlReader({
      open: (path, attributes) => {
        if (path === "/Envelope/Cube") cubes += 1;
        if (path === dayPath) days.push(attributes);
        if (path === `${dayPath}/Cube`) entries.push(attributes);
      },
    });
    reader.write(xml);
    reader.end();
  } catch (cause) {
    throw unreadable("it is not complete and plain XML", { cause });
  }
  const [only] = days;
  if (only === undefined || days.length > 1 || cubes > 1) throw unreadable("it does not have the rates of one day");
  const date = only["time"] ?? "";
  if (!isDate(date)) throw unreadable("its rates have no calendar date");
  const rates = usableRates(entries);
  if (Object.keys(rates).length === 0) throw unreadable("it has no usable rate");
  const source = "European Central Bank, euro foreign exchange reference rates";
  return frozenTable({ base: "EUR", date, source, rates });
}

function usableRates(entries: readonly XmlAttributes[]): RateTable["rates"] {
  const seen = new Set<string>();
  const rates = new Map<string, string>();
  for (const { currency = "", rate = "" } of entries) {
    // EUR is the base, whatever the file says.
    const isForeign = /^[A-Z]{3}$/.test(currency) && currency !== "EUR";
    if (seen.has(currency)) rates.delete(currency);
    else if (isForeign && isUsableRate(rate)) rates.set(currency, rate);
    seen.add(currency);
  }
  return Object.fromEntries(rates);
}

function unreadable(problem: string, options?: { cause: unknown }): ComplianceError {
  const message = `The response is not the European Central Bank's daily file: ${problem}. Check the URL.`;
  return new ComplianceError("provider_unreadable", message, options);
}
