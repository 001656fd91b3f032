/** `parseIvms101` under a polluted `Object.prototype`: only own properties count. */
import { describe, expect, it } from "vitest";
import { codeLists, schema } from "../../src/ivms101/schema.js";
import { parseIvms101 } from "../../src/ivms101.js";
import { company, example1, legal, named, underPollution } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";

const elements = Object.values(schema()).flatMap((each) =>
  each.flatMap(({ name, names }) => [name, ...names["2020"], ...names["2023"]]),
);
/** Names of elements, of components, of the tables' own properties, and indexes. */
const names = new Set([
  ...elements,
  ...Object.keys(schema()),
  ...Object.keys(codeLists),
  ...["component", "codes", "text", "length", "most", "isRequired", "at", "params", "allowed", "max"],
  ...["edition", "mode", "today", "value", "issues", "notes", "2020", "2023", "0", "1", "3", "4", "7", "20"],
]);

const documents: readonly unknown[] = [
  {},
  example1("2023"),
  complete("2020"),
  { originator: {}, payloadMetadata: {} },
  { originator: { originatorPerson: [{}, { naturalPerson: { name: { nameIdentifier: [named("2023")] } } }] } },
  legal("2023", { geographicAddress: [{ addressType: 20, country: "AT" }], nationalIdentification: {} }),
  { originatingVASP: { legalPerson: company }, unheard_of: 1 },
];

const answers = (): readonly string[] =>
  documents.flatMap((document) =>
    (["strict", "tolerant"] as const).map((mode) => {
      const parsed = parseIvms101(document, { mode, today: "2024-01-01" });
      return JSON.stringify(parsed.ok ? Object.entries(parsed.value) : parsed.issues.map(Object.entries));
    }),
  );

describe("a polluted Object.prototype", () => {
  const expected = answers();
  const values = { text: "LEGL", object: { legalPerson: company }, list: ["RAID"], number: 3 };

  it.each(Object.entries(values))("changes no answer with a %s", (_, value) => {
    const changed = [...names].filter((name) => {
      const polluted = underPollution(name, { value, enumerable: typeof value !== "object", writable: true }, answers);
      return String(polluted) !== String(expected);
    });
    expect(changed).toEqual([]);
  });

  it("calls no setter", () => {
    const called: string[] = [];
    for (const name of elements) {
      underPollution(name, { get: () => undefined, set: () => void called.push(name), enumerable: false }, answers);
    }
    expect(called).toEqual([]);
  });
});
