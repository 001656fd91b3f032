import { createCompliance, fixedPrices, fixedRates, inMoney, memoryStorage, unwrap } from "vaspkit";

const prices = fixedPrices({
  currency: "USD",
  time: "2024-06-28T11:55:00Z",
  source: "trading desk",
  prices: { BTC: "61612.80", ETH: "3373.61" },
});
let now = new Date("2024-06-28T12:00:00Z");
const { rules } = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  prices,
  rates: fixedRates({ base: "EUR", date: "2024-06-28", source: "European Central Bank", rates: { USD: "1.0705" } }),
  clock: () => now,
});

async function evaluate(amount) {
  const transaction = { transaction_id: "T-1", amount, asset: "BTC", country: "DE" };
  const { results } = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
  return results[0];
}

// 1070.50 USD are exactly 1000 EUR: the last digit of the amount decides.
console.log((await evaluate("0.01737463")).status);
const { status, decision } = await evaluate("0.01737464");
console.log(status, decision.amount, decision.amount_currency, "=", decision.converted, decision.currency);
console.log(decision.price);

// The exact value without a decision, for example to show it before a transfer.
const value = unwrap(await inMoney({ amount: "0.01737468", asset: "BTC" }, prices, { clock: () => now }));
console.log(value.amount, value.currency);

// An outdated price decides nothing.
now = new Date("2024-06-28T12:30:00Z");
await evaluate("0.00000001").catch(({ code, message }) => console.log(code, "-", message));
