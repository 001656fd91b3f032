import { createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { eu, sg, us } from "vaspkit/jurisdictions";

const compliance = createCompliance({
  storage: memoryStorage(),
  jurisdictions: [eu, us, sg],
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "an example", rates: { USD: "1.16", SGD: "1.51" } }),
  clock: () => new Date("2026-11-23T12:00:00Z"),
});
await compliance.vasps.load([
  { vasp_id: "V-SG", name_legal: "Invented Exchange Pte. Ltd.", address_country_code: "SG" },
  { vasp_id: "V-US", name_legal: "Invented Trust Company", address_country_code: "US" },
]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } };
const transfer = {
  originator_account: { account_type: "individual", customer_id: "C-7", individual },
  originator_vasp_id: "V-SG",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: { account_type: "individual", account_category: "non-customer", individual },
  beneficiary_vasp_id: "V-US",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};

for (const amount of ["900", "5000"]) {
  const checked = await compliance.transfers.check({ ...transfer, amount, currency: "USD" });
  if (checked.ok) console.log(amount, "USD:", checked.value.requirements.status);
  else for (const { path, clause } of checked.issues) console.log(amount, "USD:", path, `(${clause})`);
}
await compliance.close();
