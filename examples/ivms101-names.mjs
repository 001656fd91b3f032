// Write names outside ASCII, and list what was transliterated.
import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { toIvms101 } from "vaspkit/ivms101";

const compliance = createCompliance({ storage: memoryStorage() });
await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "Börse GmbH" },
  { vasp_id: "V-2", name_legal: "Two Exchange" },
]);
const transfer = unwrap(
  await compliance.transfers.check({
    originator_account: {
      account_type: "individual",
      customer_id: "C-1",
      individual: { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } },
    },
    beneficiary_account: {
      account_type: "individual",
      account_category: "non-customer",
      individual: { individual_name: { name_type: "LEGL", name_last: "吴" } },
    },
    chain: "bitcoin",
    originator_address: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    beneficiary_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    originator_vasp_id: "V-1",
    beneficiary_vasp_id: "V-2",
  }),
);
await compliance.close();

// Han has no standard Latin form. Ask your own romanization, or the customer.
const known = new Map([["吴", "Wu"]]);
const written = toIvms101(transfer, {
  edition: "2023",
  transliterate: (text, script) => (script === "Hani" ? known.get(text) : undefined),
});
if (!written.ok) throw new Error(JSON.stringify(written.issues));
const { document, losses } = written.value;
console.log(document.originator?.originatorPerson[0]?.naturalPerson?.name);
for (const { code, path } of losses) console.log(code, path);
