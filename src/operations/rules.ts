/** Evaluation of rules (§4.9). */
import { alertIdOf } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DurationMs } from "../domain/identifiers/codes.js";
import { type Result, succeeded } from "../domain/result.js";
import {
  createThresholdEngine,
  type ThresholdDecision,
  type ThresholdEngine,
  type Thresholds,
} from "../domain/thresholds/engine.js";
import type { RuleEvaluation } from "../domain/thresholds/evaluation.js";
import { findOfficialCurrency } from "../domain/thresholds/official-currency.js";
import { parseEvaluationRequest } from "../domain/thresholds/parse.js";
import { checkRateAge } from "../domain/thresholds/rate-age.js";
import type { RateTable } from "../domain/thresholds/rate-table.js";
import type { RuleCode, Transaction } from "../domain/thresholds/transaction.js";
import { toIsoLocal, toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { RateSource } from "../ports/rate-source.js";
import type { ThresholdSource } from "../ports/threshold-source.js";
import type { AlertDesk } from "./alerts.js";

interface Deps {
  readonly thresholds: ThresholdSource | undefined;
  readonly rates: RateSource | undefined;
  readonly maxRateAge: DurationMs;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  readonly clock: Clock;
  readonly countries: readonly string[];
  readonly desk: Pick<AlertDesk, "raise" | "handOver">;
}

type Rule = (transaction: Transaction, at: Date) => Promise<ThresholdDecision>;

/** §4.9. Every `breach` has its alert recorded before the answer; a world that failed throws and never passes. */
export function evaluateRules(deps: Deps): (input: unknown) => Promise<Result<RuleEvaluation>> {
  const rules: Readonly<Record<RuleCode, Rule>> = { THRESHOLD_BY_COUNTRY: thresholdByCountry(deps) };
  return async (input) => {
    const parsed = parseEvaluationRequest(input, { countries: deps.countries });
    if (!parsed.ok) return parsed;
    const { transaction, rule_codes } = parsed.value;
    const time = deps.clock();
    const results: RuleEvaluation["results"][number][] = [];
    for (const rule_code of rule_codes) {
      // An alert that the sink failed to take is owed to it, whatever the rates say by now.
      const alert_id = alertIdOf(transaction, rule_code);
      await deps.desk.handOver(alert_id);
      const decision = await rules[rule_code](transaction, time);
      if (decision.status === "breach") {
        const { transaction_id, country } = transaction;
        await deps.desk.raise({ alert_id, rule_code, transaction_id, country, raised_at: toIsoOffset(time), decision });
      }
      results.push({ rule_code, status: decision.status, message: decision.message });
    }
    return succeeded({ transaction_id: transaction.transaction_id, evaluated_at: toIsoLocal(time), results });
  };
}

/** §4.9 THRESHOLD_BY_COUNTRY. Rates are asked for only where currencies differ. */
function thresholdByCountry({ thresholds, rates, maxRateAge, officialCurrencies }: Deps): Rule {
  const keptThresholds = keptCopy<Thresholds>((table) => ({ ...table }), hasSameMembers);
  const keptRates = keptCopy<RateTable>(
    ({ base, date, source, rates }) => ({ base, date, source, rates: { ...rates } }),
    isSameRates,
  );
  const local = keptEngine(officialCurrencies);
  const converting = keptEngine(officialCurrencies);
  return async (transaction, at) => {
    const configured = await ask("thresholds", thresholds, at, keptThresholds);
    if (findOfficialCurrency(transaction.country, officialCurrencies) === transaction.currency) {
      return local(configured).evaluate(transaction);
    }
    const table = await ask("rates", rates, at, keptRates);
    checkRateAge(table, at, maxRateAge);
    return converting(configured, table).evaluate(transaction);
  };
}

/** A copy of the table of a source that the caller configured. Whatever else it throws or gives becomes an error with a code. */
async function ask<T extends object>(
  option: string,
  source: { readonly current: (at: Date) => Promise<T> } | undefined,
  at: Date,
  copy: (table: T) => T,
): Promise<T> {
  if (source === undefined) {
    throw new ComplianceError("not_configured", `rules.evaluate needs the option ${option} of createCompliance.`);
  }
  try {
    const table: unknown = await source.current(new Date(at));
    // Sources without types may give anything.
    if (typeof table === "object" && table !== null) return copy(table as T);
  } catch (cause) {
    if (cause instanceof ComplianceError) throw cause;
    const message = `The source given as ${option} failed; see the cause.`;
    throw new ComplianceError("provider_unavailable", message, { cause });
  }
  throw new ComplianceError("provider_unreadable", `The source given as ${option} gave no table; mend the source.`);
}

/**
 * Gives the same copy for as long as the content is the same, so that the engine of it can be kept. Content and not
 * identity: a source may change the table that it holds, and an engine of the old rates would be a wrong `pass`.
 */
function keptCopy<T extends object>(copy: (table: T) => T, isSame: (kept: T, table: T) => boolean): (table: T) => T {
  let kept: T | undefined;
  let frozen: T | undefined;
  return (table) => {
    if (kept !== undefined && table === frozen) return kept;
    if (kept === undefined || !isSame(kept, table)) kept = copy(table);
    frozen = isDeepFrozen(table) ? table : undefined;
    return kept;
  };
}

function isSameRates(kept: RateTable, { base, date, source, rates }: RateTable): boolean {
  const { rates: keptRates, ...keptHead } = kept;
  return hasSameMembers(keptHead, { base, date, source }) && hasSameMembers(keptRates, rates);
}

/** Only numbers and texts count as the same: what is within an object may change while the object stays. */
function hasSameMembers(kept: Readonly<Record<string, unknown>>, table: unknown): boolean {
  if (typeof table !== "object" || table === null) return false;
  const names = Object.keys(table);
  const isKept = (name: string): boolean => {
    const value: unknown = Reflect.get(table, name);
    return (
      (typeof value === "string" || typeof value === "number") && Object.hasOwn(kept, name) && kept[name] === value
    );
  };
  return names.length === Object.keys(kept).length && names.every(isKept);
}

/** Whether nothing in the value can change. A getter can give something else each time, frozen or not. */
function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (!Object.isFrozen(value)) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  return members.every((member) => "value" in member && isDeepFrozen(member.value));
}

/** An engine that lives as long as its thresholds and rates stay the same objects. */
function keptEngine(
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): (thresholds: Thresholds, rates?: RateTable) => ThresholdEngine {
  let kept: { thresholds: Thresholds; rates: RateTable | undefined; engine: ThresholdEngine } | undefined;
  return (thresholds, rates) => {
    if (kept?.thresholds !== thresholds || kept.rates !== rates) {
      const engine = createThresholdEngine({ thresholds, officialCurrencies, ...(rates && { rates }) });
      kept = { thresholds, rates, engine };
    }
    return kept.engine;
  };
}
