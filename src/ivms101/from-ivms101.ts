/** `fromIvms101`: from a payload to our parties and VASPs, with losses at its elements. */

import type { EntityName, IndividualName, PartyDraft, PostalAddress } from "../domain/accounts/account.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { isLei } from "../domain/identifiers/lei.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions } from "../domain/options.js";
import type { Result } from "../domain/result.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import { unknownElements } from "./convert.js";
import type { Ivms101IssueCode } from "./issue.js";
import type { Ivms101Note } from "./model.js";
import { parseIvms101 } from "./parse.js";
import { PayloadElement, present } from "./payload-element.js";
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
export function fromIvms101(payload: unknown, options: FromIvms101Options = {}): Result<ReadIvms101, Ivms101IssueCode> {
  const fail = (message: string): ComplianceError => new ComplianceError("invalid_input", message);
  const { today } = checkedOptions("fromIvms101", options, { today: "checked" } as const, fail);
  const parsed = parseIvms101(payload, { mode: "tolerant", today });
  if (!parsed.ok) return parsed;
  const { payload: model, notes } = parsed.value;
  const root = new PayloadElement(model);
  const issues: Issue<Ivms101IssueCode>[] = [];
  const parties: Ivms101Parties = present({
    originator_account: partyOf(root, "originator", issues),
    beneficiary_account: partyOf(root, "beneficiary", issues),
    originator_address: accountOf(root, "originator"),
    beneficiary_address: accountOf(root, "beneficiary"),
  });
  const vasps: Ivms101Vasps = present({
    originator_vasp: vaspOf(root, "originatingVASP", issues),
    beneficiary_vasp: vaspOf(root, "beneficiaryVASP", issues),
  });
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { parties, vasps, losses: [...unknownElements(notes), ...root.losses()], notes } };
}

type Side = "originator" | "beneficiary";

