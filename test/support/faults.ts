/** Faults that can be combined in one input: each is one issue, whatever the others are. */
import type { IssueCode } from "../../src/index.js";

/** One fault among several. No two of a list touch the same place. */
export interface Fault {
  readonly code: IssueCode;
  readonly path: string;
  /** The broken value; without one, the member is removed. */
  readonly value?: unknown;
}

/** Among them names that begin other names (`national_id`, `national_id_type`), which a validator may take for one. */
export const individualFaults: readonly Fault[] = [
  { code: "required", path: "/reference_id" },
  { code: "not_allowed", path: "/account_category", value: "recipient" },
  { code: "text_blank", path: "/customer_id", value: " " },
  { code: "not_an_email", path: "/email", value: "nobody" },
  { code: "unknown_property", path: "/extra", value: { deep: "" } },
  { code: "unknown_property", path: "/individual/individual_name/name_frist", value: "" },
  { code: "required", path: "/individual/individual_name/name_last" },
  { code: "not_allowed", path: "/individual/individual_name/name_type", value: "BIRT" },
  { code: "text_control_character", path: "/individual/individual_name/name_first", value: "a\nb" },
  { code: "wrong_type", path: "/individual/individual_localname", value: "text" },
  { code: "not_a_date", path: "/individual/date_of_birth", value: "2023-02-29" },
  { code: "not_a_country", path: "/individual/nationality_country", value: "XK" },
  { code: "wrong_type", path: "/individual/residence_country", value: null },
  { code: "text_too_long", path: "/address/address_floor", value: "x".repeat(1_001) },
  { code: "street_name_missing", path: "/address/address_street_name" },
  { code: "required", path: "/address/address_country_code" },
  { code: "required", path: "/address/address_city" },
  { code: "national_id_type_of_entity", path: "/national_id/national_id_type", value: "LEIX" },
  { code: "wrong_type", path: "/national_id/national_id", value: 5 },
  { code: "registration_authority_on_individual", path: "/national_id/registration_authority", value: "RA000001" },
];

export const vaspFaults: readonly Fault[] = [
  { code: "required", path: "/vasp_id" },
  { code: "required", path: "/name_legal" },
  { code: "not_a_country", path: "/address_country_code", value: "UK" },
  { code: "wrong_type", path: "/supported_protocols", value: "TRP" },
  { code: "not_allowed", path: "/national_id_type_code", value: "CCPT" },
  { code: "wrong_type", path: "/national_id", value: 5 },
  { code: "wrong_type", path: "/name_business", value: 5 },
  { code: "text_blank", path: "/website", value: "" },
  { code: "not_a_registration_authority", path: "/national_id_registration_authority", value: "RA1" },
  { code: "unknown_property", path: "/lei", value: 1 },
];

/** Of a request that asks for a scan. */
export const addressFaults: readonly Fault[] = [
  { code: "not_allowed", path: "/chain", value: "Bitcoin" },
  { code: "wrong_type", path: "/address", value: ["x"] },
  { code: "provider_name_missing", path: "/provider_name" },
  { code: "wrong_type", path: "/is_self_hosted", value: "no" },
  { code: "text_blank", path: "/account_ref_id", value: " " },
  { code: "unknown_property", path: "/reference_id", value: "A-1" },
];

export const transferFaults: readonly Fault[] = [
  { code: "required", path: "/originator_address" },
  { code: "wrong_type", path: "/beneficiary_address", value: 5 },
  { code: "wrong_type", path: "/beneficiary_address_is_self_hosted", value: 1 },
  { code: "wrong_type", path: "/originator_vasp_id", value: 5 },
  { code: "not_allowed", path: "/chain", value: "cardano" },
  { code: "party_ambiguous", path: "/originator_account_reference_id", value: "A-1" },
  { code: "wrong_type", path: "/originator_address_is_self_hosted", value: "no" },
  { code: "wrong_type", path: "/originator_account/individual/individual_name/name_last", value: [] },
  { code: "unknown_property", path: "/originator_account/reference_id", value: "A-1" },
  { code: "party_missing", path: "/beneficiary_account" },
];
