/** What a party is called. */
import type { Party } from "./account.js";
import { fullName } from "./search.js";

/** §4.5 `name`. Individual: first, middle and last name; entity: legal name. */
export function nameOf(party: Party): string {
  return party.account_type === "individual"
    ? fullName(party.individual.individual_name)
    : party.entity.entity_name.name_legal;
}
