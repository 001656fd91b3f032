/** Validated decisions without vaspkit: zod validates by the same rules, exact arithmetic decides. */
import { Decimal } from "decimal.js";
import type { Transaction } from "vaspkit";
import { z } from "zod";
import { currencyGroups } from "../../src/reference/currencies.js";
import { type Lookup, officials, rates, thresholds } from "../kit/transactions.js";
import { isCountryCode, isSoundText, messages } from "./account-rules.js";
import { decimalRates, mapped, rulesEngineBreaches } from "./thresholds.js";

const currencies: ReadonlySet<string> = new Set(currencyGroups.flatMap(({ codes }) => codes.trim().split(/\s+/)));
const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

const zodTransaction = z.strictObject({
  transaction_id: z.string().refine(isSoundText, messages.text),
  amount: z.union([
    z.number().nonnegative(),
    z.string().refine((text) => text.length <= 101 && DECIMAL.test(text), "must be a decimal number"),
  ]),
  currency: z.string().refine((text) => currencies.has(text), "must be an ISO 4217 code"),
  country: z.string().refine(isCountryCode, messages.country),
});

/** §2.10: a status and a text with threshold and country. `converted` is the amount in the country's currency. */
export interface Decided {
  readonly status: "breach" | "pass";
  readonly message: string;
  readonly converted?: string;
}

function decidedAs(isBreach: boolean, country: string): Decided {
  const verb = isBreach ? "reaches" : "is below";
  const message = `The amount ${verb} the threshold of ${thresholds[country]} ${officials[country]} for ${country}.`;
  return { status: isBreach ? "breach" : "pass", message };
}

/** Keeps all digits of a product of an amount of 100 digits and a rate. */
const Exact = Decimal.clone({ defaults: true, precision: 200 });
const exactRates = mapped(rates, (text) => new Exact(text));
/** Thresholds times rates, so that a comparison needs no division. */
const limits = mapped(thresholds, (limit) => mapped(rates, (from) => new Exact(limit).times(from)));
const minorUnits = mapped(officials, (currency) => (currency === "JPY" || currency === "KRW" ? 0 : 2));

function decide({ amount, currency, country }: Transaction): Decided {
  const product = new Exact(amount).times(exactRates[officials[country] as string] as Decimal);
  const converted = new Decimal(product).div(decimalRates[currency] as Decimal).toFixed(minorUnits[country] as number);
  const limit = (limits[country] as Lookup<Decimal>)[currency] as Decimal;
  return { ...decidedAs(product.gte(limit), country), converted };
}

export function zodAndDecimal(input: unknown): Decided {
  return decide(zodTransaction.parse(input));
}

const zodRequest = z.strictObject({
  transaction: zodTransaction,
  rule_codes: z.array(z.literal("THRESHOLD_BY_COUNTRY")).nonempty(),
});

/** Returns an evaluation with alerts in a Map: zod validates, decimal.js decides. */
export function zodAndMap() {
  const alerts = new Map<string, unknown>();
  return async (input: unknown) => {
    const { transaction, rule_codes } = zodRequest.parse(input);
    const { transaction_id, amount, currency, country } = transaction;
    const time = new Date().toISOString();
    const results = [...new Set(rule_codes)].map((rule_code) => {
      const decision = decide(transaction);
      const alert_id = `${rule_code}:${country}:${currency}:${amount}:${transaction_id}`;
      if (decision.status === "breach" && !alerts.has(alert_id)) {
        const alert = { alert_id, rule_code, transaction_id, country, raised_at: time, decision };
        alerts.set(alert_id, { alert, delivered: false });
      }
      const { status, message } = decision;
      return { rule_code, status, message, decision, ...(status === "breach" && { alert_id }) };
    });
    return { transaction_id, evaluated_at: time, results };
  };
}

/** The rules engine compares what decimal.js converts with 20 digits. */
export async function zodAndRulesEngine(input: unknown): Promise<Decided> {
  const transaction = zodTransaction.parse(input);
  return decidedAs(await rulesEngineBreaches(transaction), transaction.country);
}
