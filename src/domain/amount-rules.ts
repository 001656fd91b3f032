/** The rules of an amount, and of its currency or crypto-asset, in transactions and in transfers. */

import { decimalRule } from "./decimal-rule.js";
import { isNegativeDecimalText } from "./decimal-text.js";
import { isCurrency } from "./identifiers/currency.js";
import { formatRule, ruleOf } from "./input/rules.js";
import type { FormatRule, Rule } from "./input/types.js";

const amountRule = ruleOf<{ readonly amount?: number | string }>();

/** Returns the rules that `amount`, if it is present, is a finite number of 0 or more, or decimal text. */
export function amountRules(clause: string): readonly [finite: Rule, negative: Rule, text: FormatRule] {
  return [
    amountRule({
      code: "amount_not_finite",
      clause,
      path: "/amount",
      of: ["amount"],
      isViolated: (amount) => typeof amount === "number" && !Number.isFinite(amount),
      message: "amount must be a finite number.",
    }),
    amountRule({
      code: "amount_negative",
      clause,
      path: "/amount",
      of: ["amount"],
      isViolated: (amount) => (typeof amount === "number" ? amount < 0 : isNegativeDecimalText(amount ?? "")),
      params: { min: 0 },
      message: "amount must be 0 or more, whatever the direction of the transfer.",
    }),
    decimalRule(
      "amount",
      clause,
      "An amount given as text must be digits with at most one decimal point, such as 3000.00; 100 digits at most.",
    ),
  ];
}

const unitRule = ruleOf<{ readonly currency?: string; readonly asset?: string }>();

/** Returns the rules that `currency`, if it is present, is a currency code, and that there is no `asset` beside it. */
export function unitRules(clause: string): readonly [currency: FormatRule, either: Rule] {
  const message = "currency must be an active ISO 4217 code in upper case; a crypto-asset belongs in asset.";
  return [
    formatRule("currency", "not_a_currency", clause, isCurrency, message, true),
    unitRule({
      code: "currency_and_asset",
      clause,
      path: "/asset",
      of: ["currency?", "asset?"],
      isViolated: (isCurrency, isAsset) => isCurrency && isAsset,
      message: "The amount is in a currency or in a crypto-asset: keep either currency or asset.",
    }),
  ];
}
