/** Configurations with one fault each, the check that it fails, and a part of its message. */
import type { ThresholdConformanceConfig, ThresholdRow } from "../../../src/testing.js";
import { type CheckName, right, thresholds } from "./right.js";

const { rows: _, ...unrowed } = right;
const { rates } = right;
const { SGD: _rate, ...withoutSgd } = rates.rates;

/** The correct configuration with another threshold, and without rows. */
function withThreshold(change: ThresholdConformanceConfig["thresholds"]): ThresholdConformanceConfig {
  return { ...unrowed, thresholds: { ...thresholds, ...change } };
}

function withRow(country: string, row: Partial<ThresholdRow>): ThresholdConformanceConfig {
  return { ...right, rows: right.rows.map((each) => (each.country === country ? { ...each, ...row } : each)) };
}

export const wrongConfigurations: readonly (readonly [
  fault: string,
  breaks: CheckName,
  says: string,
  config: ThresholdConformanceConfig,
])[] = [
  [
    "rates 8 days old",
    "age",
    "rate_stale: The rates of 2024-06-28 are 8 days old; at most 7 days are allowed (maxRateAgeMs). Load newer rates " +
      "(the decision is at 2024-07-06T00:00:00.000Z, the rates are of European Central Bank",
    { ...right, at: new Date("2024-07-06T00:00:00Z") },
  ],
  [
    "rates 3 days old where 2 are allowed",
    "age",
    "at most 2 days are allowed",
    { ...right, maxRateAgeMs: 2 * 86_400_000 },
  ],
  [
    "rates of the day after tomorrow",
    "age",
    "rate_invalid: The rates of 2024-06-28 are more than a day in the future",
    { ...right, at: new Date("2024-06-26T23:00:00Z") },
  ],
  [
    "no rate of an official currency",
    "reachable",
    "SG cannot be decided: rate_missing: The rate table of 2024-06-28 has no rate for SGD. Add it (from EUR, USD, JPY, GBP, HUF and 6 more)",
    { ...right, rates: { ...rates, rates: withoutSgd } },
  ],
  [
    "a country without a single official currency",
    "reachable",
    "AQ cannot be decided: official_currency_missing: AQ has no single official currency. Add one to officialCurrencies",
    withThreshold({ AQ: "1000" }),
  ],
  [
    "rates without EUR and USD",
    "size",
    "the rates have no EUR or USD to compare thresholds in; set plausibleRange in a currency of the rates",
    {
      ...right,
      thresholds: { SG: "1500", CH: "1000" },
      rates: { ...rates, base: "SGD", rates: { CHF: "0.6638" } },
    },
  ],
  [
    "a threshold in cents",
    "size",
    "SG: 150000 SGD is 103,355.61 EUR, more than 10,000 EUR; 1500 SGD, 100 times less, is plausible. Every converted threshold",
    withThreshold({ SG: "150000" }),
  ],
  [
    "cents of a currency without cents",
    "size",
    "JP: 10000000 JPY is 58,159.82 EUR, more than 10,000 EUR; 100000 JPY, 100 times less, is plausible",
    withThreshold({ JP: 10_000_000 }),
  ],
  [
    "a threshold divided by 100 twice",
    "size",
    "US: 30.00 USD is 28.02 EUR, less than 100 EUR; 3000 USD, 100 times more, is plausible",
    withThreshold({ US: "30.00" }),
  ],
  [
    "a threshold in dollars instead of yen",
    "size",
    "JP: 1000 JPY is 5.81 EUR, less than 100 EUR; 1000 EUR or USD is plausible. Every",
    withThreshold({ JP: "1000" }),
  ],
  [
    "a threshold that is plausible in no currency",
    "size",
    "DE: 5000000 EUR is more than 10,000 EUR. Every",
    withThreshold({ DE: "5000000" }),
  ],
  [
    "0 that is not declared",
    "size",
    "DE: the threshold is 0 EUR, so every transfer reaches it. Every",
    withThreshold({ DE: 0 }),
  ],
  [
    "a threshold outside a configured range",
    "size",
    "KR: 1000000 KRW is 725.83 USD, less than 800 USD. Every",
    {
      ...unrowed,
      thresholds: { KR: "1000000", US: "3000" },
      plausibleRange: { currency: "USD", min: 800, max: "3000" },
    },
  ],
  [
    "a range in a currency without a rate",
    "size",
    "the rates have no NOK to compare thresholds in",
    { ...right, plausibleRange: { currency: "NOK", min: "1000", max: "100000" } },
  ],
  [
    "a declaration of another threshold",
    "size",
    "US: 3000 USD is configured, but declaredOutliers has 0",
    { ...right, declaredOutliers: { US: "0" } },
  ],
  [
    "a declaration of a country without a threshold",
    "size",
    "declaredOutliers has FR, which has no threshold",
    { ...right, declaredOutliers: { FR: "0" } },
  ],
  [
    "another threshold than that of the row",
    "row",
    "SG: 1000 SGD is configured, but the row from 2024-01-01 has 1500 SGD",
    { ...right, thresholds: { ...thresholds, SG: "1000" } },
  ],
  [
    "a row that is no longer in force",
    "row",
    "US: no row is in force on 2024-07-01; its rows are from 2024-01-01 to 2024-06-30",
    withRow("US", { in_force_until: "2024-06-30" }),
  ],
  [
    "a row that is not yet in force",
    "row",
    "US: no row is in force on 2024-07-01; its rows are from 2024-07-02",
    withRow("US", { in_force_from: "2024-07-02" }),
  ],
  [
    "no row of a country",
    "row",
    "US: no row is in force on 2024-07-01; there is no row",
    { ...right, rows: right.rows.filter(({ country }) => country !== "US") },
  ],
  [
    "a row in a currency other than the official one",
    "row",
    "SG: the row from 2024-01-01 has 1500 USD, but thresholds are read as SGD",
    withRow("SG", { currency: "USD" }),
  ],
  [
    "two rows on one day",
    "overlap",
    "SG: the rows from 2024-01-01 and from 2024-03-01 to 2024-03-01 are both in force on 2024-03-01",
    {
      ...right,
      rows: [
        ...right.rows,
        { country: "SG", threshold: "1000", in_force_from: "2024-03-01", in_force_until: "2024-03-01" },
      ],
    },
  ],
];
