/** Options of `createCompliance`, and their checks. */
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { type ChainOptions, chainsOf } from "../domain/chains/register.js";
import { readSafely } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { isSafeText } from "../domain/input/text-rules.js";
import { readPacks } from "../domain/jurisdictions/read-packs.js";
import type { Jurisdiction } from "../domain/jurisdictions/types.js";
import {
  checkedAge,
  checkedClock,
  checkedOptions,
  configurationInvalid,
  hasMethod,
  MAX_TIMER,
  type OptionKind,
} from "../domain/options.js";
import { copyThresholds } from "../domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import { SEVEN_DAYS } from "../domain/thresholds/rate-age.js";
import type { Thresholds } from "../domain/thresholds/types.js";
import { checkedPolicy } from "../domain/transfers/check-policy.js";
import type { CheckedPolicy, Policy } from "../domain/transfers/policy.js";
import type { AlertErrorListener, AlertSink } from "../ports/alert-sink.js";
import type { AuditTrail } from "../ports/audit.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { PriceSource } from "../ports/price-source.js";
import type { RateSource } from "../ports/rate-source.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { ComplianceStorage } from "../ports/storage.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import type { ComplianceEvent, ComplianceObserver } from "./events.js";
import { type LinkedTransactionLimits, type LinkedTransactionOptions, readLinkedOptions } from "./linked-options.js";
import { type CheckedOwnership, checkedOwnership, type OwnershipOptions } from "./ownership-options.js";
import type { RiskProviders } from "./risk-providers.js";
import { validatedBalanceSource, validatedRiskProvider } from "./validated-ports.js";

/**
 * Options of `createCompliance`. Only `storage` is required. An operation that needs a missing option throws
 * `not_configured`.
 */
export interface ComplianceOptions<C extends string = Chain> extends ChainOptions<C> {
  /** Storage of the directories: `memoryStorage()`, `jsonFileStorage(path)`, `sqlStorage(kysely)`. */
  readonly storage: ComplianceStorage;
  /**
   * Thresholds by country, in its official currency or their own: `{ US: "3000", GI: { amount: "1000", currency: "EUR" } }`.
   * Or a source, if they change while the process runs: your own, or `thresholdsOf(packs)` of `vaspkit/jurisdictions`.
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
  readonly maxRateAgeMs?: DurationMs | undefined;
  /**
   * Prices of crypto-assets: `fixedPrices(table)`, `coinbasePrices()`. They are needed for transactions with an `asset`.
   *
   * @default no prices; a transaction in a crypto-asset throws `not_configured`
   */
  readonly prices?: PriceSource | undefined;
  /**
   * Highest age of prices in milliseconds. With older prices `rules.evaluate` throws `price_stale`.
   *
   * @default 15 minutes
   */
  readonly maxPriceAgeMs?: DurationMs | undefined;
  /**
   * Period and retention of the rule `LINKED_TRANSACTIONS_BY_COUNTRY`.
   *
   * @default `{ windowMs: 24 hours, retentionMs: 7 days }`
   */
  readonly linkedTransactions?: LinkedTransactionOptions | undefined;
  /**
   * Packs of `vaspkit/jurisdictions`, or your own: `[eu, us, sg]`. `transfers.check` then reports the fields that a party
   * lacks by the rules of both countries, and returns the requirements.
   *
   * @default no packs; only rule 2.2.1 counts, for the originator
   */
  readonly jurisdictions?: readonly Jurisdiction[] | undefined;
  /**
   * What your counsel and your compliance office decided, for `transfers.decide`. It needs `jurisdictions` and `riskProviders`.
   *
   * @default no policy; `transfers.decide` throws `not_configured`
   */
  readonly policy?: Policy<NoInfer<C>> | undefined;
  /**
   * Proofs that a self-hosted wallet is the customer's, with methods of `vaspkit/ownership`.
   *
   * @default no proofs; operations on ownership throw `not_configured`
   */
  readonly ownership?: OwnershipOptions | undefined;
  /**
   * Risk providers by the `provider_name` of a request: `{ OFAC: ofacList({ … }) }`, or your own. `screenWith(a, b)`
   * combines several under one name.
   *
   * @default no providers; a request with `scan_for_risk` throws `not_configured`
   */
  readonly riskProviders?: Readonly<Record<string, RiskProvider<NoInfer<C>>>> | undefined;
  /**
   * Source of balances for `addresses.create`.
   *
   * @default no source; balances are null
   */
  readonly balances?: BalanceSource<NoInfer<C>> | undefined;
  /**
   * Receives each alert after it is stored, at least once.
   *
   * @default no delivery; alerts are only stored
   */
  readonly onAlert?: AlertSink | undefined;
  /**
   * Receives each failed delivery of an alert. The alert stays pending until `alerts.deliver` delivers it. Log `alert_id`
   * and `error.code`: `error.cause` is what your sink threw, and may contain personal data.
   *
   * @default failures are only in the reports of `alerts.deliver`
   */
  readonly onAlertError?: AlertErrorListener | undefined;
  /**
   * How long a call of `onAlert` may take, in milliseconds. Afterwards it counts as failed, and the alert is delivered
   * again, although your code may have handled it: recognize duplicates by `alert_id`.
   *
   * @default 30 seconds
   */
  readonly sinkTimeoutMs?: DurationMs | undefined;
  /**
   * Returns the current time.
   *
   * @default the system's clock
   */
  readonly clock?: Clock | undefined;
  /**
   * A trail of `vaspkit/audit`: each decision and each change appends a record to a hash chain.
   *
   * @default no trail
   */
  readonly audit?: AuditTrail | undefined;
  /**
   * Receives an event for each operation, each request to a part and each write to the storage: durations, codes and
   * counts, no personal data. What it throws is ignored. It is called synchronously, so it must be fast.
   *
   * @default no events
   */
  readonly observe?: ((event: ComplianceEvent<NoInfer<C>>) => void) | undefined;
}

