/** The JSON Schemas of IVMS101 and the parser decide alike on structure, lengths, characters and codes. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type Ivms101Edition, type Ivms101IssueCode, ivms101JsonSchema, parseIvms101 } from "../../src/ivms101.js";
import { type DocumentNode, nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { example1, example2 } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";

const editions = ["2020", "2023"] as const;

/** Issues that a JSON Schema can find. */
const STRUCTURE: ReadonlySet<Ivms101IssueCode> = new Set([
  ...(["wrong_type", "required", "unknown_property", "not_allowed", "text_blank", "text_too_long"] as const),
  ...([
    "text_malformed",
    "text_characters",
    "out_of_range",
    "ivms101_person",
    "ivms101_repeated",
    "ivms101_edition",
  ] as const),
]);

function validatorOf(edition: Ivms101Edition): (document: unknown) => boolean {
  const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(
    ivms101JsonSchema(edition),
  );
  return (document) => validate(document);
}

/** Returns "agree", or what differs. */
function verdict(document: unknown, isValid: (document: unknown) => boolean): string {
  const parsed = parseIvms101(document, { today: "2024-01-01" });
  const isStructural = !parsed.ok && parsed.issues.some(({ code }) => STRUCTURE.has(code));
  if (!isValid(document)) return parsed.ok ? "only the schema rejects" : "agree";
  return isStructural ? "only the parser rejects" : "agree";
}

/** Returns the nodes without those inside of persons that the originator has, too, and with one item of each list. */
function distinctNodes(document: unknown): readonly DocumentNode[] {
  const repeated = /^\/(?:beneficiary|beneficiaryVASP|transferPath)\/.*Person\/./;
  const nodes = nodesOf(document).filter(({ path }) => path !== "" && !repeated.test(path));
  return [...new Map(nodes.toReversed().map((node) => [node.path.replaceAll(/\d+/g, "0"), node])).values()];
}

const texts = ["", " ", "XX", "UK", "é", "吴", "a\n", "\u2028", "😀", "\ud83d", "a\u0007", "2024-01-02", "1990-02-25"];
const lengths = [16, 17, 35, 36, 50, 51, 70, 71, 100, 101, 512, 513];
const codes = ["LEGL", "legl", "ALIA", "RAID", "LEIX", "GEOG", "BIRT", "SHRT", "othr", "101", "101.2023", "RA000585"];
const values: readonly unknown[] = [
  ...[null, 0, -1, 1.5, 2 ** 53, true, {}, [], [null], ["x"], [{}], Array(7).fill("x"), Array(8).fill("x")],
  ...texts,
  ...lengths.map((length) => "x".repeat(length)),
  ...[100, 101].flatMap((length) => ["吴".repeat(length), "😀".repeat(length)]),
  ...codes,
];

describe.each(editions)("the JSON Schema of %s", (edition) => {
  const isValid = validatorOf(edition);

  it("accepts the examples of the standard, and not those of the other edition", () => {
    const other = edition === "2020" ? "2023" : "2020";
    for (const example of [complete, example1, example2]) {
      expect(isValid(example(edition))).toBe(true);
      expect(isValid(example(other))).toBe(false);
    }
  });

  it("agrees with the parser on every value anywhere", () => {
    const document = complete(edition);
    const different = distinctNodes(document).flatMap(({ path }) =>
      values
        .map((value) => [`${path} ${JSON.stringify(value)?.slice(0, 20)}`, replacedAt(document, path, value)] as const)
        .map(([name, changed]) => `${verdict(changed, isValid)}: ${name}`)
        .filter((each) => !each.startsWith("agree")),
    );
    expect(different).toEqual([]);
  });

  it("agrees with the parser on every absent and every further element", () => {
    const document = complete(edition);
    const nodes = distinctNodes(document).filter(({ path }) => !/\/\d+$/.test(path));
    const names = [...new Set(nodes.map(({ name }) => name)), "postCode", "customerNumber", "beneficiaryPersons", "x"];
    const changes = nodes.flatMap(({ path, value }) => [
      [`without ${path}`, removedAt(document, path)] as const,
      ...names.map((name) => {
        const place = `${path.slice(0, path.lastIndexOf("/"))}/${name}`;
        return [place, replacedAt(document, place, value)] as const;
      }),
    ]);
    const different = changes.map(([name, changed]) => `${verdict(changed, isValid)}: ${name}`);
    expect(different.filter((each) => !each.startsWith("agree"))).toEqual([]);
  });
});
