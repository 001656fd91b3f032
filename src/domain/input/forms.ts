/** Rows for the forms of texts, used by several tables of rules. */
import { isLei } from "../identifiers/lei.js";
import { isRegistrationAuthority } from "../identifiers/registration-authority.js";
import type { IssueCode } from "../issue.js";
import type { Rule, TextFormat } from "./rule.js";

/**
 * A row that says: this member, when there, is text of that form.
 *
 * @param isSound whether every text of that form breaks no rule of texts, as a code of a list.
 */
export function form<T, K extends keyof T & string>(
  member: K,
  code: IssueCode,
  clause: string,
  isRight: TextFormat["matches"],
  message: string,
  isSound = false,
): Rule<T> {
  return {
    code,
    clause,
    path: `/${member}`,
    dependsOn: [member],
    isViolated: (value, context) => {
      const text = value[member];
      return typeof text === "string" && !isRight(text, context);
    },
    form: { member, matches: isRight, skipsTextRules: isSound },
    message,
  };
}

/** A row that says: this member, when there, is a country code. */
export function countryForm<T, K extends keyof T & string>(member: K, clause: string): Rule<T> {
  return form(
    member,
    "not_a_country",
    clause,
    (text, { isCountry }) => isCountry(text),
    `${member} must be an officially assigned ISO 3166-1 alpha-2 code in upper case (GB, not UK); others, such as XK, are known once the caller adds them.`,
    true,
  );
}

/** A row that says: this member, when there, is a code of the registration authorities list. */
export function registrationAuthorityForm<T, K extends keyof T & string>(member: K, clause: string): Rule<T> {
  return form(
    member,
    "not_a_registration_authority",
    clause,
    isRegistrationAuthority,
    `${member} must be a code of the GLEIF registration authorities list (RA000001 …).`,
    true,
  );
}

/** A row that says: the national id, when there and of type LEIX, is an LEI. */
export function leiForm<K extends string>(
  type: K,
  clause: string,
): Rule<{ readonly [type in K | "national_id"]?: string | undefined }> {
  return {
    code: "not_an_lei",
    clause,
    path: "/national_id",
    dependsOn: [type, "national_id"],
    isViolated: (value) => value[type] === "LEIX" && value.national_id !== undefined && !isLei(value.national_id),
    message:
      "national_id of type LEIX must be an LEI: 20 characters, the last two check digits (ISO 17442), nothing around them.",
  };
}
