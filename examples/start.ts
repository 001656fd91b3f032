import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { eu, thresholdsOf, us } from "vaspkit/jurisdictions";

const packs = [eu, us];
const compliance = createCompliance({
  storage: memoryStorage(),
  jurisdictions: packs, // what a transfer must contain
  thresholds: thresholdsOf(packs), // which amounts raise an alert
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "an invented table", rates: { USD: "1.16" } }),
  clock: () => new Date("2026-11-23T12:00:00Z"), // the day of these rates; omit it in production
});

// 1. The directory: both VASPs and your customer.
await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" },
  { vasp_id: "V-2", name_legal: "Invented Trust Company", address_country_code: "US" },
]);
const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } as const;
const created = await compliance.accounts.create({
  reference_id: "A-1",
  account_type: "individual",
  customer_id: "C-7",
  individual: { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" },
  address: {
    address_type: "HOME",
    address_line: "1 Invented Street",
    address_city: "Berlin",
    address_country_code: "DE",
  },
});
unwrap(created); // throws if the account is invalid

// 2. The transfer: both parties, both VASPs, both addresses, and its amount.
const amount = { amount: "4000.00", currency: "EUR" } as const;
const checked = await compliance.transfers.check({
  ...amount,
  chain: "bitcoin",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: {
    account_type: "individual",
    account_category: "non-customer",
    individual: { individual_name },
  },
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
});
if (!checked.ok) for (const { code, path, clause } of checked.issues) console.log(code, path, clause);
else {
  const { kind, initiator_vasp_id, requirements } = checked.value;
  console.log("complete:", kind, "started by", initiator_vasp_id);
  for (const { jurisdiction, tier } of requirements?.tiers ?? []) console.log("rule:", jurisdiction, tier.effect);
  console.log("requirements:", requirements?.status);
}

// 3. The threshold of one country. A breach is stored as an alert.
const evaluated = await compliance.rules.evaluate({
  transaction: { transaction_id: "T-1", ...amount, country: "US" },
  rule_codes: ["THRESHOLD_BY_COUNTRY"],
});
if (evaluated.ok) for (const { status, message } of evaluated.value.results) console.log(status, "-", message);
await compliance.close();
