import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { gb, ge, sg, thresholdsOf } from "vaspkit/jurisdictions";

const thresholds = thresholdsOf([gb, sg, ge]);
let now = "2026-06-29T12:00:00Z";
const { rules } = createCompliance({
  storage: memoryStorage(),
  thresholds,
  rates: fixedRates({ base: "EUR", date: "2026-06-29", source: "treasury desk", rates: { GBP: "0.85" } }),
  clock: () => new Date(now),
});

async function evaluate(amount, currency, country) {
  const transaction = { transaction_id: "T-1", amount, currency, country };
  const { results } = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
  const { status, decision } = results[0];
  console.log(`${amount} ${currency}: ${status}, threshold ${decision.threshold} ${decision.currency}`);
  return decision;
}

// The United Kingdom changed its threshold on 30 June 2026.
await evaluate("840", "GBP", "GB");
now = "2026-06-30T12:00:00Z";
await evaluate("840", "GBP", "GB");

// Singapore's regulation says "exceeding". The equal amount is a breach, and the decision has a note.
console.log((await evaluate("1500", "SGD", "SG")).note);

// No source has Georgia's amount, so Georgia has no threshold.
for (const { country, reason } of thresholds.undecided(new Date(now))) console.log(country, reason);
