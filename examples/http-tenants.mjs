import { createHash } from "node:crypto";
import { createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { bearerTokens, createHandler } from "vaspkit/http";

const today = new Date().toISOString().slice(0, 10);
const rates = fixedRates({ base: "EUR", date: today, source: "treasury", rates: { USD: "1.08" } });

// Each customer has its own storage and thresholds (§4.9).
const tenants = new Map([
  ["acme", createCompliance({ storage: memoryStorage(), rates, thresholds: { DE: "1000" } })],
  ["globex", createCompliance({ storage: memoryStorage(), rates, thresholds: { DE: "250" } })],
]);

// Only hashes belong into the configuration. These tokens are for the example.
const hashOf = (token) => createHash("sha256").update(token).digest("hex");
const authenticate = bearerTokens({
  [hashOf("token-of-acme")]: "acme",
  [hashOf("token-of-globex")]: "globex",
});
const handler = createHandler((tenant) => tenants.get(tenant), { authenticate });

async function send(token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await handler(new Request(`https://service.example/api/v2${path}`, init));
  const { data } = await response.json();
  return { status: response.status, data };
}

const transaction = { transaction_id: "T-1", amount: 500, currency: "EUR", country: "DE" };
for (const token of ["token-of-acme", "token-of-globex", "unknown"]) {
  const evaluation = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
  const { status, data } = await send(token, "POST", "/engine/evaluate", evaluation);
  console.log(token, status, data?.results[0].message);
}

const entity = { entity_name: { name_type: "LEGL", name_legal: "Ruiz GmbH" } };
const account = { reference_id: "A-1", account_type: "entity", entity, customer_id: "C-1" };
console.log((await send("token-of-acme", "POST", "/directory/accounts", account)).status);
console.log((await send("token-of-acme", "GET", "/directory/accounts/A-1")).status);
console.log((await send("token-of-globex", "GET", "/directory/accounts/A-1")).status);
for (const compliance of tenants.values()) await compliance.close();
