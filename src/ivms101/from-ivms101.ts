/** `fromIvms101`: from a payload to our parties and VASPs, with losses at its elements. */
import type { EntityName, IndividualName, PartyDraft, PostalAddress } from "../domain/accounts/account.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { isLei } from "../domain/identifiers/lei.js";
import { checkedOptions } from "../domain/options.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import { unknownElements } from "./convert.js";
import type { Ivms101Issue, Ivms101Result } from "./issue.js";
import type { Ivms101Note } from "./model.js";
import { parseIvms101 } from "./parse.js";
import { PayloadSource, present } from "./payload-source.js";
import type { Ivms101Loss } from "./write.js";

/** How to read a payload. */
export interface FromIvms101Options {
  /**
   * Current date as YYYY-MM-DD, for C2.
   * @default the date in UTC
   */
  readonly today?: string | undefined;
}

/**
 * Both sides of a transfer, as `transfers.check` takes them. A payload has no `account_category`: without it, a party is a
 * customer of yours.
 */
export interface Ivms101Parties {
  readonly originator_account?: PartyDraft;
  readonly beneficiary_account?: PartyDraft;
  /** First account number of the originator. */
  readonly originator_address?: string;
  /** First account number of the beneficiary. */
  readonly beneficiary_address?: string;
}

/** Records of both VASPs. A payload has no `vasp_id`. */
export interface Ivms101Vasps {
  readonly originator_vasp?: Omit<Vasp, "vasp_id">;
  readonly beneficiary_vasp?: Omit<Vasp, "vasp_id">;
}

/** What a payload contains in our fields. */
export interface ReadIvms101 {
  readonly parties: Ivms101Parties;
  readonly vasps: Ivms101Vasps;
  /** Elements that are in no field. A loss covers everything in its element. */
  readonly losses: readonly Ivms101Loss[];
  /** What the tolerant parser noted about the given document. */
  readonly notes: readonly Ivms101Note[];
}

/**
 * Reads a payload as parties and VASPs. Reads it tolerantly.
 *
 * @param payload - a parsed payload, or a document of either edition
 * @param options - current date for C2
 * @returns parties, VASPs and losses, or every issue: of the document, or of a party that violates the rules of accounts.
 *   Pointers have the names of the standard. None contains a value.
 * @throws ComplianceError `invalid_input` for an invalid option
 * @example
 * const read = fromIvms101(received);
 * if (read.ok) console.log(read.value.parties.beneficiary_account, read.value.losses);
 */
export function fromIvms101(payload: unknown, options: FromIvms101Options = {}): Ivms101Result<ReadIvms101> {
  const fail = (message: string): ComplianceError => new ComplianceError("invalid_input", message);
  const { today } = checkedOptions("fromIvms101", options, { today: "checked" } as const, fail);
  const parsed = parseIvms101(payload, { mode: "tolerant", today });
  if (!parsed.ok) return parsed;
  const { payload: model, notes } = parsed.value;
  const source = new PayloadSource(model);
  const issues: Ivms101Issue[] = [];
  const parties: Ivms101Parties = present({
    originator_account: partyOf(source, "originator", issues),
    beneficiary_account: partyOf(source, "beneficiary", issues),
    originator_address: accountOf(source, "originator"),
    beneficiary_address: accountOf(source, "beneficiary"),
  });
  const vasps: Ivms101Vasps = present({
    originator_vasp: vaspOf(source, "originatingVASP", issues),
    beneficiary_vasp: vaspOf(source, "beneficiaryVASP", issues),
  });
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { parties, vasps, losses: [...unknownElements(notes), ...source.losses()], notes } };
}

type Side = "originator" | "beneficiary";

/** A party is the first person. */
function partyOf(source: PayloadSource, side: Side, issues: Ivms101Issue[]): PartyDraft | undefined {
  const [first, ...others] = source.items(`/${side}/${side}Person`);
  if (first === undefined) return undefined;
  for (const other of others) source.lose(other, "further_person");
  const isLegal = source.has(`${first}/legalPerson`);
  const person = `${first}/${isLegal ? "legalPerson" : "naturalPerson"}`;
  const described = isLegal ? entityOf(source, person) : individualOf(source, person);
  if (described === undefined) {
    issues.push(blankName(`${person}/name/nameIdentifier`, isLegal ? "2.4" : "2.3"));
    return undefined;
  }
  const address = usableAddress(source, person, isLegal);
  const party = present({
    ...described,
    ...source.texts(person, { customer_id: "customerIdentification" }),
    address: address === undefined ? undefined : addressOf(source, address),
    national_id: nationalIdOf(source, `${person}/nationalIdentification`, isLegal),
  });
  if (side === "originator" && !isIdentified(party)) issues.push({ ...UNIDENTIFIED, path: person });
  // The tables name fields of a party, and its kind decides which.
  return party as PartyDraft;
}

