/** The rules of §2.2–2.5 that are more than types, one row each, in the order of the specification; those of §2.6 stand beside. */
import { isCalendarDate } from "../identifiers/date.js";
import { isEmail } from "../identifiers/email.js";
import { countryForm, form } from "../input/forms.js";
import { type Rule, type RuleGroup, rulesAt } from "../input/rule.js";
import type { Entity, Individual, PostalAddress } from "./account.js";
import type { PartyShape } from "./account.shape.js";
import { nationalIdOfPartyRules, nationalIdRules } from "./national-id.rules.js";

function isIdentified({ customer_id, address, national_id }: PartyShape): boolean {
  return customer_id !== undefined || address !== undefined || national_id !== undefined;
}

function isIdentifiedByBirth({ individual }: PartyShape): boolean {
  return individual?.date_of_birth !== undefined && individual.place_of_birth !== undefined;
}

/** §2.2. */
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
    clause: "2.2",
    path: "/individual",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "individual" && party.individual === undefined,
    message: "individual is missing; an account of type individual describes it (§2.3).",
  },
  {
    code: "entity_on_individual",
    clause: "2.2",
    path: "/entity",
    dependsOn: ["account_type", "entity"],
    isViolated: (party) => party.account_type === "individual" && party.entity !== undefined,
    message: "entity must be left out of an account of type individual.",
  },
  {
    code: "required",
    clause: "2.2",
    path: "/entity",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "entity" && party.entity === undefined,
    message: "entity is missing; an account of type entity describes it (§2.4).",
  },
  {
    code: "individual_on_entity",
    clause: "2.2",
    path: "/individual",
    dependsOn: ["account_type", "individual"],
    isViolated: (party) => party.account_type === "entity" && party.individual !== undefined,
    message: "individual must be left out of an account of type entity.",
  },
];

/** Rule 2.2.1. */
const identificationRules: readonly Rule<PartyShape>[] = [
  {
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    // Without an individual that can be read, it cannot be said whether birth identifies it.
    dependsOn: ["account_type", "individual"],
    isViolated: (party) => party.account_type === "individual" && !isIdentified(party) && !isIdentifiedByBirth(party),
    message:
      "An individual needs an identifying item: customer_id, address, national_id, or date_of_birth together with place_of_birth.",
  },
  {
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    dependsOn: ["account_type"],
    isViolated: (party) => party.account_type === "entity" && !isIdentified(party),
    message: "An entity needs an identifying item: customer_id, address or national_id.",
  },
];

/** §2.3. */
const individualRules: readonly Rule<Individual>[] = [
  form(
    "date_of_birth",
    "not_a_date",
    "2.3",
    isCalendarDate,
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
  countryForm("nationality_country", "2.3"),
  countryForm("residence_country", "2.3"),
];

/** §2.4. */
const entityRules: readonly Rule<Entity>[] = [countryForm("registration_country", "2.4")];

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
    message: "An address needs address_line, or address_street_name with address_street_no or address_building_name.",
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
  countryForm("address_country_code", "2.5"),
];

/** The rules of a party at a place of the document: "" for an account, "/originator_account" in a transfer. */
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

/** The clause of each place of a party. */
export function partyClausesAt(at: string): readonly (readonly [prefix: string, clause: string])[] {
  return [
    [`${at}/individual`, "2.3"],
    [`${at}/entity`, "2.4"],
    [`${at}/address`, "2.5"],
    [`${at}/national_id`, "2.6"],
  ];
}
