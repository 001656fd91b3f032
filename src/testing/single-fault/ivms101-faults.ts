/** Faults of IVMS101 documents: structure, texts, codes and the constraints C1 to C12. */
import * as fc from "fast-check";
import { tokensOf, valueAt } from "../../domain/input/json-pointer.js";
import type { Ivms101IssueCode } from "../../ivms101/issue.js";
import type { Ivms101Edition } from "../../ivms101/model.js";
import { invalidCodes } from "../arbitraries/codes.js";
import { accountLengths, ivms101, latinLengths } from "../arbitraries/ivms101.js";
import { addedAt, type DocumentNode, isRecord, parentOf, removedAt, replacedAt } from "./document.js";
import { type Fault, type FaultsByCode, type InvalidByCode, invalidByCode, named, replacing } from "./fault.js";
import { shapeFaults } from "./shape-faults.js";

/** The issue codes of `parseIvms101`. */
export type Ivms101DocumentIssueCode = Exclude<Ivms101IssueCode, "identification_missing" | "transliteration_failed">;

type Change = Fault["change"];

function fault(at: Fault["at"], change: Change): fc.Arbitrary<Fault> {
  return fc.constant({ at, change });
}

/** Selects objects that are, or are in the list, of one of the elements. */
function component(...names: readonly string[]): (node: DocumentNode) => boolean {
  return ({ name, value }) => isRecord(value) && names.includes(name);
}

const nationalId = component("nationalIdentification");

function isIn(element: string): (node: DocumentNode) => boolean {
  return ({ path }) => tokensOf(path).includes(element);
}

const inLegalPerson = isIn("legalPerson");
const isOriginator = isIn("originator");

const has =
  (...names: readonly string[]) =>
  ({ value }: DocumentNode): boolean =>
    isRecord(value) && names.some((name) => Object.hasOwn(value, name));

const member = ({ value }: DocumentNode, name: string): unknown => (isRecord(value) ? value[name] : undefined);

function without(document: unknown, path: string, ...names: readonly string[]): unknown {
  return names.reduce((rest, name) => removedAt(rest, `${path}/${name}`), document);
}

const isLocal: Fault["at"] = ({ path, name, value }) =>
  /\/(local|phonetic)NameIdentifier\//.test(path) && typeof value === "string" && name in latinLengths;

/** Texts in Latin letters, except an LEI, which has a form of its own. */
const isLatin: Fault["at"] = (node, sample) => {
  const { name, value, path } = node;
  if (typeof value !== "string" || isLocal(node, sample)) return false;
  const type = valueAt(sample.document, [...tokensOf(parentOf(path)), "nationalIdentifierType"]);
  if (name === "nationalIdentifier" && type === "LEIX") return false;
  return name in latinLengths || name === "accountNumber";
};

const isText: Fault["at"] = (node, sample) => isLatin(node, sample) || isLocal(node, sample);

const notLatin = fc.constantFrom("Zoë", "吴", "a\tb", "a\nb", "\0", "\u007f", "a\u00a0b", "😀");
const severalLines = fc.constantFrom("吴\n信", "\r", "a\u2028b", "\u2029");
const halfPair = fc.constantFrom("\ud800", "a\udc00", "\ude00\ud83d");

function tooLong(edition: Ivms101Edition): fc.Arbitrary<Fault> {
  const most = (name: string): number => latinLengths[name] ?? accountLengths[edition];
  return fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom("吴", "\u{20000}")).map(([more, letter]) => ({
    at: isText,
    change: (sample, node) => {
      const unit = isLocal(node, sample) ? letter : "a";
      return { input: replacedAt(sample.document, node.path, unit.repeat(most(node.name) + more)) };
    },
  }));
}

const typeNames = ["nameIdentifierType", "naturalPersonNameIdentifierType", "legalPersonNameIdentifierType"];
const nameElements = ["primaryIdentifier", "legalPersonName", ...typeNames];

