/** Evaluation of rules (§4.9). */
import { alertIdOf } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { own } from "../domain/own.js";
import { type Result, succeeded } from "../domain/result.js";
import { findOfficialCurrency } from "../domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import { parseEvaluationRequest } from "../domain/thresholds/parse.js";
import { checkRateAge } from "../domain/thresholds/rates.js";
import type {
  EvaluationRequest,
  RateTable,
  RuleCode,
  RuleEvaluation,
  ThresholdDecision,
  ThresholdEngine,
  Thresholds,
  Transaction,
} from "../domain/thresholds/types.js";
import { toIsoLocal, toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { RateSource } from "../ports/rate-source.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import { type Abort, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import type { AlertDispatcher } from "./alerts.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Operations on rules. */
export interface RuleOperations {
  /**
   * Evaluates rules against a transaction (§4.9). The alert of a `breach` is stored before it resolves, and delivered to
   * `onAlert`.
   *
   * @param input - the transaction and the rules; a value of type `unknown` or `any` compiles too
   * @param options - after an abort, an alert that was stored stays pending; `alerts.deliver` delivers it
   * @returns The result of each rule in the given order, or every issue of the input.
   * @throws ComplianceError, never a `pass`, when a decision is impossible: `threshold_missing`, `rate_missing`,
   *   `rate_stale`, `rate_invalid`, `official_currency_missing`, `not_configured`, `provider_…`, `storage_…`, `aborted`.
   *   `alert_delivery_failed` when `onAlert` failed; the alert is stored.
   */
  evaluate(input: EvaluationRequest, options?: OperationOptions): Promise<Result<RuleEvaluation>>;
  /** Evaluates a request of type `unknown` or `any`, such as a request body (§4.9). */
  evaluate<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): Promise<Result<RuleEvaluation>>;
}

interface Deps {
  readonly thresholds: ThresholdSource | undefined;
  readonly thresholdTable: Thresholds | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  readonly clock: Clock;
  readonly countries: readonly string[];
  readonly dispatcher: Pick<AlertDispatcher, "raise" | "deliver">;
}

type Rule = (transaction: Transaction, at: Date, abort: Abort) => Promise<ThresholdDecision>;

/** Creates the operations on rules. */
export function ruleOperations(deps: Deps): RuleOperations {
  const rules: Readonly<Record<RuleCode, Rule>> = { THRESHOLD_BY_COUNTRY: thresholdByCountry(deps) };
  const { dispatcher, clock, countries } = deps;
  const deliver = own(dispatcher, "deliver");

  async function evaluate(input: unknown, options?: OperationOptions): Promise<Result<RuleEvaluation>> {
    const consequence = "An alert that was stored before stays pending; alerts.deliver delivers it.";
    const { abort } = readOptions("rules.evaluate", options, { signal: "signal" }, consequence);
    throwIfAborted(abort);
    const parsed = parseEvaluationRequest(input, { countries });
    if (!parsed.ok) return parsed;
    const { transaction, rule_codes } = parsed.value;
    const time = clock();
    const evaluated_at = toIsoLocal(time);
    const results: RuleEvaluation["results"][number][] = [];
    for (const rule_code of rule_codes) {
      // A pending alert of an earlier evaluation is delivered whatever the decision is now.
      if (deliver) await deliver(alertIdOf(transaction, rule_code), abort);
      const decision = await rules[rule_code](transaction, time, abort);
      throwIfAborted(abort);
      if (decision.status === "breach") {
        const { transaction_id, country } = transaction;
        const alert_id = alertIdOf(transaction, rule_code);
        const raised_at = toIsoOffset(time);
        await dispatcher.raise({ alert_id, rule_code, transaction_id, country, raised_at, decision }, abort);
      }
      results.push({ rule_code, status: decision.status, message: decision.message });
    }
    return succeeded({ transaction_id: transaction.transaction_id, evaluated_at, results });
  }

  return { evaluate };
}

