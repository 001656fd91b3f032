import { createHash } from "node:crypto";
import { createCompliance, memoryStorage } from "vaspkit";
import { bearerTokens, createHandler } from "vaspkit/http";
import { eu } from "vaspkit/jurisdictions";

// Your provider. This one reports a risk of 60 for every address.
const names = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
const screen = async () => [{ provider_name: "DESK", risk_ratio: 60, risk_descriptors: ["mixer"], ...names }];

const compliance = createCompliance({
  storage: memoryStorage(),
  jurisdictions: [eu],
  riskProviders: { DESK: { screen } },
  policy: {
    ownVasp: "V-1",
    screenWith: ["DESK"],
    rejectRisk: 90,
    suspendRisk: 50,
    suspendOnBreach: false,
    otherAccounts: "suspend",
    claimedVasp: "suspend",
    decisionMaxAgeMs: 15 * 60_000,
    retentionMs: 5 * 366 * 86_400_000,
  },
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Example Exchange AG", address_country_code: "DE" }]);
const birth = { date_of_birth: "1985-02-28", place_of_birth: "Sevilla" };
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Ruiz" }, ...birth };
await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-1", individual });

// Who acts belongs to the credential. Only hashes belong into the configuration: these tokens are for the example.
const hashOf = (token) => createHash("sha256").update(token).digest("hex");
const authenticate = bearerTokens({
  [hashOf("token-of-service")]: { actor: { id: "withdrawals", role: "service", kind: "program" } },
  [hashOf("token-of-officer")]: { actor: { id: "u-17", role: "compliance officer", kind: "person" } },
});
const handler = createHandler(compliance, { authenticate, extensions: true });

async function post(token, path, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `https://service.example/api/v2/engine/transfers/${path}`;
  const response = await handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
  const { code, data } = await response.json();
  const reasons = data?.reasons ?? [];
  console.log(token, path, response.status, code ?? data.decision, ...reasons.map((reason) => reason.code));
}

const today = new Date().toISOString().slice(0, 10);
const [wallet, own] = ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"];
await post("token-of-service", "decide", {
  transfer_id: "W-1",
  amount: "50",
  currency: "EUR",
  chain: "bitcoin",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: own,
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: "V-1",
  beneficiary_address: wallet,
  beneficiary_address_is_self_hosted: true,
  evidence: [{ duty: "mitigating_measure", side: "originator", note: "Enhanced monitoring", at: today }],
});
const review = { decision: "execute", note: "The mixer was one hop away, and the customer explained it" };
await post("token-of-service", "W-1/reviews", review);
await post("token-of-officer", "W-1/reviews", review);
await post("token-of-service", "W-1/confirmations", { outcome: "executed", transaction_hash: "5e3f…" });
