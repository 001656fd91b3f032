/** Checks of plain data: packs that callers write, and queries. */
import { isCountry, isUserAssignedCountry } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import type { Issue, IssueCode } from "../issue.js";

/** Adds an issue for each fault of a value, which is a copy and plain data. */
export type Check = (value: unknown, path: string, issues: Issue[]) => void;

/** A property of an object. */
export interface PropertyCheck {
  readonly check: Check;
  readonly isOptional: boolean;
}

/** Returns the check of a property that may be absent. */
export function optional(check: Check): PropertyCheck {
  return { check, isOptional: true };
}

/** Returns the check of a property that may not be absent. */
export function required(check: Check): PropertyCheck {
  return { check, isOptional: false };
}

export function issue(code: IssueCode, path: string, message: string): Issue {
  return { code, path, clause: "2.9", message };
}

export const currency: Check = (value, path, issues) => {
  if (typeof value === "string" && isCurrency(value)) return;
  issues.push(issue("not_a_currency", path, "The currency must be an active ISO 4217 code in upper case."));
};

export const country: Check = (value, path, issues) => {
  if (typeof value === "string" && (isCountry(value) || isUserAssignedCountry(value))) return;
  issues.push(issue("not_a_country", path, "The country must be an ISO 3166-1 alpha-2 code in upper case."));
};

export function oneOf(...allowed: readonly string[]): Check {
  return (value, path, issues) => {
    if (typeof value === "string" && allowed.includes(value)) return;
    issues.push({
      ...issue("not_allowed", path, `The value must be one of ${allowed.join(", ")}.`),
      params: { allowed },
    });
  };
}

export function listOf(check: Check): Check {
  return (value, path, issues) => {
    if (!Array.isArray(value)) issues.push(issue("wrong_type", path, "The value must be an array."));
    else for (const [index, item] of value.entries()) check(item, `${path}/${index}`, issues);
  };
}

export type PropertyChecks = Readonly<Record<string, PropertyCheck>>;

export function objectOf(properties: PropertyChecks): Check {
  return (value, path, issues) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    // The name is the caller's, so the issue is about the object.
    if (isObject) checkProperties(new Map(Object.entries(value)), properties, { path, pathOf: () => path }, issues);
    else issues.push(issue("wrong_type", path, "The value must be an object."));
  };
}

/** Where an object is, and where the issue of an unknown property of it is. */
interface Place {
  readonly path: string;
  readonly pathOf: (unknown: string) => string;
}

/** Checks which properties an object has, and each of them. */
export function checkProperties(
  given: ReadonlyMap<string, unknown>,
  properties: PropertyChecks,
  { path, pathOf }: Place,
  issues: Issue[],
): void {
  for (const [name, { check, isOptional }] of Object.entries(properties)) {
    if (given.has(name)) check(given.get(name), `${path}/${name}`, issues);
    else if (!isOptional) issues.push(issue("required", `${path}/${name}`, `${name} is missing.`));
  }
  const allowed = Object.keys(properties);
  for (const name of given.keys()) {
    if (allowed.includes(name)) continue;
    const message = "The object has an unknown property. Check its spelling, or remove it.";
    issues.push({ ...issue("unknown_property", pathOf(name), message), params: { allowed } });
  }
}
