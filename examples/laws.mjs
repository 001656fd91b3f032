import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { rateSourceConformance, thresholdConformance, wrapperConformance } from "vaspkit/testing";

const rates = { base: "EUR", date: "2024-06-28", source: "ECB", rates: { SGD: "1.4513", USD: "1.0705" } };
const config = { thresholds: { SG: "1500", US: "3000" }, rates, at: new Date("2024-06-28T16:00:00Z") };

/** Runs laws without a test runner; with one it is: for (const law of laws) it(law.name, () => law.run()); */
async function run(laws) {
  const broken = [];
  for (const law of laws) await law.run({ seed: 7 }).catch((error) => broken.push(error.message));
  console.log(`${laws.length - broken.length} of ${laws.length} laws kept`);
  for (const message of broken) console.log(`\n${message}\n`);
}

console.log("our configuration:");
await run(thresholdConformance(config));

console.log("\na threshold that was typed in cents:");
await run(thresholdConformance({ ...config, thresholds: { SG: "1500", US: "300000" } }));

// What our service makes of `rules.evaluate`.
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
const answer = async (transaction) => ((await mustReport(transaction)) ? "breach" : "pass");

console.log("our wrapper:");
await run(wrapperConformance(answer, config));

console.log("\na wrapper that rounds to cents before it asks:");
await run(
  wrapperConformance(
    (transaction) => answer({ ...transaction, amount: Number(transaction.amount).toFixed(2) }),
    config,
  ),
);

console.log("a source of rates:");
await run(rateSourceConformance({ source: () => fixedRates(rates), at: config.at, currencies: ["EUR", "SGD", "USD"] }));
