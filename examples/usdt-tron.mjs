import { createCompliance, memoryStorage, parseAddress, unwrap } from "vaspkit";
import { defaultChains, tron } from "vaspkit/chains";
import { ofacList } from "vaspkit/providers";

const chains = [...defaultChains, tron];
// Two spellings of one address: of wallets, and of nodes.
const deposit = unwrap(parseAddress(tron, "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g"));
console.log(unwrap(parseAddress(tron, "41a614f803b6fd780986a42c78ec9c7f77e6ded13c")).canonical);

const clock = () => new Date("2026-11-21T12:00:00Z"); // omit the clock in production
const entries = [{ code: "USDT", address: "TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM" }]; // in production, of parseOfacList
const OFAC = ofacList({ entries, asOf: "2026-11-20", clock, chains });
const compliance = createCompliance({ storage: memoryStorage(), chains, riskProviders: { OFAC }, clock });

for (const address of [deposit.canonical, entries[0].address]) {
  const request = { chain: "tron", address, scan_for_risk: true, provider_name: "OFAC" };
  const { symbol, risk_data } = unwrap(await compliance.addresses.create(request));
  console.log(symbol, risk_data[0].risk_ratio, risk_data[0].risk_descriptors.join(" "));
}

const [us, them] = ["V-1", "V-2"].map((vasp_id) => ({ vasp_id, name_legal: `Exchange ${vasp_id}` }));
await compliance.vasps.load([us, them]);
const party = (name_legal, customer_id) => ({
  account_type: "entity",
  customer_id,
  entity: { entity_name: { name_type: "LEGL", name_legal } },
});
const transfer = {
  chain: "tron",
  originator_address: deposit.canonical,
  originator_account: party("Aurora Ltd", "C-1"),
  originator_vasp_id: us.vasp_id,
  beneficiary_address: "41a614f803b6fd780986a42c78ec9c7f77e6ded13c",
  beneficiary_account: party("Bakery Ltd", "C-2"),
  beneficiary_vasp_id: them.vasp_id,
};
const checked = await compliance.transfers.check(transfer);
console.log(checked.ok ? `${checked.value.kind}, checked: ${checked.value.addresses_checked}` : checked.issues);

// An address of Ethereum is none of TRON, although both have 20 bytes.
const wrong = { ...transfer, beneficiary_address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" };
const refused = await compliance.transfers.check(wrong);
if (!refused.ok) for (const { path, code } of refused.issues) console.log(path, code);
await compliance.close();
