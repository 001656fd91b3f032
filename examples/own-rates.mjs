import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";

/** Rates of one's own treasury desk. No table to be had is an error, never an empty or a guessed table. */
const treasury = {
  async current() {
    const answer = await askTreasury();
    if (answer === undefined) {
      throw new ComplianceError(
        "provider_unavailable",
        "The treasury desk gave no rates; ask it, then evaluate again.",
      );
    }
    return { base: "EUR", date: answer.day, source: "treasury desk", rates: answer.rates };
  },
};

const answers = [
  { day: "2024-06-28", rates: { USD: "1.0705" } },
  { day: "2024-06-01", rates: { USD: "1.0852" } },
  undefined,
];
async function askTreasury() {
  return answers.shift();
}

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  rates: treasury,
  maxRateAge: 4 * 24 * 60 * 60 * 1000, // milliseconds
  clock: () => new Date("2024-07-01T09:00:00Z"),
});

for (const transaction_id of ["T-1", "T-2", "T-3"]) {
  const transaction = { transaction_id, amount: "2802.43", currency: "EUR", country: "US" };
  try {
    const evaluation = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    console.log(transaction_id, evaluation.ok && evaluation.value.results[0].status);
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    console.log(transaction_id, error.code, "-", error.message);
  }
}
await compliance.close();
