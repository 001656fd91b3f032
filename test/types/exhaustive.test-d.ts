/** A `switch` over a code is exhaustive: it does not compile until it has every new code. */
import { describe, expectTypeOf, it } from "vitest";
import type { ComplianceErrorCode, IssueCode, TransferKind } from "../../src/index.js";

function partOfIssue(code: IssueCode): "form" | "account" | "transfer" | "address" | "rule" | "query" {
  switch (code) {
    case "unreadable":
    case "wrong_type":
    case "required":
    case "unknown_property":
    case "not_allowed":
    case "text_blank":
    case "text_too_long":
    case "text_malformed":
    case "text_control_character":
    case "not_a_country":
    case "not_a_currency":
    case "not_a_date":
    case "not_an_email":
    case "not_an_lei":
    case "not_a_registration_authority":
      return "form";
    case "identification_missing":
    case "entity_on_individual":
    case "individual_on_entity":
    case "date_of_birth_in_future":
    case "address_incomplete":
    case "street_name_missing":
    case "national_id_type_of_entity":
    case "national_id_type_of_individual":
    case "issue_country_on_entity":
    case "registration_authority_missing":
    case "registration_authority_on_individual":
    case "reference_id_taken":
    case "changed_meanwhile":
      return "account";
    case "party_missing":
    case "party_ambiguous":
    case "both_self_hosted":
    case "not_sent_to_itself":
    case "unknown_account":
    case "unknown_vasp":
    case "self_hosted_contradicts":
    case "field_required_by_jurisdiction":
      return "transfer";
    case "address_format":
    case "address_length":
    case "address_characters":
    case "address_checksum":
    case "address_network":
    case "address_other_network":
    case "address_secret_key":
    case "provider_name_missing":
    case "unknown_provider":
    case "unknown_address":
    case "address_linked_elsewhere":
    case "tag_malformed":
    case "tag_contradicts":
      return "address";
    case "amount_negative":
    case "amount_not_finite":
    case "amount_malformed":
    case "currency_and_asset":
    case "rule_codes_empty":
    case "link_key_missing":
    case "unknown_alert":
      return "rule";
    case "out_of_range":
    case "cursor_invalid":
    case "cursor_with_page":
    case "not_a_timestamp":
      return "query";
    default:
      return code satisfies never;
  }
}

function partOfError(code: ComplianceErrorCode): "caller" | "rates" | "provider" | "storage" | "operation" {
  switch (code) {
    case "invalid_input":
    case "not_configured":
    case "configuration_invalid":
      return "caller";
    case "threshold_missing":
    case "official_currency_missing":
    case "rate_missing":
    case "rate_stale":
    case "rate_invalid":
    case "rate_disputed":
    case "price_missing":
    case "price_stale":
    case "price_invalid":
    case "price_disputed":
      return "rates";
    case "provider_timeout":
    case "provider_unreachable":
    case "provider_unavailable":
    case "provider_rate_limited":
    case "provider_unauthorized":
    case "provider_rejected":
    case "provider_redirected":
    case "provider_pending":
    case "provider_unreadable":
    case "provider_oversized":
    case "chain_unsupported":
    case "address_unknown":
    case "list_stale":
    case "aborted":
      return "provider";
    case "storage_unavailable":
    case "storage_outcome_unknown":
    case "storage_corrupt":
    case "storage_locked":
    case "storage_closed":
    case "storage_read_only":
    case "storage_key_wrong":
    case "storage_not_migrated":
      return "storage";
    case "load_interrupted":
    case "load_refused":
    case "alert_delivery_failed":
      return "operation";
    default:
      return code satisfies never;
  }
}

function partOfKind(kind: TransferKind): "hosted" | "self-hosted" {
  switch (kind) {
    case "vasp_to_vasp":
      return "hosted";
    case "withdrawal_to_self_hosted":
    case "deposit_from_self_hosted":
      return "self-hosted";
    default:
      return kind satisfies never;
  }
}

describe("an exhaustive switch", () => {
  it("compiles over every issue code, error code and kind of transfer", () => {
    expectTypeOf(partOfIssue).parameter(0).toEqualTypeOf<IssueCode>();
    expectTypeOf(partOfError).parameter(0).toEqualTypeOf<ComplianceErrorCode>();
    expectTypeOf(partOfKind).parameter(0).toEqualTypeOf<TransferKind>();
  });

  it("does not compile while a code is forgotten", () => {
    const forgetful = (code: "storage_locked" | "storage_closed"): string => {
      if (code === "storage_locked") return code;
      // @ts-expect-error storage_closed is left
      return code satisfies never;
    };
    expectTypeOf(forgetful).returns.toEqualTypeOf<string>();
  });
});
