/**
 * A second checker of IVMS101 documents, written from the documents and not from src. It says only whether a document of an
 * edition is valid, and shares no code with the library but the two public lists of countries and authorities.
 */
import { isCountry } from "../../src/domain/identifiers/country.js";
import { isRegistrationAuthority } from "../../src/domain/identifiers/registration-authority.js";

type Check = (value: unknown) => boolean;
type Entries = Readonly<Record<string, unknown>>;

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (codes: string): Check =>
  (value) =>
    typeof value === "string" && codes.split(" ").includes(value);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const text = (length: number): Check => matches(new RegExp(`^[ -~]{1,${length}}$`));
const local = matches(/^(?:(?!\p{Cs}).){1,100}$/u);
const country: Check = (value) => typeof value === "string" && (value === "XX" || isCountry(value));
const list =
  (check: Check, least = 0, most = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every((item) => check(item));

/** An object with these elements and no other, for which the rule holds. */
function component(elements: Readonly<Record<string, Check>>, rule: (entries: Entries) => boolean = () => true): Check {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const entries = new Map(Object.entries(value));
    const isKnown = [...entries].every(([name, each]) => each === undefined || Object.hasOwn(elements, name));
    const isRight = Object.entries(elements).every(([name, check]) => check(entries.get(name)));
    return isKnown && isRight && rule(value as Entries); // it is an object
  };
}

const has = (entries: Entries, name: string): boolean =>
  entries[name] !== undefined && !(Array.isArray(entries[name]) && entries[name].length === 0);
const hasType = (items: unknown, type: string, code: string): boolean =>
  Array.isArray(items) && items.some((item) => item[type] === code);

const naturalTypes = oneOf("ALIA BIRT MAID LEGL MISC");
const legalTypes = oneOf("LEGL SHRT TRAD");

const localNatural = component({
  primaryIdentifier: local,
  secondaryIdentifier: optional(local),
  nameIdentifierType: naturalTypes,
});
const localLegal = component({ legalPersonName: local, legalPersonNameIdentifierType: legalTypes });

/** C8. */
const address = component(
  {
    addressType: oneOf("HOME BIZZ GEOG"),
    department: optional(text(50)),
    subDepartment: optional(text(70)),
    streetName: optional(text(70)),
    buildingNumber: optional(text(16)),
    buildingName: optional(text(35)),
    floor: optional(text(70)),
    postBox: optional(text(16)),
    room: optional(text(70)),
    postcode: optional(text(16)),
    postCode: optional(text(16)),
    townName: optional(text(35)),
    townLocationName: optional(text(35)),
    districtName: optional(text(35)),
    countrySubDivision: optional(text(35)),
    addressLine: optional(list(text(70), 0, 7)),
    country,
  },
  (entries) =>
    !(has(entries, "postcode") && has(entries, "postCode")) &&
    (has(entries, "addressLine") ||
      (has(entries, "streetName") && (has(entries, "buildingName") || has(entries, "buildingNumber")))),
);

const identification = (rule?: (entries: Entries) => boolean): Check =>
  component(
    {
      nationalIdentifier: text(35),
      nationalIdentifierType: oneOf("ARNU CCPT RAID DRLC FIIN TXID SOCS IDCD LEIX MISC"),
      countryOfIssue: optional(country),
      registrationAuthority: optional((code) => typeof code === "string" && isRegistrationAuthority(code)), // C10
    },
    rule,
  );

/** C7, C9 and C11. */
const legalIdentification = identification((entries) => {
  const isLei = entries["nationalIdentifierType"] === "LEIX";
  return (
    oneOf("RAID MISC LEIX TXID")(entries["nationalIdentifierType"]) &&
    !has(entries, "countryOfIssue") &&
    has(entries, "registrationAuthority") !== isLei &&
    (!isLei || matches(/^[0-9A-Z]{18}[0-9]{2}$/)(entries["nationalIdentifier"]))
  );
});

/** C2. A date that does not exist becomes another one. */
const birthDate =
  (today: string): Check =>
  (value) => {
    if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith("0000")) return false;
    const date = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value < today;
  };

