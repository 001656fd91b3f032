/** Options of `createCompliance`, and their checks. */
import { readSafely } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { isSafeText } from "../domain/input/text-rules.js";
import { checkedClock, checkedOptions, configurationInvalid, type OptionKind } from "../domain/options.js";
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import type { Thresholds } from "../domain/thresholds/types.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { RateSource } from "../ports/rate-source.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { ComplianceStorage } from "../ports/storage.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import type { RiskProviders } from "./addresses.js";
import { validatedBalanceSource, validatedRiskProvider } from "./validated-ports.js";

/**
 * Options of `createCompliance`. Only `storage` is required. An operation that needs a missing option throws
 * `not_configured`.
 */
export interface ComplianceOptions {
  /** Storage of the directories: `memoryStorage()`, `jsonFileStorage(path)`, `sqlStorage(kysely)`. */
  readonly storage: ComplianceStorage;
  /**
   * Thresholds by country, in its official currency: `{ US: "3000", SG: "1500" }`. Or a source, if they change while the
   * process runs.
   *
   * @default no thresholds; `rules.evaluate` throws `not_configured`
   */
  readonly thresholds?: Thresholds | ThresholdSource | undefined;
  /**
   * Official currencies that differ from the built-in table or are missing there. A user-assigned code such as `XK`
   * counts as a country once it is listed here.
   *
   * @default the built-in table
   */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>> | undefined;
  /**
   * Exchange rates: `fixedRates(table)`, `ecbRates()`.
   *
   * @default no rates; a transaction in another than the official currency throws `not_configured`
   */
  readonly rates?: RateSource | undefined;
  /**
   * Highest age of exchange rates in milliseconds. With older rates `rules.evaluate` throws `rate_stale`.
   *
   * @default 7 days
   */
  readonly maxRateAge?: DurationMs | undefined;
  /**
   * Risk providers by the `provider_name` of a request: `{ OFAC: ofacList({ … }) }`, or your own. `screenWith(a, b)`
   * combines several under one name.
   *
   * @default no providers; a request with `scan_for_risk` throws `not_configured`
   */
  readonly riskProviders?: Readonly<Record<string, RiskProvider>> | undefined;
  /**
   * Source of balances for `addresses.create`.
   *
   * @default no source; balances are null
   */
  readonly balances?: BalanceSource | undefined;
  /**
   * Receives each alert after it is stored.
   *
   * @default no delivery; alerts are only stored
   */
  readonly onAlert?: AlertSink | undefined;
  /**
   * Returns the current time.
   *
   * @default the system's clock
   */
  readonly clock?: Clock | undefined;
}

/** The options after checks, copied and with their defaults. */
export interface Parts {
  readonly storage: ComplianceStorage;
  readonly thresholds: ThresholdSource | undefined;
  /** Thresholds that never change, in place of a source. */
  readonly thresholdTable: Thresholds | undefined;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Countries that are valid besides the officially assigned ones. */
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
export function readOptions(given: ComplianceOptions): Parts {
  return readSafely(
    () => readParts(checkedOptions("createCompliance", given ?? {}, optionKinds)),
    () => configurationInvalid("An option of createCompliance cannot be read: a getter or a proxy threw."),
  );
}

function readParts(options: ComplianceOptions): Parts {
  checkOptions(options);
  const { storage, rates, balances, onAlert, maxRateAge = SEVEN_DAYS } = options;
  const officialCurrencies = { ...options.officialCurrencies };
  return {
    storage,
    ...readThresholds(options.thresholds, officialCurrencies),
    officialCurrencies,
    countries: Object.keys(officialCurrencies),
    rates,
    maxRateAge,
    riskProviders: options.riskProviders && toRiskProviders(options.riskProviders),
    balances: balances && validatedBalanceSource(balances),
    onAlert,
    clock: checkedClock(options.clock),
  };
}

/** Reports the likely mistakes of callers without types at once, and not at the first request. */
function checkOptions(options: ComplianceOptions): void {
  const { storage, rates, balances, maxRateAge } = options;
  checkStorage(storage);
  checkRiskProviders(options.riskProviders);
  if (rates !== undefined && typeof rates?.current !== "function") {
    throw configurationInvalid("rates must be a rate source, for example fixedRates(table) or ecbRates().");
  }
  if (balances !== undefined && typeof balances?.balance !== "function") {
    throw configurationInvalid("balances must be a balance source: an object with a function balance.");
  }
  if (maxRateAge !== undefined && !(typeof maxRateAge === "number" && maxRateAge > 0)) {
    throw configurationInvalid("maxRateAge must be a number of milliseconds above 0.");
  }
}

function checkRiskProviders(given: ComplianceOptions["riskProviders"]): void {
  if (given === undefined) return;
  const isTable = typeof given === "object" && given !== null && !Array.isArray(given);
  const isValid = isTable && Object.entries(given).every(([name, provider]) => isProvider(name, provider));
  if (isValid) return;
  throw configurationInvalid(
    "riskProviders must be an object of providers by provider_name, such as { OFAC: ofacList(…) }, each with a function screen.",
  );
}

/** A request can only contain names that are valid texts. */
function isProvider(name: string, provider: RiskProvider): boolean {
  return isSafeText(name) && typeof provider?.screen === "function";
}

function checkStorage(storage: ComplianceStorage): void {
  if (typeof storage?.accounts?.insert !== "function") {
    throw configurationInvalid("storage must be a storage, for example memoryStorage() or jsonFileStorage(path).");
  }
  if (typeof storage.addresses?.save !== "function") {
    throw configurationInvalid("storage has no addresses. Implement AddressRepository in it.");
  }
}

const optionKinds = {
  storage: "checked",
  thresholds: "checked",
  officialCurrencies: "checked",
  rates: "checked",
  maxRateAge: "checked",
  riskProviders: "checked",
  balances: "checked",
  onAlert: "function",
  clock: "function",
} as const satisfies Record<keyof ComplianceOptions, OptionKind>;

/** Builds a map, because a request must not find inherited properties such as `constructor`. */
function toRiskProviders(given: Readonly<Record<string, RiskProvider>>): RiskProviders {
  return new Map(Object.entries(given).map(([name, provider]) => [name, validatedRiskProvider(name, provider)]));
}

/** Copies a table. It is checked now, not at the first transaction. */
function readThresholds(
  thresholds: ComplianceOptions["thresholds"],
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): Pick<Parts, "thresholds" | "thresholdTable"> {
  if (isThresholdSource(thresholds)) return { thresholds, thresholdTable: undefined };
  createThresholdEngine({ thresholds: thresholds ?? {}, officialCurrencies });
  return {
    thresholds: undefined,
    thresholdTable: thresholds === undefined ? undefined : Object.freeze({ ...thresholds }),
  };
}

function isThresholdSource(thresholds: ComplianceOptions["thresholds"]): thresholds is ThresholdSource {
  // The method of a class, but not one that was added to every object.
  const current: unknown = Reflect.get(Object(thresholds), "current");
  return typeof current === "function" && current !== Reflect.get(Object.prototype, "current");
}
