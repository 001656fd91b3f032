import { ComplianceError, createCompliance, memoryStorage, unwrap } from "vaspkit";
import { fakes } from "vaspkit/testing";

const address = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
const screening = fakes.riskProvider({ entries: [{ chain: "bitcoin", address, risk_ratio: 100 }] });
const rates = fakes.rateSource({ base: "EUR", date: "2026-11-20", source: "a test", rates: { SGD: "1.5" } });
const clock = fakes.clock("2026-11-20T16:00:00Z");
const onAlert = fakes.alertSink();
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { SG: "1500" },
  riskProviders: { HOUSE: screening },
  rates,
  clock,
  onAlert,
});

/** Our own code under test: it holds a deposit unless the screening succeeds with a low risk. */
async function mayCredit(sender) {
  const request = { chain: "bitcoin", address: sender, provider_name: "HOUSE", scan_for_risk: true };
  try {
    const { risk_data } = unwrap(await compliance.addresses.create(request));
    return risk_data.every(({ risk_ratio }) => risk_ratio < 70) ? "credit" : "hold: risk";
  } catch (error) {
    if (error instanceof ComplianceError) return `hold: ${error.code}`;
    throw error;
  }
}

console.log(await mayCredit(address));
screening.script("malformed", { reject: "provider_rate_limited" }, { slowMs: 20 });
for (const fault of ["malformed", "rate limited", "slow"]) console.log(`${fault}: ${await mayCredit(address)}`);
console.log(screening.requests.length, "requests");

// The sink is down for one alert. The decision is known all the same. alerts.deliver waits for the first delivery,
// which fails, and then delivers the alert.
const evaluate = async () => {
  const transaction = { transaction_id: "T-1", amount: "1000", currency: "EUR", country: "SG" };
  const evaluation = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
  return unwrap(evaluation).results[0].status;
};
onAlert.script("reject");
console.log(await evaluate(), onAlert.alerts.length);
console.log(await compliance.alerts.deliver(), onAlert.alerts.length);

clock.advance(8 * 24 * 60 * 60 * 1000);
console.log(await evaluate().catch(({ code }) => code));
await compliance.close();
