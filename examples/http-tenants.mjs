import { createHash } from "node:crypto";
import { createCompliance, memoryStorage } from "vaspkit";
import { bearerTokens, createHandler } from "vaspkit/http";

// Each customer has its own storage and thresholds (§4.9).
const tenants = new Map([
  ["acme", createCompliance({ storage: memoryStorage(), thresholds: { DE: "1000" } })],
  ["globex", createCompliance({ storage: memoryStorage(), thresholds: { DE: "250" } })],
]);

// Only hashes belong into the configuration. These tokens are for the example.
const hashOf = (token) => createHash("sha256").update(token).digest("hex");
const authenticate = bearerTokens({ [hashOf("token-of-acme")]: "acme", [hashOf("token-of-globex")]: "globex" });
const handler = createHandler((tenant) => tenants.get(tenant), { authenticate });

const transaction = { transaction_id: "T-1", amount: 500, currency: "EUR", country: "DE" };
const body = JSON.stringify({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
for (const token of ["token-of-acme", "token-of-globex", "unknown"]) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = "https://service.example/api/v2/engine/evaluate";
  const response = await handler(new Request(url, { method: "POST", headers, body }));
  console.log(token, response.status, (await response.json()).data?.results[0].message);
}
