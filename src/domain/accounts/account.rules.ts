/** Every rule of §2.2–2.6 that is more than a type, one row each, in the order of the specification. */
import { isCalendarDate } from "../identifiers/date.js";
import { isEmail } from "../identifiers/email.js";
import { isLei } from "../identifiers/lei.js";
import { isRegistrationAuthority } from "../identifiers/registration-authority.js";
import { countryForm, form, type Rule, type RuleGroup, rulesAt } from "../input/rule.js";
import type { Entity, Individual, PostalAddress } from "./account.js";
import type { NationalIdShape, PartyShape } from "./account.shape.js";

/** §2.2 and rule 2.2.1. */
const partyRules: readonly Rule<PartyShape>[] = [
  form(
    "email",
    "not_an_email",
    "2.2",
    isEmail,
    "email must have one @, something on both sides of it and no white space.",
  ),
  {
    code: "required",
    rule: "2.2",
    path: "/individual",
    reads: ["account_type"],
    broken: (party) => party.account_type === "individual" && party.individual === undefined,
    message: "individual is missing; an account of type individual describes it (§2.3).",
  },
  {
    code: "entity_on_individual",
    rule: "2.2",
    path: "/entity",
    reads: ["account_type"],
    broken: (party) => party.account_type === "individual" && party.entity !== undefined,
    message: "entity must be left out of an account of type individual.",
  },
  {
    code: "required",
    rule: "2.2",
    path: "/entity",
    reads: ["account_type"],
    broken: (party) => party.account_type === "entity" && party.entity === undefined,
    message: "entity is missing; an account of type entity describes it (§2.4).",
  },
  {
    code: "individual_on_entity",
    rule: "2.2",
    path: "/individual",
    reads: ["account_type"],
    broken: (party) => party.account_type === "entity" && party.individual !== undefined,
    message: "individual must be left out of an account of type entity.",
  },
  {
    code: "identification_missing",
    rule: "2.2.1",
    path: "",
    // Without an individual that can be read, whether birth identifies it cannot be said.
    reads: ["account_type", "individual"],
    broken: (party) => !isIdentified(party),
    message:
      "At least one identifying item is needed: customer_id, address or national_id; for an individual also date_of_birth together with place_of_birth.",
  },
];

function isIdentified({ account_type, customer_id, address, national_id, individual }: PartyShape): boolean {
  if (customer_id !== undefined || address !== undefined || national_id !== undefined) return true;
  if (account_type === "entity") return false;
  return individual?.date_of_birth !== undefined && individual.place_of_birth !== undefined;
}

/** §2.3. */
const individualRules: readonly Rule<Individual>[] = [
  form("date_of_birth", "not_a_date", "2.3", isCalendarDate, "date_of_birth must be a real calendar date, YYYY-MM-DD."),
  {
    code: "date_of_birth_in_future",
    rule: "2.3",
    path: "/date_of_birth",
    reads: ["date_of_birth"],
    broken: ({ date_of_birth }, { today }) =>
      date_of_birth !== undefined && today !== undefined && date_of_birth > today,
    message: "date_of_birth must not be after today (UTC).",
  },
  countryForm("nationality_country", "2.3"),
  countryForm("residence_country", "2.3"),
];

/** §2.4. */
const entityRules: readonly Rule<Entity>[] = [countryForm("registration_country", "2.4")];

/** §2.5. */
const addressRules: readonly Rule<PostalAddress>[] = [
  {
    code: "address_incomplete",
    rule: "2.5",
    path: "",
    reads: [],
    broken: (address) =>
      address.address_line === undefined &&
      address.address_street_no === undefined &&
      address.address_building_name === undefined,
    message: "An address needs address_line, or address_street_name with address_street_no or address_building_name.",
  },
  {
    code: "street_name_missing",
    rule: "2.5",
    path: "/address_street_name",
    reads: [],
    broken: (address) =>
      address.address_street_name === undefined &&
      (address.address_street_no !== undefined || address.address_building_name !== undefined),
    message: "address_street_name is missing; address_street_no and address_building_name need it.",
  },
  countryForm("address_country_code", "2.5"),
];

