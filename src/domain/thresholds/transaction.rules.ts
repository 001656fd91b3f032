/** Rules of transactions and evaluation requests besides their types (§4.9). */
import { isDecimalText } from "../decimal.js";
import { decimalRule } from "../decimal-rule.js";
import { isCurrency } from "../identifiers/currency.js";
import { countryRule, formatRule, ruleOf } from "../input/rules.js";
import type { EvaluationShape, TransactionShape } from "./transaction.shape.js";

const transactionRule = ruleOf<TransactionShape>();

const amountRules = [
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
  decimalRule(
    "amount",
    "4.9",
    "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
  ),
] as const;

/** Rules of an amount of a crypto-asset without a transaction. */
export const assetAmountRules = amountRules;

export const transactionRules = [
  ...amountRules,
  formatRule(
    "currency",
    "not_a_currency",
    "4.9",
    isCurrency,
    "currency must be an active ISO 4217 code in upper case; a crypto-asset belongs in asset.",
    true,
  ),
  countryRule("country", "4.9"),
  transactionRule({
    code: "required",
    clause: "4.9",
    path: "/currency",
    of: ["currency?", "asset?"],
    isViolated: (isCurrency, isAsset) => !(isCurrency || isAsset),
    message: "currency of the transaction is missing; give it, or asset for an amount of a crypto-asset.",
  }),
  transactionRule({
    code: "currency_and_asset",
    clause: "4.9",
    path: "/asset",
    of: ["currency?", "asset?"],
    isViolated: (isCurrency, isAsset) => isCurrency && isAsset,
    message: "The amount is in a currency or in a crypto-asset: keep either currency or asset.",
  }),
] as const;

function isNegativeText(text: string): boolean {
  return text.startsWith("-") && isDecimalText(text.slice(1));
}

export const evaluationRules = [
  ruleOf<EvaluationShape>()({
    code: "rule_codes_empty",
    clause: "4.9",
    path: "/rule_codes",
    of: ["rule_codes"],
    isViolated: (codes) => codes.length === 0,
    params: { allowed: ["THRESHOLD_BY_COUNTRY"] },
    message: "rule_codes must contain at least one rule: THRESHOLD_BY_COUNTRY.",
  }),
] as const;
