/** The options of `createCompliance`: what they are, and that they can be right. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { isSoundText } from "../domain/input/text-rules.js";
import { checkOptionNames } from "../domain/options.js";
import { createThresholdEngine, type Thresholds } from "../domain/thresholds/engine.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { RateSource } from "../ports/rate-source.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { ComplianceStorage } from "../ports/storage.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import type { RiskProviders } from "./addresses.js";
import { soundBalanceSource, soundRiskProvider } from "./sound-answers.js";

/**
 * What `createCompliance` takes. Only `storage` is required; an operation that needs an absent part throws
 * `not_configured`.
 */
export interface ComplianceOptions {
  /** Where the directories live: `memoryStorage()`, `jsonFileStorage(path)`. */
  readonly storage: ComplianceStorage;
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
  /**
   * Who screens addresses, by the `provider_name` of a request: `{ OFAC: ofacList({ … }) }` of `vaspkit/providers`, or a
   * provider of your own. Several under one name: `screenWith(a, b)`.
   */
  readonly riskProviders?: Readonly<Record<string, RiskProvider>>;
  /** Who knows what addresses hold; without one, balances are null. */
  readonly balances?: BalanceSource;
  /** Takes each alert after it is recorded. */
  readonly onAlert?: AlertSink;
  /** The time; default the system's. */
  readonly clock?: Clock;
}

/** The options as the operations use them: checked, copied, with their defaults. */
export interface Parts {
  readonly storage: ComplianceStorage;
  readonly thresholds: ThresholdSource | undefined;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Known besides the officially assigned ones. */
  readonly countries: readonly CountryCode[];
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
  readonly riskProviders: RiskProviders | undefined;
  readonly balances: BalanceSource | undefined;
  readonly onAlert: AlertSink | undefined;
  readonly clock: Clock;
}

const SEVEN_DAYS: DurationMs = 7 * 24 * 60 * 60 * 1000;

/** @throws ComplianceError `configuration_invalid`. */
export function readOptions(options: ComplianceOptions): Parts {
  checkOptions(options ?? {});
  const { storage, rates, balances, onAlert, maxRateAge = SEVEN_DAYS } = options;
  const officialCurrencies = { ...options.officialCurrencies };
  return {
    storage,
    thresholds: toThresholdSource(options.thresholds, officialCurrencies),
    officialCurrencies,
    countries: Object.keys(officialCurrencies),
    rates,
    maxRateAge,
    riskProviders: options.riskProviders && toRiskProviders(options.riskProviders),
    balances: balances && soundBalanceSource(balances),
    onAlert,
    clock: checkedClock(options.clock),
  };
}

/** Callers without types: the mistakes that everyone makes deserve a sentence, and now rather than at the first customer. */
function checkOptions(options: ComplianceOptions): void {
  const { storage, rates, balances, onAlert, clock, maxRateAge } = options;
  checkOptionNames("createCompliance", options, optionNames);
  checkStorage(storage);
  checkRiskProviders(options.riskProviders);
  if (rates !== undefined && typeof rates?.current !== "function") {
    throw invalidOption("rates must be a source of rates, for example fixedRates(table) or ecbRates().");
  }
  if (balances !== undefined && typeof balances?.balance !== "function") {
    throw invalidOption("balances must be a source of balances: an object with a function balance.");
  }
  if (onAlert !== undefined && typeof onAlert !== "function") {
    throw invalidOption("onAlert must be a function that takes an alert.");
  }
  if (clock !== undefined && typeof clock !== "function") throw clockInvalid();
  if (maxRateAge !== undefined && !(typeof maxRateAge === "number" && maxRateAge > 0)) {
    throw invalidOption("maxRateAge must be a number of milliseconds above 0.");
  }
}

/** A name that breaks a rule of texts would be one that no request can have. */
function checkRiskProviders(given: ComplianceOptions["riskProviders"]): void {
  if (given === undefined) return;
  const isTable = typeof given === "object" && given !== null && !Array.isArray(given);
  const isRight = isTable && Object.entries(given).every(([name, provider]) => isProvider(name, provider));
  if (!isRight) {
    throw invalidOption(
      "riskProviders must be a table of providers by provider_name, such as { OFAC: ofacList(…) }, each with a function screen.",
    );
  }
}

function isProvider(name: string, provider: RiskProvider): boolean {
  return isSoundText(name) && typeof provider?.screen === "function";
}

function checkStorage(storage: ComplianceStorage): void {
  if (typeof storage?.accounts?.insert !== "function") {
    throw invalidOption("storage must be a storage, for example memoryStorage() or jsonFileStorage(path).");
  }
  if (typeof storage.addresses?.save !== "function") {
    throw invalidOption("storage keeps no addresses, which every storage must: implement AddressRepository in it.");
  }
}

const optionNames = {
  storage: true,
  thresholds: true,
  officialCurrencies: true,
  rates: true,
  maxRateAge: true,
  riskProviders: true,
  balances: true,
  onAlert: true,
  clock: true,
} as const satisfies Record<keyof ComplianceOptions, true>;

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

/** A map of own properties only: no request reaches what every object inherits, such as `constructor`. */
function toRiskProviders(given: Readonly<Record<string, RiskProvider>>): RiskProviders {
  return new Map(Object.entries(given).map(([name, provider]) => [name, soundRiskProvider(name, provider)]));
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
