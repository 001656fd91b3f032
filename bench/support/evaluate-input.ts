/** Transactions of §4.9 checked by zod, by the rules that vaspkit checks. */
import { z } from "zod";
import { currencyGroups } from "../../src/reference/currencies.js";
import { isCountryCode, isSoundText, messages } from "./validate-rules.js";

const currencies: ReadonlySet<string> = new Set(currencyGroups.flatMap(({ codes }) => codes.trim().split(/\s+/)));

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

function isAmount(text: string): boolean {
  return text.length <= 101 && DECIMAL.test(text);
}

export const zodTransaction = z.strictObject({
  transaction_id: z.string().refine(isSoundText, messages.text),
  amount: z.union([
    z.number().nonnegative(),
    z.string().refine(isAmount, "must be a decimal number of 100 digits at most"),
  ]),
  currency: z.string().refine((text) => currencies.has(text), "must be an ISO 4217 code"),
  country: z.string().refine(isCountryCode, messages.country),
});

export const zodRequest = z.strictObject({
  transaction: zodTransaction,
  rule_codes: z.array(z.literal("THRESHOLD_BY_COUNTRY")).nonempty(),
});
