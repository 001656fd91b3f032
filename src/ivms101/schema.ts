/**
 * The components of IVMS101 as data: elements with type, multiplicity, limits and the names of each edition. The parser
 * reads these tables.
 */
import type { Ivms101Edition } from "./model.js";

export type ComponentName = keyof typeof components;

/** Kinds of texts: Latin letters, any script, an account, and those with a form or a list of their own. */
type TextKind = "latin" | "local" | "date" | "country" | "authority" | "version";

/** One element of a component. */
export interface Element {
  /** Name in the model. */
  readonly name: string;
  /** Names that each edition uses, the canonical one first. */
  readonly names: Readonly<Record<Ivms101Edition, readonly string[]>>;
  readonly isRequired: boolean;
  /** 1 for a single value; more for a list. */
  readonly most: number;
  // Undefined, not absent: an absent property could be inherited from a polluted `Object.prototype`.
  readonly component: ComponentName | undefined;
  readonly codes: CodeListName | undefined;
  readonly text: TextKind | undefined;
  /** Highest number of characters of a text. */
  readonly length: number;
}

export const codeLists = {
  NaturalPersonNameTypeCode: ["MISC", "ALIA", "BIRT", "MAID", "LEGL"],
  LegalPersonNameTypeCode: ["", "LEGL", "SHRT", "TRAD"],
  AddressTypeCode: ["", "HOME", "BIZZ", "GEOG"],
  NationalIdentifierTypeCode: ["MISC", "ARNU", "CCPT", "RAID", "DRLC", "FIIN", "TXID", "SOCS", "IDCD", "LEIX"],
  TransliterationMethodCode: [
    ...["othr", "arab", "aran", "armn", "cyrl", "deva", "geor"],
    ...["grek", "hani", "hebr", "kana", "kore", "thai"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the code lists. The index of a code is its number in protobuf; an empty text is no code. */
export type CodeListName = keyof typeof codeLists;

/**
 * Rows: name, multiplicity, type, and the names that differ by edition. `1` and `?` are single values, `+` and `*` lists.
 * Types: a component, a code list, `T50` a Latin text of at most 50 characters, `L100` one in any script.
 */
const components = {
  Payload: `
    originator ? Originator
    beneficiary ? Beneficiary
    originatingVASP ? OriginatingVASP
    beneficiaryVASP ? BeneficiaryVASP
    transferPath ? TransferPath
    payloadMetadata ? PayloadMetadata`,
  Originator: `
    originatorPerson + Person originatorPersons originatorPerson
    accountNumber * T100 accountNumber -`,
  Beneficiary: `
    beneficiaryPerson + Person beneficiaryPersons|beneficiaryPerson beneficiaryPerson
    accountNumber * T100 accountNumber -`,
  OriginatingVASP: "originatingVASP ? Person",
  BeneficiaryVASP: "beneficiaryVASP ? Person",
  TransferPath: "transferPath * IntermediaryVASP",
  PayloadMetadata: `
    transliterationMethod * TransliterationMethodCode
    payloadVersion 1 version - payloadVersion`,
  IntermediaryVASP: `
    intermediaryVASP 1 Person
    sequence 1 number`,
  Person: `
    naturalPerson ? NaturalPerson
    legalPerson ? LegalPerson
    accountNumber * T512 - accountNumber`,
  NaturalPerson: `
    name 1 NaturalPersonName
    geographicAddress * Address
    nationalIdentification ? NationalIdentification
    customerIdentification ? T50
    dateAndPlaceOfBirth ? DateAndPlaceOfBirth
    countryOfResidence ? country`,
  NaturalPersonName: `
    nameIdentifier + NaturalPersonNameID
    localNameIdentifier * LocalNaturalPersonNameID
    phoneticNameIdentifier * LocalNaturalPersonNameID`,
  NaturalPersonNameID: `
    primaryIdentifier 1 T100
    secondaryIdentifier ? T100
    naturalPersonNameIdentifierType 1 NaturalPersonNameTypeCode nameIdentifierType naturalPersonNameIdentifierType`,
  LocalNaturalPersonNameID: `
    primaryIdentifier 1 L100
    secondaryIdentifier ? L100
    nameIdentifierType 1 NaturalPersonNameTypeCode`,
  Address: `
    addressType 1 AddressTypeCode
    department ? T50
    subDepartment ? T70
    streetName ? T70
    buildingNumber ? T16
    buildingName ? T35
    floor ? T70
    postBox ? T16
    room ? T70
    postcode ? T16 postcode|postCode postcode|postCode
    townName ? T35
    townLocationName ? T35
    districtName ? T35
    countrySubDivision ? T35
    addressLine 7 T70
    country 1 country`,
  DateAndPlaceOfBirth: `
    dateOfBirth 1 date
    placeOfBirth 1 T70`,
  NationalIdentification: `
    nationalIdentifier 1 T35
    nationalIdentifierType 1 NationalIdentifierTypeCode
    countryOfIssue ? country
    registrationAuthority ? authority`,
  LegalPerson: `
    name 1 LegalPersonName
    geographicAddress * Address
    customerIdentification ? T50 customerIdentification|customerNumber customerIdentification
    nationalIdentification ? NationalIdentification
    countryOfRegistration ? country`,
  LegalPersonName: `
    nameIdentifier + LegalPersonNameID
    localNameIdentifier * LocalLegalPersonNameID
    phoneticNameIdentifier * LocalLegalPersonNameID`,
  LegalPersonNameID: `
    legalPersonName 1 T100
    legalPersonNameIdentifierType 1 LegalPersonNameTypeCode`,
  LocalLegalPersonNameID: `
    legalPersonName 1 L100
    legalPersonNameIdentifierType 1 LegalPersonNameTypeCode`,
} as const;

function mostOf(many: string): number {
  if (many === "7") return 7;
  return many === "+" || many === "*" ? Number.POSITIVE_INFINITY : 1;
}

let compiled: Readonly<Record<string, readonly Element[]>> | undefined;

/** Returns the elements of every component. Built at the first call, so that importing this module runs nothing. */
export function schema(): Readonly<Record<string, readonly Element[]>> {
  compiled ??= Object.fromEntries(
    Object.entries(components).map(([name, rows]) => [name, rows.trim().split("\n").map(elementOf)]),
  );
  return compiled;
}

function elementOf(row: string): Element {
  const cells = row.trim().split(" ");
  const [name = "", many = "", type = ""] = cells;
  const in2020 = cells.at(3) ?? name;
  const in2023 = cells.at(4) ?? name;
  return {
    name,
    names: { "2020": namesOf(in2020), "2023": namesOf(in2023) },
    isRequired: many === "1" || many === "+",
    most: mostOf(many),
    ...typeOf(type),
  };
}

function namesOf(names: string): readonly string[] {
  return names === "-" ? [] : names.split("|");
}

const LENGTHS: Readonly<Record<string, number>> = { date: 10, country: 2, authority: 8, version: 12 };

function typeOf(type: string): Pick<Element, "component" | "codes" | "text" | "length"> {
  const none = { component: undefined, codes: undefined, text: undefined, length: 0 };
  if (Object.hasOwn(components, type)) return { ...none, component: type as ComponentName };
  if (Object.hasOwn(codeLists, type)) return { ...none, codes: type as CodeListName };
  const text = /^([TL])(\d+)$/.exec(type);
  if (text !== null) return { ...none, text: text[1] === "T" ? "latin" : "local", length: Number(text[2]) };
  // Without a kind of text, the element is a number.
  return type === "number" ? { ...none, length: 18 } : { ...none, text: type as TextKind, length: LENGTHS[type] ?? 0 };
}
