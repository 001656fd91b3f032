/** Arbitraries of valid IVMS101 documents of both editions. */
import * as fc from "fast-check";
import type { Ivms101Edition, Ivms101Payload2020, Ivms101Payload2023 } from "../../ivms101/model.js";
import { codeLists } from "../../ivms101/schema.js";
import { type OptionalProperties, recordOf } from "./account.js";
import { country, lei, pastDay, registrationAuthority } from "./codes.js";
import { shrinkingChoice, word } from "./text.js";

/** A document of an edition. */
export type Ivms101DocumentOf<Edition extends Ivms101Edition> = {
  readonly "2020": Ivms101Payload2020;
  readonly "2023": Ivms101Payload2023;
}[Edition];

/** How to draw: each edition has its own names and characters. */
interface Style {
  readonly edition: Ivms101Edition;
  readonly which: OptionalProperties;
}

/** An object of a document. Its names depend on the edition, so the compiler cannot check them here; the tests do. */
type Part = Readonly<Record<string, unknown>>;

/** Highest number of characters of texts in Latin letters, by element. */
export const latinLengths: Readonly<Record<string, number>> = {
  ...{ primaryIdentifier: 100, secondaryIdentifier: 100, legalPersonName: 100 },
  ...{ customerIdentification: 50, customerNumber: 50, nationalIdentifier: 35, placeOfBirth: 70 },
  ...{ department: 50, subDepartment: 70, streetName: 70, buildingNumber: 16, buildingName: 35, floor: 70 },
  ...{ postBox: 16, room: 70, postcode: 16, postCode: 16, townName: 35, townLocationName: 35 },
  ...{ districtName: 35, countrySubDivision: 35, addressLine: 70 },
};

export const accountLengths: Readonly<Record<Ivms101Edition, number>> = { "2020": 100, "2023": 512 };

const narrow = fc.constantFrom(..."abcxyzABCXYZ0189' ");
const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** Texts of 2020 have the narrow set, because others cause a note. */
function latin(maxLength: number, { edition }: Style): fc.Arbitrary<string> {
  const unit = edition === "2020" ? narrow : printable;
  const rest = (most: number, least = 0) => fc.string({ unit, minLength: least, maxLength: most });
  return fc
    .oneof(
      { withCrossShrink: true },
      { weight: 12, arbitrary: rest(Math.min(maxLength, 12) - 1) },
      { weight: 1, arbitrary: rest(maxLength - 1, maxLength - 1) },
    )
    .map((text) => `a${text}`);
}

const local = word("");

function listOf<T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<readonly T[]> {
  return fc.array(item, { minLength: 1, maxLength });
}

function texts(names: readonly string[], style: Style): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(names.map((name) => [name, latin(latinLengths[name] ?? 1, style)]));
}

const countryCode = fc.oneof({ weight: 8, arbitrary: country() }, { weight: 1, arbitrary: fc.constant("XX") });
const naturalTypes = shrinkingChoice(...codeLists.NaturalPersonNameTypeCode.toReversed());
const legalTypes = shrinkingChoice("LEGL", "SHRT", "TRAD");

/** Names of which the first one is LEGL (C5, C6), and of the local ones any. */
function namesOf(name: (type: fc.Arbitrary<string>) => fc.Arbitrary<Part>, types: fc.Arbitrary<string>) {
  const first = name(fc.constant("LEGL"));
  return fc.tuple(first, fc.array(name(types), { maxLength: 2 })).map(([legal, more]) => [legal, ...more]);
}

function naturalName({ edition, which }: Style): fc.Arbitrary<Part> {
  const kind = edition === "2020" ? "nameIdentifierType" : "naturalPersonNameIdentifierType";
  const named = (typeName: string, text: fc.Arbitrary<string>) => (type: fc.Arbitrary<string>) => {
    const model = { primaryIdentifier: text, secondaryIdentifier: text, [typeName]: type };
    return recordOf<Part>(model, ["primaryIdentifier", typeName], which);
  };
  const locals = listOf(named("nameIdentifierType", local)(naturalTypes), 2);
  const latinName = named(kind, latin(100, { edition, which }));
  const model = { nameIdentifier: namesOf(latinName, naturalTypes), ...both(locals) };
  return recordOf<Part>(model, ["nameIdentifier"], which);
}

function both<T>(names: T): Readonly<Record<"localNameIdentifier" | "phoneticNameIdentifier", T>> {
  return { localNameIdentifier: names, phoneticNameIdentifier: names };
}

function legalName(style: Style): fc.Arbitrary<Part> {
  const named = (text: fc.Arbitrary<string>) => (type: fc.Arbitrary<string>) =>
    fc.record({ legalPersonName: text, legalPersonNameIdentifierType: type });
  const model = { nameIdentifier: namesOf(named(latin(100, style)), legalTypes) };
  return recordOf<Part>({ ...model, ...both(listOf(named(local)(legalTypes), 2)) }, ["nameIdentifier"], style.which);
}

const BUILDINGS = ["buildingNumber", "buildingName"] as const;
const DETAILS = [
  ...["department", "subDepartment", "floor", "postBox", "room", "townName", "townLocationName"],
  ...["districtName", "countrySubDivision"],
];

/** C8: a line, or a street with a number or a building. Both spellings of the postal code. */
function address(style: Style, types: fc.Arbitrary<string>): fc.Arbitrary<Part> {
  const model = {
    addressType: types,
    ...texts(["streetName", ...BUILDINGS, ...DETAILS], style),
    addressLine: listOf(latin(70, style), 7),
    country: countryCode,
  };
  const always = ["addressType", "country", "townName"];
  const forms = [["addressLine"], ...BUILDINGS.map((building) => ["streetName", building])];
  return fc.oneof(
    { withCrossShrink: true },
    ...forms.flatMap((form) =>
      ["postcode", "postCode"].map((postcode) =>
        recordOf<Part>({ ...model, ...texts([postcode], style) }, [...always, ...form], style.which),
      ),
    ),
  );
}

