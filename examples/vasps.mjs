import { createCompliance, memoryStorage } from "vaspkit";

const compliance = createCompliance({ storage: memoryStorage() });

// Any iterable or async iterable: rows of a query, lines of a file.
async function* records() {
  yield { vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT", website: null };
  yield { vasp_id: "V-2", name_legal: "TÝR MARKETS AS", address_country_code: "NO" };
  yield { vasp_id: "V-3", name_legal: "An Invented Exchange", address_country_code: "UK" };
  yield { vasp_id: "V-1", name_legal: "Bitpanda GmbH", name_business: "Bitpanda", address_country_code: "AT" };
}

const { loaded, replaced, rejected } = await compliance.vasps.load(records());
console.log({ loaded, replaced });
for (const { index, issues } of rejected) console.log(`record ${index}:`, issues[0]?.code, issues[0]?.path);

const page = await compliance.vasps.list({ sort: "-name_legal", page: 1, size: 10 });
console.log(page.ok && page.value);

const found = await compliance.vasps.search({ search_term: "tyr" });
console.log(found.ok && found.value.map(({ vasp_id }) => vasp_id));

const misspelt = await compliance.vasps.list({ sort: "name" });
console.log(!misspelt.ok && misspelt.issues[0]?.code);
console.log(await compliance.vasps.retrieve("V-9"));
await compliance.close();
