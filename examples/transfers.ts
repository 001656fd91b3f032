import { createCompliance, memoryStorage, parseTransfer, type TransferDraft } from "vaspkit";

const { accounts, transfers, vasps } = createCompliance({ storage: memoryStorage() });
await vasps.load([
  { vasp_id: "V-1", name_legal: "Bitpanda GmbH" },
  { vasp_id: "V-2", name_legal: "TÝR MARKETS AS" },
]);
const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } } as const;
await accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual });

const transfer = {
  chain: "bitcoin",
  originator_account_reference_id: "A-1", // a stored account
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: { account_type: "individual", account_category: "non-customer", individual }, // described here
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
} satisfies TransferDraft;

async function check(draft: TransferDraft): Promise<void> {
  const checked = await transfers.check(draft);
  if (checked.ok) console.log(checked.value.kind, "initiated by", checked.value.initiator_vasp_id);
  else for (const { code, path } of checked.issues) console.log(code, path);
}

await check(transfer);
await check({ ...transfer, beneficiary_address_is_self_hosted: true, beneficiary_vasp_id: "V-1" });
await check({ ...transfer, beneficiary_address_is_self_hosted: true });
await check({ ...transfer, originator_account_reference_id: "A-9", beneficiary_vasp_id: "V-9" });

// Without a directory, no reference is resolved.
console.log(parseTransfer({ ...transfer, originator_account_reference_id: "A-9" }).ok);