/** The options after checks, copied and with their defaults. */
export interface Parts {
  readonly storage: ComplianceStorage;
  /** The registered chains; undefined: those of §4.1. */
  readonly chains: RegisteredChains | undefined;
  readonly thresholds: ThresholdSource | undefined;
  /** Thresholds that never change, in place of a source. */
  readonly thresholdTable: Thresholds | undefined;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Countries that are valid besides the officially assigned ones. */
  readonly countries: readonly CountryCode[];
  readonly rates: RateSource | undefined;
  readonly maxRateAgeMs: DurationMs;
  readonly prices: PriceSource | undefined;
  readonly maxPriceAgeMs: DurationMs;
  readonly linkedTransactions: LinkedTransactionLimits;
  readonly jurisdictions: readonly Jurisdiction[] | undefined;
  readonly policy: CheckedPolicy | undefined;
  readonly ownership: CheckedOwnership | undefined;
  /** Whether there are thresholds or a source of them. */
  readonly hasThresholds: boolean;
  readonly riskProviders: RiskProviders | undefined;
  readonly balances: BalanceSource | undefined;
  readonly onAlert: AlertSink | undefined;
  readonly onAlertError: AlertErrorListener | undefined;
  readonly sinkTimeoutMs: DurationMs;
  readonly clock: Clock;
  readonly audit: AuditTrail | undefined;
  readonly observe: ComplianceObserver | undefined;
}

const HALF_A_MINUTE: DurationMs = 30_000;

/** Default of `maxPriceAgeMs`: prices move. */
export const FIFTEEN_MINUTES: DurationMs = 15 * 60 * 1000;

/** @throws ComplianceError `configuration_invalid`. */
export function complianceParts(given: ComplianceOptions): Parts {
  return readSafely(
    () => readParts(checkedOptions("createCompliance", given ?? {}, optionKinds)),
    () => configurationInvalid("An option of createCompliance cannot be read: a getter or a proxy threw."),
  );
}

function readParts(options: ComplianceOptions): Parts {
  checkOptions(options);
  const { storage, rates, prices, balances } = options;
  const { maxRateAgeMs = SEVEN_DAYS, maxPriceAgeMs = FIFTEEN_MINUTES } = options;
  const officialCurrencies = { ...options.officialCurrencies };
  const chains = chainsOf(options);
  const { jurisdictions: packs, policy, ownership } = options;
  const jurisdictions = isGiven(packs) ? readPacks("the option jurisdictions", packs) : undefined;
  const riskProviders = options.riskProviders && toRiskProviders(options.riskProviders);
  const hasThresholds = options.thresholds !== undefined;
  const hasProvider = (name: string): boolean => riskProviders?.has(name) === true;
  return {
    storage,
    chains,
    policy: isGiven(policy) ? checkedPolicy(policy, { chains, jurisdictions, hasProvider, hasThresholds }) : undefined,
    ownership: isGiven(ownership) ? checkedOwnership(ownership) : undefined,
    hasThresholds,
    ...readThresholds(options.thresholds, officialCurrencies),
    officialCurrencies,
    countries: Object.keys(officialCurrencies),
    rates,
    maxRateAgeMs: checkedAge("maxRateAgeMs", maxRateAgeMs),
    prices,
    maxPriceAgeMs: checkedAge("maxPriceAgeMs", maxPriceAgeMs),
    linkedTransactions: readLinkedOptions(options.linkedTransactions),
    jurisdictions,
    riskProviders,
    balances: balances && validatedBalanceSource(balances),
    onAlert: options.onAlert,
    onAlertError: options.onAlertError,
    sinkTimeoutMs: options.sinkTimeoutMs ?? HALF_A_MINUTE,
    clock: checkedClock(options.clock),
    audit: checkedTrail(options.audit),
    observe: options.observe,
  };
}

