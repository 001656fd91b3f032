/** Rules of accounts besides their types (§2.2–2.6), one row each, in the order of the specification. */
import { isDate } from "../identifiers/date.js";
import { isEmail } from "../identifiers/email.js";
import { countryRule, formatRule, leiRule, registrationAuthorityRule, rulesAt } from "../input/rules.js";
import type { Rule, RuleGroup } from "../input/types.js";
import type { Entity, Individual, PostalAddress } from "./account.js";
import type { NationalIdShape, PartyShape } from "./account.shape.js";

function isIdentified({ customer_id, address, national_id }: PartyShape): boolean {
  return customer_id !== undefined || address !== undefined || national_id !== undefined;
}

function isIdentifiedByBirth({ individual }: PartyShape): boolean {
  return individual?.date_of_birth !== undefined && individual.place_of_birth !== undefined;
}

/** §2.2. */
const partyRules: readonly Rule<PartyShape>[] = [
  formatRule(
    "email",
    "not_an_email",
    "2.2",
    isEmail,
    "email must have one @ with text on both sides and no white space.",
  ),
  {
    code: "required",
    clause: "2.2",
    path: "/individual",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "individual" && party.individual === undefined,
    message: "individual is missing; an account of type individual needs it.",
  },
  {
    code: "entity_on_individual",
    clause: "2.2",
    path: "/entity",
    dependsOn: ["account_type", "entity"],
    isViolated: (party) => party.account_type === "individual" && party.entity !== undefined,
    message: "An account of type individual must not have entity; remove it.",
  },
  {
    code: "required",
    clause: "2.2",
    path: "/entity",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "entity" && party.entity === undefined,
    message: "entity is missing; an account of type entity needs it.",
  },
  {
    code: "individual_on_entity",
    clause: "2.2",
    path: "/individual",
    dependsOn: ["account_type", "individual"],
    isViolated: (party) => party.account_type === "entity" && party.individual !== undefined,
    message: "An account of type entity must not have individual; remove it.",
  },
];

/** Rule 2.2.1. */
const identificationRules: readonly Rule<PartyShape>[] = [
  {
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    // An invalid individual may still be identified by its birth.
    dependsOn: ["account_type", "individual"],
    isViolated: (party) => party.account_type === "individual" && !isIdentified(party) && !isIdentifiedByBirth(party),
    params: {
      anyOf: ["customer_id", "address", "national_id", "individual.date_of_birth and individual.place_of_birth"],
    },
    message:
      "The account of an individual needs an identifying item: customer_id, address, national_id, or date_of_birth together with place_of_birth.",
  },
  {
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "entity" && !isIdentified(party),
    params: { anyOf: ["customer_id", "address", "national_id"] },
    message: "The account of an entity needs an identifying item: customer_id, address or national_id.",
  },
];

/** §2.3. */
const individualRules: readonly Rule<Individual>[] = [
  formatRule(
    "date_of_birth",
    "not_a_date",
    "2.3",
    isDate,
    "date_of_birth must be a real calendar date, YYYY-MM-DD.",
    true,
  ),
  {
    code: "date_of_birth_in_future",
    clause: "2.3",
    path: "/date_of_birth",
    dependsOn: ["date_of_birth"],
    isViolated: ({ date_of_birth }, { today }) =>
      date_of_birth !== undefined && today !== undefined && date_of_birth > today,
    message: "date_of_birth must not be after today (UTC).",
  },
  countryRule("nationality_country", "2.3"),
  countryRule("residence_country", "2.3"),
];

/** §2.4. */
const entityRules: readonly Rule<Entity>[] = [countryRule("registration_country", "2.4")];

