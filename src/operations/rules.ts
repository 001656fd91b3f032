/** Evaluation of rules (§4.9). */
import { alertIdOf } from "../domain/alerts/alert.js";
import { type Result, succeeded } from "../domain/result.js";
import { parseEvaluationRequest } from "../domain/thresholds/parse.js";
import type { EvaluationRequest, RuleCode, RuleEvaluation, RuleResult } from "../domain/thresholds/types.js";
import { toIsoLocal, toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import { readOptions, throwIfAborted } from "./abort.js";
import type { AlertDispatcher } from "./alert-dispatcher.js";
import { type LinkedRuleDeps, linkedByCountry } from "./linked-rule.js";
import { type Rule, type ThresholdRuleDeps, thresholdByCountry } from "./threshold-rule.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Operations on rules. */
export interface RuleOperations {
  /**
   * Evaluates rules against a transaction (§4.9). The alert of a `breach` is stored before it resolves. Its delivery to
   * `onAlert` begins then, and neither delays nor changes the answer.
   *
   * @param input - the transaction and the rules; a value of type `unknown` or `any` compiles too
   * @param options - after an abort, an alert that was stored stays pending; `alerts.deliver` delivers it
   * @returns The result of each rule in the given order, or every issue of the input.
   * @throws ComplianceError, never a `pass`, when a decision is impossible: `threshold_missing`, `rate_missing`,
   *   `rate_stale`, `rate_invalid`, `official_currency_missing`, `not_configured`, `provider_…`, `storage_…`, `aborted`.
   */
  evaluate(input: EvaluationRequest, options?: OperationOptions): Promise<Result<RuleEvaluation>>;
  /** Evaluates a request of type `unknown` or `any`, such as a request body (§4.9). */
  evaluate<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): Promise<Result<RuleEvaluation>>;
}

interface Deps extends ThresholdRuleDeps, LinkedRuleDeps {
  readonly clock: Clock;
  readonly countries: readonly string[];
  readonly dispatcher: Pick<AlertDispatcher, "raise">;
}

/** Creates the operations on rules. */
export function ruleOperations(deps: Deps): RuleOperations {
  const byCountry = thresholdByCountry(deps);
  const rules: Readonly<Record<RuleCode, Rule>> = {
    THRESHOLD_BY_COUNTRY: byCountry,
    LINKED_TRANSACTIONS_BY_COUNTRY: linkedByCountry(byCountry, deps),
  };
  const { dispatcher, clock, countries } = deps;

  async function evaluate(input: unknown, options?: OperationOptions): Promise<Result<RuleEvaluation>> {
    const consequence = "An alert that was stored before stays pending; alerts.deliver delivers it.";
    const { abort } = readOptions("rules.evaluate", options, { signal: "signal" }, consequence);
    throwIfAborted(abort);
    const parsed = parseEvaluationRequest(input, { countries });
    if (!parsed.ok) return parsed;
    const { transaction, rule_codes } = parsed.value;
    const time = clock();
    const evaluated_at = toIsoLocal(time);
    const results: RuleResult[] = [];
    for (const rule_code of rule_codes) {
      const decision = await rules[rule_code](transaction, time, abort);
      throwIfAborted(abort);
      const { status, message } = decision;
      if (status === "pass") {
        results.push({ rule_code, status, message, decision });
        continue;
      }
      const { transaction_id, country } = transaction;
      const alert_id = alertIdOf(transaction, rule_code);
      const raised_at = toIsoOffset(time);
      await dispatcher.raise({ alert_id, rule_code, transaction_id, country, raised_at, decision }, abort);
      results.push({ rule_code, status, message, decision, alert_id });
    }
    return succeeded({ transaction_id: transaction.transaction_id, evaluated_at, results });
  }

  return { evaluate };
}
