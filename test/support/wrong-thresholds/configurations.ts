/** Configurations with one fault each, all checks that it fails, and a part of their messages. */
import type { ThresholdConformanceConfig, ThresholdRow } from "../../../src/testing.js";
import { type CheckName, right, thresholds } from "./right.js";

interface WrongConfiguration {
  readonly fault: string;
  readonly breaks: readonly CheckName[];
  readonly says: string;
  readonly config: ThresholdConformanceConfig;
}

const { rows: _, ...unrowed } = right;
const { rates } = right;

function withRates(change: Readonly<Record<string, string | undefined>>): ThresholdConformanceConfig["rates"] {
  const changed = Object.entries({ ...rates.rates, ...change }).filter(([, rate]) => rate !== undefined);
  return { ...rates, rates: Object.fromEntries(changed) as Readonly<Record<string, string>> };
}

function withRow(country: string, row: Partial<ThresholdRow>): readonly ThresholdRow[] {
  return right.rows.map((each) => (each.country === country ? { ...each, ...row } : each));
}

const wrongRates: readonly WrongConfiguration[] = [
  {
    fault: "rates 8 days old",
    breaks: ["age"],
    says:
      "rate_stale: The rates of 2024-06-28 are 8 days old; at most 7 days are allowed (maxRateAge). Load newer rates " +
      "(the decision is at 2024-07-06T00:00:00.000Z, the rates are of European Central Bank",
    config: { ...right, at: new Date("2024-07-06T00:00:00Z") },
  },
  {
    fault: "rates 3 days old where 2 are allowed",
    breaks: ["age"],
    says: "at most 2 days are allowed",
    config: { ...right, maxRateAge: 2 * 86_400_000 },
  },
  {
    fault: "rates of the day after tomorrow",
    breaks: ["age"],
    says: "rate_invalid: The rates of 2024-06-28 are more than a day in the future",
    config: { ...right, at: new Date("2024-06-26T23:00:00Z") },
  },
  {
    fault: "no rate of an official currency",
    breaks: ["reachable"],
    says: "SG cannot be decided: rate_missing: The rate table of 2024-06-28 has no rate for SGD. Add it (from EUR, USD, JPY, GBP, HUF and 6 more)",
    config: { ...right, rates: withRates({ SGD: undefined }) },
  },
  {
    fault: "a country without a single official currency",
    breaks: ["reachable"],
    says: "AQ cannot be decided: official_currency_missing: AQ has no single official currency. Add one to officialCurrencies",
    config: { ...unrowed, thresholds: { ...thresholds, AQ: "1000" } },
  },
  {
    fault: "rates without EUR and USD",
    breaks: ["size"],
    says: "the rates have no EUR or USD to compare thresholds in; set plausibleRange in a currency of the rates",
    config: {
      ...right,
      thresholds: { SG: "1500", CH: "1000" },
      rates: { ...rates, base: "SGD", rates: { CHF: "0.6638" } },
    },
  },
];

const wrongSizes: readonly WrongConfiguration[] = [
  {
    fault: "a threshold in cents",
    breaks: ["size"],
    says: "SG: 150000 SGD is 103,355.61 EUR, more than 10,000 EUR; 1500 SGD, 100 times less, is plausible. Every converted threshold",
    config: { ...unrowed, thresholds: { ...thresholds, SG: "150000" } },
  },
  {
    fault: "cents of a currency without cents",
    breaks: ["size"],
    says: "JP: 10000000 JPY is 58,159.82 EUR, more than 10,000 EUR; 100000 JPY, 100 times less, is plausible",
    config: { ...unrowed, thresholds: { ...thresholds, JP: 10_000_000 } },
  },
  {
    fault: "a threshold divided by 100 twice",
    breaks: ["size"],
    says: "US: 30.00 USD is 28.02 EUR, less than 100 EUR; 3000 USD, 100 times more, is plausible",
    config: { ...unrowed, thresholds: { ...thresholds, US: "30.00" } },
  },
  {
    fault: "a threshold in dollars instead of yen",
    breaks: ["size"],
    says: "JP: 1000 JPY is 5.81 EUR, less than 100 EUR; 1000 EUR or USD is plausible. Every",
    config: { ...unrowed, thresholds: { ...thresholds, JP: "1000" } },
  },
  {
    fault: "a threshold that is plausible in no currency",
    breaks: ["size"],
    says: "DE: 5000000 EUR is more than 10,000 EUR. Every",
    config: { ...unrowed, thresholds: { ...thresholds, DE: "5000000" } },
  },
  {
    fault: "0 that is not declared",
    breaks: ["size"],
    says: "DE: the threshold is 0 EUR, so every transfer reaches it. Every",
    config: { ...unrowed, thresholds: { ...thresholds, DE: 0 } },
  },
  {
    fault: "a threshold outside a configured range",
    breaks: ["size"],
    says: "KR: 1000000 KRW is 725.83 USD, less than 800 USD. Every",
    config: {
      ...unrowed,
      thresholds: { KR: "1000000", US: "3000" },
      plausibleRange: { currency: "USD", min: 800, max: "3000" },
    },
  },
  {
    fault: "a range in a currency without a rate",
    breaks: ["size"],
    says: "the rates have no NOK to compare thresholds in",
    config: { ...right, plausibleRange: { currency: "NOK", min: "1000", max: "100000" } },
  },
  {
    fault: "a declaration of another threshold",
    breaks: ["size"],
    says: "US: 3000 USD is configured, but declaredOutliers has 0",
    config: { ...right, declaredOutliers: { US: "0" } },
  },
  {
    fault: "a declaration of a country without a threshold",
    breaks: ["size"],
    says: "declaredOutliers has FR, which has no threshold",
    config: { ...right, declaredOutliers: { FR: "0" } },
  },
];

const wrongRows: readonly WrongConfiguration[] = [
  {
    fault: "another threshold than that of the row",
    breaks: ["row"],
    says: "SG: 1000 SGD is configured, but the row from 2024-01-01 has 1500 SGD",
    config: { ...right, thresholds: { ...thresholds, SG: "1000" } },
  },
  {
    fault: "a row that is no longer in force",
    breaks: ["row"],
    says: "US: no row is in force on 2024-07-01; its rows are from 2024-01-01 to 2024-06-30",
    config: { ...right, rows: withRow("US", { in_force_until: "2024-06-30" }) },
  },
  {
    fault: "a row that is not yet in force",
    breaks: ["row"],
    says: "US: no row is in force on 2024-07-01; its rows are from 2024-07-02",
    config: { ...right, rows: withRow("US", { in_force_from: "2024-07-02" }) },
  },
  {
    fault: "no row of a country",
    breaks: ["row"],
    says: "US: no row is in force on 2024-07-01; there is no row",
    config: { ...right, rows: right.rows.filter(({ country }) => country !== "US") },
  },
  {
    fault: "a row in a currency other than the official one",
    breaks: ["row"],
    says: "SG: the row from 2024-01-01 has 1500 USD, but thresholds are read as SGD",
    config: { ...right, rows: withRow("SG", { currency: "USD" }) },
  },
  {
    fault: "two rows on one day",
    breaks: ["overlap"],
    says: "SG: the rows from 2024-01-01 and from 2024-03-01 to 2024-03-01 are both in force on 2024-03-01",
    config: {
      ...right,
      rows: [
        ...right.rows,
        { country: "SG", threshold: "1000", in_force_from: "2024-03-01", in_force_until: "2024-03-01" },
      ],
    },
  },
];

export const wrongConfigurations: readonly WrongConfiguration[] = [...wrongRates, ...wrongSizes, ...wrongRows];
