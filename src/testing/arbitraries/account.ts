/** Arbitraries of accounts (§2.2–2.6): every optional property, and every way to be identified. */
import * as fc from "fast-check";
import type {
  AccountCategory,
  AccountDraft,
  AccountType,
  Entity,
  EntityName,
  EntityNationalId,
  EntityPartyDraft,
  Individual,
  IndividualName,
  IndividualNationalId,
  IndividualPartyDraft,
  PartyDraft,
  PostalAddress,
} from "../../domain/accounts/account.js";
import { country, email, lei, pastDay, registrationAuthority } from "./codes.js";
import { companyName, name } from "./names.js";
import { text } from "./text.js";

/** `any`: each optional property is present or absent. `all`: every property is present. */
export type OptionalProperties = "any" | "all";

type IndividualDraft = Omit<IndividualPartyDraft, "reference_id">;
type EntityDraft = Omit<EntityPartyDraft, "reference_id">;

/** Draws records whose properties outside `required` are present or absent. */
export function recordOf<T extends object>(
  model: { readonly [K in keyof T]-?: fc.Arbitrary<NonNullable<T[K]>> },
  required: readonly (keyof T & string)[],
  which: OptionalProperties,
): fc.Arbitrary<T> {
  const made: fc.Arbitrary<unknown> =
    which === "all" ? fc.record(model) : fc.record(model, { requiredKeys: [...required] });
  // The model has every property of T, and those that T requires are always present.
  return made as fc.Arbitrary<T>;
}

function individualName(which: OptionalProperties): fc.Arbitrary<IndividualName> {
  const model = { name_type: fc.constant("LEGL" as const), name_first: name(), name_middle: name(), name_last: name() };
  return recordOf<IndividualName>(model, ["name_type", "name_last"], which);
}

function entityName(which: OptionalProperties): fc.Arbitrary<EntityName> {
  const model = { name_type: fc.constant("LEGL" as const), name_legal: companyName(), name_business: companyName() };
  return recordOf<EntityName>(model, ["name_type", "name_legal"], which);
}

export function individual(which: OptionalProperties = "any"): fc.Arbitrary<Individual> {
  const model = {
    individual_name: individualName(which),
    individual_localname: individualName(which),
    date_of_birth: pastDay(),
    place_of_birth: text(),
    nationality_country: country(),
    residence_country: country(),
  };
  return recordOf<Individual>(model, ["individual_name"], which);
}

export function entity(which: OptionalProperties = "any"): fc.Arbitrary<Entity> {
  const model = {
    entity_name: entityName(which),
    entity_localname: entityName(which),
    registration_country: country(),
  };
  return recordOf<Entity>(model, ["entity_name"], which);
}

/** §2.5: a line, or a street with a number or a building, or both. */
function postalAddress(which: OptionalProperties = "any"): fc.Arbitrary<PostalAddress> {
  const model = {
    address_type: fc.constantFrom("GEOG" as const, "HOME" as const, "BIZZ" as const),
    address_line: text(),
    address_street_no: text(),
    address_street_name: text(),
    address_building_name: text(),
    address_floor: text(),
    address_room: text(),
    address_department: text(),
    address_subdepartment: text(),
    address_postbox: text(),
    address_city_location: text(),
    address_city: text(),
    address_region: text(),
    address_district: text(),
    address_postcode: text(),
    address_country_code: country(),
  };
  const required = ["address_type", "address_city", "address_country_code"] as const;
  return fc.tuple(recordOf<PostalAddress>(model, required, which), text()).map(([address, filler]) => {
    const { address_line, address_street_no, address_street_name, address_building_name } = address;
    const needsStreet = address_street_no !== undefined || address_building_name !== undefined;
    if (needsStreet && address_street_name === undefined) return { ...address, address_street_name: filler };
    return needsStreet || address_line !== undefined ? address : { ...address, address_line: filler };
  });
}

function individualNationalId(which: OptionalProperties = "any"): fc.Arbitrary<IndividualNationalId> {
  const model = {
    national_id_type: fc.constantFrom(...(["CCPT", "ARNU", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"] as const)),
    national_id: text(),
    issue_country: country(),
  };
  return recordOf<IndividualNationalId>(model, ["national_id_type", "national_id"], which);
}

/** §2.6: an LEI with or without an authority, or any other id with one. */
function entityNationalId(which: OptionalProperties = "any"): fc.Arbitrary<EntityNationalId> {
  const anLei = { national_id_type: fc.constant("LEIX" as const), national_id: lei() };
  const another = { national_id_type: fc.constantFrom(...(["RAID", "TXID", "MISC"] as const)), national_id: text() };
  const registration_authority = registrationAuthority();
  return fc.oneof(
    recordOf<EntityNationalId>({ ...another, registration_authority }, ["registration_authority"], "all"),
    recordOf<EntityNationalId>({ ...anLei, registration_authority }, ["national_id_type", "national_id"], which),
  );
}

function common(): {
  readonly account_category: fc.Arbitrary<AccountCategory>;
  readonly customer_id: fc.Arbitrary<string>;
  readonly email: fc.Arbitrary<string>;
} {
  return {
    account_category: fc.constantFrom("customer", "non-customer"),
    customer_id: text(),
    email: email(),
  };
}

export function individualParty(which: OptionalProperties = "any"): fc.Arbitrary<IndividualDraft> {
  const model = {
    ...common(),
    account_type: fc.constant("individual" as const),
    individual: individual(which),
    address: postalAddress(which),
    national_id: individualNationalId(which),
  };
  const drawn = recordOf<IndividualDraft>(model, ["account_type", "individual"], which);
  return fc.tuple(drawn, pastDay(), text(), fc.boolean()).map(([party, date_of_birth, filler, byBirth]) => {
    const { date_of_birth: day, place_of_birth: place } = party.individual;
    if (hasIdentifier(party) || (day !== undefined && place !== undefined)) return party;
    if (!byBirth) return { ...party, customer_id: filler };
    return { ...party, individual: { ...party.individual, date_of_birth, place_of_birth: filler } };
  });
}

/** Draws individuals that only their birth identifies. */
export function individualByBirth(): fc.Arbitrary<IndividualDraft> {
  return individual("all").map((described) => ({ account_type: "individual", individual: described }));
}

function entityParty(which: OptionalProperties = "any"): fc.Arbitrary<EntityDraft> {
  const model = {
    ...common(),
    account_type: fc.constant("entity" as const),
    entity: entity(which),
    address: postalAddress(which),
    national_id: entityNationalId(which),
  };
  const drawn = recordOf<EntityDraft>(model, ["account_type", "entity"], which);
  return fc
    .tuple(drawn, text())
    .map(([party, filler]) => (hasIdentifier(party) ? party : { ...party, customer_id: filler }));
}

function hasIdentifier({ customer_id, address, national_id }: PartyDraft): boolean {
  return customer_id !== undefined || address !== undefined || national_id !== undefined;
}

export function party(which: OptionalProperties = "any"): fc.Arbitrary<PartyDraft> {
  return fc.oneof({ withCrossShrink: true }, individualParty(which), entityParty(which));
}

/** Draws accounts of one type, or of both. */
export function account(which: OptionalProperties = "any", type?: AccountType): fc.Arbitrary<AccountDraft> {
  const described =
    type === undefined ? party(which) : type === "individual" ? individualParty(which) : entityParty(which);
  return fc.tuple(text(), described).map(([reference_id, rest]) => ({ reference_id, ...rest }));
}
