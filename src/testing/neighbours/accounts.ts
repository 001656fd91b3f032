/** Breaks of a rule between the fields of an account, or of a party that a transfer describes directly (§2.2–2.6). */
import * as fc from "fast-check";
import { entity, individual } from "../arbitraries/account.js";
import { brokenCodes, country, registrationAuthority } from "../arbitraries/codes.js";
import { text } from "../arbitraries/text.js";
import { isMembers, type Members, type Place, removedAt, replacedAt } from "./document.js";
import { type Break, type BreaksByCode, named, replacing } from "./invalid.js";

/** The place of a party: the account itself, or a side of a transfer. */
export function partyAt(
  type: "individual" | "entity" | "either",
  alsoNeeded: (party: Members) => boolean = () => true,
) {
  return ({ value }: Place): boolean => {
    if (!isMembers(value) || typeof value["account_type"] !== "string") return false;
    return (type === "either" || value["account_type"] === type) && alsoNeeded(value);
  };
}

/** A party with another value for one of its members, or of their members. */
export function setting(at: Break["at"], member: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Break> {
  return values.map((value) => ({
    at,
    change: ({ document }, place) => {
      const path = `${place.path}/${member}`;
      return { path, input: replacedAt(document, path, value) };
    },
  }));
}

/** A party without anything that identifies it; half of what its birth would be may be left. */
const identification_missing: fc.Arbitrary<Break> = fc
  .constantFrom("", "date_of_birth", "place_of_birth")
  .map((kept) => ({
    at: partyAt("either"),
    change: ({ document }, { path }) => {
      const birth = ["date_of_birth", "place_of_birth"].filter((item) => item !== kept);
      const items = ["customer_id", "address", "national_id", ...birth.map((item) => `individual/${item}`)];
      return { path, input: withoutAny(document, path, items) };
    },
  }));

/** Without the members below the place, so far as they are there. */
function withoutAny(document: object, path: string, members: readonly string[]): unknown {
  return members.reduce<unknown>((input, member) => removedAt(input, `${path}/${member}`), document);
}

const address: Break["at"] = ({ name, value }) => name === "address" && isMembers(value);

/** Without line, number and building: a street name alone is none, so it may stay. */
const address_incomplete: fc.Arbitrary<Break> = fc.constant({
  at: address,
  change: ({ document }, { path }) => ({
    input: withoutAny(document, path, ["address_line", "address_street_no", "address_building_name"]),
  }),
});

/** A number or a building in no street, also beside a line. */
const street_name_missing: fc.Arbitrary<Break> = fc
  .tuple(fc.constantFrom("address_street_no", "address_building_name"), text())
  .map(([member, value]) => ({
    at: address,
    change: ({ document }, place) => {
      const path = `${place.path}/address_street_name`;
      return { path, input: replacedAt(removedAt(document, path), `${place.path}/${member}`, value) };
    },
  }));

const nationalIdType = "national_id/national_id_type";
const individualWithId = partyAt("individual", ({ national_id }) => national_id !== undefined);
const entityWithId = partyAt("entity", ({ national_id }) => national_id !== undefined);

const registration_authority_missing: fc.Arbitrary<Break> = fc.constant({
  at: partyAt("entity", ({ national_id }) => isMembers(national_id) && national_id["national_id_type"] !== "LEIX"),
  change: ({ document }, place) => {
    const path = `${place.path}/national_id/registration_authority`;
    return { path, input: removedAt(document, path) };
  },
});

export type PartyCode =
  | "not_a_date"
  | "not_an_email"
  | "identification_missing"
  | "entity_on_individual"
  | "individual_on_entity"
  | "address_incomplete"
  | "street_name_missing"
  | "national_id_type_of_entity"
  | "national_id_type_of_individual"
  | "issue_country_on_entity"
  | "registration_authority_missing"
  | "registration_authority_on_individual";

export const partyBreaks: BreaksByCode<PartyCode> = {
  not_a_date: replacing(named("date_of_birth"), brokenCodes.not_a_date),
  not_an_email: replacing(named("email"), brokenCodes.not_an_email),
  identification_missing,
  entity_on_individual: setting(partyAt("individual"), "entity", entity()),
  individual_on_entity: setting(partyAt("entity"), "individual", individual()),
  address_incomplete,
  street_name_missing,
  national_id_type_of_entity: setting(individualWithId, nationalIdType, fc.constantFrom("RAID", "TXID", "LEIX")),
  national_id_type_of_individual: setting(
    entityWithId,
    nationalIdType,
    fc.constantFrom("ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD"),
  ),
  issue_country_on_entity: setting(entityWithId, "national_id/issue_country", country()),
  registration_authority_missing,
  registration_authority_on_individual: setting(
    individualWithId,
    "national_id/registration_authority",
    registrationAuthority(),
  ),
};