/** Elements that their component must have. The issue is at the component, because the name depends on the edition. */
const required: Readonly<Record<string, readonly string[]>> = {
  originator: ["originatorPerson", "originatorPersons"],
  beneficiary: ["beneficiaryPerson", "beneficiaryPersons"],
  naturalPerson: ["name"],
  legalPerson: ["name"],
  name: ["nameIdentifier"],
  nameIdentifier: nameElements,
  localNameIdentifier: nameElements,
  phoneticNameIdentifier: nameElements,
  geographicAddress: ["addressType", "country"],
  dateAndPlaceOfBirth: ["dateOfBirth", "placeOfBirth"],
  nationalIdentification: ["nationalIdentifier", "nationalIdentifierType"],
  transferPath: ["intermediaryVASP", "sequence"],
  payloadMetadata: ["payloadVersion"],
};

const requiredIn = ({ name, value }: DocumentNode): readonly string[] =>
  isRecord(value) ? (required[name] ?? []).filter((element) => Object.hasOwn(value, element)) : [];

const missing: fc.Arbitrary<Fault> = fc.tuple(fc.nat(), fc.boolean()).map(([pick, isUndefined]) => ({
  at: (node) => requiredIn(node).length > 0,
  change: ({ document }, node) => {
    const names = requiredIn(node);
    const path = `${node.path}/${names[pick % names.length]}`;
    return { input: isUndefined ? replacedAt(document, path, undefined) : removedAt(document, path), path: node.path };
  },
}));

const LISTS = ["originatorPerson", "originatorPersons", "beneficiaryPerson", "beneficiaryPersons", "nameIdentifier"];

const emptyList: fc.Arbitrary<Fault> = replacing(
  ({ name, value }) => LISTS.includes(name) && Array.isArray(value),
  fc.constant([]),
);

const company = { name: { nameIdentifier: [{ legalPersonName: "A", legalPersonNameIdentifierType: "LEGL" }] } };

/** A person without a kind, or with both. */
const personFaults = fc.oneof(
  fault(has("naturalPerson", "legalPerson"), ({ document }, { path }) => ({
    input: without(document, path, "naturalPerson", "legalPerson"),
  })),
  fault(has("naturalPerson"), ({ document }, { path }) => ({
    input: addedAt(document, path, "legalPerson", { ...company, customerIdentification: "1" }),
  })),
);

function repeated(edition: Ivms101Edition): fc.Arbitrary<Fault> {
  const pairs = [["postcode", "postCode"] as const, ["postCode", "postcode"] as const];
  const ofLegal = [["customerIdentification", "customerNumber"] as const];
  const second = ([first, other]: readonly [string, string], at: Fault["at"]) =>
    fault(
      (node, sample) => has(first)(node) && at(node, sample),
      (sample, node) => ({
        input: addedAt(sample.document, node.path, other, member(node, first)),
        path: `${node.path}/${other}`,
      }),
    );
  const postcodes = pairs.map((pair) => second(pair, () => true));
  const customers = ofLegal.map((pair) => second(pair, component("legalPerson")));
  return fc.oneof(...postcodes, ...(edition === "2020" ? customers : []));
}

/** A property with the name that the other edition has. */
function respelled(from: string, to: string, at: Fault["at"] = () => true): fc.Arbitrary<Fault> {
  return fault(
    (node, sample) => has(from)(node) && at(node, sample),
    ({ document }, node) => ({
      input: addedAt(removedAt(document, `${node.path}/${from}`), node.path, to, member(node, from)),
      path: `${node.path}/${to}`,
    }),
  );
}

function setting(at: Fault["at"], name: string, value: unknown): fc.Arbitrary<Fault> {
  return fault(at, ({ document }, { path }) => ({
    input: addedAt(document, path, name, value),
    path: `${path}/${name}`,
  }));
}

/** An element of the other edition. */
function editionFaults(edition: Ivms101Edition): fc.Arbitrary<Fault> {
  const type = ["nameIdentifierType", "naturalPersonNameIdentifierType"] as const;
  const latinName: Fault["at"] = (node) => component("nameIdentifier")(node) && !inLegalPerson(node);
  if (edition === "2023") {
    return fc.oneof(
      respelled(type[1], type[0], latinName),
      respelled("originatorPerson", "originatorPersons"),
      respelled("beneficiaryPerson", "beneficiaryPersons"),
      respelled("customerIdentification", "customerNumber", component("legalPerson")),
      setting(component("originator", "beneficiary"), "accountNumber", ["1"]),
      replacing(named("payloadVersion"), fc.constant("101")),
    );
  }
  return fc.oneof(
    respelled(type[0], type[1], latinName),
    respelled("originatorPersons", "originatorPerson"),
    setting(has("naturalPerson", "legalPerson"), "accountNumber", ["1"]),
    setting(component("payloadMetadata"), "payloadVersion", "101.2023"),
  );
}

