/** Runs the deposits of `deposit.ts` on invented data: one line for each branch. */
import { type DecideOptions, type DutyEvidence, fixedPrices, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { ofacList } from "vaspkit/providers";
import { type Deposit, receive } from "./deposit.js";
import { openCompliance } from "./withdrawal.js";

const clock = () => new Date("2026-10-06T16:00:00Z"); // the day of this sample data; omit it in production
const listed = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
const compliance = openCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000", FR: "1000" }, // of every country that a provider of a transfer is in
  rates: fixedRates({ base: "EUR", date: "2026-10-06", source: "ECB", rates: { USD: "1.1269" } }),
  prices: fixedPrices({ currency: "EUR", time: "2026-10-06T15:59:00Z", source: "our desk", prices: { BTC: "60000" } }),
  // A list of one address, for this page. In production load the whole list: docs/production.md.
  riskProviders: { OFAC: ofacList({ asOf: "2026-10-01", entries: [{ code: "XBT", address: listed }], clock }) },
  clock,
});
await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" },
  { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "FR" },
]);
const birth = { date_of_birth: "1990-02-28", place_of_birth: "Berlin" };
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } } as const;
const customer = { ...individual, ...birth };
unwrap(await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", individual: customer }));

// The address that you gave to the customer for deposits. The label says that it is yours.
const to = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
unwrap(await compliance.addresses.create({ chain: "bitcoin", address: to, account_ref_id: "A-1", vasp_id: "V-1" }));

const ledger = new Map<string, string>();
const credit = async (account: string, { id }: Deposit) => void ledger.set(id, account);

async function run(title: string, deposit: Deposit, more?: DecideOptions): Promise<void> {
  const decided = await receive(compliance, deposit, credit, more);
  const found = decided.ok ? decided.value.reasons : decided.issues;
  const isPermitted = decided.ok && decided.value.decision === "execute";
  const codes = isPermitted ? [] : [found.map(({ code }) => code).join(", ")];
  console.log(deposit.id, title.padEnd(23), decided.ok ? decided.value.decision : "invalid", ...codes);
}

// From the customer's own wallet.
const coins = { chain: "bitcoin", to, amount: "0.004", asset: "BTC" } as const; // 240 EUR
const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const own: Deposit = { ...coins, id: "D-1", from: wallet, sender: "customer" };
await run("from the own wallet", own);
const at = "2026-10-06";
const measure: DutyEvidence = { duty: "mitigating_measure", side: "beneficiary", note: "risk assessed as low", at };
await run("with evidence", own, { evidence: [measure] });

// From another VASP, which sent a message about its customer: docs/ivms101.md.
const from = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG";
const party = { account_type: "individual", account_category: "non-customer", customer_id: "7", individual } as const;
const incomplete: Deposit = { ...coins, id: "D-2", from, sender: { vasp_id: "V-2", party } };
await run("from another VASP", incomplete);
// You asked V-2. It confirmed the address, and sent what was missing.
unwrap(await compliance.addresses.create({ chain: "bitcoin", address: from, vasp_id: "V-2" }));
await run("its address labelled", incomplete);
const described = { ...party, individual: customer };
await run("the message completed", { ...incomplete, sender: { vasp_id: "V-2", party: described } });

// The address of another VASP, claimed as the customer's own. You send the coins back.
await run("from an address of V-2", { ...own, id: "D-3", from }, { evidence: [measure] });
unwrap(await compliance.transfers.confirm("D-3", { outcome: "returned", note: "not the customer's wallet" }));

// From a sanctioned address. Somebody credits it all the same, and it is recorded.
await run("from the sanctions list", { ...own, id: "D-4", from: listed }, { evidence: [measure] });
unwrap(await compliance.transfers.confirm("D-4", { outcome: "executed" }));
for await (const { transfer_id } of compliance.transfers.all({ executed_without_permission: true })) {
  console.log(transfer_id, "was executed without permission");
}
console.log("credited by receive:", ...ledger.keys());
await compliance.close();
