import { createCompliance, memoryStorage, parseTransfer } from "vaspkit";

const compliance = createCompliance({ storage: memoryStorage() });
await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "Bitpanda GmbH" },
  { vasp_id: "V-2", name_legal: "TÝR MARKETS AS" },
]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } };
await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual });

const bakery = {
  account_type: "entity",
  account_category: "non-customer",
  entity: { entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited" } },
  national_id: { national_id_type: "RAID", national_id: "EXAMPLE-0001", registration_authority: "RA000585" },
};
const transfer = {
  chain: "bitcoin",
  originator_account_reference_id: "A-1", // stored
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: bakery, // described here
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};

async function check(changes) {
  const checked = await compliance.transfers.check({ ...transfer, ...changes });
  if (checked.ok) console.log(checked.value.kind, "initiated by", checked.value.initiator_vasp_id);
  else for (const { code, path } of checked.issues) console.log(code, path);
}

await check({});
await check({ beneficiary_address_is_self_hosted: true, beneficiary_vasp_id: "V-1" });
await check({ originator_address_is_self_hosted: true, originator_vasp_id: "V-2" });
await check({ beneficiary_address_is_self_hosted: true });
await check({ originator_account_reference_id: "A-9", beneficiary_vasp_id: "V-9" });

// Without a directory: the form and the six rules, but no reference is resolved.
console.log(parseTransfer({ ...transfer, originator_account_reference_id: "A-9" }).ok);
await compliance.close();
