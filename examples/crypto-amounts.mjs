import { ComplianceError, createCompliance, fixedPrices, fixedRates, inMoney, memoryStorage, unwrap } from "vaspkit";

const prices = fixedPrices({
  currency: "USD",
  time: "2024-06-28T11:55:00Z",
  source: "trading desk",
  prices: { BTC: "61612.80", ETH: "3373.61" },
});
const rates = { base: "EUR", date: "2024-06-28", source: "European Central Bank", rates: { USD: "1.0705" } };
let now = new Date("2024-06-28T12:00:00Z");

// The exact value, for example to show it before a transfer.
const value = unwrap(await inMoney({ amount: "0.01737468", asset: "BTC" }, prices, { at: now }));
console.log(value.amount, value.currency, "at", value.price, "from", value.source, "at", value.time);

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  prices,
  rates: fixedRates(rates),
  clock: () => now,
});
const evaluate = (amount) =>
  compliance.rules.evaluate({
    transaction: { transaction_id: "T-1", amount, asset: "BTC", country: "DE" },
    rule_codes: ["THRESHOLD_BY_COUNTRY"],
  });

// 1070.50 USD are exactly 1000 EUR: the last digit of the amount decides.
for (const amount of ["0.01737463", "0.01737464"]) {
  console.log(amount, unwrap(await evaluate(amount)).results[0].status);
}

// The alert shows both steps: from the asset to dollars, and from dollars to euros.
const [alert] = unwrap(await compliance.alerts.list()).items;
const { price, amount, amount_currency, rate, converted, currency } = alert.decision;
console.log(price.asset_amount, price.asset, "=", amount, amount_currency, "=", converted, currency);
console.log(price, rate);

// A price that is too old decides nothing.
now = new Date("2024-06-28T12:30:00Z");
try {
  await evaluate("0.00000001");
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  console.log(error.code, "-", error.message);
}
await compliance.close();
