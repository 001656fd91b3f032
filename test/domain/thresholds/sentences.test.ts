/** What the person who configures is told: what is wrong, and what would be right (§4.9). */
import { describe, expect, it } from "vitest";
import type { ComplianceError } from "../../../src/domain/compliance-error.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { checkRateTable } from "../../../src/domain/thresholds/rates.js";
import type { RateTable, ThresholdConfig, Transaction } from "../../../src/domain/thresholds/types.js";
import { ecbRates20240628 as rates } from "../../support/rates.js";

const thresholds = { US: "3000", AQ: "1" };
const good = { transaction_id: "T-1", amount: 5000, currency: "EUR", country: "US" };

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as ComplianceError).message;
  }
  throw new Error("nothing was thrown");
}

/** Each lies about its types where it has to. */
const evaluating: readonly (readonly [sentence: string, transaction?: unknown, config?: unknown])[] = [
  [
    'A threshold engine needs a configuration that can be read: { thresholds: { US: "3000" }, rates: table }.',
    good,
    null,
  ],
  ["evaluate needs a transaction that can be read: { transaction_id, amount, currency, country }.", null],
  [
    'The amount must be a finite number of 0 or more, or decimal text such as "3000.00" of at most 100 digits.',
    { ...good, amount: "1e3" },
  ],
  ["The currency and the country must be text: ISO codes in upper case.", { ...good, country: 840 }],
  [
    "The currency must be an active ISO 4217 code in upper case. A crypto-asset belongs in the property asset.",
    { ...good, currency: "BTC" },
    { thresholds, rates: { ...rates, rates: { ...rates.rates, BTC: "0.000016" } } },
  ],
  [
    "AQ has no single official currency. Add one to officialCurrencies, or to the threshold.",
    { ...good, country: "AQ" },
  ],
  ["No threshold is configured for FR. Add it to the option thresholds.", { ...good, country: "FR" }],
  [
    "No threshold is configured for the transaction's country (not an officially assigned code). Add it to the option thresholds.",
    { ...good, country: "xx" },
  ],
  ["A conversion from EUR to USD needs exchange rates. Set the option rates.", good, { thresholds }],
  ["The rate table of 2024-06-28 has no rate for KWD. Add it.", { ...good, currency: "KWD" }],
  [
    "The rate table of 2024-06-28 has no rate for the transaction's currency (not an ISO 4217 code). Add it.",
    { ...good, currency: "xx" },
  ],
  ['thresholds must be an object of amounts by country: { US: "3000", SG: "1500" }.', good, { thresholds: "3000" }],
  [
    'officialCurrencies must be an object of currency codes by country: { PS: "ILS" }.',
    good,
    { thresholds, officialCurrencies: "EUR" },
  ],
  [
    'The key "usa" of thresholds is not a country. Use officially assigned ISO 3166-1 alpha-2 codes in upper case; for others, such as XK, add an official currency to officialCurrencies.',
    good,
    { thresholds: { usa: "1" } },
  ],
  [
    'The key "EU" of officialCurrencies is not a country. Use officially assigned ISO 3166-1 alpha-2 codes in upper case; for others, such as XK, add an official currency to officialCurrencies.',
    good,
    { thresholds, officialCurrencies: { EU: "EUR" } },
  ],
  [
    'officialCurrencies.XK must be an ISO 4217 currency code such as "EUR".',
    good,
    { thresholds, officialCurrencies: { XK: "euro" } },
  ],
  [
    'thresholds.SG must be a finite number of 0 or more, or decimal text such as "3000" of at most 100 digits, or an entry such as { amount: "1000", currency: "EUR" }.',
    good,
    { thresholds: { SG: "1e3" } },
  ],
  [
    'thresholds.SG.amount must be a finite number of 0 or more, or decimal text such as "3000" of at most 100 digits.',
    good,
    { thresholds: { SG: { currency: "EUR" } } },
  ],
  [
    'thresholds.SG.currency must be an ISO 4217 currency code such as "EUR". Leave it out for the official one.',
    good,
    { thresholds: { SG: { amount: "1000", currency: "BTC" } } },
  ],
  [
    'thresholds.SG.operator must be ">=" or ">". Leave it out if it is not known.',
    good,
    { thresholds: { SG: { amount: "1000", operator: "<" } } },
  ],
  [
    'thresholds.SG.citation must be a text without control characters that is not blank, such as "reg. 64C(4)".',
    good,
    { thresholds: { SG: { amount: "1000", citation: " " } } },
  ],
  [
    'thresholds.SG has no property "currencyCode"; its properties are amount, currency, operator, citation.',
    good,
    { thresholds: { SG: { amount: "1000", currencyCode: "EUR" } } },
  ],
];

/** Part of the rate table, as it is given. */
const checking: readonly (readonly [change: object | string | null, sentence: string])[] = [
  ["EUR", 'The rate table must be an object: { base: "EUR", date: "2026-10-06", source: "desk", rates: { … } }.'],
  [null, 'The rate table must be an object: { base: "EUR", date: "2026-10-06", source: "desk", rates: { … } }.'],
  [{ base: "eur" }, 'The base of the rate table must be a currency code such as "EUR".'],
  [{ date: "2024-02-30" }, "The date of the rate table must be a calendar date, YYYY-MM-DD."],
  [{ source: " " }, "The source of the rate table must name the publisher of the rates."],
  [{ rates: null }, 'The rate table has no rates. Add them by currency code: { USD: "1.0705" }.'],
  [
    { rates: { usd: "1" } },
    'A key of the rate table is not a currency code. Use three or more of A-Z and 0-9, as in "USD".',
  ],
  [
    { rates: { USD: "0" } },
    'The rate of USD must be decimal text above zero, such as "1.0705", of at most 100 digits.',
  ],
  [{ rates: { EUR: "2" } }, "The rate of EUR, the base of the rate table, must be 1. Correct it or leave it out."],
];

describe("messages when no decision is possible", () => {
  it.each(evaluating)("%s", (sentence, transaction = good, config = { thresholds, rates }) => {
    const evaluate = () => createThresholdEngine(config as ThresholdConfig).evaluate(transaction as Transaction);
    expect(messageOf(evaluate)).toBe(sentence);
  });

  it.each(checking)("of a rate table with %j: %s", (change, sentence) => {
    const table = typeof change === "object" && change !== null ? { ...rates, ...change } : change;
    expect(messageOf(() => checkRateTable(table as RateTable))).toBe(sentence);
  });
});
