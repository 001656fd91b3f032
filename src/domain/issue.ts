/** Issues: faults of an input, reported without any of its values. */

/** Codes of {@link Issue}, unless its type names others. A `switch` over them is exhaustive. */
export type IssueCode =
  // shape
  | "unreadable"
  | "wrong_type"
  | "required"
  | "unknown_property"
  | "not_allowed"
  // text
  | "text_blank"
  | "text_too_long"
  | "text_malformed"
  | "text_control_character"
  // identifiers
  | "not_a_country"
  | "not_a_currency"
  | "not_a_date"
  | "not_a_timestamp"
  | "not_an_email"
  | "not_an_lei"
  | "not_a_registration_authority"
  // accounts (§2.2–2.6)
  | "identification_missing"
  | "entity_on_individual"
  | "individual_on_entity"
  | "date_of_birth_in_future"
  | "address_incomplete"
  | "street_name_missing"
  | "national_id_type_of_entity"
  | "national_id_type_of_individual"
  | "issue_country_on_entity"
  | "registration_authority_missing"
  | "registration_authority_on_individual"
  | "reference_id_taken"
  | "changed_meanwhile"
  // transfers (§2.9)
  | "party_missing"
  | "party_ambiguous"
  | "both_self_hosted"
  | "not_sent_to_itself"
  | "same_address"
  | "self_hosted_contradicts"
  | "unknown_account"
  | "unknown_vasp"
  | "field_required_by_jurisdiction"
  // decisions about transfers
  | "own_vasp_missing"
  | "transfer_id_taken"
  | "transfer_closed"
  | "transfer_not_suspended"
  | "unknown_transfer"
  // erasure
  | "transfer_open"
  | "retention_running"
  | "held"
  // proofs of ownership
  | "unknown_challenge"
  | "challenge_used"
  | "challenge_expired"
  | "challenge_exhausted"
  // addresses (§4.1, §4.2)
  | "address_format"
  | "address_length"
  | "address_characters"
  | "address_checksum"
  | "address_network"
  | "address_other_network"
  | "address_secret_key"
  | "provider_name_missing"
  | "unknown_provider"
  | "unknown_address"
  | "address_linked_elsewhere"
  | "tag_malformed"
  | "tag_contradicts"
  // transactions and rules (§4.9)
  | "amount_negative"
  | "amount_not_finite"
  | "amount_malformed"
  | "currency_and_asset"
  | "rule_codes_empty"
  | "link_key_missing"
  // queries (§4.5, §4.8)
  | "out_of_range"
  | "cursor_invalid"
  // alerts
  | "unknown_alert";

/**
 * One fault of an input. It never contains a value of the input.
 *
 * @typeParam Code - the codes of the function that returns it, a closed union
 */
export interface Issue<Code extends string = IssueCode> {
  /** Kind of fault, for programs. */
  readonly code: Code;
  /** JSON Pointer (RFC 6901) into the input: `"/individual/individual_name/name_last"`; `""` is the whole input. */
  readonly path: string;
  /** What is violated: a clause of the specification, `"2.2.1"`, a jurisdiction's rule, or a standard, `"IVMS101.2023 C4"`. */
  readonly clause: string;
  /** Allowed values and limits, for your own or translated messages: `{ allowed: ["HOME", "BIZZ", "GEOG"] }`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** One English sentence for a developer: what is wrong and how to fix it. */
  readonly message: string;
}
