import { createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { ofacList } from "vaspkit/providers";
import { decide, type Outcome, type Withdrawal } from "./withdrawal.js";

const clock = () => new Date("2026-10-06T16:00:00Z"); // the day of this sample data; omit it in production
// A list of one address, for this page. In production load the whole list: docs/production.md.
const entries = [{ code: "XBT", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }];
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  rates: fixedRates({ base: "EUR", date: "2026-10-06", source: "ECB", rates: { USD: "1.1269" } }),
  riskProviders: { OFAC: ofacList({ asOf: "2026-10-01", entries, clock }) },
  clock,
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "An Invented Exchange" }]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } } as const;
await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual });
await compliance.accounts.create({ reference_id: "A-2", account_type: "individual", customer_id: "C-8", individual });

/** Your database. It must have stored the outcome before anything is sent: if this throws, nothing is sent. */
const journal = new Map<string, Outcome>();
async function record(id: string, outcome: Outcome): Promise<void> {
  journal.set(id, outcome);
}

const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const small: Withdrawal = {
  id: "W-1",
  customer: "A-1",
  chain: "bitcoin",
  from: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  to: wallet,
  amount: "250.00",
  currency: "USD",
  country: "DE",
};
for (const withdrawal of [
  small,
  { ...small, id: "W-2", amount: "1126.90" }, // 1000 EUR exactly
  { ...small, id: "W-3", to: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }, // on the sanctions list
  { ...small, id: "W-4", to: wallet.replace("w5", "5w") }, // mistyped
  { ...small, id: "W-5", customer: "A-9", to: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }, // no such account
  { ...small, id: "W-6", amount: "-1" },
  { ...small, id: "W-7", currency: "KWD" }, // no rate
  { ...small, id: "W-8", customer: "A-2" }, // W-1 linked the wallet to A-1
]) {
  const outcome = await decide(compliance, withdrawal);
  await record(withdrawal.id, outcome);
  if (outcome.decision === "send") console.log(withdrawal.id, "send", outcome.isLarge ? "large" : "small");
  else if (outcome.decision === "reject")
    console.log(
      withdrawal.id,
      "reject",
      outcome.issues.map(({ code }) => code),
    );
  else console.log(withdrawal.id, outcome.decision, outcome.reasons[0]);
}
console.log(journal.size, "outcomes recorded");
await compliance.close();