/** Whether rule 2.2.1 is met, which applies to originators. */
function isIdentified(party: object): boolean {
  const hasBirth = "individual" in party && Object.hasOwn(Object(party.individual), "date_of_birth");
  return hasBirth || ["customer_id", "address", "national_id"].some((name) => Object.hasOwn(party, name));
}

const UNIDENTIFIED = {
  code: "identification_missing",
  clause: "2.2.1",
  message:
    "The originator has no identifying item that an account can have. Ask the sender for a customer or national identifier, an address with town and country, or date and place of birth.",
} as const;

function blankName(path: string, clause: string): Ivms101Issue {
  const message = "The legal name (LEGL) is blank, and every account and VASP needs one. Ask the sender for the name.";
  return { code: "text_blank", path, clause, message };
}

/** Date and place of birth are kept together: IVMS101 has neither alone. */
function individualOf(source: PayloadSource, person: string): object | undefined {
  const individual_name = individualName(source, `${person}/name/nameIdentifier`, "naturalPersonNameIdentifierType");
  if (individual_name === undefined) return undefined;
  const birth = `${person}/dateAndPlaceOfBirth`;
  const isBorn = source.allowed(`${birth}/placeOfBirth`) !== undefined;
  if (!isBorn) source.lose(birth, "not_allowed");
  const individual = present({
    individual_name,
    individual_localname: individualName(source, `${person}/name/localNameIdentifier`, "nameIdentifierType"),
    ...(isBorn && source.texts(birth, { date_of_birth: "dateOfBirth", place_of_birth: "placeOfBirth" })),
    ...source.texts(person, { residence_country: "countryOfResidence" }),
  });
  return { account_type: "individual", individual };
}

/** Returns the first legal name. */
function individualName(source: PayloadSource, list: string, type: string): IndividualName | undefined {
  const path = source
    .items(list)
    .find((each) => source.is(`${each}/${type}`, "LEGL") && source.allowed(`${each}/primaryIdentifier`) !== undefined);
  if (path === undefined) return undefined;
  source.use(`${path}/${type}`);
  const names = source.texts(path, { name_first: "secondaryIdentifier", name_last: "primaryIdentifier" });
  // The primary identifier is there.
  return { name_type: "LEGL", ...names } as IndividualName;
}

function entityOf(source: PayloadSource, person: string): object | undefined {
  const entity_name = entityName(source, `${person}/name/nameIdentifier`);
  if (entity_name === undefined) return undefined;
  const entity = present({
    entity_name,
    entity_localname: entityName(source, `${person}/name/localNameIdentifier`),
    ...source.texts(person, { registration_country: "countryOfRegistration" }),
  });
  return { account_type: "entity", entity };
}

/** Returns the first legal name with the first trade name. */
function entityName(source: PayloadSource, list: string): EntityName | undefined {
  const nameOf = (type: string): string | undefined => {
    const path = source
      .items(list)
      .find(
        (each) =>
          source.is(`${each}/legalPersonNameIdentifierType`, type) &&
          source.allowed(`${each}/legalPersonName`) !== undefined,
      );
    if (path === undefined) return undefined;
    source.use(`${path}/legalPersonNameIdentifierType`);
    return source.text(`${path}/legalPersonName`);
  };
  const name_legal = nameOf("LEGL");
  return name_legal === undefined
    ? undefined
    : { name_type: "LEGL", name_legal, ...present({ name_business: nameOf("TRAD") }) };
}

const ADDRESS = {
  address_type: "addressType",
  address_department: "department",
  address_subdepartment: "subDepartment",
  address_street_name: "streetName",
  address_floor: "floor",
  address_postbox: "postBox",
  address_room: "room",
  address_postcode: "postcode",
  address_city: "townName",
  address_city_location: "townLocationName",
  address_district: "districtName",
  address_region: "countrySubDivision",
  address_country_code: "country",
} as const;

const BUILDING = { address_street_no: "buildingNumber", address_building_name: "buildingName" } as const;

