import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";

const { rules } = createCompliance({
  storage: memoryStorage(),
  // In the official currency of the country, or in a currency of its own.
  thresholds: { DE: "1000", GI: { amount: "1000", currency: "EUR" } },
  rates: fixedRates({ base: "EUR", date: "2024-06-28", source: "European Central Bank", rates: { USD: "1.0705" } }),
  clock: () => new Date("2024-06-28T16:00:00Z"),
});

async function evaluate(amount, currency, country) {
  const transaction = { transaction_id: "T-1", amount, currency, country };
  const { results } = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
  const { status, decision } = results[0];
  console.log(amount, currency, "=", decision.converted, decision.currency, decision.comparison, status);
}

// 1070.50 USD are exactly 1000 EUR. As a double the first amount would be equal to it; as text it is less.
for (const amount of ["1070.4999999999999999999", "1070.50", 1070.51]) await evaluate(amount, "USD", "DE");
await evaluate("1099", "USD", "GI");

// Without a rate there is no decision.
await evaluate(1, "GBP", "DE").catch(({ code, message }) => console.log(code, "-", message));