/** §2.6, what the type of the account decides. */
const nationalIdOfPartyRules: readonly Rule<PartyShape>[] = [
  {
    code: "national_id_type_of_entity",
    rule: "2.6",
    path: "/national_id/national_id_type",
    reads: ["account_type", "national_id", "national_id/national_id_type"],
    broken: ({ account_type, national_id }) =>
      account_type === "individual" && isOneOf(["RAID", "TXID", "LEIX"], national_id?.national_id_type),
    message: "An individual's national_id_type must be one of ARNU, CCPT, DRLC, FIIN, SOCS, IDCD, MISC.",
  },
  {
    code: "national_id_type_of_individual",
    rule: "2.6",
    path: "/national_id/national_id_type",
    reads: ["account_type", "national_id", "national_id/national_id_type"],
    broken: ({ account_type, national_id }) =>
      account_type === "entity" &&
      isOneOf(["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD"], national_id?.national_id_type),
    message: "An entity's national_id_type must be one of RAID, TXID, LEIX, MISC.",
  },
  {
    code: "issue_country_on_entity",
    rule: "2.6",
    path: "/national_id/issue_country",
    reads: ["account_type", "national_id"],
    broken: ({ account_type, national_id }) => account_type === "entity" && national_id?.issue_country !== undefined,
    message: "An entity's national id must not name an issuing country; name its registration authority instead.",
  },
  {
    code: "registration_authority_missing",
    rule: "2.6",
    path: "/national_id/registration_authority",
    reads: ["account_type", "national_id", "national_id/national_id_type"],
    broken: ({ account_type, national_id }) =>
      account_type === "entity" &&
      national_id !== undefined &&
      national_id.national_id_type !== "LEIX" &&
      national_id.registration_authority === undefined,
    message: "An entity's national id other than LEIX needs the registration authority that issued it (RA000001 …).",
  },
  {
    code: "registration_authority_on_individual",
    rule: "2.6",
    path: "/national_id/registration_authority",
    reads: ["account_type", "national_id"],
    broken: ({ account_type, national_id }) =>
      account_type === "individual" && national_id?.registration_authority !== undefined,
    message: "An individual's national id must not name a registration authority; issue_country may name its country.",
  },
];

function isOneOf(codes: readonly string[], code: string | undefined): boolean {
  return code !== undefined && codes.includes(code);
}

/** §2.6, the forms of its texts. */
const nationalIdRules: readonly Rule<NationalIdShape>[] = [
  {
    code: "not_an_lei",
    rule: "2.6",
    path: "/national_id",
    reads: ["national_id_type", "national_id"],
    broken: ({ national_id_type, national_id }) => national_id_type === "LEIX" && !isLei(national_id),
    message: "national_id of type LEIX must be an LEI: 20 characters with right check digits (ISO 17442).",
  },
  countryForm("issue_country", "2.6"),
  form(
    "registration_authority",
    "not_a_registration_authority",
    "2.6",
    isRegistrationAuthority,
    "registration_authority must be a code of the GLEIF registration authorities list (RA000001 …).",
  ),
];

/** The rules of a party at a place of the document: "" for an account, "/originator_account" in a transfer. */
export function partyRulesAt(at: string): readonly RuleGroup[] {
  return [
    rulesAt(at, partyRules),
    rulesAt(`${at}/individual`, individualRules),
    rulesAt(`${at}/entity`, entityRules),
    rulesAt(`${at}/address`, addressRules),
    rulesAt(at, nationalIdOfPartyRules),
    rulesAt(`${at}/national_id`, nationalIdRules),
  ];
}

/** The clause of each place of a party. */
export function partyClausesAt(at: string): readonly (readonly [prefix: string, clause: string])[] {
  return [
    [`${at}/individual`, "2.3"],
    [`${at}/entity`, "2.4"],
    [`${at}/address`, "2.5"],
    [`${at}/national_id`, "2.6"],
  ];
}
