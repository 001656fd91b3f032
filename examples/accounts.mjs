import { createCompliance, memoryStorage, parseAccount } from "vaspkit";

const bakery = {
  reference_id: "A-1",
  account_type: "entity",
  account_category: "non-customer",
  entity: { entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited" } },
  national_id: { national_id_type: "RAID", national_id: "EXAMPLE-0001", issue_country: "GB" },
};

// Without a directory, for example in a form: every issue, in the order of the input.
const parsed = parseAccount(bakery);
if (!parsed.ok) for (const { code, path, clause } of parsed.issues) console.log(`§${clause}`, code, path);

// With a directory.
const compliance = createCompliance({ storage: memoryStorage(), clock: () => new Date("2024-06-28T16:00:00Z") });
const national_id = { national_id_type: "RAID", national_id: "EXAMPLE-0001", registration_authority: "RA000585" };
const created = await compliance.accounts.create({ ...bakery, national_id });
console.log("created", created.ok && created.value.created);

const again = await compliance.accounts.create({ ...bakery, national_id });
console.log("again", !again.ok && again.issues.map(({ code }) => code));

const found = await compliance.accounts.search({ search_term: "bäckerei", account_category: "recipient" });
console.log("bäckerei", found.ok && found.value.length);
const better = await compliance.accounts.search({ search_term: "BAKERY", account_category: "recipient" });
console.log("BAKERY", better.ok && better.value.map(({ reference_id, name }) => `${reference_id} ${name}`));

console.log("A-2", await compliance.accounts.retrieve("A-2"));
await compliance.close();
