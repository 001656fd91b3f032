/** The composition root: the one place where parts meet. */
import type { Account, RetrievedAccount } from "./domain/accounts/account.js";
import type { AccountSummary } from "./domain/accounts/summary.js";
import { ComplianceError } from "./domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "./domain/identifiers/codes.js";
import type { Result } from "./domain/result.js";
import { createThresholdEngine, type Thresholds } from "./domain/thresholds/engine.js";
import type { RuleEvaluation } from "./domain/thresholds/evaluation.js";
import type { Transfer } from "./domain/transfers/transfer.js";
import type { Vasp } from "./domain/vasps/vasp.js";
import { createAccount, retrieveAccount, searchAccounts } from "./operations/accounts.js";
import { type AlertPage, alertDesk, listAlerts } from "./operations/alerts.js";
import { evaluateRules } from "./operations/rules.js";
import { checkTransfer } from "./operations/transfers.js";
import {
  type LoadOptions,
  type LoadReport,
  listVasps,
  loadVasps,
  searchVasps,
  type VaspPage,
} from "./operations/vasps.js";
import type { AlertSink } from "./ports/alert-sink.js";
import type { Clock } from "./ports/clock.js";
import type { RateSource } from "./ports/rate-source.js";
import type { Storage } from "./ports/storage.js";
import type { ThresholdSource } from "./ports/threshold-source.js";

/** What a {@link Compliance} is made of. Only `storage` is required; an operation that needs an absent part throws `not_configured`. */
export interface ComplianceOptions {
  /** Where the directories live: `memoryStorage()`, `jsonFileStorage(path)`. */
  readonly storage: Storage;
  /** Thresholds by country in its official currency: `{ US: "3000", SG: "1500" }`; or a source where they change while the process runs. */
  readonly thresholds?: Thresholds | ThresholdSource;
  /** Official currencies that differ from the built-in table, or of countries that it lacks. A user-assigned code such as `XK` becomes a known country by standing here. */
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

/** The operations of the specification. Bad input is a result with issues; a failing world throws a {@link ComplianceError}. */
export interface Compliance {
  readonly accounts: {
    /** §4.3. Stores an account; `reference_id_taken` leaves the stored one untouched. */
    create(input: unknown): Promise<Result<Account>>;
    /** §4.4. undefined when there is none. */
    retrieve(reference_id: string): Promise<RetrievedAccount | undefined>;
    /** §4.5. `{ search_term, account_category?, account_type?, limit? }`; best match first, empty when nothing matches. */
    search(query: unknown): Promise<Result<readonly AccountSummary[]>>;
  };
  readonly vasps: {
    /** Fills the directory with records of §2.7, replacing by `vasp_id`; rejected records are in the report. */
    load(records: Iterable<unknown> | AsyncIterable<unknown>, options?: LoadOptions): Promise<LoadReport>;
    /** §4.6. `{ search_term }`; best match first, empty when nothing matches. */
    search(query: unknown): Promise<Result<readonly Vasp[]>>;
    /** §4.7. undefined when there is none. */
    retrieve(vasp_id: string): Promise<Vasp | undefined>;
    /** §4.8. `{ page?, size?, sort? }`; defaults 1, 50, by `vasp_id`. */
    list(query?: unknown): Promise<Result<VaspPage>>;
  };
  readonly rules: {
    /** §4.9. `{ transaction, rule_codes }`; a breach has its alert recorded before this resolves. */
    evaluate(input: unknown): Promise<Result<RuleEvaluation>>;
  };
  readonly transfers: {
    /** §2.9. Resolves reference ids and VASP ids; says the kind of the transfer and who initiates it. */
    check(input: unknown): Promise<Result<Transfer>>;
  };
  readonly alerts: {
    /** Recorded alerts, the newest first. `{ page?, size?, delivered? }`: `delivered: false` lists what `onAlert` has not taken. */
    list(query?: unknown): Promise<Result<AlertPage>>;
    /** Hands over to `onAlert`, the oldest first, every alert that it has not taken, and says how many. One that fails keeps none of the others; then it throws `alert_delivery_failed`. */
    deliver(): Promise<{ readonly delivered: number }>;
  };
  /** Closes the storage. */
  close(): Promise<void>;
}

const SEVEN_DAYS: DurationMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Puts the parts together. The result is a frozen object of functions.
 *
 * @throws ComplianceError `configuration_invalid` at once for an option that cannot be right.
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" }, rates: ecbRates() });
 * const created = await compliance.accounts.create({ reference_id: "A-1", … });
 */
export function createCompliance(options: ComplianceOptions): Compliance {
  checkOptions(options ?? {});
  const { storage, rates, onAlert, maxRateAge = SEVEN_DAYS } = options;
  const clock = checkedClock(options.clock);
  const officialCurrencies = { ...options.officialCurrencies };
  const countries = Object.keys(officialCurrencies);
  const thresholds = toThresholdSource(options.thresholds, officialCurrencies);
  const { accounts, vasps, alerts } = storage;
  const desk = alertDesk(alerts, onAlert);
  return Object.freeze({
    accounts: Object.freeze({
      create: createAccount({ accounts, clock, countries }),
      retrieve: retrieveAccount({ accounts }),
      search: searchAccounts({ accounts }),
    }),
    vasps: Object.freeze({
      load: loadVasps({ vasps, countries }),
      search: searchVasps({ vasps }),
      retrieve: (vasp_id: string) => vasps.find(vasp_id),
      list: listVasps({ vasps }),
    }),
    rules: Object.freeze({
      evaluate: evaluateRules({ thresholds, rates, maxRateAge, officialCurrencies, clock, countries, desk }),
    }),
    transfers: Object.freeze({ check: checkTransfer({ accounts, vasps, clock, countries }) }),
    alerts: Object.freeze({ list: listAlerts(alerts), deliver: desk.handOverAll }),
    close: () => storage.close(),
  });
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

/** The caller's clock, which may give something else than a Date (`Date.now`); it is only asked when the time is needed. */
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
