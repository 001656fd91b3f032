/** Rules of accounts besides their types (§2.2–2.6), one row each, in the order of the specification. */
import { isDate } from "../identifiers/date.js";
import { isEmail, isPlainEmail } from "../identifiers/email.js";
import { countryRule, formatRule, leiRule, registrationAuthorityRule, ruleOf } from "../input/rules.js";
import type { Individual, PostalAddress } from "./account.js";
import type { PartyShape } from "./account.shape.js";

const partyRule = ruleOf<PartyShape>();
const individualRule = ruleOf<Individual>();
const addressRule = ruleOf<PostalAddress>();

/** §2.2. */
export const partyRules = [
  {
    ...formatRule(
      "email",
      "not_an_email",
      "2.2",
      isEmail,
      "email must have one @ with text on both sides and no white space.",
    ),
    // Printable ASCII of this length meets every text rule.
    format: {
      matches: isEmail,
      skipsTextRules: false,
      isFine: (text: string) => text.length < 100 && isPlainEmail(text),
    },
  },
  partyRule({
    code: "required",
    clause: "2.2",
    path: "/individual",
    of: ["account_type", "individual?"],
    isViolated: (type, hasIndividual) => type === "individual" && !hasIndividual,
    message: "individual is missing; an account of type individual needs it.",
  }),
  partyRule({
    code: "entity_on_individual",
    clause: "2.2",
    path: "/entity",
    of: ["account_type", "entity"],
    isViolated: (type, entity) => type === "individual" && entity !== undefined,
    message: "An account of type individual must not have entity; remove it.",
  }),
  partyRule({
    code: "required",
    clause: "2.2",
    path: "/entity",
    of: ["account_type", "entity?"],
    isViolated: (type, hasEntity) => type === "entity" && !hasEntity,
    message: "entity is missing; an account of type entity needs it.",
  }),
  partyRule({
    code: "individual_on_entity",
    clause: "2.2",
    path: "/individual",
    of: ["account_type", "individual"],
    isViolated: (type, individual) => type === "entity" && individual !== undefined,
    message: "An account of type entity must not have individual; remove it.",
  }),
] as const;

/** Rule 2.2.1. */
export const identificationRules = [
  partyRule({
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    // The last operand, because an invalid individual may still be identified by its birth.
    of: [
      "account_type",
      "customer_id?",
      "address?",
      "national_id?",
      "individual/date_of_birth?",
      "individual/place_of_birth?",
      "individual",
    ],
    isViolated: (type, hasCustomerId, hasAddress, hasNationalId, hasDateOfBirth, hasPlaceOfBirth) =>
      type === "individual" && !(hasCustomerId || hasAddress || hasNationalId) && !(hasDateOfBirth && hasPlaceOfBirth),
    params: {
      anyOf: ["customer_id", "address", "national_id", "individual.date_of_birth and individual.place_of_birth"],
    },
    message:
      "The account of an individual needs an identifying item: customer_id, address, national_id, or date_of_birth together with place_of_birth.",
  }),
  partyRule({
    code: "identification_missing",
    clause: "2.2.1",
    path: "",
    of: ["account_type", "customer_id?", "address?", "national_id?"],
    isViolated: (type, hasCustomerId, hasAddress, hasNationalId) =>
      type === "entity" && !(hasCustomerId || hasAddress || hasNationalId),
    params: { anyOf: ["customer_id", "address", "national_id"] },
    message: "The account of an entity needs an identifying item: customer_id, address or national_id.",
  }),
] as const;

/** §2.3. */
export const individualRules = [
  formatRule(
    "date_of_birth",
    "not_a_date",
    "2.3",
    isDate,
    "date_of_birth must be a real calendar date, YYYY-MM-DD.",
    true,
  ),
  individualRule({
    code: "date_of_birth_in_future",
    clause: "2.3",
    path: "/date_of_birth",
    of: ["date_of_birth"],
    isViolated: (date, { today }) => date !== undefined && today !== undefined && date > today,
    message: "date_of_birth must not be after today (UTC).",
  }),
  countryRule("nationality_country", "2.3"),
  countryRule("residence_country", "2.3"),
] as const;

/** §2.4. */
export const entityRules = [countryRule("registration_country", "2.4")] as const;

/** §2.5. */
export const addressRules = [
  addressRule({
    code: "address_incomplete",
    clause: "2.5",
    path: "",
    of: ["address_line?", "address_street_no?", "address_building_name?"],
    isViolated: (hasLine, hasNumber, hasBuilding) => !(hasLine || hasNumber || hasBuilding),
    message:
      "An account address needs address_line, or address_street_name with address_street_no or address_building_name.",
  }),
  addressRule({
    code: "street_name_missing",
    clause: "2.5",
    path: "/address_street_name",
    of: ["address_street_name?", "address_street_no?", "address_building_name?"],
    isViolated: (hasStreet, hasNumber, hasBuilding) => !hasStreet && (hasNumber || hasBuilding),
    message: "address_street_name is missing; address_street_no and address_building_name need it.",
  }),
  countryRule("address_country_code", "2.5"),
] as const;

/** §2.6: rules that depend on the type of the account. */
export const nationalIdOfPartyRules = [
  partyRule({
    code: "national_id_type_of_entity",
    clause: "2.6",
    path: "/national_id/national_id_type",
    of: ["account_type", "national_id/national_id_type"],
    isViolated: (type, code) => type === "individual" && isOfEntitiesOnly(code),
    params: { allowed: ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"] },
    message: "An individual's national_id_type must be one of ARNU, CCPT, DRLC, FIIN, SOCS, IDCD, MISC.",
  }),
  partyRule({
    code: "national_id_type_of_individual",
    clause: "2.6",
    path: "/national_id/national_id_type",
    of: ["account_type", "national_id/national_id_type"],
    isViolated: (type, code) => type === "entity" && code !== undefined && code !== "MISC" && !isOfEntitiesOnly(code),
    params: { allowed: ["RAID", "TXID", "LEIX", "MISC"] },
    message: "An entity's national_id_type must be one of RAID, TXID, LEIX, MISC.",
  }),
  partyRule({
    code: "issue_country_on_entity",
    clause: "2.6",
    path: "/national_id/issue_country",
    of: ["account_type", "national_id/issue_country?"],
    isViolated: (type, hasCountry) => type === "entity" && hasCountry,
    message: "An entity's national id must not have issue_country; use registration_authority instead.",
  }),
  partyRule({
    code: "registration_authority_missing",
    clause: "2.6",
    path: "/national_id/registration_authority",
    of: ["account_type", "national_id/national_id_type", "national_id/registration_authority?"],
    isViolated: (type, code, hasAuthority) =>
      type === "entity" && code !== undefined && code !== "LEIX" && !hasAuthority,
    message:
      "An entity's national id other than LEIX needs registration_authority: the code of the authority that issued it (RA000001 …).",
  }),
  partyRule({
    code: "registration_authority_on_individual",
    clause: "2.6",
    path: "/national_id/registration_authority",
    of: ["account_type", "national_id/registration_authority?"],
    isViolated: (type, hasAuthority) => type === "individual" && hasAuthority,
    message: "An individual's national id must not have registration_authority; use issue_country for its country.",
  }),
] as const;

function isOfEntitiesOnly(code: string | undefined): boolean {
  return code === "RAID" || code === "TXID" || code === "LEIX";
}

/** §2.6: formats of texts. */
export const nationalIdRules = [
  leiRule("national_id_type", "2.6"),
  countryRule("issue_country", "2.6"),
  registrationAuthorityRule("registration_authority", "2.6"),
] as const;