/** Returns the pointer of the first address that meets §2.5. Of a legal person, one of type GEOG comes first (C4). */
function usableAddress(source: PayloadSource, person: string, isLegal: boolean): string | undefined {
  const usable = source.items(`${person}/geographicAddress`).filter((path) => {
    const has = (name: string): boolean => source.allowed(`${path}/${name}`) !== undefined;
    const hasLine = source.lineAt(`${path}/addressLine`) !== undefined;
    const hasStreet = has("streetName") && (has("buildingNumber") || has("buildingName"));
    const isUsable = has("townName") && has("country") && (hasLine || hasStreet);
    if (!isUsable) source.lose(path, "incomplete");
    return isUsable;
  });
  const general = usable.find((path) => source.is(`${path}/addressType`, "GEOG"));
  // `at`, because an index of an empty list could be inherited from a polluted prototype.
  return (isLegal ? general : undefined) ?? usable.at(0);
}

function addressOf(source: PayloadSource, path: string): PostalAddress {
  const hasStreet = source.allowed(`${path}/streetName`) !== undefined;
  if (!hasStreet) for (const name of Object.values(BUILDING)) source.lose(`${path}/${name}`, "incomplete");
  const address = {
    ...source.texts(path, hasStreet ? { ...ADDRESS, ...BUILDING } : ADDRESS),
    address_line: source.line(`${path}/addressLine`),
  };
  // Type, town and country are there.
  return present(address) as object as PostalAddress;
}

/** Types of natural persons. Those of legal persons are C7. */
const NATURAL = ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"];

function nationalIdOf(source: PayloadSource, path: string, isLegal: boolean): object | undefined {
  if (!hasAllowedId(source, path, isLegal)) return undefined;
  return source.texts(path, {
    national_id_type: "nationalIdentifierType",
    national_id: "nationalIdentifier",
    ...(isLegal ? { registration_authority: "registrationAuthority" } : { issue_country: "countryOfIssue" }),
  });
}

function hasAllowedId(source: PayloadSource, path: string, isLegal: boolean): boolean {
  const type = `${path}/nationalIdentifierType`;
  const id = source.allowed(`${path}/nationalIdentifier`);
  const isOfKind = (text: string): boolean =>
    isLegal ? !source.is(type, "LEIX") || isLei(text) : NATURAL.some((each) => source.is(type, each));
  const isAllowed = id !== undefined && isOfKind(id);
  if (!isAllowed) source.lose(path, "not_allowed");
  return isAllowed;
}

/** The account of the first person comes first. In 2020, accounts are beside the persons. */
function accountOf(source: PayloadSource, side: Side): string | undefined {
  const accounts = [
    ...source.items(`/${side}/${side}Person/0/accountNumber`),
    ...source.items(`/${side}/accountNumber`),
  ];
  const account = accounts.find((path) => source.allowed(path) !== undefined);
  return account === undefined ? undefined : source.text(account);
}

/** A VASP is a legal person. Its record has one address without a type, read as GEOG. */
function vaspOf(
  source: PayloadSource,
  entity: "originatingVASP" | "beneficiaryVASP",
  issues: Ivms101Issue[],
): Omit<Vasp, "vasp_id"> | undefined {
  const person = `/${entity}/${entity}/legalPerson`;
  if (!source.has(person)) return undefined;
  const name = entityName(source, `${person}/name/nameIdentifier`);
  if (name === undefined) {
    issues.push(blankName(`${person}/name/nameIdentifier`, "2.7"));
    return undefined;
  }
  const addresses = source.items(`${person}/geographicAddress`);
  const address = addresses.find((path) => source.is(`${path}/addressType`, "GEOG")) ?? addresses.at(0);
  if (address !== undefined && source.is(`${address}/addressType`, "GEOG")) source.use(`${address}/addressType`);
  const id = `${person}/nationalIdentification`;
  const { name_type: _, ...names } = name;
  return {
    ...names,
    ...(address !== undefined && source.texts(address, VASP_ADDRESS)),
    ...(hasAllowedId(source, id, true) && source.texts(id, VASP_ID)),
  };
}

const VASP_ADDRESS = {
  address_country_code: "country",
  address_street_no: "buildingNumber",
  address_street_name: "streetName",
  address_city: "townName",
  address_region: "countrySubDivision",
  address_postcode: "postcode",
} as const;

const VASP_ID = {
  national_id_type_code: "nationalIdentifierType",
  national_id: "nationalIdentifier",
  national_id_registration_authority: "registrationAuthority",
} as const;
