import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { rateSourceConformance, thresholdConformance, wrapperConformance } from "vaspkit/testing";

const rates = { base: "EUR", date: "2026-10-06", source: "our treasury", rates: { SGD: "1.4513", USD: "1.0705" } };
const config = { thresholds: { SG: "1500", US: "3000" }, rates, at: new Date("2026-10-06T16:00:00Z") };

/** Runs checks without a test runner. With one: for (const check of checks) it(check.name, () => check.run()); */
async function run(checks) {
  const failures = [];
  for (const check of checks) await check.run({ seed: 7 }).catch((error) => failures.push(error.message));
  console.log(`${checks.length - failures.length} of ${checks.length} checks passed`);
  for (const message of failures) console.log(`\n${message}\n`);
}

console.log("our configuration:");
await run(thresholdConformance(config));

console.log("\na threshold in cents:");
await run(thresholdConformance({ ...config, thresholds: { SG: "1500", US: "300000" } }));

// Our service around `rules.evaluate`.
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: config.thresholds,
  rates: fixedRates(rates),
  clock: () => config.at,
});
async function mustReport(transaction) {
  const { results } = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
  return results.some(({ status }) => status === "breach");
}
const decide = async (transaction) => ((await mustReport(transaction)) ? "breach" : "pass");

console.log("our wrapper:");
await run(wrapperConformance(decide, config));

console.log("\na wrapper that rounds to cents first:");
await run(
  wrapperConformance(
    (transaction) => decide({ ...transaction, amount: Number(transaction.amount).toFixed(2) }),
    config,
  ),
);

console.log("a rate source:");
await run(rateSourceConformance({ source: () => fixedRates(rates), at: config.at, currencies: ["EUR", "SGD", "USD"] }));
