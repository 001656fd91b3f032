/** Neighbours that break a rule between the fields of an account or of a party described directly (§2.2–2.6). */
import fc from "fast-check";
import { entity, individual } from "../../../src/testing/arbitraries/account.js";
import { country, futureDay, registrationAuthority } from "../../../src/testing/arbitraries/codes.js";
import { text } from "../../../src/testing/arbitraries/text.js";
import { isMembers, type Members, type Place, removedAt, replacedAt } from "../document.js";
import { accountSubject, entitySubject, individualSubject, type Subject, transferSubject } from "../subjects.js";
import { type Break, broken, brokenAny, type Neighbour, parentOf } from "./neighbour.js";

const ofParties: readonly Subject[] = [accountSubject, individualSubject, entitySubject, transferSubject];

/** The place of a party: the account itself, or a side of a transfer. */
function partyAt(type: "individual" | "entity" | "either", alsoNeeded: (party: Members) => boolean = () => true) {
  return ({ value }: Place): boolean => {
    if (!isMembers(value) || typeof value["account_type"] !== "string") return false;
    return (type === "either" || value["account_type"] === type) && alsoNeeded(value);
  };
}

/** A party with another value for one of its members, or of their members. */
function setting(at: Break["at"], member: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Break> {
  return values.map((value) => ({
    at,
    change: (document, place) => {
      const path = `${place.path}/${member}`;
      return { path, input: replacedAt(document, path, value) };
    },
  }));
}

const withNationalId = (party: Members): boolean => party["national_id"] !== undefined;

/** A party without anything that identifies it; half of what its birth would be may be left. */
export const identification_missing: fc.Arbitrary<Neighbour> = brokenAny(
  ofParties,
  fc.constantFrom("date_of_birth", "place_of_birth", "").map((kept) => ({
    at: partyAt("either"),
    change: (document, { path }) => {
      const items = ["customer_id", "address", "national_id"];
      const birth = ["date_of_birth", "place_of_birth"].filter((item) => item !== kept);
      const members = [...items, ...birth.map((item) => `individual/${item}`)];
      return { path, input: members.reduce((input, member) => withoutAny(input, `${path}/${member}`), document) };
    },
  })),
);

/** Without the member; where there is no such object, nothing changes. */
function withoutAny(input: object, path: string): object {
  const parent = parentOf(path)
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => Object(value)[name], input);
  return isMembers(parent) ? Object(removedAt(input, path)) : input;
}

export const entity_on_individual: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, transferSubject],
  setting(partyAt("individual"), "entity", entity()),
);

export const individual_on_entity: fc.Arbitrary<Neighbour> = brokenAny(
  [entitySubject, transferSubject],
  setting(partyAt("entity"), "individual", individual()),
);

/** Only the operations have a clock. */
export const date_of_birth_in_future: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, transferSubject],
  setting(partyAt("individual"), "individual/date_of_birth", futureDay()),
).map((neighbour) => ({ ...neighbour, before: async () => undefined }));

const address: Break["at"] = ({ name, value }) => name === "address" && isMembers(value);

/** Without line, number and building: a street name alone is none, so it may stay. */
export const address_incomplete: fc.Arbitrary<Neighbour> = brokenAny(
  ofParties,
  fc.constant({
    at: address,
    change: (document, { path }) => {
      const members = ["address_line", "address_street_no", "address_building_name"];
      return { input: members.reduce((input, member) => withoutAny(input, `${path}/${member}`), document) };
    },
  }),
);

/** A number or a building in no street, also beside a line. */
export const street_name_missing: fc.Arbitrary<Neighbour> = brokenAny(
  ofParties,
  fc.tuple(fc.constantFrom("address_street_no", "address_building_name"), text()).map(([member, value]) => ({
    at: address,
    change: (document, place) => {
      const path = `${place.path}/address_street_name`;
      return { path, input: replacedAt(removedAt(document, path), `${place.path}/${member}`, value) };
    },
  })),
);

const national = "national_id/national_id_type";

export const national_id_type_of_entity: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, transferSubject],
  setting(partyAt("individual", withNationalId), national, fc.constantFrom("RAID", "TXID", "LEIX")),
);

export const national_id_type_of_individual: fc.Arbitrary<Neighbour> = brokenAny(
  [entitySubject, transferSubject],
  setting(partyAt("entity", withNationalId), national, fc.constantFrom("ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD")),
);

export const issue_country_on_entity: fc.Arbitrary<Neighbour> = brokenAny(
  [entitySubject, transferSubject],
  setting(partyAt("entity", withNationalId), "national_id/issue_country", country()),
);

const withoutAuthority: Break = {
  at: partyAt("entity", ({ national_id }) => isMembers(national_id) && national_id["national_id_type"] !== "LEIX"),
  change: (document, place) => {
    const path = `${place.path}/national_id/registration_authority`;
    return { path, input: removedAt(document, path) };
  },
};

export const registration_authority_missing: fc.Arbitrary<Neighbour> = fc.oneof(
  broken(entitySubject, fc.constant(withoutAuthority)),
  broken(transferSubject, fc.constant(withoutAuthority)),
);

export const registration_authority_on_individual: fc.Arbitrary<Neighbour> = brokenAny(
  [individualSubject, transferSubject],
  setting(partyAt("individual", withNationalId), "national_id/registration_authority", registrationAuthority()),
);

/** The id is stored already: by the same account, or by another. Only the operation can know. */
export const reference_id_taken: fc.Arbitrary<Neighbour> = fc
  .tuple(accountSubject.valid(), accountSubject.valid(), fc.boolean())
  .map(([input, other, isSame]) => ({
    subject: accountSubject,
    input,
    path: "/reference_id",
    before: async ({ accounts }) =>
      accounts.create(isSame ? input : { ...other, reference_id: Reflect.get(input, "reference_id") }),
  }));
