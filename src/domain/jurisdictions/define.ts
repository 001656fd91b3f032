/** Validates packs that callers write. */
import { deepFrozen } from "../frozen.js";
import type { DecimalText } from "../identifiers/codes.js";
import { isCountry, isUserAssignedCountry } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import { isDate } from "../identifiers/date.js";
import { findBrokenTextRule } from "../input/text-rules.js";
import type { Issue, IssueCode } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { amountOf, compareAmounts, knownAmount } from "./exact.js";
import { firstDayOf, lastDayOf } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier, PartyField } from "./types.js";

/** Adds an issue for each fault of a value, which is a copy and plain data. */
type Check = (value: unknown, path: string, issues: Issue[]) => void;

/** A property of a pack. */
interface PropertyCheck {
  readonly check: Check;
  readonly isOptional?: boolean;
}

/**
 * Validates a pack of your own, or an override: `{ ...mn, allowed_tiers: ["virtual asset transactions"] }`.
 *
 * @param draft - the pack, a value of any type
 * @returns the pack as a frozen copy, or every issue
 * @example
 * const allowed = unwrap(defineJurisdiction({ ...mn, allowed_tiers: ["virtual asset transactions"] }));
 * requirementsFor(query, [eu, allowed]);
 */
export function defineJurisdiction(draft: unknown): Result<Jurisdiction> {
  const copy = plainCopy(draft);
  if (copy === UNREADABLE) {
    return failed([issue("unreadable", "", "The pack cannot be read. Pass plain data.")]);
  }
  const issues: Issue[] = [];
  checkPack(copy, "", issues);
  // Without issues, the copy has the type.
  const pack = copy as Jurisdiction;
  if (issues.length === 0) {
    checkNames(pack, issues);
    for (const [index, each] of pack.tiers.entries()) checkTier(each, pack.reviewed, `/tiers/${index}`, issues);
  }
  return issues.length === 0 ? succeeded(deepFrozen(pack)) : failed(issues);
}

const UNREADABLE: unique symbol = Symbol("unreadable");
const MAX_DEPTH = 10;
const MAX_MEMBERS = 1_000;

/** Copies own properties, so that neither a getter nor a later change counts. */
function plainCopy(draft: unknown): unknown {
  try {
    return copyOf(draft, MAX_DEPTH);
  } catch {
    return UNREADABLE;
  }
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0 || Object.keys(value).length > MAX_MEMBERS) throw new RangeError("The pack is too large.");
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Object.values(value);
    if (items.length !== value.length) throw new TypeError("An array has holes.");
    return items.map((item) => copyOf(item, depth - 1));
  }
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.assign(
    Object.create(null),
    Object.fromEntries(entries.map(([name, member]) => [name, copyOf(member, depth - 1)])),
  );
}

const text: Check = (value, path, issues) => {
  if (typeof value !== "string") {
    issues.push(issue("wrong_type", path, "The value must be text."));
    return;
  }
  const broken = findBrokenTextRule(value);
  if (broken !== undefined) issues.push(issue(broken.code, path, `The text ${broken.message}`));
};

/** A page of documents may link to it. */
const webAddress: Check = (value, path, issues) => {
  const before = issues.length;
  text(value, path, issues);
  if (issues.length > before || /^https?:\/\//.test(String(value))) return;
  issues.push(issue("not_allowed", path, "The address must begin with https:// or http://."));
};

const flag: Check = (value, path, issues) => {
  if (typeof value !== "boolean") issues.push(issue("wrong_type", path, "The value must be true or false."));
};

const currency: Check = (value, path, issues) => {
  if (typeof value === "string" && isCurrency(value)) return;
  issues.push(issue("not_a_currency", path, "The currency must be an active ISO 4217 code in upper case."));
};

const country: Check = (value, path, issues) => {
  if (typeof value === "string" && (isCountry(value) || isUserAssignedCountry(value))) return;
  issues.push(issue("not_a_country", path, "The country must be an ISO 3166-1 alpha-2 code in upper case."));
};

const code: Check = (value, path, issues) => {
  if (value !== "EU") country(value, path, issues);
};

const decimal: Check = (value, path, issues) => {
  if (value === null || (typeof value === "string" && !value.includes("e") && amountOf(value) !== undefined)) return;
  issues.push(
    issue("amount_malformed", path, "The amount must be decimal text such as 1000.00, or null if it is unknown."),
  );
};

const day: Check = (value, path, issues) => {
  if (typeof value === "string" && isDate(value)) return;
  issues.push(issue("not_a_date", path, "The date must be a calendar date, YYYY-MM-DD."));
};

/** A date of reduced precision is a day, a month or a year. */
const dateOrNull: Check = (value, path, issues) => {
  if (value === null) return;
  if (typeof value === "string" && isDate(`${value}-01-01`.slice(0, Math.max(value.length, "YYYY-MM-DD".length))))
    return;
  issues.push(issue("not_a_date", path, "The date must be YYYY-MM-DD, YYYY-MM, YYYY or null."));
};

function oneOf(...allowed: readonly string[]): Check {
  return (value, path, issues) => {
    if (typeof value === "string" && allowed.includes(value)) return;
    issues.push({
      ...issue("not_allowed", path, `The value must be one of ${allowed.join(", ")}.`),
      params: { allowed },
    });
  };
}

function listOf(check: Check): Check {
  return (value, path, issues) => {
    if (!Array.isArray(value)) issues.push(issue("wrong_type", path, "The value must be an array."));
    else for (const [index, item] of value.entries()) check(item, `${path}/${index}`, issues);
  };
}

type PropertyChecks = Readonly<Record<string, PropertyCheck>>;

function objectOf(properties: PropertyChecks): Check {
  return (value, path, issues) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) checkProperties(new Map(Object.entries(value)), properties, path, issues);
    else issues.push(issue("wrong_type", path, "The value must be an object."));
  };
}

