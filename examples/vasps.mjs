import { createCompliance, memoryStorage } from "vaspkit";

const { vasps } = createCompliance({ storage: memoryStorage() });

// One object for each line, as CSV readers return them: every cell is a text.
const rows = [
  { vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT", supported_protocols: "TRP; TRISA" },
  { vasp_id: "V-2", name_legal: "TÝR MARKETS AS", address_country_code: "NO", supported_protocols: "" },
  { vasp_id: "V-3", name_legal: "An Invented Exchange", address_country_code: "UK", supported_protocols: "" },
];

// An empty cell becomes null, and a list in a cell an array.
function* toRecords(lines) {
  for (const { supported_protocols, ...cells } of lines) {
    const record = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell === "" ? null : cell]));
    yield { ...record, supported_protocols: supported_protocols === "" ? null : supported_protocols.split("; ") };
  }
}

const { loaded, replaced, rejections } = await vasps.load(toRecords(rows));
console.log({ loaded, replaced });
for (const { index, issues } of rejections) console.log(`record ${index}:`, issues[0]?.code, issues[0]?.path);

const page = await vasps.list({ sort: "-name_legal", page: 1, size: 10 });
console.log(page.ok && page.value.pagination, page.ok && page.value.items.map(({ vasp_id }) => vasp_id));
const found = await vasps.search({ search_term: "tyr", limit: 10 });
console.log(found.ok && found.value);

// Follow a register: records that it no longer contains are removed in the same step.
const register = toRecords(rows.slice(1, 2));
console.log(await vasps.sync(register, { maxRemoved: 1 }));