const naturalOriginator: Fault["at"] = (node) => component("naturalPerson")(node) && isOriginator(node);
const legalOriginator: Fault["at"] = (node) => component("legalPerson")(node) && isOriginator(node);

const unidentified = fault(naturalOriginator, ({ document }, { path }) => ({
  input: without(
    document,
    path,
    ...["customerIdentification", "nationalIdentification", "dateAndPlaceOfBirth", "geographicAddress"],
  ),
}));

/** Without an item, or only with addresses that are not GEOG. */
const unidentifiedLegal = fc.constantFrom(undefined, "HOME", "BIZZ").map(
  (addressType): Fault => ({
    at: legalOriginator,
    change: ({ document }, node) => {
      const bare = without(document, node.path, "customerIdentification", "customerNumber", "nationalIdentification");
      const path = `${node.path}/geographicAddress`;
      const addresses = member(node, "geographicAddress");
      const isKept = addressType !== undefined && Array.isArray(addresses);
      const others = isKept ? addresses.map((address: object) => ({ ...address, addressType })) : [];
      return { input: isKept ? replacedAt(bare, path, others) : removedAt(bare, path) };
    },
  }),
);

function noLegalName(isIt: (node: DocumentNode) => boolean, codes: readonly string[]): fc.Arbitrary<Fault> {
  return fc.constantFrom(...codes).map(
    (code): Fault => ({
      at: (node) => component("name")(node) && isIt(node),
      change: ({ document }, node) => {
        const names = member(node, "nameIdentifier");
        const changed = Array.isArray(names) ? names.map((each: object) => withType(each, code)) : names;
        return { input: replacedAt(document, `${node.path}/nameIdentifier`, changed) };
      },
    }),
  );
}

function withType(name: object, code: string): object {
  return Object.fromEntries(Object.entries(name).map(([key, value]) => [key, typeNames.includes(key) ? code : value]));
}

const legalId: Fault["at"] = (node) => nationalId(node) && inLegalPerson(node);
const isLei = (node: DocumentNode): boolean => member(node, "nationalIdentifierType") === "LEIX";
const hasLei: Fault["at"] = (node, sample) => legalId(node, sample) && isLei(node);
const hasOther: Fault["at"] = (node, sample) => legalId(node, sample) && !isLei(node);

const wrongType = fc.constantFrom("ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD").map(
  (type): Fault => ({
    at: legalId,
    change: ({ document }, { path }) => {
      const place = `${path}/nationalIdentifierType`;
      return { input: replacedAt(document, place, type), path: place };
    },
  }),
);

const c9 = fc.oneof(
  setting(legalId, "countryOfIssue", "AT"),
  setting(hasLei, "registrationAuthority", "RA000585"),
  fault(hasOther, ({ document }, { path }) => ({ input: removedAt(document, `${path}/registrationAuthority`) })),
);

const malformedLei = fc
  .constantFrom<(lei: string) => string>(
    (lei) => lei.slice(1),
    (lei) => `${lei}0`,
    (lei) => `${lei.slice(0, 17)}a${lei.slice(18)}`,
    (lei) => `${lei.slice(0, 18)}A0`,
    (lei) => `${lei.slice(0, 9)} ${lei.slice(10)}`,
  )
  .map(
    (spoil): Fault => ({
      at: hasLei,
      change: ({ document }, node) => {
        const path = `${node.path}/nationalIdentifier`;
        return { input: replacedAt(document, path, spoil(String(member(node, "nationalIdentifier")))), path };
      },
    }),
  );

