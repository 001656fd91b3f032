import { ComplianceError, type ComplianceErrorCode, createCompliance, memoryStorage, pathOf } from "vaspkit";

const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" } });

// Invalid input is a result. Show the issues to the person who can correct them.
const body: unknown = JSON.parse('{ "reference_id": "A-1", "account_type": "person", "email": "zoe" }');
const created = await compliance.accounts.create(body);
if (!created.ok) for (const issue of created.issues) console.log(issue.code, "at", pathOf(issue).join(" › "));

// Everything else throws, and nothing was decided.
const retryable: readonly ComplianceErrorCode[] = ["provider_timeout", "provider_unreachable", "storage_unavailable"];
try {
  const transaction = { transaction_id: "T-1", amount: "5000.00", currency: "EUR", country: "US" };
  await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  console.log(retryable.includes(error.code) ? "try again:" : "hold:", error.code, "-", error.message);
}
await compliance.close();
