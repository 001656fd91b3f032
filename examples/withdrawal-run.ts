/** Runs the withdrawals of `withdrawal.ts` on invented data: one line for each branch. */
import bitcoinMessage from "bitcoinjs-message";
import {
  type DecideOptions,
  type DutyEvidence,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type TransferDecision,
  type TransferToDecide,
  unwrap,
} from "vaspkit";
import { bitcoinMessages } from "vaspkit/ownership";
import { ofacList } from "vaspkit/providers";
import { erase, openCompliance, permit, type Send, withdraw } from "./withdrawal.js";

const clock = () => new Date("2026-10-06T16:00:00Z"); // the day of this sample data; omit it in production
const listed = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
const compliance = openCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000", FR: "1000" }, // of every country that a provider of a transfer is in
  rates: fixedRates({ base: "EUR", date: "2026-10-06", source: "ECB", rates: { USD: "1.1269" } }),
  prices: fixedPrices({ currency: "EUR", time: "2026-10-06T15:59:00Z", source: "our desk", prices: { BTC: "60000" } }),
  // A list of one address, for this page. In production load the whole list: docs/production.md.
  riskProviders: { OFAC: ofacList({ asOf: "2026-10-01", entries: [{ code: "XBT", address: listed }], clock }) },
  ownership: { domain: "exchange.example", methods: [bitcoinMessages], maxAgeMs: 180 * 86_400_000 },
  clock,
});

await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" },
  { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "FR" },
]);
const individual = {
  individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" },
  date_of_birth: "1990-02-28",
  place_of_birth: "Berlin",
} as const;
for (const reference_id of ["A-1", "A-2"]) {
  unwrap(await compliance.accounts.create({ reference_id, account_type: "individual", individual }));
}
const taken = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
unwrap(await compliance.addresses.create({ chain: "bitcoin", address: taken, account_ref_id: "A-2" }));

/** Your wallet. This one only remembers what it sent. */
const sent = new Map<string, Awaited<ReturnType<Send>>>();
const send: Send = async ({ transfer_id }) => {
  const known = sent.get(transfer_id);
  if (known !== undefined) return known;
  const sending = { transaction_hash: `hash of ${transfer_id}`, executed_at: clock().toISOString() };
  sent.set(transfer_id, sending);
  return sending;
};

/** The customer's wallet. This one has the address of BIP-173, whose key is the number 1. */
const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const signWithWallet = (text: string) =>
  bitcoinMessage
    .sign(text, Buffer.from("1".padStart(64, "0"), "hex"), true, { segwitType: "p2wpkh" })
    .toString("base64");

const toOwnWallet = {
  chain: "bitcoin",
  asset: "BTC",
  amount: "0.004", // 240 EUR
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: "V-1",
  beneficiary_address: wallet,
  beneficiary_address_is_self_hosted: true,
} as const;
const { beneficiary_account_reference_id: _, beneficiary_address_is_self_hosted: _flag, ...common } = toOwnWallet;
const toOtherVasp = {
  ...common,
  beneficiary_account: { account_type: "individual", account_category: "non-customer", individual },
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
} as const;

/** What your staff did about the wallet, in its own words. */
const measure: DutyEvidence = {
  duty: "mitigating_measure",
  side: "originator",
  note: "risk assessed as low",
  at: "2026-10-06",
};

/** The customer signs a text, which your page shows to the wallet: docs/ownership.md. */
async function proveWallet(): Promise<string> {
  const whose = { account_ref_id: "A-1", chain: "bitcoin", address: wallet } as const;
  const { challenge_id, text = "" } = unwrap(await compliance.ownership.challenge({ ...whose, method: "message" }));
  const answer = { challenge_id, account_ref_id: "A-1", signature: signWithWallet(text) };
  return unwrap(await compliance.ownership.verify(answer)).status;
}

async function run(title: string, draft: TransferToDecide, more?: DecideOptions): Promise<void> {
  const decided = await withdraw(compliance, draft, send, more);
  console.log(draft.transfer_id, title.padEnd(25), decided.ok ? summaryOf(decided.value) : codesOf(decided.issues));
}

function summaryOf({ decision, reasons, missing }: TransferDecision): string {
  if (decision === "execute") return decision;
  const duties = missing.flatMap(({ duty }) => duty ?? []);
  return `${decision} ${[codesOf(reasons), ...duties].join(": ")}`;
}

function codesOf(found: readonly { readonly code: string; readonly retry?: true }[]): string {
  return found.map(({ code, retry }) => (retry ? `${code} (retry)` : code)).join(", ");
}

const small = { ...toOwnWallet, transfer_id: "W-1" };
await run("240 EUR", small);
await run("with evidence", small, { evidence: [measure] });
await run("again", small);

const large = { ...toOwnWallet, transfer_id: "W-2", amount: "0.02" };
await run("1,200 EUR", large, { evidence: [measure] });
console.log("W-2 the customer's wallet    ", await proveWallet());
await run("after the proof", large);

await run("on the sanctions list", { ...toOwnWallet, transfer_id: "W-3", beneficiary_address: listed });
await run("mistyped", { ...toOwnWallet, transfer_id: "W-4", beneficiary_address: wallet.replace("w5", "5w") });
await run("no price of the asset", { ...toOwnWallet, transfer_id: "W-5", asset: "ETH" }, { evidence: [measure] });
const hot = {
  originator_address: "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
  beneficiary_address: common.originator_address,
};
await run("your hot wallet, claimed", { ...toOwnWallet, ...hot, transfer_id: "W-6" }, { evidence: [measure] });

const linked = { ...toOwnWallet, transfer_id: "W-7", beneficiary_address: taken };
await run("address of another", linked, { evidence: [measure] });
const officer = { id: "u-17", role: "compliance officer", kind: "person" } as const;
const reviewed = await permit(compliance, "W-7", "Spouses, both identified", officer);
if (reviewed.ok) console.log("W-7 reviewed; overridden:", reviewed.value.versions.at(-1)?.review?.overridden[0]?.code);
await run("after the review", linked);

const toVasp = { ...toOtherVasp, transfer_id: "W-8" };
await run("to another VASP", toVasp);
// The operator asked V-2, which confirmed its address.
unwrap(await compliance.addresses.create({ chain: "bitcoin", address: toVasp.beneficiary_address, vasp_id: "V-2" }));
await run("its address labelled", toVasp);

const refused = await erase(compliance, "A-1");
if (!refused.ok) console.log("A-1 not erased:", codesOf(refused.issues));
for await (const { transfer_id } of compliance.transfers.all({ account_ref_id: "A-1", state: "open" })) {
  unwrap(await compliance.transfers.confirm(transfer_id, { outcome: "cancelled", note: "account closed" }));
}
const { account, uses, kept_transfers } = unwrap(await erase(compliance, "A-1"));
console.log(`A-1 erased: ${Number(account)} account, ${uses} uses of addresses; ${kept_transfers} transfers are kept`);
await compliance.close();
