/** The parser and a second checker, written from the documents, agree on which documents are valid. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseIvms101 } from "../../src/ivms101.js";
import { nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { example1, example2, legal, natural } from "../support/ivms101.js";
import { complete } from "../support/ivms101-complete.js";
import { isValidIvms101 } from "../support/ivms101-second-checker.js";
import { runs } from "../support/runs.js";

const today = "2024-01-01";
const editions = ["2020", "2023"] as const;

/** Values that are valid somewhere, or nearly. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    " ",
    "XX",
    "UK",
    "AT",
    "é",
    "吴",
    "a\n",
    "😀",
    "\ud83d",
    "1990-02-30",
    "2023-12-31",
    today,
  ),
  fc.constantFrom<unknown>("LEGL", "ALIA", "TRAD", "RAID", "LEIX", "CCPT", "MISC", "GEOG", "HOME", "hani", "RA000585"),
  fc.constantFrom<unknown>("529900T8BM49AURSDO55", "529900T8BM49AURSDO5A", "RA999998", "101.2023", "legl", null, true),
  fc.constantFrom<unknown>(
    0,
    1,
    2,
    -1,
    1.5,
    2 ** 53,
    {},
    [],
    [null],
    ["x"],
    [{}],
    Array(7).fill("x"),
    Array(8).fill("x"),
  ),
  fc.constantFrom(16, 17, 35, 36, 50, 51, 70, 71, 100, 101, 512, 513).map((length) => "x".repeat(length)),
  fc.jsonValue(),
);

/** Returns the document with one to three changed or absent nodes. */
function changed(document: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), to: fc.option(value, { nil: undefined }) });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((current, { at, to }) => {
      const nodes = nodesOf(current);
      const path = nodes[at % nodes.length]?.path ?? "";
      if (path === "") return current;
      return to === undefined ? removedAt(current, path) : replacedAt(current, path, to);
    }, document),
  );
}

describe.each(editions)("documents of %s", (edition) => {
  const documents = [complete(edition), example1(edition), example2(edition)];
  const more = [natural(edition, { customerIdentification: "1" }), legal(edition, { customerIdentification: "1" })];

  it("are valid for both checkers, and of no other edition", () => {
    for (const document of documents) {
      expect(isValidIvms101(edition, document, today)).toBe(true);
      expect(parseIvms101(document, { edition, today }).ok).toBe(true);
      expect(isValidIvms101(edition === "2020" ? "2023" : "2020", document, today)).toBe(false);
    }
  });

  it("with changed values are valid for both or for none", () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents, ...more).chain(changed), (document) => {
        expect(parseIvms101(document, { edition, today }).ok).toBe(isValidIvms101(edition, document, today));
      }),
      { numRuns: runs(600) },
    );
  });
});
