import { createCompliance, memoryStorage, unwrap } from "vaspkit";

/** Thresholds that change on a day. An engine is compiled again only when the content changes. */
const before = { SG: "1500" };
const since2026 = { SG: "1000" };
const thresholds = { current: async (at) => (at < new Date("2026-01-01T00:00:00Z") ? before : since2026) };

let now = "2025-12-31T12:00:00Z";
const compliance = createCompliance({ storage: memoryStorage(), thresholds, clock: () => new Date(now) });

async function evaluate(transaction_id) {
  const transaction = { transaction_id, amount: "1200", currency: "SGD", country: "SG" };
  const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };
  const [{ status, message }] = unwrap(await compliance.rules.evaluate(request)).results;
  return `${status}: ${message}`;
}

console.log(await evaluate("T-1"));
now = "2026-01-01T12:00:00Z";
console.log(await evaluate("T-2"));
await compliance.close();
