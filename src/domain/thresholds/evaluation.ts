/** The result of an evaluation (§2.10). */
import type { RuleCode } from "./transaction.js";

/** What `rules.evaluate` answers (§2.10). */
export interface RuleEvaluation {
  readonly transaction_id: string;
  /** ISO 8601 without offset, UTC. */
  readonly evaluated_at: string;
  /** One entry per evaluated rule, in the order asked for. */
  readonly results: readonly {
    readonly rule_code: RuleCode;
    readonly status: "breach" | "pass";
    /** Names the threshold (amount and currency code) and the country. */
    readonly message: string;
  }[];
}
