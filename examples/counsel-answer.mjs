import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { us } from "vaspkit/jurisdictions";
import { ofacList } from "vaspkit/providers";

const clock = () => new Date("2026-11-23T12:00:00Z"); // omit it in production
const entries = [{ code: "XBT", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }];
const policy = {
  ownVasp: "V-US",
  screenWith: ["OFAC"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 900_000,
  retentionMs: 5 * 366 * 86_400_000,
};
const answer = {
  jurisdiction: "US",
  kind: "withdrawal_to_self_hosted",
  duties: ["ownership_check"], // empty: nothing is required
  by: "Invented Counsel LLP",
  note: "memo 12",
  from: "2026-11-01",
};

for (const answers of [[], [answer]]) {
  const compliance = createCompliance({
    storage: memoryStorage(),
    jurisdictions: [us],
    riskProviders: { OFAC: ofacList({ asOf: "2026-11-20", entries, clock }) },
    policy: { ...policy, answers },
    clock,
  });
  await compliance.vasps.load([{ vasp_id: "V-US", name_legal: "Our Exchange", address_country_code: "US" }]);
  const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } };
  const account = { reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual };
  unwrap(await compliance.accounts.create(account));
  const decided = await compliance.transfers.decide({
    transfer_id: "W-1",
    chain: "bitcoin",
    amount: "900",
    currency: "USD",
    originator_account_reference_id: "A-1",
    originator_vasp_id: "V-US",
    originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    beneficiary_account_reference_id: "A-1",
    beneficiary_vasp_id: "V-US",
    beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    beneficiary_address_is_self_hosted: true,
  });
  const { decision, reasons } = unwrap(decided);
  console.log(decision);
  for (const { code, message, clause } of reasons) console.log(`  ${code}: ${message} (${clause})`);
  await compliance.close();
}
