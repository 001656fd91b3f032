/** Finds what parties lack of the fields that packs require (§2.9 rule 2). */
import type { Party } from "../accounts/account.js";
import { own } from "../own.js";
import type { PartyRequirements, RequiredAlternative, RequiredField, RequirementSource } from "./requirements.js";
import type { PartyField } from "./types.js";

/** What an entity needs at least, where only details of individuals are required. */
const ENTITY_ALTERNATIVE: readonly (readonly PartyField[])[] = [["address"], ["national_id"], ["customer_id"]];

const birth: readonly PartyField[] = ["date_of_birth", "place_of_birth"];
const identifying: readonly PartyField[] = ["address", "national_id", "customer_id"];

/**
 * Returns the requirements that the party does not meet. An entity has no date and place of birth: these are not required
 * of it, and the remaining alternatives are. Where none remains, it needs address, national id or customer id.
 */
export function missingFields(party: Party, requirements: PartyRequirements): PartyRequirements {
  const { required, alternatives } = party.account_type === "entity" ? ofEntity(requirements) : requirements;
  return {
    required: required.filter(({ field }) => !hasField(party, field)),
    alternatives: alternatives.filter(({ one_of }) => !one_of.some((group) => hasAll(party, group))),
  };
}

/** Returns alternatives as text for a message. */
export function alternativesText(groups: RequiredAlternative["one_of"]): string {
  return groups.map((group) => group.join(" and ")).join(", or ");
}

/** Returns where requirements come from as text, each citation once. */
export function citationsOf(sources: readonly RequirementSource[]): string {
  return [...new Set(sources.map(({ jurisdiction, citation }) => `${jurisdiction}: ${citation}`))].join("; ");
}

function hasAll(party: Party, group: readonly PartyField[]): boolean {
  return group.every((field) => hasField(party, field));
}

/** The parser requires names, and the addresses of the transfer are the accounts. */
function hasField(party: Party, field: PartyField): boolean {
  if (field === "name" || field === "account_or_wallet") return true;
  if (field !== "date_of_birth" && field !== "place_of_birth") return own(party, field) !== undefined;
  return party.account_type === "individual" && own(party.individual, field) !== undefined;
}

function ofEntity({ required, alternatives }: PartyRequirements): PartyRequirements {
  const fields = required.filter(({ field }) => !birth.includes(field));
  const remaining = alternatives.map(({ one_of, sources }) => ({ one_of: groupsOfEntity(one_of), sources }));
  const unmet = sourcesWithoutOther(required, fields, remaining);
  return {
    required: fields,
    alternatives: unmet.length === 0 ? remaining : [...remaining, { one_of: ENTITY_ALTERNATIVE, sources: unmet }],
  };
}

function groupsOfEntity(groups: RequiredAlternative["one_of"]): RequiredAlternative["one_of"] {
  const remaining = groups
    .map((group) => group.filter((field) => !birth.includes(field)))
    .filter((group) => group.length > 0);
  return remaining.length > 0 ? remaining : ENTITY_ALTERNATIVE;
}

/** Returns the sources that require details of birth and nothing else that identifies an entity. */
function sourcesWithoutOther(
  required: readonly RequiredField[],
  fields: readonly RequiredField[],
  alternatives: readonly RequiredAlternative[],
): readonly RequirementSource[] {
  const ofBirth = required.filter((each) => !fields.includes(each)).flatMap(({ sources }) => sources);
  const others = [...fields.filter(({ field }) => identifying.includes(field)), ...alternatives];
  const met = new Set(others.flatMap(({ sources }) => sources));
  return [...new Set(ofBirth)].filter((source) => !met.has(source));
}
