/** Functions that make rules. */
import { isLei } from "../identifiers/lei.js";
import { isRegistrationAuthority } from "../identifiers/registration-authority.js";
import type { IssueCode } from "../issue.js";
import type { FormatRule, Rule, RuleContext, TextFormat } from "./types.js";

type Name<T> = keyof T & string;
type Nested<T> = NonNullable<T> extends string | number | boolean | readonly unknown[] ? never : Name<NonNullable<T>>;

/** `a` or `a/b`. */
type Path<T> = { [K in Name<T>]-?: K | `${K}/${Nested<T[K]>}` }[Name<T>];
type Operand<T> = Path<T> | `${Path<T>}?`;

type ValueAt<T, P> = P extends `${string}?`
  ? boolean
  : P extends keyof T
    ? T[P]
    : P extends `${infer A extends Name<T>}/${infer B}`
      ? B extends keyof NonNullable<T[A]>
        ? NonNullable<T[A]>[B] | undefined
        : never
      : never;

type Operands<T, O extends readonly unknown[]> = [...{ [I in keyof O]: ValueAt<T, O[I]> }, context: RuleContext];

type RuleAbout<T, O extends readonly Operand<T>[]> = Omit<Rule, "path" | "of" | "isViolated" | "describe"> & {
  readonly path: "" | `/${string}`;
  readonly of: O;
  readonly isViolated: (...operands: Operands<T, O>) => boolean;
  readonly describe?: (...operands: Operands<T, O>) => ReturnType<NonNullable<Rule["describe"]>>;
};

/** Returns a function that checks the types of a rule about `T` and returns it. */
export function ruleOf<T>(): <const O extends readonly Operand<T>[]>(rule: RuleAbout<T, O>) => Rule {
  return (rule) => rule as Rule;
}

/**
 * Returns a rule about the format of a text property, if it is present.
 *
 * @param skipsTextRules - whether a matching text is accepted without the text rules
 */
export function formatRule(
  property: string,
  code: IssueCode,
  clause: string,
  matches: TextFormat["matches"],
  message: string,
  skipsTextRules = false,
): FormatRule {
  return {
    code,
    clause,
    path: `/${property}`,
    of: [property],
    isViolated: (text: unknown, context: RuleContext) => typeof text === "string" && !matches(text, context),
    format: { matches, skipsTextRules },
    message,
  };
}

/** Returns a rule that a property, if present, is a country code. */
export function countryRule(property: string, clause: string): FormatRule {
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
export function registrationAuthorityRule(property: string, clause: string): FormatRule {
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
export function leiRule(type: string, clause: string): Rule {
  return {
    code: "not_an_lei",
    clause,
    path: "/national_id",
    of: [type, "national_id"],
    isViolated: (code: unknown, id: unknown) => code === "LEIX" && typeof id === "string" && !isLei(id),
    message:
      "national_id must be an LEI, because its type is LEIX: 20 characters, the last two check digits (ISO 17442), nothing around them.",
  };
}

/** Returns a rule that a property, if present, is an integer from `min` to `max`. */
export function integerRule(property: string, clause: string, min: number, max = Number.MAX_SAFE_INTEGER): Rule {
  const isBounded = max !== Number.MAX_SAFE_INTEGER;
  return {
    code: "out_of_range",
    clause,
    path: `/${property}`,
    of: [property],
    isViolated: (number: unknown) =>
      typeof number === "number" && !(Number.isSafeInteger(number) && number >= min && number <= max),
    params: isBounded ? { min, max } : { min },
    message: `${property} must be an integer, ${isBounded ? `${min} to ${max}` : `${min} or more`}.`,
  };
}