function naturalPerson(is2020: boolean, today: string): Record<string, Check> {
  const type = is2020 ? "nameIdentifierType" : "naturalPersonNameIdentifierType";
  const nameId = component({
    primaryIdentifier: text(100),
    secondaryIdentifier: optional(text(100)),
    [type]: naturalTypes,
  });
  return {
    name: component(
      {
        nameIdentifier: list(nameId, 1),
        localNameIdentifier: optional(list(localNatural)),
        phoneticNameIdentifier: optional(list(localNatural)),
      },
      ({ nameIdentifier }) => hasType(nameIdentifier, type, "LEGL"), // C6
    ),
    geographicAddress: optional(list(address)),
    nationalIdentification: optional(identification()),
    customerIdentification: optional(text(50)),
    dateAndPlaceOfBirth: optional(component({ dateOfBirth: birthDate(today), placeOfBirth: text(70) })),
    countryOfResidence: optional(country),
  };
}

function legalPerson(is2020: boolean): Record<string, Check> {
  return {
    name: component(
      {
        nameIdentifier: list(component({ legalPersonName: text(100), legalPersonNameIdentifierType: legalTypes }), 1),
        localNameIdentifier: optional(list(localLegal)),
        phoneticNameIdentifier: optional(list(localLegal)),
      },
      ({ nameIdentifier }) => hasType(nameIdentifier, "legalPersonNameIdentifierType", "LEGL"), // C5
    ),
    geographicAddress: optional(list(address)),
    customerIdentification: optional(text(50)),
    ...(is2020 && { customerNumber: optional(text(50)) }),
    nationalIdentification: optional(legalIdentification),
    countryOfRegistration: optional(country),
  };
}

const hasOneCustomerId = (entries: Entries): boolean =>
  !(has(entries, "customerNumber") && has(entries, "customerIdentification"));

/** C1: every type of address counts. */
const isIdentifiedNatural = (entries: Entries): boolean =>
  ["geographicAddress", "customerIdentification", "nationalIdentification", "dateAndPlaceOfBirth"].some((name) =>
    has(entries, name),
  );

/** C4: only GEOG counts. */
const isIdentifiedLegal = (entries: Entries): boolean =>
  ["customerIdentification", "customerNumber", "nationalIdentification"].some((name) => has(entries, name)) ||
  hasType(entries["geographicAddress"], "addressType", "GEOG");

function person(is2020: boolean, today: string, isOriginator: boolean): Check {
  return component(
    {
      naturalPerson: optional(
        component(naturalPerson(is2020, today), (entries) => !isOriginator || isIdentifiedNatural(entries)),
      ),
      legalPerson: optional(
        component(
          legalPerson(is2020),
          (entries) => hasOneCustomerId(entries) && (!isOriginator || isIdentifiedLegal(entries)),
        ),
      ),
      ...(!is2020 && { accountNumber: optional(list(text(512))) }),
    },
    (entries) => has(entries, "naturalPerson") !== has(entries, "legalPerson"),
  );
}

/** C12: in any order. */
function isSequence(hops: unknown): boolean {
  if (!Array.isArray(hops)) return true;
  const sequences = new Set(hops.map((hop) => hop.sequence));
  return hops.every((_, index) => sequences.has(index));
}

/** Returns whether a document of the edition is valid. */
export function isValidIvms101(edition: "2020" | "2023", document: unknown, today: string): boolean {
  const is2020 = edition === "2020";
  const any = person(is2020, today, false);
  const accounts = is2020 ? { accountNumber: optional(list(text(100))) } : {};
  const hop = component({ intermediaryVASP: any, sequence: (value) => Number.isSafeInteger(value) });
  const methods = oneOf("arab aran armn cyrl deva geor grek hani hebr kana kore thai othr");
  const originators = list(person(is2020, today, true), 1);
  const beneficiary = component(
    is2020
      ? { beneficiaryPersons: optional(list(any, 1)), beneficiaryPerson: optional(list(any, 1)), ...accounts }
      : { beneficiaryPerson: list(any, 1) },
    (entries) => has(entries, "beneficiaryPersons") !== has(entries, "beneficiaryPerson"),
  );
  return component({
    originator: optional(component({ [is2020 ? "originatorPersons" : "originatorPerson"]: originators, ...accounts })),
    beneficiary: optional(beneficiary),
    originatingVASP: optional(component({ originatingVASP: optional(any) })),
    beneficiaryVASP: optional(component({ beneficiaryVASP: optional(any) })),
    transferPath: optional(
      component({ transferPath: optional(list(hop)) }, ({ transferPath }) => isSequence(transferPath)),
    ),
    payloadMetadata: optional(
      component({
        transliterationMethod: optional(list(methods)),
        ...(!is2020 && { payloadVersion: oneOf("101.2023 IVMS101.2023") }),
      }),
    ),
  })(document);
}
