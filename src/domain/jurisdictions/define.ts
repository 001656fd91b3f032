/** Validates packs that callers write. */

import { decimalOf } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import { deepFrozen } from "../frozen.js";
import { isDate } from "../identifiers/date.js";
import { findBrokenTextRule } from "../input/text-rules.js";
import type { Issue } from "../issue.js";
import { own } from "../own.js";
import { failed, type Result, succeeded } from "../result.js";
import {
  type Check,
  country,
  currency,
  issue,
  listOf,
  objectOf,
  oneOf,
  optional,
  type PropertyCheck,
  required,
} from "./checks.js";
import { isTimeZone } from "./local-days.js";
import { PARTY_SIDES } from "./requirements.js";
import { DUTIES, firstDayOf, lastDayOf } from "./tiers.js";
import type { Jurisdiction, JurisdictionTier, PartyField, TierEffect } from "./types.js";

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

const code: Check = (value, path, issues) => {
  if (value !== "EU") country(value, path, issues);
};

const decimal: Check = (value, path, issues) => {
  if (value === null || (typeof value === "string" && isDecimalText(value))) return;
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

const timeZone: Check = (value, path, issues) => {
  if (typeof value === "string" && isTimeZone(value)) return;
  issues.push(issue("not_allowed", path, "The time zone must be a name of the IANA database, such as Asia/Seoul."));
};

const timeZones: Check = (value, path, issues) => {
  listOf(timeZone)(value, path, issues);
  if (!Array.isArray(value) || value.length > 0) return;
  issues.push(issue("not_allowed", path, "A jurisdiction has at least one time zone. Add it."));
};

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
const fieldSet = objectOf({ required: required(fields), one_of: required(listOf(fields)) });

const source = objectOf({
  title: required(text),
  publisher: optional(text),
  url: optional(webAddress),
  repository: optional(text),
  path: optional(text),
  date: optional(dateOrNull),
});

const effects: Readonly<Record<TierEffect, true>> = {
  all_transfers: true,
  more_fields: true,
  duty_begins: true,
  ...DUTIES,
  unknown: true,
};

const tier = objectOf({
  name: required(text),
  territory: optional(text),
  threshold: required(decimal),
  currency: required(currency),
  operator: required(oneOf(">=", ">")),
  operator_stated: required(flag),
  effect: required(oneOf(...Object.keys(effects))),
  data_from: required(decimal),
  scope: required(oneOf("vasp_to_vasp", "self_hosted", "any")),
  covers_self_hosted: optional(flag),
  cross_border_only: optional(flag),
  originator: required(fieldSet),
  beneficiary: required(fieldSet),
  below: required(objectOf({ originator: required(fields), beneficiary: required(fields) })),
  fields_stated: required(flag),
  effective_from: required(dateOrNull),
  effective_to: required(dateOrNull),
  status: required(oneOf("in_force", "announced", "superseded")),
  authority: required(text),
  instrument: required(text),
  citation: required(text),
  self_hosted_rule: required(text),
  confidence: required(oneOf("primary", "secondary", "weak")),
  sources: required(listOf(source)),
  note: optional(text),
} satisfies Record<keyof JurisdictionTier, PropertyCheck>);

const checkPack = objectOf({
  code: required(code),
  name: required(text),
  members: optional(listOf(country)),
  zones: required(timeZones),
  reviewed: required(day),
  tiers: required(listOf(tier)),
  allowed_tiers: optional(listOf(text)),
} satisfies Record<keyof Jurisdiction, PropertyCheck>);

/** Names of tiers are unique, and `allowed_tiers` has no other names. */
function checkNames(pack: Jurisdiction, issues: Issue[]): void {
  const names = pack.tiers.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue;
    issues.push(issue("not_allowed", `/tiers/${index}/name`, "Another tier of the pack has this name. Rename one."));
  }
  for (const [index, name] of (own(pack, "allowed_tiers") ?? []).entries()) {
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
  const isZero = threshold !== null && decimalOf(threshold).isZero();
  const isAlways = threshold === null || (isZero && operator === ">=");
  contradiction(effect === "all_transfers" && !isAlways, "threshold", "With all_transfers, the tier is >= 0.");
  const begins = threshold === null || data_from === null || decimalOf(threshold).equals(data_from);
  contradiction(effect === "duty_begins" && !begins, "data_from", "With duty_begins, data_from is the threshold.");
  const hasDays = from === null || to === null || firstDayOf(from) <= lastDayOf(to);
  contradiction(!hasDays, "effective_to", "The last day must not be before the first one.");
  const isFuture = given.status === "in_force" && from !== null && firstDayOf(from) > reviewed;
  contradiction(isFuture, "status", "A tier that begins after the review date is announced.");
  const isCovering = own(given, "covers_self_hosted") === true && given.scope !== "any";
  contradiction(isCovering, "covers_self_hosted", "Only a tier of scope any can say so.");
  const isWithoutOther = own(given, "cross_border_only") === true && effect !== "more_fields";
  contradiction(isWithoutOther, "cross_border_only", "Only more_fields has a set for the other transfers.");
  const isSourced = given.confidence === "weak" || given.sources.length > 0;
  contradiction(!isSourced, "sources", "Only a weak tier has no source. Add one.");
  for (const side of PARTY_SIDES) {
    for (const [index, group] of given[side].one_of.entries()) {
      contradiction(group.length === 0, `${side}/one_of/${index}`, "An alternative has at least one field.");
    }
  }
}
