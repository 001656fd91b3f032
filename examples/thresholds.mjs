import { ComplianceError, createThresholdEngine } from "vaspkit";

const engine = createThresholdEngine({
  thresholds: { DE: "1000" },
  rates: { base: "EUR", date: "2024-06-28", source: "European Central Bank", rates: { USD: "1.0705" } },
});

// 1070.50 USD are exactly 1000 EUR. As a double the second amount would be equal to it; as text it is less.
for (const amount of ["1070.49", "1070.4999999999999999999", "1070.50", 1070.51]) {
  const decision = engine.evaluate({ transaction_id: "T-1", amount, currency: "USD", country: "DE" });
  console.log(amount, decision.converted, decision.comparison, decision.status);
}

const { rate, message } = engine.evaluate({ transaction_id: "T-2", amount: 2000, currency: "USD", country: "DE" });
console.log(rate);
console.log(message);

try {
  engine.evaluate({ transaction_id: "T-3", amount: 1, currency: "GBP", country: "DE" });
} catch (error) {
  if (error instanceof ComplianceError) console.log(error.code, "-", error.message);
}