/** Callers without types may pass null for an option that they leave out. */
function isGiven<T>(option: T | null | undefined): option is T {
  return option !== undefined && option !== null;
}

/** Callers without types may pass null for an option that they leave out. */
function checkedTrail(trail: AuditTrail | undefined | null): AuditTrail | undefined {
  if (!isGiven(trail)) return undefined;
  if (hasMethod(trail, "open")) return trail;
  throw configurationInvalid("audit must be a trail: auditTrail({ key }) of vaspkit/audit.");
}

/** Reports the likely mistakes of callers without types at once, and not at the first request. */
function checkOptions(options: ComplianceOptions): void {
  const { storage, rates, prices, balances, sinkTimeoutMs } = options;
  checkStorage(storage);
  checkRiskProviders(options.riskProviders);
  if (rates !== undefined && typeof rates?.current !== "function") {
    throw configurationInvalid("rates must be a rate source, for example fixedRates(table) or ecbRates().");
  }
  if (prices !== undefined && typeof prices?.current !== "function") {
    throw configurationInvalid("prices must be a price source, for example fixedPrices(table) or coinbasePrices().");
  }
  if (balances !== undefined && typeof balances?.balance !== "function") {
    throw configurationInvalid("balances must be a balance source: an object with a function balance.");
  }
  if (
    sinkTimeoutMs !== undefined &&
    !(typeof sinkTimeoutMs === "number" && sinkTimeoutMs > 0 && sinkTimeoutMs <= MAX_TIMER)
  ) {
    throw configurationInvalid(`sinkTimeoutMs must be a number of milliseconds above 0, at most ${MAX_TIMER}.`);
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
  if (typeof storage.transfers?.save !== "function") {
    throw configurationInvalid(
      "storage has no transfers. Implement TransferRepository in it, or use storageOf(engine).",
    );
  }
  if (typeof storage.ownership?.save !== "function") {
    throw configurationInvalid(
      "storage has no ownership. Implement OwnershipRepository in it, or use storageOf(engine).",
    );
  }
  if (typeof storage.audit?.append !== "function") {
    throw configurationInvalid("storage has no audit. Implement AuditRepository in it, or use storageOf(engine).");
  }
  if (typeof storage.accounts.put !== "function") {
    throw configurationInvalid(
      "storage has no accounts.put. Implement put, remove and list of AccountRepository in it.",
    );
  }
  if (typeof storage.addresses?.save !== "function") {
    throw configurationInvalid("storage has no addresses. Implement AddressRepository in it.");
  }
  if (typeof storage.vasps?.sync !== "function") {
    throw configurationInvalid("storage has no vasps.sync. Implement VaspRepository of this version in it.");
  }
  if (typeof storage.alerts?.lease !== "function") {
    throw configurationInvalid("storage has no alerts.lease. Implement AlertRepository of this version in it.");
  }
  if (typeof storage.linked?.add !== "function") {
    throw configurationInvalid("storage has no linked.add. Implement LinkedTransactionRepository in it.");
  }
}

const optionKinds = {
  storage: "checked",
  chains: "checked",
  isRecoveryPhrase: "function",
  thresholds: "checked",
  officialCurrencies: "checked",
  rates: "checked",
  maxRateAgeMs: "checked",
  prices: "checked",
  maxPriceAgeMs: "checked",
  linkedTransactions: "checked",
  jurisdictions: "checked",
  policy: "checked",
  ownership: "checked",
  riskProviders: "checked",
  balances: "checked",
  onAlert: "function",
  onAlertError: "function",
  sinkTimeoutMs: "checked",
  clock: "function",
  audit: "checked",
  observe: "function",
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
    thresholdTable: thresholds === undefined ? undefined : copyThresholds(thresholds ?? {}),
  };
}

function isThresholdSource(thresholds: ComplianceOptions["thresholds"]): thresholds is ThresholdSource {
  // The method of a class, but not one that was added to every object.
  const current: unknown = Reflect.get(Object(thresholds), "current");
  return typeof current === "function" && current !== Reflect.get(Object.prototype, "current");
}