function nationalIdentification(style: Style): fc.Arbitrary<Part> {
  const model = {
    nationalIdentifier: latin(35, style),
    nationalIdentifierType: shrinkingChoice(...codeLists.NationalIdentifierTypeCode),
    countryOfIssue: countryCode,
    registrationAuthority: registrationAuthority(),
  };
  return recordOf<Part>(model, ["nationalIdentifier", "nationalIdentifierType"], style.which);
}

/** C7, C9 and C11. */
function legalIdentification(style: Style): fc.Arbitrary<Part> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ nationalIdentifier: lei(), nationalIdentifierType: fc.constant("LEIX") }),
    fc.record({
      nationalIdentifier: latin(35, style),
      nationalIdentifierType: shrinkingChoice("RAID", "TXID", "MISC"),
      registrationAuthority: registrationAuthority(),
    }),
  );
}

const anyType = shrinkingChoice("GEOG", "HOME", "BIZZ");

function naturalPerson(style: Style, isOriginator: boolean): fc.Arbitrary<Part> {
  const model = {
    name: naturalName(style),
    customerIdentification: latin(50, style),
    dateAndPlaceOfBirth: fc.record({ dateOfBirth: pastDay(), placeOfBirth: latin(70, style) }),
    nationalIdentification: nationalIdentification(style),
    geographicAddress: listOf(address(style, anyType), 2),
    countryOfResidence: countryCode,
  };
  // C1: any of these identifies an originator.
  const { name: _, countryOfResidence: __, ...identifying } = model;
  const ways = isOriginator ? Object.keys(identifying).map((way) => [way]) : [[]];
  return fc.oneof(
    { withCrossShrink: true },
    ...ways.map((way) => recordOf<Part>(model, ["name", ...way], style.which)),
  );
}

function legalPerson(style: Style, isOriginator: boolean): fc.Arbitrary<Part> {
  const customer = style.edition === "2020" ? ["customerIdentification", "customerNumber"] : ["customerIdentification"];
  const geographic = fc.tuple(address(style, fc.constant("GEOG")), fc.array(address(style, anyType), { maxLength: 1 }));
  const person = (name: string, way: readonly string[]): fc.Arbitrary<Part> => {
    const model = {
      name: legalName(style),
      ...texts([name], style),
      nationalIdentification: legalIdentification(style),
      geographicAddress: geographic.map(([first, more]) => [first, ...more]),
      countryOfRegistration: countryCode,
    };
    return recordOf<Part>(model, ["name", ...way], style.which);
  };
  // C4: any of these identifies an originator.
  const waysOf = (name: string) => (isOriginator ? [[name], ["nationalIdentification"], ["geographicAddress"]] : [[]]);
  return fc.oneof(
    { withCrossShrink: true },
    ...customer.flatMap((name) => waysOf(name).map((way) => person(name, way))),
  );
}

function person(style: Style, isOriginator = false): fc.Arbitrary<Part> {
  const accountNumber = listOf(latin(accountLengths[style.edition], style), 2);
  // 2020 has the accounts beside the persons.
  const accounts = style.edition === "2023" ? { accountNumber } : {};
  return fc.oneof(
    { withCrossShrink: true },
    recordOf<Part>({ naturalPerson: naturalPerson(style, isOriginator), ...accounts }, ["naturalPerson"], style.which),
    recordOf<Part>({ legalPerson: legalPerson(style, isOriginator), ...accounts }, ["legalPerson"], style.which),
  );
}

function party(side: "originator" | "beneficiary", style: Style): fc.Arbitrary<Part> {
  const list = style.edition === "2020" ? `${side}Persons` : `${side}Person`;
  const accounts = style.edition === "2020" ? { accountNumber: listOf(latin(100, style), 2) } : {};
  const persons = listOf(person(style, side === "originator"), 2);
  return recordOf<Part>({ [list]: persons, ...accounts }, [list], style.which);
}

function metadata({ edition, which }: Style): fc.Arbitrary<Part> {
  const methods = listOf(shrinkingChoice(...codeLists.TransliterationMethodCode), 3);
  const version = edition === "2023" ? { payloadVersion: fc.constant("101.2023") } : {};
  return recordOf<Part>({ transliterationMethod: methods, ...version }, Object.keys(version), which);
}

/** Draws documents that `parseIvms101` accepts in its strict mode. */
export function ivms101<Edition extends Ivms101Edition>(
  edition: Edition,
  which: OptionalProperties,
): fc.Arbitrary<Ivms101DocumentOf<Edition>> {
  const style = { edition, which };
  const vasp = person(style);
  const transferPath = listOf(vasp, 3).map((hops) =>
    hops.map((intermediaryVASP, sequence) => ({ intermediaryVASP, sequence })),
  );
  const model = {
    originator: party("originator", style),
    beneficiary: party("beneficiary", style),
    originatingVASP: fc.record({ originatingVASP: vasp }),
    beneficiaryVASP: fc.record({ beneficiaryVASP: vasp }),
    transferPath: fc.record({ transferPath }),
    payloadMetadata: metadata(style),
  };
  // The parts have the names of the edition.
  return recordOf<Part>(model, ["originator", "beneficiary"], which) as fc.Arbitrary<object> as fc.Arbitrary<
    Ivms101DocumentOf<Edition>
  >;
}
