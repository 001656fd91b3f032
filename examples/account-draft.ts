import { type AccountDraft, createCompliance, memoryStorage } from "vaspkit";

const zoe = {
  reference_id: "A-1",
  account_type: "individual",
  email: "zoe@example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" },
    nationality_country: "DE",
  },
  address: {
    address_type: "HOME",
    address_street_name: "Example Street",
    address_street_no: "1",
    address_city: "Example-on-Sea",
    address_country_code: "GB",
  },
  national_id: { national_id_type: "CCPT", national_id: "EXAMPLE-01", issue_country: "DE" },
} satisfies AccountDraft;

// @ts-expect-error An LEI belongs to an entity. Without a compiler, create reports it.
const misfiled = { ...zoe, national_id: { national_id_type: "LEIX", national_id: "…" } } satisfies AccountDraft;

const compliance = createCompliance({ storage: memoryStorage() });
for (const draft of [zoe, misfiled]) {
  const created = await compliance.accounts.create(draft as unknown);
  if (created.ok) console.log("created", created.value.reference_id, created.value.account_category);
  else for (const { code, path, message } of created.issues) console.log(code, path, "-", message);
}
await compliance.close();
