import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";
import { ecbRates } from "vaspkit/providers";

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" }, // yours, in the official currency of each country
  rates: ecbRates(), // daily rates of the European Central Bank
});

const created = await compliance.accounts.create({
  reference_id: "A-1",
  account_type: "individual",
  customer_id: "C-7",
  individual: { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } },
});
if (created.ok) console.log("Stored account", created.value.reference_id);
else for (const { path, message } of created.issues) console.log("Invalid input:", path, message);

try {
  const evaluated = await compliance.rules.evaluate({
    transaction: { transaction_id: "T-1", amount: "5000.00", currency: "EUR", country: "US" },
    rule_codes: ["THRESHOLD_BY_COUNTRY"],
  });
  if (!evaluated.ok) for (const { path, message } of evaluated.issues) console.log("Invalid input:", path, message);
  else for (const { status, message } of evaluated.value.results) console.log(status, "-", message);
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  console.log("No decision:", error.code, "-", error.message); // for example no connection to the bank
}

await compliance.close();
