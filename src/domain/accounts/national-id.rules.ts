/** The rules of §2.6, one row each, in the order of the specification. */
import { countryForm, leiForm, registrationAuthorityForm } from "../input/forms.js";
import type { Rule } from "../input/rule.js";
import type { NationalIdShape, PartyShape } from "./account.shape.js";

/** §2.6, what the type of the account decides. */
export const nationalIdOfPartyRules: readonly Rule<PartyShape>[] = [
  {
    code: "national_id_type_of_entity",
    clause: "2.6",
    path: "/national_id/national_id_type",
    dependsOn: ["account_type", "national_id", "national_id/national_id_type"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "individual" && isOneOf(["RAID", "TXID", "LEIX"], national_id?.national_id_type),
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
    message: "An entity's national_id_type must be one of RAID, TXID, LEIX, MISC.",
  },
  {
    code: "issue_country_on_entity",
    clause: "2.6",
    path: "/national_id/issue_country",
    dependsOn: ["account_type", "national_id"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "entity" && national_id?.issue_country !== undefined,
    message: "An entity's national id must not name an issuing country; name its registration authority instead.",
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
    message: "An entity's national id other than LEIX needs the registration authority that issued it (RA000001 …).",
  },
  {
    code: "registration_authority_on_individual",
    clause: "2.6",
    path: "/national_id/registration_authority",
    dependsOn: ["account_type", "national_id"],
    isViolated: ({ account_type, national_id }) =>
      account_type === "individual" && national_id?.registration_authority !== undefined,
    message: "An individual's national id must not name a registration authority; issue_country may name its country.",
  },
];

function isOneOf(codes: readonly string[], code: string | undefined): boolean {
  return code !== undefined && codes.includes(code);
}

/** §2.6, the forms of its texts. */
export const nationalIdRules: readonly Rule<NationalIdShape>[] = [
  leiForm("national_id_type", "2.6"),
  countryForm("issue_country", "2.6"),
  registrationAuthorityForm("registration_authority", "2.6"),
];
