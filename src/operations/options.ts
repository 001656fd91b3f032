/** The options of `createCompliance`: what they are, and that they can be right. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { createThresholdEngine, type Thresholds } from "../domain/thresholds/engine.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { Clock } from "../ports/clock.js";
import type { RateSource } from "../ports/rate-source.js";
import type { Storage } from "../ports/storage.js";
import type { ThresholdSource } from "../ports/threshold-source.js";

/**
 * What `createCompliance` takes. Only `storage` is required; an operation that needs an absent part throws
 * `not_configured`.
 */
export interface ComplianceOptions {
  /** Where the directories live: `memoryStorage()`, `jsonFileStorage(path)`. */
  readonly storage: Storage;
  /**
   * Thresholds by country in its official currency: `{ US: "3000", SG: "1500" }`; or a source where they change while
   * the process runs.
   */
  readonly thresholds?: Thresholds | ThresholdSource;
  /**
   * Official currencies that differ from the built-in table, or of countries that it lacks. A user-assigned code such
   * as `XK` becomes a known country by standing here.
   */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Exchange rates: `fixedRates(table)`, `ecbRates()`. */
  readonly rates?: RateSource;
  /** Rates older than this make `rules.evaluate` throw `rate_stale`. Milliseconds; default 7 days. */
  readonly maxRateAge?: DurationMs;
  /** Takes each alert after it is recorded. */
  readonly onAlert?: AlertSink;
  /** The time; default the system's. */
  readonly clock?: Clock;
}

/** The options as the operations use them: checked, copied, with their defaults. */
export interface Parts {
  readonly storage: Storage;
  readonly thresholds: ThresholdSource | undefined;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Known besides the officially assigned ones. */
  readonly countries: readonly CountryCode[];
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
  readonly onAlert: AlertSink | undefined;
  readonly clock: Clock;
}

const SEVEN_DAYS: DurationMs = 7 * 24 * 60 * 60 * 1000;

/** @throws ComplianceError `configuration_invalid`. */
export function readOptions(options: ComplianceOptions): Parts {
  checkOptions(options ?? {});
  const { storage, rates, onAlert, maxRateAge = SEVEN_DAYS } = options;
  const officialCurrencies = { ...options.officialCurrencies };
  return {
    storage,
    thresholds: toThresholdSource(options.thresholds, officialCurrencies),
    officialCurrencies,
    countries: Object.keys(officialCurrencies),
    rates,
    maxRateAge,
    onAlert,
    clock: checkedClock(options.clock),
  };
}

/** Callers without types: the mistakes that everyone makes deserve a sentence, and now rather than at the first customer. */
function checkOptions(options: ComplianceOptions): void {
  const { storage, rates, onAlert, clock, maxRateAge } = options;
  checkNames(options);
  if (typeof storage?.accounts?.insert !== "function") {
    throw invalidOption("storage must be a storage, for example memoryStorage() or jsonFileStorage(path).");
  }
  if (rates !== undefined && typeof rates?.current !== "function") {
    throw invalidOption("rates must be a source of rates, for example fixedRates(table) or ecbRates().");
  }
  if (onAlert !== undefined && typeof onAlert !== "function") {
    throw invalidOption("onAlert must be a function that takes an alert.");
  }
  if (clock !== undefined && typeof clock !== "function") throw clockInvalid();
  if (maxRateAge !== undefined && !(typeof maxRateAge === "number" && maxRateAge > 0)) {
    throw invalidOption("maxRateAge must be a number of milliseconds above 0.");
  }
}

const optionNames = {
  storage: true,
  thresholds: true,
  officialCurrencies: true,
  rates: true,
  maxRateAge: true,
  onAlert: true,
  clock: true,
} as const satisfies Record<keyof ComplianceOptions, true>;

/** A misspelt option would be lost silently: no alert would ever reach an `onAlerts`. */
function checkNames(options: ComplianceOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown === undefined) return;
  const known = Object.keys(optionNames).join(", ");
  throw invalidOption(`createCompliance has no option ${JSON.stringify(unknown)}; its options are ${known}.`);
}

/**
 * The caller's clock, which may give something else than a Date (`Date.now`); it is only asked when the time is needed.
 */
function checkedClock(given: Clock = () => new Date()): Clock {
  return () => {
    // A copy: neither who holds the clock's Date nor a source that is asked with it can change the time of a decision.
    try {
      return new Date(given().getTime());
    } catch (cause) {
      throw clockInvalid(cause);
    }
  };
}

function clockInvalid(cause?: unknown): ComplianceError {
  return invalidOption("clock must be a function that gives a Date, for example () => new Date().", cause);
}

/** A fixed table becomes a source that always gives the same copy. It is checked now, not at the first transaction. */
function toThresholdSource(
  thresholds: ComplianceOptions["thresholds"],
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): ThresholdSource | undefined {
  if (isThresholdSource(thresholds)) return thresholds;
  createThresholdEngine({ thresholds: thresholds ?? {}, officialCurrencies });
  if (thresholds === undefined) return undefined;
  const table = Object.freeze({ ...thresholds });
  return { current: async () => table };
}

function isThresholdSource(thresholds: ComplianceOptions["thresholds"]): thresholds is ThresholdSource {
  return typeof Reflect.get(Object(thresholds), "current") === "function";
}

function invalidOption(message: string, cause?: unknown): ComplianceError {
  return new ComplianceError("configuration_invalid", message, cause === undefined ? {} : { cause });
}
