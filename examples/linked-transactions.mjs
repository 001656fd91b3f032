import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";

let now = new Date("2026-11-20T09:00:00Z");
const { rules } = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "treasury desk", rates: { USD: "1.1" } }),
  linkedTransactions: { windowMs: 24 * 60 * 60 * 1000 }, // milliseconds; the default
  clock: () => now,
});

/** Everything that customer C-1 sends to one counterparty belongs together. */
async function evaluate(transaction_id, amount, currency) {
  const transaction = { transaction_id, amount, currency, country: "DE", link_key: "C-1 to C-9" };
  const rule_codes = ["THRESHOLD_BY_COUNTRY", "LINKED_TRANSACTIONS_BY_COUNTRY"];
  const { results } = unwrap(await rules.evaluate({ transaction, rule_codes }));
  for (const { rule_code, status } of results) console.log(transaction_id, rule_code, status);
  return results[1];
}

await evaluate("T-1", "500", "EUR");
now = new Date("2026-11-20T21:00:00Z");
const { message, decision } = await evaluate("T-2", "550", "USD");
console.log(message);
console.log(decision.linked.transactions, "transactions,", decision.linked.converted, decision.currency);
