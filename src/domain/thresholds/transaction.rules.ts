/** Rules of transactions and evaluation requests besides their types (§4.9). */
import { amountRules, unitRules } from "../amount-rules.js";
import { countryRule, ruleOf } from "../input/rules.js";
import type { EvaluationShape, TransactionShape } from "./transaction.shape.js";

const transactionRule = ruleOf<TransactionShape>();

/** Rules of an amount of a crypto-asset without a transaction. */
export const assetAmountRules = amountRules("4.9");

export const transactionRules = [
  ...amountRules("4.9"),
  ...unitRules("4.9"),
  countryRule("country", "4.9"),
  transactionRule({
    code: "required",
    clause: "4.9",
    path: "/currency",
    of: ["currency?", "asset?"],
    isViolated: (isCurrency, isAsset) => !(isCurrency || isAsset),
    message: "currency is missing; give it, or asset for an amount of a crypto-asset.",
  }),
] as const;

export const evaluationRules = [
  ruleOf<EvaluationShape>()({
    code: "rule_codes_empty",
    clause: "4.9",
    path: "/rule_codes",
    of: ["rule_codes"],
    isViolated: (codes) => codes.length === 0,
    params: { allowed: ["THRESHOLD_BY_COUNTRY", "LINKED_TRANSACTIONS_BY_COUNTRY"] },
    message: "rule_codes must contain at least one rule: THRESHOLD_BY_COUNTRY or LINKED_TRANSACTIONS_BY_COUNTRY.",
  }),
  ruleOf<EvaluationShape>()({
    code: "link_key_missing",
    clause: "4.9",
    path: "/transaction/link_key",
    // With the transaction, so that one which is missing or no object is one issue.
    of: ["rule_codes", "transaction", "transaction/link_key?"],
    isViolated: (codes, _, hasKey) => !hasKey && codes.includes("LINKED_TRANSACTIONS_BY_COUNTRY"),
    message:
      "link_key is missing, which LINKED_TRANSACTIONS_BY_COUNTRY needs; give what links it to others, or remove the rule.",
  }),
] as const;
