/** The quick reader gives no other answer than the full reader. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { parseFully } from "../../src/ivms101/parse.js";
import { readQuickly } from "../../src/ivms101/quick.js";
import { nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { company, example1, example2, legal, natural } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;

/** Returns whether the quick reader answered. Fails if the full reader gives another answer. */
function isQuick(document: unknown, edition?: "2020" | "2023"): boolean {
  const read = readQuickly(document, edition, today);
  if (read === undefined) return false;
  for (const mode of ["strict", "tolerant"] as const) {
    const parsed = parseFully(document, { edition: edition ?? "detect", mode, today });
    const isSame = isDeepStrictEqual(parsed, { ok: true, value: { ...read, notes: [] } });
    // The order of elements is the same, too. `expect` is slow, and shows the difference.
    const isSameText = isSame && JSON.stringify(parsed.ok && parsed.value.payload) === JSON.stringify(read.payload);
    if (!isSameText) expect(parsed).toEqual({ ok: true, value: { ...read, notes: [] } });
    if (!isSameText) throw new Error("The elements have another order.");
  }
  return true;
}

/** Inside of persons that the originator has, too. */
const REPEATED = /^\/(?:beneficiary|beneficiaryVASP|transferPath)\/.*Person\/./;

const identified = { customerIdentification: "1" };

describe("the quick reader", () => {
  it.each(editions)("answers for documents of %s with every element", (edition) => {
    expect(isQuick(complete(edition))).toBe(true);
    expect(isQuick(complete(edition), edition)).toBe(true);
    expect(isQuick(example2(edition))).toBe(true);
  });

  it.each([
    ["wrong check digits of an LEI", example1("2023")],
    ["a wide character set in 2020", natural("2020", { customerIdentification: "1-2" })],
    ["another edition", { ...natural("2023", identified), beneficiary: { beneficiaryPersons: [{}] } }],
    ["metadata without a version", { ...natural("2023", identified), payloadMetadata: {} }],
    ["two spellings", legal("2020", { ...identified, customerNumber: "1" })],
    ["an originator without identity", natural("2023", {})],
    ["a company without identity", legal("2023", {})],
    ["an instance of a class", Object.create({ originator: {} })],
    ["another tag", { originatingVASP: { originatingVASP: { legalPerson: company }, [Symbol.toStringTag]: "Map" } }],
    ["no object", null],
  ])("leaves %s to the full reader", (_, document) => {
    expect(isQuick(document)).toBe(false);
  });

  const values = [undefined, null, "", " ", "x", "XX", "é", "吴\n", "😀", "x".repeat(600), 0, 1, -1, 1.5, true, [], {}];
  const lists = [[null], ["x"], [{}], Array.from({ length: 8 }, () => "x"), ["2024-01-02"]];
  const codes = ["LEGL", "legl", "RAID", "LEIX", "GEOG", "HOME", "othr", "101", "101.2023", "2024-01-01", "2023-12-31"];

  it.each(editions)("agrees with the full reader on every value anywhere in a document of %s", (edition) => {
    const document = complete(edition);
    const changed = nodesOf(document).flatMap(({ path }) =>
      REPEATED.test(path)
        ? []
        : [
            removedAt(document, path),
            ...[...values, ...lists, ...codes].map((value) => replacedAt(document, path, value)),
          ],
    );
    expect(changed.filter((each) => isQuick(each)).length).toBeGreaterThan(300);
  });

  it.each(editions)("agrees on every element with every name in a document of %s", (edition) => {
    const document = complete(edition);
    const nodes = nodesOf(document).filter(({ path }) => !/\/\d+$|^$/.test(path) && !REPEATED.test(path));
    const names = [...new Set(nodes.map(({ name }) => name)), "postCode", "customerNumber", "beneficiaryPersons"];
    for (const { path, value } of nodes) {
      for (const name of names) isQuick(replacedAt(document, `${path.slice(0, path.lastIndexOf("/"))}/${name}`, value));
    }
    expect(names.length).toBeGreaterThan(45);
  });

  it("counts the items of all lists", () => {
    const accounts = (count: number) => ({
      originatingVASP: { originatingVASP: { legalPerson: company, accountNumber: Array(count).fill("1") } },
    });
    expect(isQuick(accounts(900))).toBe(true);
    expect(isQuick(accounts(1001))).toBe(false);
  });
});
