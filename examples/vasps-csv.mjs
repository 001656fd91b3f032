import { createCompliance, memoryStorage } from "vaspkit";

// One object for each line, as CSV readers return them: every cell is a text, possibly empty.
const rows = [
  { vasp_id: "V-1", name_legal: "Bitpanda GmbH", supported_protocols: "TRP; TRISA", website: "", remark: "checked" },
  { vasp_id: "V-2", name_legal: "TÝR MARKETS AS", supported_protocols: "", website: "", remark: "" },
];

function* toRecords(lines) {
  for (const { remark: _, supported_protocols, ...cells } of lines) {
    const record = Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, cell === "" ? null : cell]));
    yield { ...record, supported_protocols: supported_protocols === "" ? null : supported_protocols.split("; ") };
  }
}

const compliance = createCompliance({ storage: memoryStorage() });

// Unchanged, these rows are invalid: empty cells, a list in one text, an unknown column.
const { rejected } = await compliance.vasps.load(rows);
for (const { index, issues } of rejected)
  console.log(index, issues.map(({ code, path }) => `${code} ${path}`).join(", "));

console.log(await compliance.vasps.load(toRecords(rows)));
console.log(await compliance.vasps.retrieve("V-1"));
await compliance.close();
