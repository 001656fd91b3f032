/** Groups of rules, and functions that make the rules used by several schemas. */
import { isLei } from "../identifiers/lei.js";
import { isRegistrationAuthority } from "../identifiers/registration-authority.js";
import type { Issue, IssueCode } from "../issue.js";
import { tokensOf, valueAt } from "./json-pointer.js";
import type { Rule, RuleContext, RuleGroup, TextFormat } from "./types.js";

/** Returns a group of rules about the object at `at`; "" is the whole document. Without an object there, no rule applies. */
export function rulesAt<T extends object>(at: string, rules: readonly Rule<T>[]): RuleGroup {
  const tokens = tokensOf(at);
  let placed: readonly PlacedRule<T>[] | undefined;
  return {
    table: { at, rows: rules },
    issuesOf: (document, faulty, context) => {
      const value = valueAt(document, tokens);
      if (typeof value !== "object" || value === null) return [];
      // At the first use, so that importing a schema runs nothing.
      placed ??= rules.map((rule) => placeRule(at, rule));
      // A property that differs from T has an issue already, and `dependsOn` keeps each rule from reading it.
      return issuesOf(value as T, placed, faulty, context);
    },
  };
}

interface PlacedRule<T> {
  readonly rule: Rule<T>;
  /** Pointers from the whole document. */
  readonly path: string;
  readonly dependsOn: readonly string[];
}

function placeRule<T>(at: string, rule: Rule<T>): PlacedRule<T> {
  return { rule, path: at + rule.path, dependsOn: rule.dependsOn.map((property) => `${at}/${property}`) };
}

function issuesOf<T extends object>(
  value: T,
  rules: readonly PlacedRule<T>[],
  faulty: Set<string>,
  context: RuleContext,
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const { rule, path, dependsOn } of rules) {
    if (dependsOn.some((pointer) => faulty.has(pointer)) || !rule.isViolated(value, context)) continue;
    faulty.add(path);
    const { code, clause, params, message } = rule;
    issues.push({ code, path, clause, ...(params && { params }), message });
  }
  return issues;
}

/**
 * Returns a rule about the format of a text property, if it is present.
 *
 * @param skipsTextRules - whether every matching text meets the text rules, for example a code of a list
 */
export function formatRule<T, K extends keyof T & string>(
  property: K,
  code: IssueCode,
  clause: string,
  matches: TextFormat["matches"],
  message: string,
  skipsTextRules = false,
): Rule<T> {
  return {
    code,
    clause,
    path: `/${property}`,
    dependsOn: [property],
    isViolated: (value, context) => {
      const text = value[property];
      return typeof text === "string" && !matches(text, context);
    },
    format: { property, matches, skipsTextRules },
    message,
  };
}

/** Returns a rule that a property, if present, is a country code. */
export function countryRule<T, K extends keyof T & string>(property: K, clause: string): Rule<T> {
  return formatRule(
    property,
    "not_a_country",
    clause,
    (text, { isCountry }) => isCountry(text),
    `${property} must be an ISO 3166-1 alpha-2 code in upper case (GB, not UK); add others, such as XK, to officialCurrencies or the option countries.`,
    true,
  );
}

/** Returns a rule that a property, if present, is a code of the registration authorities list. */
export function registrationAuthorityRule<T, K extends keyof T & string>(property: K, clause: string): Rule<T> {
  return formatRule(
    property,
    "not_a_registration_authority",
    clause,
    isRegistrationAuthority,
    `${property} must be a code of the GLEIF registration authorities list (RA000001 …).`,
    true,
  );
}

/** Returns a rule that the national id, if present and of type LEIX, is an LEI. */
export function leiRule<K extends string>(
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

/** Returns a rule that a property, if present, is an integer from `min` to `max`. */
export function integerRule<T, K extends keyof T & string>(
  property: K,
  clause: string,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): Rule<T> {
  const isBounded = max !== Number.MAX_SAFE_INTEGER;
  return {
    code: "out_of_range",
    clause,
    path: `/${property}`,
    dependsOn: [property],
    isViolated: (value) => {
      const number = value[property];
      return typeof number === "number" && !(Number.isSafeInteger(number) && number >= min && number <= max);
    },
    params: isBounded ? { min, max } : { min },
    message: `${property} must be an integer, ${isBounded ? `${min} to ${max}` : `${min} or more`}.`,
  };
}
