/** Merges the fields that several tiers require of one party. */
import type { PartyRequirements, RequiredAlternative, RequiredField, RequirementSource } from "./requirements.js";
import type { FieldSet } from "./types.js";

/** The fields that one tier requires of one party. */
export interface RequiredSet {
  readonly fields: FieldSet;
  readonly source: RequirementSource;
}

/** Returns the union: each field once, and each different alternative once, with all their sources. */
export function mergeFields(sets: readonly RequiredSet[]): PartyRequirements {
  const required: (RequiredField & { readonly sources: RequirementSource[] })[] = [];
  const alternatives: (RequiredAlternative & { readonly sources: RequirementSource[] })[] = [];
  for (const { fields, source } of sets) {
    for (const field of fields.required) {
      const same = required.find((each) => each.field === field);
      if (same === undefined) required.push({ field, sources: [source] });
      else same.sources.push(source);
    }
    const { one_of } = fields;
    if (one_of.length === 0) continue;
    const same = alternatives.find((each) => each.one_of === one_of || keyOf(each.one_of) === keyOf(one_of));
    if (same === undefined) alternatives.push({ one_of, sources: [source] });
    else same.sources.push(source);
  }
  return { required, alternatives };
}

/** Equal for the same groups in another order. */
function keyOf(groups: FieldSet["one_of"]): string {
  return groups
    .map((group) => [...group].sort().join("+"))
    .sort()
    .join("|");
}
