import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { evmMessages } from "vaspkit/ownership";

let now = "2026-11-27T12:00:00Z"; // the time of the sample; omit the clock in production
const { accounts, ownership } = createCompliance({
  storage: memoryStorage(),
  ownership: { domain: "exchange.example", methods: [evmMessages], maxAgeMs: 180 * 86_400_000 },
  clock: () => new Date(now),
});
const entity = { entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited" } } as const;
unwrap(await accounts.create({ reference_id: "A-1", account_type: "entity", customer_id: "C-7", entity }));

// On every registered chain, also without a method for it.
const made = await ownership.challenge({
  account_ref_id: "A-1",
  chain: "doge",
  address: "DFundmtrigzA6E25Swr2pRe4Eb79bGP8G1", // the customer's wallet
  method: "transfer",
  deposit_address: "D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD", // yours
});
const { challenge_id, amount = "", deposit_address = "", expires } = unwrap(made);
console.log("Send exactly", amount.replace(/\d{4}$/, "…"), "koinu until", expires);

now = "2026-11-27T13:00:00Z";
// What your own node reports, once the transaction is final. The wallet is its only sender.
const transfer = { chain: "doge", sender: "DFundmtrigzA6E25Swr2pRe4Eb79bGP8G1", recipient: deposit_address } as const;
for (const received of [`${BigInt(amount) - 1n}`, amount]) {
  const transaction = { ...transfer, hash: "5d6c".repeat(16), amount: received, at: "2026-11-27T12:30:00Z" };
  const answer = unwrap(await ownership.observe({ challenge_id, account_ref_id: "A-1", transaction }));
  console.log(answer.status, answer.status === "proved" ? `by ${answer.method}` : answer.reason);
}
