import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";

const compliance = createCompliance({
  storage: memoryStorage(), // on disk: jsonFileStorage("directory.json") of vaspkit/json-file
  thresholds: { US: "3000" }, // yours, in the official currency of each country
  rates: fixedRates({ base: "EUR", date: "2024-06-28", source: "ECB", rates: { USD: "1.0705" } }),
  clock: () => new Date("2024-06-28T16:00:00Z"), // leave it out with today's rates: ecbRates()
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT" }]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } };
const zoe = { account_type: "individual", customer_id: "C-7", individual };
unwrap(await compliance.accounts.create({ reference_id: "A-1", ...zoe }));
console.log(unwrap(await compliance.accounts.search({ search_term: "muller" })));
const transaction = { transaction_id: "T-1", amount: "2802.43", currency: "EUR", country: "US" };
console.log(unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] })));
const from = { originator_account_reference_id: "A-1", originator_vasp_id: "V-1", originator_address: "…" };
const to = { beneficiary_account: zoe, beneficiary_vasp_id: "V-1", beneficiary_address: "…" };
const checked = unwrap(await compliance.transfers.check({ ...from, ...to, beneficiary_address_is_self_hosted: true }));
console.log(checked.kind, "initiated by", checked.initiator_vasp_id);
await compliance.close();
