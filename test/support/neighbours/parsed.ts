/** Neighbours that parsing alone finds out, whatever the input. */
import fc from "fast-check";
import type { IssueCode } from "../../../src/index.js";
import { replacing } from "../../../src/testing/neighbours/invalid.js";
import {
  accountSearchSubject,
  accountSubject,
  addressAssignSubject,
  addressCreateSubject,
  byBirthSubject,
  evaluationSubject,
  subjects,
  transactionSubject,
  transferSubject,
  vaspListSubject,
  vaspSubject,
} from "../subjects.js";
import { among, brokenAny, type Neighbour } from "./neighbour.js";
import { blankTerm } from "./queries.js";

const requests = [addressCreateSubject, addressAssignSubject, evaluationSubject];
const demanding = subjects.filter(({ required }) => required.length > 0);
const parties = [accountSubject, transferSubject];
const transactions = [transactionSubject, evaluationSubject];

/** Whether a party identified by birth alone is identified cannot be said then, and is not. */
const withoutBirth = (code: IssueCode, ...values: readonly unknown[]): fc.Arbitrary<Neighbour> =>
  brokenAny(
    code,
    [byBirthSubject],
    replacing(({ path }) => path === "/individual", fc.constantFrom(...values)),
  );

/** By code. Those of addresses and queries are in files of their own. */
export const parsed = {
  unreadable: among("unreadable", ...subjects),
  wrong_type: fc.oneof(
    { weight: 1, arbitrary: withoutBirth("wrong_type", "Doe", 5, [], null) },
    { weight: 11, arbitrary: among("wrong_type", ...subjects) },
  ),
  required: fc.oneof(
    { weight: 1, arbitrary: withoutBirth("required", undefined) },
    { weight: 11, arbitrary: among("required", ...demanding) },
  ),
  unknown_property: among("unknown_property", ...subjects),
  not_allowed: among("not_allowed", ...parties, ...requests, vaspSubject, accountSearchSubject, vaspListSubject),
  text_blank: fc.oneof(
    { weight: 4, arbitrary: among("text_blank", ...demanding) },
    { weight: 1, arbitrary: blankTerm },
  ),
  text_too_long: among("text_too_long", ...demanding),
  text_malformed: among("text_malformed", ...demanding),
  text_control_character: among("text_control_character", ...demanding),
  not_a_country: among("not_a_country", ...parties, vaspSubject, ...transactions),
  not_a_currency: among("not_a_currency", ...transactions),
  not_an_lei: among("not_an_lei", ...parties, vaspSubject),
  not_a_registration_authority: among("not_a_registration_authority", ...parties, vaspSubject),
  amount_negative: among("amount_negative", ...transactions),
  amount_not_finite: among("amount_not_finite", ...transactions),
  amount_malformed: among("amount_malformed", ...transactions),
  not_a_date: among("not_a_date", ...parties),
  not_an_email: among("not_an_email", ...parties),
  identification_missing: among("identification_missing", ...parties),
  entity_on_individual: among("entity_on_individual", ...parties),
  individual_on_entity: among("individual_on_entity", ...parties),
  address_incomplete: among("address_incomplete", ...parties),
  street_name_missing: among("street_name_missing", ...parties),
  national_id_type_of_entity: among("national_id_type_of_entity", ...parties),
  national_id_type_of_individual: among("national_id_type_of_individual", ...parties),
  issue_country_on_entity: among("issue_country_on_entity", ...parties),
  registration_authority_missing: among("registration_authority_missing", ...parties),
  registration_authority_on_individual: among("registration_authority_on_individual", ...parties),
  party_missing: among("party_missing", transferSubject),
  party_ambiguous: among("party_ambiguous", transferSubject),
  both_self_hosted: among("both_self_hosted", transferSubject),
  not_sent_to_itself: among("not_sent_to_itself", transferSubject),
};
