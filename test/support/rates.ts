/** A real day of rates, and wider ones, as small tables. */
import type { RateTable } from "../../src/domain/thresholds/types.js";

/** European Central Bank, euro foreign exchange reference rates of 2024-06-28: some of them. */
export const ecbRates20240628: RateTable = {
  base: "EUR",
  date: "2024-06-28",
  source: "European Central Bank, euro foreign exchange reference rates",
  rates: {
    USD: "1.0705",
    JPY: "171.94",
    GBP: "0.84638",
    HUF: "395.10",
    CHF: "0.9634",
    CAD: "1.4670",
    HKD: "8.3594",
    IDR: "17487.21",
    KRW: "1474.86",
    SGD: "1.4513",
    ZAR: "19.4970",
  },
};

/** Euro rates with more digits, with three-decimal currencies and crypto-assets (@fawazahmed0/currency-api 2026.9.29, CC0). */
export const wideRates20260929: RateTable = {
  base: "EUR",
  date: "2026-09-29",
  source: "@fawazahmed0/currency-api 2026.9.29",
  rates: {
    USD: "1.13607202",
    SGD: "1.45264735",
    JPY: "178.90554702",
    KRW: "1543.00012835",
    KWD: "0.35071891",
    BHD: "0.42716308",
    IDR: "20467.86333881",
    IRR: "1562098.626243",
    CLP: "1099.4162957",
    BTC: "0.000013652638",
    ETH: "0.00042610083",
    XRP: "0.76557221",
  },
};
