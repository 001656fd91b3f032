import { ComplianceError, createCompliance, crossCheckedRates, fixedRates, memoryStorage, unwrap } from "vaspkit";

// A redenominated currency under the same code: one source still has the old pounds, 100 for a new one.
const desk = { base: "USD", date: "2026-01-06", source: "treasury desk", rates: { EUR: "0.92", SYP: "110.5" } };
const service = { base: "EUR", date: "2026-01-05", source: "rate service", rates: { USD: "1.087", SYP: "12010.9" } };

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000", SY: "1000000" },
  rates: crossCheckedRates([fixedRates(desk), fixedRates(service)], { maxDeviation: "0.02" }),
  clock: () => new Date("2026-01-06T12:00:00Z"),
});

for (const country of ["DE", "SY"]) {
  const transaction = { transaction_id: "T-1", amount: "1100", currency: "USD", country };
  try {
    const evaluation = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    console.log(country, unwrap(evaluation).results[0].status);
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    console.log(country, error.code, "-", error.message);
  }
}
await compliance.close();
