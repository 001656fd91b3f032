/** Evaluation of rules (§4.9). */

import type { Actor } from "../domain/actor.js";
import { alertIdOf } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { isKey } from "../domain/input/text-rules.js";
import { own } from "../domain/own.js";
import { type Result, succeeded } from "../domain/result.js";
import { parseEvaluationRequest } from "../domain/thresholds/parse.js";
import type {
  AnyTransaction,
  EvaluationRequest,
  RuleCode,
  RuleEvaluation,
  RuleResult,
} from "../domain/thresholds/types.js";
import { toIsoLocal, toIsoOffset } from "../domain/timestamp.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import { type Abort, actorOf, readOptions, throwIfAborted } from "./abort.js";
import type { AlertDispatcher } from "./alert-dispatcher.js";
import { evaluationEvent, recordRemoval } from "./audit-events.js";
import { type LinkedRuleDeps, linkedByCountry } from "./linked-rule.js";
import { type Rule, type ThresholdRuleDeps, thresholdByCountry } from "./threshold-rule.js";
import type { ActorOptions, ChangeOptions, UncheckedArgs } from "./types.js";

/** Operations on rules. */
export interface RuleOperations {
  /**
   * Evaluates rules against a transaction (§4.9). Each rule is decided on its own, whatever the order of `rule_codes`. The
   * alert of a `breach` is stored before it resolves. Its delivery to `onAlert` begins then, and neither delays nor changes
   * the answer.
   *
   * @param input - the transaction and the rules; a value of type `unknown` or `any` compiles too
   * @param options - who acts, and a signal; after an abort, an alert that was stored stays pending, and `alerts.deliver`
   *   delivers it
   * @returns The result of each rule in the given order, or every issue of the input.
   * @throws ComplianceError, never a `pass`, when a decision is impossible: `threshold_missing`, `rate_missing`,
   *   `rate_stale`, `rate_invalid`, `official_currency_missing`, `not_configured`, `linked_limit_exceeded`, `provider_…`,
   *   `storage_…`, `aborted`. With several rules, `evaluation` of the error has the results of the others, whose alerts are
   *   stored.
   */
  evaluate(input: EvaluationRequest, options?: ChangeOptions): Promise<Result<RuleEvaluation>>;
  /** Evaluates a request of type `unknown` or `any`, such as a request body (§4.9). */
  evaluate<T>(...args: UncheckedArgs<T, [options?: ChangeOptions]>): Promise<Result<RuleEvaluation>>;
  /**
   * Removes all stored transactions of a link key, for example to erase a customer. One that is evaluated at the same time
   * is removed too, or stored afterwards. Then call `compact`.
   *
   * @param link_key - what the transactions were evaluated with
   * @param options - who acts
   * @returns How many were removed; 0 for a link key that no transaction can have. If a connection broke, it includes
   *   those that another call removed meanwhile.
   * @throws ComplianceError `storage_…`. After `storage_outcome_unknown`, repeat the call: its result does not include
   *   what the first call removed.
   * @example
   * await compliance.rules.removeLinked("C-1 to C-9");
   */
  removeLinked(link_key: string, options?: ActorOptions): Promise<number>;
}

/** What an evaluation of rules depends on. */
export interface EvaluatorDeps extends ThresholdRuleDeps, LinkedRuleDeps {
  readonly dispatcher: Pick<AlertDispatcher, "raise">;
}

interface Deps extends EvaluatorDeps {
  readonly clock: Clock;
  readonly countries: readonly string[];
  readonly auditor: Auditor | undefined;
}

/** What rules came to: the results in the order of the codes, and the rules that could not be decided. */
interface Evaluated {
  readonly results: readonly RuleResult[];
  readonly failures: readonly RuleFailure[];
}

/** Evaluates rules against a transaction at a time, and stores the alerts of breaches. */
type Evaluate = (
  transaction: AnyTransaction,
  rule_codes: readonly RuleCode[],
  time: Date,
  abort: Abort,
  audit?: EvaluationAudit,
) => Promise<Evaluated>;

/** Where each evaluation is recorded, and who asked for it. */
interface EvaluationAudit {
  readonly auditor: Auditor;
  readonly event: string;
  readonly actor: Actor | undefined;
}

/** What the decision of one rule depends on beside the transaction. */
interface EvaluationContext {
  readonly time: Date;
  readonly abort: Abort;
  readonly audit: EvaluationAudit | undefined;
}

/**
 * Creates the function that evaluates rules.
 *
 * @param movesTime - whether a repeated evaluation moves the time of its linked transaction
 */
