import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { auditTrail, type CaseLine, verifyInclusion } from "vaspkit/audit";
import { eu } from "vaspkit/jurisdictions";
import { fakes } from "vaspkit/testing";

const { accounts, audit, transfers, vasps } = createCompliance({
  storage: memoryStorage(),
  jurisdictions: [eu],
  riskProviders: { FAKE: fakes.riskProvider({ entries: [] }) }, // in production a service or a list
  policy: {
    ownVasp: "V-1",
    screenWith: ["FAKE"],
    rejectRisk: 90,
    suspendRisk: 50,
    suspendOnBreach: false,
    otherAccounts: "suspend",
    claimedVasp: "suspend",
    decisionMaxAgeMs: 900_000,
    retentionMs: 5 * 366 * 86_400_000,
  },
  clock: () => new Date("2026-11-23T12:00:00Z"), // omit it in production
  audit: auditTrail({ key: crypto.getRandomValues(new Uint8Array(32)) }),
});
await vasps.load([
  { vasp_id: "V-1", name_legal: "Example Exchange", address_country_code: "DE" },
  { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "FR" },
]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example" } } as const;
unwrap(await accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual }));
const decided = await transfers.decide({
  transfer_id: "O-1",
  chain: "bitcoin",
  amount: "250",
  currency: "EUR",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: { account_type: "individual", account_category: "non-customer", individual },
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
});
const officer = { id: "u-17", role: "compliance officer", kind: "person" } as const;
if (unwrap(decided).decision === "suspend") {
  unwrap(await transfers.review("O-1", { decision: "execute", note: "V-2 confirmed it" }, { actor: officer }));
}

const { lines, html } = unwrap(await audit.exportCase("O-1", { actor: officer }));
console.log("a page:", html.startsWith("<!doctype html>"));

for (const line of lines.map((text): CaseLine => JSON.parse(text))) {
  if (line.kind === "transfer") console.log("transfer:", line.transfer.decision, line.transfer.state);
  else if (line.kind !== "audit") console.log(line.kind);
  else
    console.log(
      "audit, in the chain:",
      line.inclusion !== null && verifyInclusion(line.inclusion),
      line.note ?? "(no note)",
    );
}
