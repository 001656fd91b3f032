import { createCompliance, fromSearchParams, memoryStorage, parseAccount } from "vaspkit";

const compliance = createCompliance({ storage: memoryStorage() });

// A form sends every field, also those without a value.
const form = {
  reference_id: "A-1",
  account_type: "individual",
  account_category: "",
  customer_id: "C-1",
  email: "",
  entity: null,
  address: { address_line: "", address_city: "", address_country_code: "" },
  individual: { individual_name: { name_type: "LEGL", name_first: "", name_last: "Ruiz" }, date_of_birth: null },
};
const parsed = parseAccount(form, { emptyIsAbsent: true });
if (parsed.ok) {
  console.log(parsed.value);
  await compliance.accounts.create(parsed.value);
}
console.log(!parsed.ok || parseAccount(form).ok ? "unexpected" : "without the option the form is invalid");

// A query string has texts only. The operation reports what is wrong.
const { searchParams } = new URL("https://vasp.example/accounts?search_term=ruiz&limit=10&account_category=");
const found = await compliance.accounts.search(fromSearchParams(searchParams, { emptyIsAbsent: true }));
console.log(found.ok && found.value.map(({ reference_id }) => reference_id));

for (const query of ["page=abc", "page=1&page=2", "seite=1"]) {
  const listed = await compliance.vasps.list(fromSearchParams(query));
  if (!listed.ok) console.log(query, "-", listed.issues[0]?.code, listed.issues[0]?.path);
}
await compliance.close();