/** A party is the first person. */
function partyOf(payload: PayloadElement, side: Side, issues: Issue<Ivms101IssueCode>[]): PartyDraft | undefined {
  const [first, ...others] = payload.at(side, `${side}Person`).items();
  if (first === undefined) return undefined;
  for (const other of others) other.lose("further_person");
  const isLegal = first.at("legalPerson").isPresent();
  const person = first.at(isLegal ? "legalPerson" : "naturalPerson");
  const described = isLegal ? entityOf(person) : individualOf(person);
  if (described === undefined) {
    issues.push(blankName(person, isLegal ? "2.4" : "2.3"));
    return undefined;
  }
  const address = usableAddress(person, isLegal);
  const party = present({
    ...described,
    ...person.fields({ customer_id: "customerIdentification" }),
    address: address === undefined ? undefined : addressOf(address),
    national_id: nationalIdOf(person.at("nationalIdentification"), isLegal),
  });
  if (side === "originator" && !isIdentified(party)) issues.push({ ...UNIDENTIFIED, path: person.path });
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

function blankName(person: PayloadElement, clause: string): Issue<Ivms101IssueCode> {
  const message = "The legal name (LEGL) is blank, and every account and VASP needs one. Ask the sender for the name.";
  return { code: "text_blank", path: person.at("name", "nameIdentifier").path, clause, message };
}

/** Date and place of birth are kept together: IVMS101 has neither alone. */
function individualOf(person: PayloadElement): object | undefined {
  const individual_name = individualName(person.at("name", "nameIdentifier"), "naturalPersonNameIdentifierType");
  if (individual_name === undefined) return undefined;
  const birth = person.at("dateAndPlaceOfBirth");
  const isBorn = birth.at("placeOfBirth").text !== undefined;
  if (!isBorn) birth.lose("not_allowed");
  const individual = present({
    individual_name,
    individual_localname: individualName(person.at("name", "localNameIdentifier"), "nameIdentifierType"),
    ...(isBorn && birth.fields({ date_of_birth: "dateOfBirth", place_of_birth: "placeOfBirth" })),
    ...person.fields({ residence_country: "countryOfResidence" }),
  });
  return { account_type: "individual", individual };
}

/** Returns the first name of a type with an allowed text at another place, and uses its type. */
function nameOf(list: PayloadElement, type: string, code: string, text: string): PayloadElement | undefined {
  const name = list.items().find((each) => each.at(type).value === code && each.at(text).text !== undefined);
  name?.at(type).use();
  return name;
}

/** Returns the first legal name. */
function individualName(list: PayloadElement, type: string): IndividualName | undefined {
  const name = nameOf(list, type, "LEGL", "primaryIdentifier");
  if (name === undefined) return undefined;
  const names = name.fields({ name_first: "secondaryIdentifier", name_last: "primaryIdentifier" });
  // The primary identifier is there.
  return { name_type: "LEGL", ...names } as IndividualName;
}

function entityOf(person: PayloadElement): object | undefined {
  const entity_name = entityName(person.at("name", "nameIdentifier"));
  if (entity_name === undefined) return undefined;
  const entity = present({
    entity_name,
    entity_localname: entityName(person.at("name", "localNameIdentifier")),
    ...person.fields({ registration_country: "countryOfRegistration" }),
  });
  return { account_type: "entity", entity };
}

/** Returns the first legal name with the first trade name. */
function entityName(list: PayloadElement): EntityName | undefined {
  const textOf = (code: string): string | undefined =>
    nameOf(list, "legalPersonNameIdentifierType", code, "legalPersonName")?.at("legalPersonName").take();
  const name_legal = textOf("LEGL");
  return name_legal === undefined
    ? undefined
    : { name_type: "LEGL", name_legal, ...present({ name_business: textOf("TRAD") }) };
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

/** Returns the first address that meets §2.5. Of a legal person, one of type GEOG comes first (C4). */
function usableAddress(person: PayloadElement, isLegal: boolean): PayloadElement | undefined {
  const usable = person
    .at("geographicAddress")
    .items()
    .filter((address) => {
      const has = (name: string): boolean => address.at(name).text !== undefined;
      const hasLine = address.at("addressLine").line() !== undefined;
      const hasStreet = has("streetName") && (has("buildingNumber") || has("buildingName"));
      const isUsable = has("townName") && has("country") && (hasLine || hasStreet);
      if (!isUsable) address.lose("incomplete");
      return isUsable;
    });
  // `at`, because an index of an empty list could be inherited from a polluted prototype.
  return (isLegal ? usable.find(isGeneral) : undefined) ?? usable.at(0);
}

function isGeneral(address: PayloadElement): boolean {
  return address.at("addressType").value === "GEOG";
}

function addressOf(address: PayloadElement): PostalAddress {
  const hasStreet = address.at("streetName").text !== undefined;
  if (!hasStreet) for (const name of Object.values(BUILDING)) address.at(name).lose("incomplete");
  const fields = {
    ...address.fields(hasStreet ? { ...ADDRESS, ...BUILDING } : ADDRESS),
    address_line: address.at("addressLine").takeLine(),
  };
  // Type, town and country are there.
  return present(fields) as object as PostalAddress;
}

/** Types of natural persons. Those of legal persons are C7. */
const NATURAL: readonly unknown[] = ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"];

function nationalIdOf(id: PayloadElement, isLegal: boolean): object | undefined {
  if (!isAllowedId(id, isLegal)) return undefined;
  return id.fields({
    national_id_type: "nationalIdentifierType",
    national_id: "nationalIdentifier",
    ...(isLegal ? { registration_authority: "registrationAuthority" } : { issue_country: "countryOfIssue" }),
  });
}

function isAllowedId(id: PayloadElement, isLegal: boolean): boolean {
  const type = id.at("nationalIdentifierType").value;
  const { text } = id.at("nationalIdentifier");
  const isOfKind = (given: string): boolean => (isLegal ? type !== "LEIX" || isLei(given) : NATURAL.includes(type));
  const isAllowed = text !== undefined && isOfKind(text);
  if (!isAllowed) id.lose("not_allowed");
  return isAllowed;
}

/** The account of the first person comes first. In 2020, accounts are beside the persons. */
function accountOf(payload: PayloadElement, side: Side): string | undefined {
  const entity = payload.at(side);
  const accounts = [...entity.at(`${side}Person`, "0", "accountNumber").items(), ...entity.at("accountNumber").items()];
  return accounts.find(({ text }) => text !== undefined)?.take();
}

/** A VASP is a legal person. Its record has one address without a type, read as GEOG. */
function vaspOf(
  payload: PayloadElement,
  entity: "originatingVASP" | "beneficiaryVASP",
  issues: Issue<Ivms101IssueCode>[],
): Omit<Vasp, "vasp_id"> | undefined {
  const person = payload.at(entity, entity, "legalPerson");
  if (!person.isPresent()) return undefined;
  const name = entityName(person.at("name", "nameIdentifier"));
  if (name === undefined) {
    issues.push(blankName(person, "2.7"));
    return undefined;
  }
  const addresses = person.at("geographicAddress").items();
  const general = addresses.find(isGeneral);
  general?.at("addressType").use();
  const address = general ?? addresses.at(0);
  const id = person.at("nationalIdentification");
  const { name_type: _, ...names } = name;
  return {
    ...names,
    ...address?.fields(VASP_ADDRESS),
    ...(isAllowedId(id, true) && id.fields(VASP_ID)),
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
