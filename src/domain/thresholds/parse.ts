/** Parses transactions and evaluation requests (§4.9). */
import { isDecimalText } from "../decimal.js";
import { isCurrency } from "../identifiers/currency.js";
import { parseInput } from "../input/parse-input.js";
import { countryRule, formatRule, rulesAt } from "../input/rules.js";
import type { InputSchema, ParseOptions, Rule } from "../input/types.js";
import { type Result, succeeded } from "../result.js";
import { evaluationShape, transactionShape } from "./transaction.shape.js";
import type { EvaluationRequest, Transaction } from "./types.js";

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
    params: { min: 0 },
    message: "amount must be 0 or more, whatever the direction of the transfer.",
  },
  formatRule(
    "amount",
    "amount_malformed",
    "4.9",
    isDecimalText,
    "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
    true,
  ),
  formatRule(
    "currency",
    "not_a_currency",
    "4.9",
    isCurrency,
    "currency must be an active ISO 4217 code in upper case; convert an amount of a crypto-asset first.",
    true,
  ),
  countryRule("country", "4.9"),
];

function isNegativeText(text: string): boolean {
  return text.startsWith("-") && isDecimalText(text.slice(1));
}

const transactionSchema: InputSchema<Transaction> = {
  record: "transaction",
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
    params: { allowed: ["THRESHOLD_BY_COUNTRY"] },
    message: "rule_codes must contain at least one rule: THRESHOLD_BY_COUNTRY.",
  },
];

const evaluationSchema: InputSchema<EvaluationRequest> = {
  record: "evaluation request",
  shape: evaluationShape,
  nullIsAbsent: false,
  clauses: [["", "4.9"]],
  rules: [rulesAt("/transaction", transactionRules), rulesAt("", evaluationRules)],
};

/**
 * Parses a transaction (§4.9).
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the transaction as a plain copy, or every issue
 * @example
 * const parsed = parseTransaction({ transaction_id: "T-1", amount: "2999.99", currency: "EUR", country: "US" });
 */
export function parseTransaction(input: unknown, options: ParseOptions = {}): Result<Transaction> {
  return parseInput(transactionSchema, input, options);
}

/** Parses an evaluation request (§4.9). Repeated rule codes are removed. */
export function parseEvaluationRequest(input: unknown, options: ParseOptions = {}): Result<EvaluationRequest> {
  const parsed = parseInput(evaluationSchema, input, options);
  if (!parsed.ok) return parsed;
  const { transaction, rule_codes } = parsed.value;
  return succeeded({ transaction, rule_codes: [...new Set(rule_codes)] });
}
