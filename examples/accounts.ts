import { type AccountDraft, createCompliance, memoryStorage, parseAccount } from "vaspkit";

const national_id = { national_id_type: "RAID", national_id: "EXAMPLE-0001" } as const;
const bakery = {
  reference_id: "A-1",
  account_type: "entity",
  account_category: "non-customer",
  entity: { entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited" } },
  national_id: { ...national_id, registration_authority: "RA000585" },
} satisfies AccountDraft;

// @ts-expect-error Only the national id of an individual has an issuing country.
const wrong = { ...bakery, national_id: { ...national_id, issue_country: "GB" } } satisfies AccountDraft;

// Without a directory, for example in a form: every issue, in the order of the input.
const parsed = parseAccount(wrong as unknown);
if (!parsed.ok) for (const { code, path, clause } of parsed.issues) console.log(`§${clause}`, code, path);

// With a directory.
const { accounts } = createCompliance({ storage: memoryStorage() });
for (const draft of [bakery, bakery]) {
  const created = await accounts.create(draft);
  console.log(created.ok ? `created ${created.value.reference_id}` : created.issues.map(({ code }) => code));
}
const found = await accounts.search({ search_term: "BAKERY", account_category: "recipient" });
if (found.ok) for (const { reference_id, name } of found.value) console.log("found", reference_id, name);
console.log(await accounts.retrieve("A-2"));