/** Creates the rule THRESHOLD_BY_COUNTRY (§4.9). Rates are only requested where the currencies differ. */
function thresholdByCountry({ thresholds, thresholdTable, rates, maxRateAge, officialCurrencies }: Deps): Rule {
  const copyThresholds = cachedCopy<Thresholds>((table) => ({ ...table }), hasSameMembers);
  const copyRates = cachedCopy<RateTable>(
    ({ base, date, source, rates: rateByCurrency }) => ({ base, date, source, rates: { ...rateByCurrency } }),
    isSameRates,
  );
  const local = cachedEngine(officialCurrencies);
  const converting = cachedEngine(officialCurrencies);
  return async (transaction, at, abort) => {
    const configured = thresholdTable ?? (await currentTable("thresholds", thresholds, at, copyThresholds, abort));
    if (findOfficialCurrency(transaction.country, officialCurrencies) === transaction.currency) {
      return local(configured).evaluate(transaction);
    }
    const table = await currentTable("rates", rates, at, copyRates, abort);
    checkRateAge(table, at, maxRateAge);
    return converting(configured, table).evaluate(transaction);
  };
}

/**
 * Requests the current table of a source and copies it.
 *
 * @throws ComplianceError `not_configured` without a source, `provider_…` when it fails, `aborted`.
 */
async function currentTable<T extends object>(
  option: string,
  source: { readonly current: (at: Date, options?: OperationOptions) => Promise<T> } | undefined,
  at: Date,
  copy: (table: T) => T,
  abort: Abort,
): Promise<T> {
  if (source === undefined) {
    const message = `rules.evaluate needs the option ${option} of createCompliance. Add it.`;
    throw new ComplianceError("not_configured", message);
  }
  try {
    const table: unknown =
      abort.signal === undefined
        ? await source.current(new Date(at))
        : await unlessAborted(async (signal) => source.current(new Date(at), { signal }), abort);
    // A source without types may return anything.
    if (typeof table === "object" && table !== null) return copy(table as T);
  } catch (cause) {
    if (cause instanceof ComplianceError) throw cause;
    throw new ComplianceError("provider_unavailable", `The source of ${option} failed; see the cause.`, { cause });
  }
  throw new ComplianceError("provider_unreadable", `The source of ${option} returned no table. Fix the source.`);
}

/**
 * Returns the same copy while the content stays the same, so that the engine built from it can be reused. Content is
 * compared and not identity: a source may change the table it returned, and an engine of old rates could wrongly pass.
 */
function cachedCopy<T extends object>(
  copy: (table: T) => T,
  isSame: (cached: T, table: T) => boolean,
): (table: T) => T {
  let cached: T | undefined;
  let frozen: T | undefined;
  return (table) => {
    if (cached !== undefined && table === frozen) return cached;
    if (cached === undefined || !isSame(cached, table)) cached = copy(table);
    frozen = isDeepFrozen(table) ? table : undefined;
    return cached;
  };
}

function isSameRates(cached: RateTable, { base, date, source, rates }: RateTable): boolean {
  const { rates: cachedRates, ...head } = cached;
  return hasSameMembers(head, { base, date, source }) && hasSameMembers(cachedRates, rates);
}

/** Compares numbers and texts; anything else counts as different, because an object may change inside. */
function hasSameMembers(cached: Readonly<Record<string, unknown>>, table: unknown): boolean {
  if (typeof table !== "object" || table === null) return false;
  const names = Object.keys(table);
  const isSame = (name: string): boolean => {
    const value: unknown = Reflect.get(table, name);
    const isComparable = typeof value === "string" || typeof value === "number";
    return isComparable && Object.hasOwn(cached, name) && cached[name] === value;
  };
  return names.length === Object.keys(cached).length && names.every(isSame);
}

/** Returns whether nothing in the value can change. A getter can return another value each time, frozen or not. */
function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  // A class may have getters.
  const isPlain = [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain || !Object.isFrozen(value)) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  return members.every((member) => "value" in member && isDeepFrozen(member.value));
}

/** Reuses the engine while thresholds and rates are the same objects. */
function cachedEngine(
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): (thresholds: Thresholds, rates?: RateTable) => ThresholdEngine {
  let cached: { thresholds: Thresholds; rates: RateTable | undefined; engine: ThresholdEngine } | undefined;
  return (thresholds, rates) => {
    if (cached?.thresholds !== thresholds || cached.rates !== rates) {
      const engine = createThresholdEngine({ thresholds, officialCurrencies, ...(rates && { rates }) });
      cached = { thresholds, rates, engine };
    }
    return cached.engine;
  };
}
