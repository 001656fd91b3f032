import { chains, createCompliance, memoryStorage, parseAddress, unwrap } from "vaspkit";
import { defaultChains, tron } from "vaspkit/chains";
import { ofacList } from "vaspkit/providers";

console.log(Object.keys(chains).length, chains.bitcoin.symbol, chains.bitcoin.decimals, chains.bitcoin.formats);

// Two spellings of one address: of wallets, and of nodes.
const deposit = unwrap(parseAddress(tron, "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g"));
console.log(unwrap(parseAddress(tron, "41a614f803b6fd780986a42c78ec9c7f77e6ded13c")).canonical);

// USDT on TRON: the operations and the sanctions list have the same chains.
const registered = [...defaultChains, tron];
const clock = () => new Date("2026-11-21T12:00:00Z"); // omit the clock in production
const entries = [{ code: "USDT", address: "TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM" }]; // in production, of parseOfacList
const OFAC = ofacList({ entries, asOf: "2026-11-20", clock, chains: registered });
const { addresses } = createCompliance({
  storage: memoryStorage(),
  chains: registered,
  riskProviders: { OFAC },
  clock,
});

for (const address of [deposit.canonical, entries[0].address, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"]) {
  const request = { chain: "tron", address, scan_for_risk: true, provider_name: "OFAC" };
  const created = await addresses.create(request);
  if (!created.ok)
    console.log(created.issues[0].code); // an address of Ethereum
  else
    for (const { risk_ratio, risk_descriptors } of created.value.risk_data) console.log(risk_ratio, risk_descriptors);
}