export function ruleEvaluator(deps: EvaluatorDeps, movesTime = false): Evaluate {
  const byCountry = thresholdByCountry(deps);
  // In the order in which they are decided.
  const rules: Readonly<Record<RuleCode, Rule<RuleResult["decision"]>>> = {
    THRESHOLD_BY_COUNTRY: byCountry,
    LINKED_TRANSACTIONS_BY_COUNTRY: linkedByCountry(byCountry, deps, movesTime),
  };
  // The cast: the keys of an object literal are those of its type.
  const order = Object.keys(rules) as readonly RuleCode[];
  const { dispatcher } = deps;

  /** Decides one rule, and stores the alert of a breach. */
  async function decide(
    rule_code: RuleCode,
    transaction: AnyTransaction,
    { time, abort, audit }: EvaluationContext,
  ): Promise<RuleResult> {
    throwIfAborted(abort);
    const decision = await rules[rule_code](transaction, time, abort);
    throwIfAborted(abort);
    const { status, message } = decision;
    const recording = await audit?.auditor.recording(
      evaluationEvent(audit, transaction, { rule_code, status, decision }),
    );
    // The casts: each rule makes the decisions of its own code.
    if (status === "pass") {
      await audit?.auditor.append(recording);
      return { rule_code, status, message, decision } as RuleResult;
    }
    const { transaction_id, country } = transaction;
    const alert_id = alertIdOf(transaction, rule_code);
    const raised_at = toIsoOffset(time);
    await dispatcher.raise({ alert_id, rule_code, transaction_id, country, raised_at, decision }, abort, recording);
    await audit?.auditor.append(recording);
    return { rule_code, status, message, decision, alert_id } as RuleResult;
  }

  return async (transaction, rule_codes, time, abort, audit) => {
    const results: RuleResult[] = [];
    const failures: RuleFailure[] = [];
    const faults: unknown[] = [];
    for (const rule_code of order.filter((code) => rule_codes.includes(code))) {
      try {
        results.push(await decide(rule_code, transaction, { time, abort, audit }));
      } catch (error) {
        if (error instanceof ComplianceError) failures.push({ rule_code, error });
        else faults.push(error);
      }
    }
    // An error of another kind is a fault of the storage and has no code. It is passed on as it is.
    if (faults.length > 0) throw faults[0];
    results.sort((a, b) => rule_codes.indexOf(a.rule_code) - rule_codes.indexOf(b.rule_code));
    return { results, failures };
  };
}

/** Creates the operations on rules. */
export function ruleOperations(deps: Deps): RuleOperations {
  const { clock, countries, auditor } = deps;
  const evaluateRules = ruleEvaluator(deps);

  async function evaluate(input: unknown, options?: ChangeOptions): Promise<Result<RuleEvaluation>> {
    const consequence = "An alert that was stored before stays pending; alerts.deliver delivers it.";
    const kinds = { signal: "signal", actor: "checked" } as const;
    const { abort, actor } = readOptions("rules.evaluate", options, kinds, consequence);
    throwIfAborted(abort);
    const parsed = parseEvaluationRequest(input, { countries });
    if (!parsed.ok) return parsed;
    const { transaction, rule_codes } = parsed.value;
    const time = clock();
    const evaluated_at = toIsoLocal(time);
    const audit = auditor && { auditor, event: "rules.evaluate", actor };
    const { results, failures } = await evaluateRules(transaction, rule_codes, time, abort, audit);
    const evaluation = { transaction_id: transaction.transaction_id, evaluated_at, results };
    const [first] = failures;
    if (first === undefined) return succeeded(evaluation);
    throw rule_codes.length === 1 ? first.error : undecided(evaluation, first, failures);
  }

  return {
    evaluate,
    removeLinked: async (link_key, options) => {
      const actor = actorOf("rules.removeLinked", options);
      if (!isKey(link_key)) return 0;
      return recordRemoval(auditor, { event: "rules.removeLinked", actor }, () => deps.linked.remove(link_key));
    },
  };
}

/** A rule that could not be decided. */
interface RuleFailure {
  readonly rule_code: RuleCode;
  readonly error: ComplianceError;
}

/** Returns the error of a request with several rules: that of the first failed rule, with the results of the others. */
function undecided(
  evaluation: RuleEvaluation,
  { error }: RuleFailure,
  failures: readonly RuleFailure[],
): ComplianceError {
  const names = failures.map(({ rule_code }) => rule_code).join(" and ");
  const isOne = failures.length === 1;
  return new ComplianceError(error.code, `${names} ${isOne ? "was" : "were"} not decided. ${error.message}`, {
    cause: isOne
      ? error
      : new AggregateError(
          failures.map((failure) => failure.error),
          "Several rules failed.",
        ),
    retryAfterMs: own(error, "retryAfterMs"),
    evaluation: {
      ...evaluation,
      undecided: failures.map(({ rule_code, error: { code, message } }) => ({ rule_code, code, message })),
    },
  });
}