/** A gap or a repeat. */
const wrongSequence = fc.integer({ min: 1, max: 1_000 }).map(
  (step): Fault => ({
    at: named("sequence"),
    change: ({ document }, { path, value }) => ({
      input: replacedAt(document, path, Number(value) + step),
      path: "/transferPath/transferPath",
    }),
  }),
);

const COUNTRIES = named("country", "countryOfIssue", "countryOfResidence", "countryOfRegistration");

const constraints = {
  ivms101_c1: unidentified,
  ivms101_c2: replacing(named("dateOfBirth"), fc.constantFrom("2999-01-01", "9999-12-31")),
  ivms101_c3: replacing(COUNTRIES, anyText(invalidCodes.not_a_country, "", "xx")),
  ivms101_c4: unidentifiedLegal,
  ivms101_c5: noLegalName(inLegalPerson, ["SHRT", "TRAD"]),
  ivms101_c6: noLegalName((node) => !inLegalPerson(node), ["ALIA", "BIRT", "MAID", "MISC"]),
  ivms101_c7: wrongType,
  ivms101_c8: fault(component("geographicAddress"), ({ document }, { path }) => ({
    input: without(document, path, "addressLine", "streetName"),
  })),
  ivms101_c9: c9,
  ivms101_c10: replacing(named("registrationAuthority"), anyText(invalidCodes.not_a_registration_authority, "")),
  ivms101_c11: malformedLei,
  ivms101_c12: wrongSequence,
} as const;

function anyText(texts: fc.Arbitrary<string>, ...more: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(texts, fc.constantFrom(...more));
}

/** Elements with one of a few texts. */
const CODES = [...typeNames, "addressType", "nationalIdentifierType", "transliterationMethod", "payloadVersion"];

const notAllowed = fc
  .constantFrom<(code: string) => string>(
    () => "",
    () => "constructor",
    (code) => `${code} `,
    // A version has no letters.
    (code) => (code === code.toUpperCase() ? `v${code.toLowerCase()}` : code.toUpperCase()),
  )
  .map(
    (respell): Fault => ({
      at: ({ name, value }) => CODES.includes(name) && typeof value === "string",
      change: ({ document }, { path, value }) => ({ input: replacedAt(document, path, respell(String(value))) }),
    }),
  );

function faultsOf(edition: Ivms101Edition): FaultsByCode<Ivms101DocumentIssueCode> {
  return {
    unreadable: shapeFaults.unreadable,
    too_many_values: fault(
      ({ name, value }) => name === "nameIdentifier" && Array.isArray(value),
      ({ document }, { path }) => ({
        input: replacedAt(document, path, Array(10_001).fill(null)),
        path: "",
      }),
    ),
    wrong_type: shapeFaults.wrong_type,
    required: fc.oneof(missing, emptyList),
    unknown_property: shapeFaults.unknown_property,
    not_allowed: notAllowed,
    text_blank: replacing(isText, fc.constant("")),
    text_too_long: tooLong(edition),
    text_malformed: replacing(isText, halfPair),
    text_characters: fc.oneof(replacing(isLatin, notLatin), replacing(isLocal, severalLines)),
    not_a_date: replacing(named("dateOfBirth"), anyText(invalidCodes.not_a_date, "")),
    out_of_range: fc.oneof(
      replacing(named("sequence"), fc.constantFrom(0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY)),
      replacing(({ name, value }) => name === "addressLine" && Array.isArray(value), fc.constant(Array(8).fill("a"))),
    ),
    ...constraints,
    ivms101_person: personFaults,
    ivms101_repeated: repeated(edition),
    ivms101_edition: editionFaults(edition),
  };
}

/** Invalid documents by edition and issue code. */
export type InvalidIvms101 = { readonly [Edition in Ivms101Edition]: InvalidByCode<Ivms101DocumentIssueCode> };

function invalidOf(edition: Ivms101Edition): InvalidByCode<Ivms101DocumentIssueCode> {
  const valid = ivms101(edition, "any");
  return invalidByCode(
    { valid: (which) => (which === "all" ? ivms101(edition, "all") : valid), required: [] },
    faultsOf(edition),
  );
}

export const invalidIvms101: InvalidIvms101 = Object.freeze({ "2020": invalidOf("2020"), "2023": invalidOf("2023") });
