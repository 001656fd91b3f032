/** Editions, modes, texts and hostile documents of `parseIvms101`. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import {
  type Ivms101IssueCode,
  type ParsedIvms101,
  type ParseIvms101Options,
  parseIvms101,
} from "../../src/ivms101.js";
import { nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything } from "../support/hostile.js";
import { company, example1, example2, legal, named, natural, originated } from "../support/ivms101.js";
import { runs } from "../support/runs.js";

function told(parsed: Result<ParsedIvms101, Ivms101IssueCode>): readonly string[] {
  const all = parsed.ok ? parsed.value.notes : parsed.issues;
  return all.map(({ code, path }) => `${code} ${path}`);
}

const parse = (input: unknown, options?: ParseIvms101Options) => told(parseIvms101(input, options));
const identified = { customerIdentification: "1" };
const home = { addressType: "HOME", addressLine: ["1 Kai"], townName: "Wien", country: "AT" };

describe("editions", () => {
  it("2020 and 2023 give the same model, except for the place of accounts", () => {
    const [old, current] = (["2020", "2023"] as const).map((edition) => parseIvms101(example2(edition)));
    expect(old?.ok && current?.ok && old.value.payload).toEqual(current?.ok && current.value.payload);
  });

  it("an element of the other edition is an issue in strict mode, a note in tolerant mode", () => {
    const hybrid = { ...natural("2023", identified), beneficiary: { beneficiaryPersons: [{ legalPerson: company }] } };
    const at = "/beneficiary/beneficiaryPersons";
    expect(parse(hybrid)).toEqual([`ivms101_edition ${at}`]);
    expect(parse(hybrid, { mode: "tolerant" })).toEqual([`other_edition ${at}`]);
    expect(parse(natural("2020", identified), { edition: "2023" })).toContain(
      "ivms101_edition /originator/originatorPersons",
    );
  });

  it("payloadVersion is required in the metadata of 2023", () => {
    const document = { ...natural("2023", identified), payloadMetadata: { transliterationMethod: ["arab"] } };
    expect(parse(document)).toEqual(["required /payloadMetadata"]);
    expect(parse(document, { mode: "tolerant" })).toEqual(["edition_assumed /payloadMetadata"]);
  });

  it("the version 101 is not one of 2023", () => {
    const document = { ...natural("2023", identified), payloadMetadata: { payloadVersion: "101" } };
    expect(parse(document, { edition: "2023" })).toEqual(["ivms101_edition /payloadMetadata/payloadVersion"]);
    expect(parse(document, { edition: "2023", mode: "tolerant" })).toEqual([
      "edition_assumed /payloadMetadata/payloadVersion",
    ]);
  });

  it.each(["102", "2023", "101.2024"])("the version %s is not allowed", (payloadVersion) => {
    const document = { ...natural("2023", identified), payloadMetadata: { payloadVersion } };
    expect(parse(document)).toEqual(["not_allowed /payloadMetadata/payloadVersion"]);
  });
});

describe("texts", () => {
  const at = "/originator/originatorPerson/0/naturalPerson/customerIdentification";

  it.each([
    ["", "text_blank"],
    ["x".repeat(51), "text_too_long"],
    ["Łódź", "text_characters"],
    ["a\u0007", "text_characters"],
    ["a\ud800", "text_malformed"],
    [7, "wrong_type"],
    [null, "wrong_type"],
  ])("%j is %s", (customerIdentification, code) => {
    expect(parse(natural("2023", { customerIdentification }))).toEqual([`${code} ${at}`]);
  });

  it("lengths count characters, and local names have any script", () => {
    const local = (primaryIdentifier: string) => ({
      name: {
        nameIdentifier: [named("2023")],
        localNameIdentifier: [{ primaryIdentifier, nameIdentifierType: "LEGL" }],
      },
      ...identified,
    });
    const where = "/originator/originatorPerson/0/naturalPerson/name/localNameIdentifier/0/primaryIdentifier";
    expect(parse(natural("2023", local("𠮷".repeat(100))))).toEqual([]);
    expect(parse(natural("2023", local("𠮷".repeat(101))))).toEqual([`text_too_long ${where}`]);
    expect(parse(natural("2023", local("吴\n信")))).toEqual([`text_characters ${where}`]);
    expect(parse(natural("2023", local("\ud800")))).toEqual([`text_malformed ${where}`]);
  });

  it("a comma is a warning in 2020 and fine in 2023", () => {
    const customerIdentification = "1, 2";
    expect(parse(natural("2020", { customerIdentification }))).toEqual([
      "characters_2020 /originator/originatorPersons/0/naturalPerson/customerIdentification",
    ]);
    expect(parse(natural("2023", { customerIdentification }))).toEqual([]);
  });

  describe("outside ASCII", () => {
    const at = { "2020": "/originator/originatorPersons/0", "2023": "/originator/originatorPerson/0" };
    const called = (edition: "2020" | "2023", primary: string) =>
      originated(edition, { naturalPerson: { name: { nameIdentifier: [named(edition, primary)] }, ...identified } });
    const place = (edition: "2020" | "2023") => `${at[edition]}/naturalPerson/name/nameIdentifier/0/primaryIdentifier`;
    const latin = ["García", "Zoë Example-Müller", "O\u2019Neil", "Nguyễn", "Zoe\u0308", "Əliyev", "ß", "2º"];

    it.each(latin)("Latin letters are an issue in the strict mode, a note in the tolerant mode: %s", (name) => {
      for (const edition of ["2020", "2023"] as const) {
        const document = called(edition, name);
        expect(parse(document)).toEqual([`text_characters ${place(edition)}`]);
        expect(parse(document, { mode: "tolerant" })).toEqual([`characters_${edition} ${place(edition)}`]);
        const parsed = parseIvms101(document, { mode: "tolerant" });
        const person = parsed.ok ? parsed.value.payload.originator?.originatorPerson[0]?.naturalPerson : undefined;
        expect(person?.name.nameIdentifier[0]?.primaryIdentifier).toBe(name);
      }
    });

    it.each(["吴", "Wu 吴", "Иванов", "Παπ", "a\tb", "a\nb", "a\u2028b", "\u0000", "\u00a0", "😀", "a\u202eb"])(
      "other letters, and characters without a Latin form, stay an issue: %j",
      (name) => {
        for (const edition of ["2020", "2023"] as const) {
          const expected = [`text_characters ${place(edition)}`];
          expect(parse(called(edition, name), { mode: "tolerant" })).toEqual(expected);
        }
      },
    );

    it("the message has what the edition allows, and a local name only where there is one", () => {
      const street = (edition: "2020" | "2023") =>
        natural(edition, { geographicAddress: [{ ...home, streetName: "Hauptstraße", buildingNumber: "1" }] });
      const messages = [street("2020"), street("2023"), called("2023", "García")].map((document) => {
        const parsed = parseIvms101(document);
        return parsed.ok ? [] : parsed.issues.map(({ message }) => message);
      });
      expect(messages).toEqual([
        [
          "streetName has characters that the 2020 edition does not allow: it has only A–Z, a–z, 0–9, apostrophe and space.",
        ],
        ["streetName has characters that the 2023 edition does not allow: it has only printable ASCII."],
        [
          "primaryIdentifier has characters that the 2023 edition does not allow: it has only printable ASCII. The own spelling of a name belongs to localNameIdentifier.",
        ],
      ]);
    });
  });

  it("a missing town is a warning, eight address lines are an issue", () => {
    const { townName: _, ...withoutTown } = home;
    const where = "/originator/originatorPerson/0/naturalPerson/geographicAddress/0";
    expect(parse(natural("2023", { geographicAddress: [withoutTown] }))).toEqual([`town_missing ${where}`]);
    const long = { ...home, addressLine: Array.from("12345678") };
    expect(parse(natural("2023", { geographicAddress: [long] }))).toEqual([`out_of_range ${where}/addressLine`]);
  });
});

describe("the tolerant mode", () => {
  const strict = parseIvms101(example1("2020"));
  const renamed = (document: unknown, rename: (key: string) => string): unknown =>
    JSON.parse(JSON.stringify(document), (_, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [rename(key), each]))
        : value,
    );
  const snake = (key: string) => key.replace(/VASP/g, "Vasp").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  it.each([
    ["snake_case", renamed(example1("2020"), snake)],
    [
      "snake_case with plurals",
      renamed(example1("2020"), (key) => (key === "nameIdentifier" ? "name_identifiers" : snake(key))),
    ],
    ["Pascal case", renamed(example1("2020"), (key) => `${key[0]?.toUpperCase()}${key.slice(1)}`)],
    [
      "flat VASPs",
      { ...example1("2020"), originatingVASP: Object(example1("2020")["originatingVASP"])["originatingVASP"] },
    ],
    [
      "full names of codes",
      JSON.parse(JSON.stringify(example1("2020")).replaceAll('"LEIX"', '"NATIONAL_IDENTIFIER_TYPE_CODE_LEIX"')),
    ],
    ["numbers of codes", JSON.parse(JSON.stringify(example1("2020")).replaceAll('"LEIX"', "9"))],
    ["small codes", JSON.parse(JSON.stringify(example1("2020")).replaceAll('"LEIX"', '"leix"'))],
    ["a single account", JSON.parse(JSON.stringify(example1("2020")).replaceAll('["10023909"]', '"10023909"'))],
    ["an empty element", { ...example1("2020"), transferPath: null }],
    ["an unknown element", { ...example1("2020"), extra: {} }],
  ])("reads %s, and notes it", (_, document) => {
    const tolerant = parseIvms101(document, { mode: "tolerant" });
    expect(tolerant.ok && tolerant.value.payload).toEqual(strict.ok && strict.value.payload);
    expect(tolerant.ok && tolerant.value.notes.length).toBeGreaterThan(1);
    expect(parseIvms101(document).ok).toBe(false);
  });

  it("reads no code out of letters outside ASCII", () => {
    const tolerant = (document: unknown) => parse(document, { mode: "tolerant" });
    const person = "/originator/originatorPerson/0/naturalPerson";
    for (const countryOfResidence of ["ß", "\u0131t", "\u017fe"]) {
      expect(tolerant(natural("2023", { ...identified, countryOfResidence }))).toEqual([
        `ivms101_c3 ${person}/countryOfResidence`,
      ]);
    }
    const name = { nameIdentifier: [named("2023"), named("2023", "Xi", "mi\u017fc")] };
    expect(tolerant(originated("2023", { naturalPerson: { name, ...identified } }))).toEqual([
      `not_allowed ${person}/name/nameIdentifier/1/naturalPersonNameIdentifierType`,
    ]);
    // Upper case would make S of the long s.
    const unknown = { ...natural("2023", identified), ["Tran\u017fferPath"]: {} };
    expect(tolerant(unknown)).toEqual([expect.stringMatching(/^unknown_element/)]);
    expect(tolerant(natural("2023", { ...identified, countryOfResidence: "it" }))).toEqual([
      `code_spelling ${person}/countryOfResidence`,
    ]);
  });

  describe("the edition of a document in snake_case", () => {
    const person = (type: string, more = {}) => ({
      natural_person: {
        name: { name_identifiers: [{ primary_identifier: "Wu", [type]: "LEGL" }] },
        customer_identification: "1",
      },
      ...more,
    });
    const editionOf = (originator: object) => {
      const parsed = parseIvms101({ originator }, { mode: "tolerant" });
      return parsed.ok ? parsed.value.edition : parsed.issues;
    };

    it.each([
      ["name_identifier_type", "2020"],
      ["natural_person_name_identifier_type", "2023"],
    ])("is that of its own names: %s is of %s", (type, edition) => {
      expect(editionOf({ originator_persons: [person(type)] })).toBe(edition);
    });

    it("is that of the place of accounts", () => {
      const company = {
        legal_person: {
          name: { name_identifiers: [{ legal_person_name: "ABC", legal_person_name_identifier_type: "LEGL" }] },
          customer_identification: "1",
        },
      };
      expect(editionOf({ originator_persons: [company], account_numbers: ["1"] })).toBe("2020");
      expect(editionOf({ originator_persons: [{ ...company, account_numbers: ["1"] }] })).toBe("2023");
      // A plural says nothing.
      expect(editionOf({ originator_persons: [company] })).toBe("2023");
    });
  });

  it("a path without its entity, and a name as a list", () => {
    const document = {
      ...natural("2023", { name: [{ nameIdentifier: [named("2023")] }], ...identified }),
      transferPath: [{ intermediaryVASP: { legalPerson: company }, sequence: "1" }],
    };
    expect(parse(document, { mode: "tolerant" })).toEqual(["ivms101_c12 /transferPath"]);
    const right = { ...document, transferPath: [{ intermediaryVASP: { legalPerson: company }, sequence: "0" }] };
    expect(parse(right, { mode: "tolerant" })).toEqual([
      "list_for_single /originator/originatorPerson/0/naturalPerson/name",
      "flat_entity /transferPath",
      "number_as_text /transferPath/0/sequence",
    ]);
  });

  it("two spellings of one element: equal values are a note, others an issue in both modes", () => {
    const at = "/originator/originatorPerson/0/naturalPerson/geographicAddress/0/postCode";
    const twice = (postcode: string, postCode: string) =>
      natural("2023", { geographicAddress: [{ ...home, postcode, postCode }] });
    expect(parse(twice("1", "1"), { mode: "tolerant" })).toEqual([`repeated_element ${at}`]);
    expect(parse(twice("1", "2"), { mode: "tolerant" })).toEqual([`ivms101_repeated ${at}`]);
    expect(parse(twice("1", "1"))).toEqual([`ivms101_repeated ${at}`]);
  });
});

describe("whatever the document is", () => {
  const documents = [example1("2020"), example2("2020"), example1("2023"), example2("2023"), legal("2023", identified)];
  const modes = fc.record({
    mode: fc.constantFrom("strict" as const, "tolerant" as const),
    edition: fc.constantFrom("2020" as const, "2023" as const, "detect" as const),
  });
  const damage = fc.record({
    pick: fc.nat(),
    isRemoved: fc.boolean(),
    value: fc.oneof(
      anything(),
      fc.jsonValue(),
      fc.constantFrom<unknown>("", null, [], {}, 4, "LEGL", "XX", "1990-02-30"),
    ),
  });

  it("it never throws, and an invalid document has an issue", () => {
    const property = fc.property(
      fc.constantFrom(...documents),
      fc.array(damage, { maxLength: 3 }),
      modes,
      (start, damages, options) => {
        const document = damages.reduce<unknown>((input, { pick, value, isRemoved }) => {
          const places = nodesOf(input);
          const path = places[pick % places.length]?.path ?? "";
          return isRemoved ? removedAt(input, path) : replacedAt(input, path, value);
        }, start);
        const parsed = parseIvms101(document, options);
        expect(parsed.ok || parsed.issues.length > 0).toBe(true);
      },
    );
    fc.assert(property, { numRuns: runs(500) });
  });

  it("no issue and no note contains a value", () => {
    const canary = "Qzxv77";
    const property = fc.property(fc.constantFrom(...documents), fc.nat(), modes, (start, pick, options) => {
      const places = nodesOf(start);
      const document = replacedAt(start, places[pick % places.length]?.path ?? "", canary);
      const parsed = parseIvms101(document, options);
      expect(JSON.stringify(parsed.ok ? parsed.value.notes : parsed.issues)).not.toContain(canary);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("an enormous list has too many values", () => {
    const person = { legalPerson: { ...company, ...identified } };
    expect(parse({ originator: { originatorPerson: Array.from({ length: 9_999 }, () => person) } })[0]).toMatch(
      /^too_many_values $/,
    );
  });
});