/** §2.5. */
const addressRules: readonly Rule<PostalAddress>[] = [
  {
    code: "address_incomplete",
    clause: "2.5",
    path: "",
    dependsOn: [],
    isViolated: (address) =>
      address.address_line === undefined &&
      address.address_street_no === undefined &&
      address.address_building_name === undefined,
    message:
      "An account address needs address_line, or address_street_name with address_street_no or address_building_name.",
  },
  {
    code: "street_name_missing",
    clause: "2.5",
    path: "/address_street_name",
    dependsOn: [],
    isViolated: (address) =>
      address.address_street_name === undefined &&
      (address.address_street_no !== undefined || address.address_building_name !== undefined),
    message: "address_street_name is missing; address_street_no and address_building_name need it.",
  },
  countryRule("address_country_code", "2.5"),
];

/** §2.6: rules that depend on the type of the account. */
const nationalIdOfPartyRules: readonly Rule<PartyShape>[] = [
  {
    code: "national_id_type_of_entity",
    clause: "2.6",
    path: "/national_id/national_id_type",
    dependsOn: ["account_type", "national_id", "national_id/national_id_type"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "individual" && isOneOf(["RAID", "TXID", "LEIX"], national_id?.national_id_type),
    params: { allowed: ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"] },
    message: "An individual's national_id_type must be one of ARNU, CCPT, DRLC, FIIN, SOCS, IDCD, MISC.",
  },
  {
    code: "national_id_type_of_individual",
    clause: "2.6",
    path: "/national_id/national_id_type",
    dependsOn: ["account_type", "national_id", "national_id/national_id_type"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "entity" &&
      isOneOf(["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD"], national_id?.national_id_type),
    params: { allowed: ["RAID", "TXID", "LEIX", "MISC"] },
    message: "An entity's national_id_type must be one of RAID, TXID, LEIX, MISC.",
  },
  {
    code: "issue_country_on_entity",
    clause: "2.6",
    path: "/national_id/issue_country",
    dependsOn: ["account_type", "national_id"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "entity" && national_id?.issue_country !== undefined,
    message: "An entity's national id must not have issue_country; use registration_authority instead.",
  },
  {
    code: "registration_authority_missing",
    clause: "2.6",
    path: "/national_id/registration_authority",
    dependsOn: ["account_type", "national_id", "national_id/national_id_type"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "entity" &&
      national_id !== undefined &&
      national_id.national_id_type !== "LEIX" &&
      national_id.registration_authority === undefined,
    message:
      "An entity's national id other than LEIX needs registration_authority: the code of the authority that issued it (RA000001 …).",
  },
  {
    code: "registration_authority_on_individual",
    clause: "2.6",
    path: "/national_id/registration_authority",
    dependsOn: ["account_type", "national_id"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "individual" && national_id?.registration_authority !== undefined,
    message: "An individual's national id must not have registration_authority; use issue_country for its country.",
  },
];

function isOneOf(codes: readonly string[], code: string | undefined): boolean {
  return code !== undefined && codes.includes(code);
}

/** §2.6: formats of texts. */
const nationalIdRules: readonly Rule<NationalIdShape>[] = [
  leiRule("national_id_type", "2.6"),
  countryRule("issue_country", "2.6"),
  registrationAuthorityRule("registration_authority", "2.6"),
];

/** Returns the rules of a party at a place of the document: "" for an account, "/originator_account" in a transfer. */
export function partyRulesAt(at: string): readonly RuleGroup[] {
  return [
    rulesAt(at, partyRules),
    rulesAt(at, identificationRules),
    rulesAt(`${at}/individual`, individualRules),
    rulesAt(`${at}/entity`, entityRules),
    rulesAt(`${at}/address`, addressRules),
    rulesAt(at, nationalIdOfPartyRules),
    rulesAt(`${at}/national_id`, nationalIdRules),
  ];
}

/** Returns the clause of each part of a party. */
export function partyClausesAt(at: string): readonly (readonly [prefix: string, clause: string])[] {
  return [
    [`${at}/individual`, "2.3"],
    [`${at}/entity`, "2.4"],
    [`${at}/address`, "2.5"],
    [`${at}/national_id`, "2.6"],
  ];
}
