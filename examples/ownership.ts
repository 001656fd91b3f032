import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { eu } from "vaspkit/jurisdictions";
import { bitcoinMessages, evmMessages } from "vaspkit/ownership";
import { ofacList } from "vaspkit/providers";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { policy } from "./withdrawal.js";

const today = new Date().toISOString().slice(0, 10);
const compliance = createCompliance({
  storage: memoryStorage(),
  ownership: {
    domain: "exchange.example", // your website: wallets show it to the customer
    methods: [bitcoinMessages, evmMessages], // one for each family of chains
    maxAgeMs: 180 * 86_400_000, // how long a proof counts: your counsel decides it
  },
  jurisdictions: [eu],
  policy,
  // A list of one address, for this page. In production load the whole list: docs/production.md.
  riskProviders: { OFAC: ofacList({ asOf: today, entries: [{ code: "ETH", address: `0x${"9".repeat(40)}` }] }) },
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" }]);
const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } as const;
const individual = { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" };
unwrap(await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", individual }));
const wallet = privateKeyToAccount(generatePrivateKey()); // the customer's wallet; in production, in their browser

// 1. A challenge for one address of one customer. It is stored, and counts once.
const [account_ref_id, chain, address] = ["A-1", "ethereum", wallet.address] as const;
const challenge = unwrap(await compliance.ownership.challenge({ account_ref_id, chain, address, method: "message" }));
const { challenge_id, text = "" } = challenge;
console.log(text.split("\n")[0]);

// 2. The wallet shows the text and signs it. In a browser, request "personal_sign" of the wallet: docs/wallets.md.
const signature = await wallet.signMessage({ message: text });

// 3. The answer is stored. Only "proved" is a proof.
const answered = await compliance.ownership.verify({ challenge_id, account_ref_id, signature });
if (!answered.ok) for (const { code, message } of answered.issues) console.log(code, "-", message);
else if (answered.value.status === "proved") console.log("proved by", answered.value.format);
else console.log(answered.value.status, answered.value.reason, "-", answered.value.message);

// 4. The decision of a transfer finds the proof: the duty ownership_check is performed.
const measure = { duty: "mitigating_measure", side: "originator", note: "risk assessed as low", at: today } as const;
const withdrawal = {
  ...{ transfer_id: "W-1", chain, amount: "1200", currency: "EUR" },
  ...{ originator_account_reference_id: account_ref_id, beneficiary_account_reference_id: account_ref_id },
  ...{ originator_vasp_id: "V-1", beneficiary_vasp_id: "V-1" },
  originator_address: "0x52908400098527886E0F7030069857D2E4169EE7",
  beneficiary_address: wallet.address,
  beneficiary_address_is_self_hosted: true,
} as const;
const { decision, proofs } = unwrap(await compliance.transfers.decide(withdrawal, { evidence: [measure] }));
console.log(decision, "with", proofs.length, "proof");

// The same challenge proves nothing twice. What was proved about an address stays with the account.
const again = await compliance.ownership.verify({ challenge_id, account_ref_id, signature });
if (!again.ok) for (const { code } of again.issues) console.log(code);
for (const { method, account_ref_id } of await compliance.ownership.of(chain, address)) {
  console.log(method, "of", account_ref_id);
}
await compliance.close();
