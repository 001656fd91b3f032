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

const found = await compliance.vasps.search({ search_term: "tyr", limit: 10 });
console.log(found.ok && found.value.map(({ vasp_id }) => vasp_id));

const misspelt = await compliance.vasps.list({ sort: "name" });
console.log(!misspelt.ok && misspelt.issues[0]?.code);
console.log(await compliance.vasps.retrieve("V-9"));

// Follows a register: records that it no longer contains are removed in the same step.
const register = [{ vasp_id: "V-2", name_legal: "TÝR MARKETS AS", address_country_code: "NO" }];
await compliance.vasps.load(register, { mode: "sync" }).catch(({ code, message }) => console.log(code, "-", message));
console.log(await compliance.vasps.load(register, { mode: "sync", maxRemoved: 1 }));
console.log(await compliance.vasps.remove("V-2"));
await compliance.close();
