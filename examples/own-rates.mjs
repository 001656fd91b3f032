import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";

/** Rates of your treasury desk. A missing table is an error, never an empty or an estimated table. */
const treasury = {
  async current() {
    const table = tables.shift();
    if (table === undefined) {
      throw new ComplianceError("provider_unavailable", "The treasury desk has no rates. Try again later.");
    }
    return { base: "EUR", date: table.day, source: "treasury desk", rates: table.rates };
  },
};
const tables = [
  { day: "2024-06-28", rates: { USD: "1.0705" } },
  { day: "2024-06-01", rates: { USD: "1.0852" } },
];

const { rules } = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  rates: treasury,
  maxRateAgeMs: 4 * 24 * 60 * 60 * 1000, // milliseconds
  clock: () => new Date("2024-07-01T09:00:00Z"),
});

for (const transaction_id of ["T-1", "T-2", "T-3"]) {
  const transaction = { transaction_id, amount: "2802.43", currency: "EUR", country: "US" };
  try {
    const evaluation = await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    console.log(transaction_id, evaluation.ok && evaluation.value.results[0].status);
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    console.log(transaction_id, error.code, "-", error.message);
  }
}
