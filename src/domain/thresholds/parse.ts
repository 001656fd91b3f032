/** From unknown input to a transaction, or to a request to evaluate one (§4.9). */
import { isDecimalText } from "../decimal.js";
import { isCurrency } from "../identifiers/currency.js";
import { countryForm, form } from "../input/forms.js";
import { type InputSchema, type ParseOptions, parseInput } from "../input/grammar.js";
import { type Rule, rulesAt } from "../input/rule.js";
import { type Result, succeeded } from "../result.js";
import type { EvaluationRequest, Transaction } from "./transaction.js";
import { evaluationShape, transactionShape } from "./transaction.shape.js";

const transactionRules: readonly Rule<Transaction>[] = [
  {
    code: "amount_not_finite",
    clause: "4.9",
    path: "/amount",
    dependsOn: ["amount"],
    isViolated: ({ amount }) => typeof amount === "number" && !Number.isFinite(amount),
    message: "amount must be a finite number.",
  },
  {
    code: "amount_negative",
    clause: "4.9",
    path: "/amount",
    dependsOn: ["amount"],
    isViolated: ({ amount }) => (typeof amount === "number" ? amount < 0 : isNegativeText(amount)),
    message: "amount must be 0 or more: the value transferred, whichever way it goes.",
  },
  form(
    "amount",
    "amount_malformed",
    "4.9",
    isDecimalText,
    "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
    true,
  ),
  form(
    "currency",
    "not_a_currency",
    "4.9",
    isCurrency,
    "currency must be an active ISO 4217 code in upper case; convert an amount of a crypto-asset first.",
    true,
  ),
  countryForm("country", "4.9"),
];

function isNegativeText(text: string): boolean {
  return text.startsWith("-") && isDecimalText(text.slice(1));
}

const transactionGrammar: InputSchema<Transaction> = {
  shape: transactionShape,
  nullIsAbsent: false,
  clauses: [["", "4.9"]],
  rules: [rulesAt("", transactionRules)],
};

const evaluationRules: readonly Rule<EvaluationRequest>[] = [
  {
    code: "rule_codes_empty",
    clause: "4.9",
    path: "/rule_codes",
    dependsOn: ["rule_codes"],
    isViolated: ({ rule_codes }) => rule_codes.length === 0,
    message: "rule_codes must name at least one rule: THRESHOLD_BY_COUNTRY.",
  },
];

const evaluationGrammar: InputSchema<EvaluationRequest> = {
  shape: evaluationShape,
  nullIsAbsent: false,
  clauses: [["", "4.9"]],
  rules: [rulesAt("/transaction", transactionRules), rulesAt("", evaluationRules)],
};

/**
 * Checks a transaction (§4.9).
 *
 * @example
 * const parsed = parseTransaction({ transaction_id: "T-1", amount: "2999.99", currency: "EUR", country: "US" });
 */
export function parseTransaction(input: unknown, options: ParseOptions = {}): Result<Transaction> {
  return parseInput(transactionGrammar, input, options);
}

/** Checks a request to evaluate a transaction (§4.9). A rule that is named twice is evaluated once. */
export function parseEvaluationRequest(input: unknown, options: ParseOptions = {}): Result<EvaluationRequest> {
  const parsed = parseInput(evaluationGrammar, input, options);
  if (!parsed.ok) return parsed;
  const { transaction, rule_codes } = parsed.value;
  return succeeded({ transaction, rule_codes: [...new Set(rule_codes)] });
}
