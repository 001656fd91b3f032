import { unwrap } from "vaspkit";
import { createTrp } from "vaspkit/trp";
import { fetchAs, handlers, openCompliance } from "./trp-parts.js";

const compliance = await openCompliance("V-1", "A-1", ["Zoë", "Example"]); // with policy.exchange
const trp = createTrp({
  compliance,
  fetch: fetchAs("V-1"), // in production: with your client certificate
  authenticate: (request) => request.headers.get("x-certificate") ?? undefined, // its fingerprint
  peers: { "V-2": { hosts: ["trp.v2.example"], authenticated: "V-2" } },
  baseUrl: "https://trp.v1.example/trp",
  addressKey: crypto.getRandomValues(new Uint8Array(32)), // in production: kept, the same in all processes
  depositAddress: () => "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", // your wallet
});
handlers["trp.v1.example"] = trp.handler; // your server

// The other VASP, in this process too.
const other = await openCompliance("V-2", "B-1", ["Иван", "Петров"]);
const otherTrp = createTrp({
  compliance: other,
  fetch: fetchAs("V-2"),
  authenticate: (request) => request.headers.get("x-certificate") ?? undefined,
  peers: { "V-1": { hosts: ["trp.v1.example"], authenticated: "V-1" } },
  baseUrl: "https://trp.v2.example/trp",
  addressKey: crypto.getRandomValues(new Uint8Array(32)),
  depositAddress: () => "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
});
handlers["trp.v2.example"] = otherTrp.handler;

// 1. The beneficiary copies a travel address from V-2, and gives it to your customer.
const travelAddress = unwrap(await otherTrp.travelAddressFor("B-1"));

// 2. Decide the withdrawal. It lacks nothing but the answer of V-2, so the inquiry may be sent.
const withdrawal = {
  transfer_id: "W-1",
  chain: "bitcoin",
  asset: "BTC",
  amount: "0.01",
  ...{ originator_account_reference_id: "A-1", originator_vasp_id: "V-1" },
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  originator_address_is_self_hosted: false,
  beneficiary_account: {
    account_type: "individual",
    account_category: "non-customer",
    individual: { individual_name: { name_type: "LEGL", name_first: "Ivan", name_last: "Petrov" } },
  },
  beneficiary_vasp_id: "V-2",
  beneficiary_travel_address: travelAddress,
  beneficiary_address_is_self_hosted: false,
} as const;
const first = unwrap(await compliance.transfers.decide(withdrawal));
console.log(first.decision, first.reasons.map(({ code }) => code).join(", "));

// 3. `send` stores the inquiry, and `deliver` sends it. V-2 decides the deposit, and sends its approval.
const sent = await trp.send("W-1", travelAddress);
console.log(sent.ok ? sent.value.state : sent.issues);
await trp.deliver();
await otherTrp.deliver();

// 4. The approval has the address. It was screened, and the withdrawal was decided again.
const { decision } = unwrap(await compliance.transfers.decide(withdrawal));
const record = await compliance.transfers.retrieve("W-1");
console.log(decision, record?.versions.at(-1)?.transfer.beneficiary_address); // pay to this address only

// 5. Your wallet sends the coins. Then `deliver` sends the transaction_hash to V-2.
const transaction_hash = "ab".repeat(32);
unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", transaction_hash }));
await trp.deliver();
const exchange = await compliance.exchanges.retrieve("W-1");
console.log(exchange?.state, exchange?.events.map(({ kind }) => kind).join(", "));
