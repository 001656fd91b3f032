/** C1 to C12 of IVMS101, the same in both editions. */
import { describe, expect, it } from "vitest";
import { type Ivms101Edition, parseIvms101 } from "../../src/ivms101.js";
import { company, example1, example2, legal, named, natural, originated } from "../support/ivms101.js";

type Json = Readonly<Record<string, unknown>>;
type Build = (edition: Ivms101Edition, component: Json) => Json;

const TODAY = "2026-11-23";

function codesOf(document: unknown): readonly string[] {
  const parsed = parseIvms101(document, { today: TODAY });
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`);
}

const person = (kind: "natural" | "legal", edition: Ivms101Edition): string =>
  `/originator/${edition === "2020" ? "originatorPersons" : "originatorPerson"}/0/${kind}Person`;

const address = (properties: Json): Json => ({ townName: "Wien", country: "AT", addressType: "GEOG", ...properties });
const line = { addressLine: ["1 Kai"] };
const lei = "506700T7Z685VUOZL877";
const id = (nationalIdentifierType: string, registrationAuthority?: string): Json => {
  return { nationalIdentifier: "77", nationalIdentifierType, ...(registrationAuthority && { registrationAuthority }) };
};
const leix = (nationalIdentifier: string): Json => ({ nationalIdentifier, nationalIdentifierType: "LEIX" });
const withAddress: Build = (edition, component) => natural(edition, { geographicAddress: [component] });
const withId: Build = (edition, component) => legal(edition, { nationalIdentification: component });
const withBirth: Build = (edition, component) => natural(edition, { dateAndPlaceOfBirth: component });
const withName: Build = (edition, name) => natural(edition, { name, customerIdentification: "1" });
const withLegalName: Build = (edition, name) => legal(edition, { name, customerIdentification: "1" });
const withPath: Build = (edition, transferPath) => ({
  ...natural(edition, { customerIdentification: "1" }),
  transferPath,
});
const hops = (...sequences: readonly number[]): Json => ({
  transferPath: sequences.map((sequence) => ({ intermediaryVASP: { legalPerson: company }, sequence })),
});
const names = (edition: Ivms101Edition, ...types: readonly string[]): Json => ({
  nameIdentifier: types.map((type) => named(edition, "Price", type)),
});
const legalNames = (...types: readonly string[]): Json => ({
  nameIdentifier: types.map((type) => ({ legalPersonName: "CBA", legalPersonNameIdentifierType: type })),
});

/** Constraint, builder, valid components, and invalid ones with the place of the issue inside of the person. */
const table: readonly [
  string,
  "natural" | "legal",
  Build,
  (e: Ivms101Edition) => Json[],
  string,
  (e: Ivms101Edition) => Json[],
][] = [
  [
    "c1",
    "natural",
    natural,
    () => [{ customerIdentification: "2642" }, { geographicAddress: [address({ ...line, addressType: "HOME" })] }],
    "",
    () => [{}, { countryOfResidence: "TZ" }],
  ],
  [
    "c2",
    "natural",
    withBirth,
    () => [
      { dateOfBirth: "1990-02-25", placeOfBirth: "Walnut" },
      { dateOfBirth: "2004-02-29", placeOfBirth: "Graz" },
      { dateOfBirth: "2026-11-22", placeOfBirth: "Graz" },
    ],
    "/dateAndPlaceOfBirth/dateOfBirth",
    () => [
      { dateOfBirth: "2999-01-01", placeOfBirth: "Graz" },
      { dateOfBirth: TODAY, placeOfBirth: "Graz" },
    ],
  ],
  [
    "c3",
    "natural",
    natural,
    () => ["GB", "XX"].map((countryOfResidence) => ({ countryOfResidence, customerIdentification: "1" })),
    "/countryOfResidence",
    () =>
      ["UK", "USA", "XK", "EU", "AN", "gb"].map((countryOfResidence) => ({
        countryOfResidence,
        customerIdentification: "1",
      })),
  ],
  [
    "c4",
    "legal",
    legal,
    () => [
      { geographicAddress: [address(line)] },
      { nationalIdentification: { nationalIdentifier: "529900HNOAA1KXQJUQ27", nationalIdentifierType: "LEIX" } },
    ],
    "",
    () => [{ countryOfRegistration: "CH" }, { geographicAddress: [address({ ...line, addressType: "BIZZ" })] }],
  ],
  [
    "c5",
    "legal",
    withLegalName,
    () => [legalNames("LEGL"), legalNames("TRAD", "LEGL")],
    "/name",
    () => [legalNames("TRAD"), { ...legalNames("SHRT"), localNameIdentifier: legalNames("LEGL")["nameIdentifier"] }],
  ],
  [
    "c6",
    "natural",
    withName,
    (e) => [names(e, "LEGL"), names(e, "ALIA", "LEGL")],
    "/name",
    (e) => [names(e, "MAID"), { ...names(e, "MISC"), localNameIdentifier: names("2020", "LEGL")["nameIdentifier"] }],
  ],
  [
    "c7",
    "legal",
    withId,
    () => [id("RAID", "RA000553"), id("MISC", "RA888888")],
    "/nationalIdentification/nationalIdentifierType",
    () => [id("CCPT", "RA000553"), id("FIIN", "RA000553")],
  ],
  [
    "c8",
    "natural",
    withAddress,
    () => [
      address({ streetName: "Potential Street", buildingNumber: "24" }),
      address({ addressLine: ["Rathaus", "Stephansplatz 1"], buildingName: "Rathaus" }),
    ],
    "/geographicAddress/0",
    () => [
      address({ streetName: "Potential Street" }),
      address({ buildingNumber: "24", buildingName: "Weathering Views" }),
      address({ addressLine: [] }),
    ],
  ],
  ["c9", "legal", withId, () => [id("TXID", "RA000553"), leix(lei)], "/nationalIdentification", () => [id("TXID")]],
  [
    "c9",
    "legal",
    withId,
    () => [],
    "/nationalIdentification/registrationAuthority",
    () => [{ ...leix(lei), registrationAuthority: "RA000553" }],
  ],
  [
    "c9",
    "legal",
    withId,
    () => [],
    "/nationalIdentification/countryOfIssue",
    () => [
      { ...leix(lei), countryOfIssue: "DE" },
      { ...id("RAID", "RA000553"), countryOfIssue: "TZ" },
    ],
  ],
  [
    "c10",
    "legal",
    withId,
    () => [id("RAID", "RA000001"), id("MISC", "RA999999")],
    "/nationalIdentification/registrationAuthority",
    () => [id("RAID", "RA000000"), id("RAID", "RA0000099")],
  ],
  [
    "c11",
    "legal",
    withId,
    () => [leix("335800HXPOIUDJ9T5R34"), leix("3M5E1GQKGL17HI8CPN20")],
    "/nationalIdentification/nationalIdentifier",
    () => [leix("335800663636363"), leix("335800HXPOIUDJ9T5RAB")],
  ],
];

describe.each(["2020", "2023"] as const)("IVMS101.%s", (edition) => {
  it.each(table)("%s of a %s person", (constraint, kind, build, valid, place, invalid) => {
    for (const each of valid(edition)) expect(codesOf(build(edition, each))).toEqual([]);
    const issue = `ivms101_${constraint} ${person(kind, edition)}${place}`;
    for (const each of invalid(edition)) expect(codesOf(build(edition, each))).toEqual([issue]);
  });

  it("c12 of the transfer path", () => {
    for (const path of [hops(), hops(0), hops(0, 1), hops(1, 0, 2)])
      expect(codesOf(withPath(edition, path))).toEqual([]);
    for (const path of [hops(1), hops(0, 2), hops(0, 0)]) {
      expect(codesOf(withPath(edition, path))).toEqual(["ivms101_c12 /transferPath/transferPath"]);
    }
  });

  it("C1 and C4 concern the originator only", () => {
    const key = edition === "2020" ? "beneficiaryPersons" : "beneficiaryPerson";
    const persons = [{ legalPerson: company }, { naturalPerson: { name: names(edition, "LEGL") } }];
    const document = { ...natural(edition, { customerIdentification: "1" }), beneficiary: { [key]: persons } };
    expect(codesOf(document)).toEqual([]);
  });

  it("a person is natural or legal", () => {
    const both = {
      naturalPerson: { name: names(edition, "LEGL"), customerIdentification: "1" },
      legalPerson: { ...company, customerIdentification: "1" },
    };
    const place = person("natural", edition).replace("/naturalPerson", "");
    for (const each of [both, {}]) expect(codesOf(originated(edition, each))).toEqual([`ivms101_person ${place}`]);
  });

  it.each([example1, example2])("the standard's own %o is valid, and its edition is found", (example) => {
    const parsed = parseIvms101(example(edition), { today: TODAY });
    expect(parsed).toMatchObject({ ok: true, value: { edition } });
  });

  it("every clause names the edition and the constraint", () => {
    const parsed = parseIvms101(natural(edition, {}));
    expect(parsed).toMatchObject({ ok: false, issues: [{ clause: `IVMS101.${edition} C1` }] });
  });
});

it("wrong check digits of an LEI are a warning", () => {
  const parsed = parseIvms101(example1("2020"));
  const path = "/originatingVASP/originatingVASP/legalPerson/nationalIdentification/nationalIdentifier";
  expect(parsed).toMatchObject({ ok: true, value: { notes: [{ code: "lei_check_digits", path }] } });
});