function checkProperties(
  given: ReadonlyMap<string, unknown>,
  properties: PropertyChecks,
  path: string,
  issues: Issue[],
): void {
  for (const [name, { check, isOptional = false }] of Object.entries(properties)) {
    if (given.has(name)) check(given.get(name), `${path}/${name}`, issues);
    else if (!isOptional) issues.push(issue("required", `${path}/${name}`, `${name} of the pack is missing.`));
  }
  for (const name of given.keys()) {
    if (Object.hasOwn(properties, name)) continue;
    // The name is the caller's, so the issue is about the object.
    issues.push(issue("unknown_property", path, "The object has a property that no pack has. Remove it."));
  }
}

const partyFields: Readonly<Record<PartyField, true>> = {
  name: true,
  account_or_wallet: true,
  address: true,
  national_id: true,
  customer_id: true,
  date_of_birth: true,
  place_of_birth: true,
};

const fields = listOf(oneOf(...Object.keys(partyFields)));
const fieldSet = objectOf({ required: { check: fields }, one_of: { check: listOf(fields) } });
const optionalText: PropertyCheck = { check: text, isOptional: true };

const source = objectOf({
  title: { check: text },
  publisher: optionalText,
  url: { check: webAddress, isOptional: true },
  repository: optionalText,
  path: optionalText,
  date: { check: dateOrNull, isOptional: true },
});

const tier = objectOf({
  name: { check: text },
  territory: optionalText,
  threshold: { check: decimal },
  currency: { check: currency },
  operator: { check: oneOf(">=", ">") },
  operator_stated: { check: flag },
  effect: {
    check: oneOf("all_transfers", "more_fields", "duty_begins", "verification", "ownership_check", "unknown"),
  },
  data_from: { check: decimal },
  scope: { check: oneOf("vasp_to_vasp", "self_hosted", "any") },
  originator: { check: fieldSet },
  beneficiary: { check: fieldSet },
  below: { check: objectOf({ originator: { check: fields }, beneficiary: { check: fields } }) },
  fields_stated: { check: flag },
  effective_from: { check: dateOrNull },
  effective_to: { check: dateOrNull },
  status: { check: oneOf("in_force", "announced", "superseded") },
  authority: { check: text },
  instrument: { check: text },
  citation: { check: text },
  self_hosted_rule: { check: text },
  confidence: { check: oneOf("primary", "secondary", "weak") },
  sources: { check: listOf(source) },
  note: optionalText,
} satisfies Record<keyof JurisdictionTier, PropertyCheck>);

const checkPack = objectOf({
  code: { check: code },
  name: { check: text },
  members: { check: listOf(country), isOptional: true },
  reviewed: { check: day },
  tiers: { check: listOf(tier) },
  allowed_tiers: { check: listOf(text), isOptional: true },
} satisfies Record<keyof Jurisdiction, PropertyCheck>);

/** Names of tiers are unique, and `allowed_tiers` has no other names. */
function checkNames(pack: Jurisdiction, issues: Issue[]): void {
  const names = pack.tiers.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    issues.push(issue("not_allowed", `/tiers/${index}/name`, "Another tier of the pack has this name. Rename one."));
  }
  for (const [index, name] of (pack.allowed_tiers ?? []).entries()) {
    if (names.includes(name)) continue;
    issues.push(issue("not_allowed", `/allowed_tiers/${index}`, "No tier of the pack has this name. Correct it."));
  }
}

/** A tier that contradicts itself could require too little. */
function checkTier(given: JurisdictionTier, reviewed: string, path: string, issues: Issue[]): void {
  const { effect, threshold, data_from, operator, effective_from: from, effective_to: to } = given;
  const contradiction = (isFound: boolean, at: string, message: string): void => {
    if (isFound) issues.push(issue("not_allowed", `${path}/${at}`, message));
  };
  const isZero = threshold !== null && knownAmount(threshold).digits === 0n;
  const isAlways = threshold === null || (isZero && operator === ">=");
  contradiction(effect === "all_transfers" && !isAlways, "threshold", "With all_transfers, the tier is >= 0.");
  const begins = threshold === null || data_from === null || isSameAmount(threshold, data_from);
  contradiction(effect === "duty_begins" && !begins, "data_from", "With duty_begins, data_from is the threshold.");
  const hasDays = from === null || to === null || firstDayOf(from) <= lastDayOf(to);
  contradiction(!hasDays, "effective_to", "The last day must not be before the first one.");
  const isFuture = given.status === "in_force" && from !== null && firstDayOf(from) > reviewed;
  contradiction(isFuture, "status", "A tier that begins after the review date is announced.");
  const isSourced = given.confidence === "weak" || given.sources.length > 0;
  contradiction(!isSourced, "sources", "Only a weak tier has no source. Add one.");
  for (const side of ["originator", "beneficiary"] as const) {
    for (const [index, group] of given[side].one_of.entries()) {
      contradiction(group.length === 0, `${side}/one_of/${index}`, "An alternative has at least one field.");
    }
  }
}

function isSameAmount(a: DecimalText, b: DecimalText): boolean {
  const one = { digits: 1n, places: 0 };
  return compareAmounts(knownAmount(a), knownAmount(b), { from: one, to: one }) === 0;
}

function issue(issueCode: IssueCode, path: string, message: string): Issue {
  return { code: issueCode, path, clause: "2.9", message };
}
