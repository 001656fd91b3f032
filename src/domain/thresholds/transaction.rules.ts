/** Rules of transactions and evaluation requests besides their types (§4.9). */
import { isDecimalText } from "../decimal.js";
import { isCurrency } from "../identifiers/currency.js";
import { countryRule, formatRule, ruleOf } from "../input/rules.js";
import type { EvaluationRequest, Transaction } from "./types.js";

const transactionRule = ruleOf<Transaction>();

export const transactionRules = [
  transactionRule({
    code: "amount_not_finite",
    clause: "4.9",
    path: "/amount",
    of: ["amount"],
    isViolated: (amount) => typeof amount === "number" && !Number.isFinite(amount),
    message: "amount must be a finite number.",
  }),
  transactionRule({
    code: "amount_negative",
    clause: "4.9",
    path: "/amount",
    of: ["amount"],
    isViolated: (amount) => (typeof amount === "number" ? amount < 0 : isNegativeText(amount)),
    params: { min: 0 },
    message: "amount must be 0 or more, whatever the direction of the transfer.",
  }),
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
] as const;

function isNegativeText(text: string): boolean {
  return text.startsWith("-") && isDecimalText(text.slice(1));
}

export const evaluationRules = [
  ruleOf<EvaluationRequest>()({
    code: "rule_codes_empty",
    clause: "4.9",
    path: "/rule_codes",
    of: ["rule_codes"],
    isViolated: (codes) => codes.length === 0,
    params: { allowed: ["THRESHOLD_BY_COUNTRY"] },
    message: "rule_codes must contain at least one rule: THRESHOLD_BY_COUNTRY.",
  }),
] as const;
