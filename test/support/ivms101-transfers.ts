/** Arbitraries of payloads and transfers that IVMS101 can express, and of payloads with what our fields cannot. */
import * as fc from "fast-check";
import type { Transfer } from "../../src/index.js";

const letter = fc.constantFrom(..."abcXYZ019 ");

/** Texts of both editions. */
function latin(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: letter, maxLength: maxLength - 1 }).map((text) => `a${text}`);
}

const country = fc.constantFrom("AT", "DE", "SG");
const lei = fc.constant("529900T8BM49AURSDO55");
const birth = { date_of_birth: fc.constant("1990-02-25"), place_of_birth: latin(70) };

function optional<T>(model: T, ...requiredKeys: (keyof T)[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(model as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: requiredKeys as string[] });
}

function individualName(text: fc.Arbitrary<string>) {
  const model = { name_type: fc.constant("LEGL"), name_last: text, name_first: text, name_middle: text };
  return optional(model, "name_type", "name_last");
}

function entityName(text: fc.Arbitrary<string>) {
  return optional({ name_type: fc.constant("LEGL"), name_legal: text, name_business: text }, "name_type", "name_legal");
}

const local = fc.string({ unit: fc.constantFrom("吴", "я", "ß", "x"), minLength: 1, maxLength: 20 });

const address = optional(
  {
    address_type: fc.constantFrom("GEOG", "HOME", "BIZZ"),
    address_line: latin(200),
    address_street_name: latin(70),
    address_street_no: latin(16),
    address_building_name: latin(35),
    address_floor: latin(70),
    address_room: latin(70),
    address_department: latin(50),
    address_subdepartment: latin(70),
    address_postbox: latin(16),
    address_city: latin(35),
    address_city_location: latin(35),
    address_region: latin(35),
    address_district: latin(35),
    address_postcode: latin(16),
    address_country_code: country,
  },
  ...(["address_type", "address_city", "address_country_code", "address_street_name", "address_street_no"] as const),
);

const shared = {
  account_category: fc.constantFrom("customer", "non-customer"),
  customer_id: latin(50),
  email: fc.constant("a@example.com"),
  address,
};

const individual = optional(
  {
    ...shared,
    account_type: fc.constant("individual"),
    individual: optional(
      {
        individual_name: individualName(latin(40)),
        individual_localname: individualName(local),
        ...birth,
        nationality_country: country,
        residence_country: country,
      },
      "individual_name",
    ),
    national_id: optional(
      { national_id_type: fc.constantFrom("CCPT", "MISC"), national_id: latin(35), issue_country: country },
      ...(["national_id_type", "national_id"] as const),
    ),
  },
  ...(["account_type", "account_category", "individual", "customer_id"] as const),
);

const entity = optional(
  {
    ...shared,
    account_type: fc.constant("entity"),
    entity: optional(
      { entity_name: entityName(latin(90)), entity_localname: entityName(local), registration_country: country },
      "entity_name",
    ),
    national_id: fc.oneof(
      fc.record({ national_id_type: fc.constant("LEIX"), national_id: lei }),
      fc.record({
        national_id_type: fc.constantFrom("RAID", "TXID", "MISC"),
        national_id: latin(35),
        registration_authority: fc.constant("RA000585"),
      }),
    ),
  },
  ...(["account_type", "account_category", "entity", "customer_id"] as const),
);

const vasp = fc
  .tuple(
    optional(
      {
        vasp_id: latin(10),
        name_legal: latin(90),
        name_business: latin(90),
        website: fc.constant("https://example.com"),
        address_country_code: country,
        address_street_no: latin(16),
        address_street_name: latin(70),
        address_city: latin(35),
        address_region: latin(35),
        address_postcode: latin(16),
        national_id_issue_country: country,
      },
      ...(["vasp_id", "name_legal"] as const),
    ),
    fc.constantFrom(
      {},
      { national_id: "12" },
      { national_id_type_code: "LEIX", national_id: "529900T8BM49AURSDO55" },
      { national_id_type_code: "TXID", national_id: "12", national_id_registration_authority: "RA000585" },
    ),
  )
  .map(([record, id]) => ({ ...record, ...id }));

/** Draws checked transfers that `toIvms101` can write. */
export function writableTransfer(): fc.Arbitrary<Transfer> {
  const party = fc.oneof(individual, entity);
  const drawn = fc.record({
    kind: fc.constant("vasp_to_vasp"),
    originator_account: party,
    beneficiary_account: party,
    originator_address: latin(100),
    beneficiary_address: latin(100),
    originator_address_is_self_hosted: fc.constant(false),
    beneficiary_address_is_self_hosted: fc.boolean(),
    originator_vasp: vasp,
    beneficiary_vasp: vasp,
  });
  // The records have the properties of checked parties and VASPs.
  return drawn as fc.Arbitrary<unknown> as fc.Arbitrary<Transfer>;
}

/** Mostly ordinary texts; sometimes one that our rules refuse. */
function text(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof({ weight: 12, arbitrary: latin(maxLength) }, { weight: 1, arbitrary: fc.constant(" ") });
}

const anyCountry = fc.constantFrom("AT", "DE", "AT", "DE", "XX");

const anyAddress = optional(
  {
    addressType: fc.constantFrom("GEOG", "HOME", "BIZZ"),
    streetName: text(70),
    buildingNumber: text(16),
    buildingName: text(35),
    department: text(50),
    floor: text(70),
    postcode: text(16),
    townName: text(35),
    countrySubDivision: text(35),
    addressLine: fc.array(text(70), { minLength: 1, maxLength: 7 }),
    country: anyCountry,
  },
  ...(["addressType", "addressLine", "country"] as const),
);

const addresses = fc.oneof(fc.array(anyAddress, { minLength: 1, maxLength: 3 }));

function naturalNames(type: string, one: fc.Arbitrary<string>, codes: readonly string[]) {
  const model = { primaryIdentifier: one, secondaryIdentifier: one, [type]: fc.constantFrom(...codes) };
  const legal = { ...model, [type]: fc.constant("LEGL") };
  const more = fc.array(optional(model, "primaryIdentifier", type), { maxLength: 2 });
  return fc
    .tuple(more, optional(legal, "primaryIdentifier", type), more)
    .map(([before, named, after]) => [...before, named, ...after]);
}

function legalNames(one: fc.Arbitrary<string>) {
  const named = (...codes: readonly string[]) =>
    fc.record({ legalPersonName: one, legalPersonNameIdentifierType: fc.constantFrom(...codes) });
  const more = fc.array(named("LEGL", "TRAD", "SHRT"), { maxLength: 2 });
  return fc.tuple(more, named("LEGL"), more).map(([before, name, after]) => [...before, name, ...after]);
}

const anyLocal = fc.oneof({ weight: 6, arbitrary: local }, { weight: 1, arbitrary: fc.constant("\u0007") });
const naturalCodes = ["LEGL", "ALIA", "MISC"];

const naturalPerson = optional(
  {
    name: optional(
      {
        nameIdentifier: naturalNames("naturalPersonNameIdentifierType", text(100), naturalCodes),
        localNameIdentifier: naturalNames("nameIdentifierType", anyLocal, naturalCodes),
        phoneticNameIdentifier: naturalNames("nameIdentifierType", anyLocal, naturalCodes),
      },
      "nameIdentifier",
    ),
    geographicAddress: addresses,
    customerIdentification: text(50),
    dateAndPlaceOfBirth: fc.record({ dateOfBirth: fc.constant("1990-02-25"), placeOfBirth: text(70) }),
    countryOfResidence: anyCountry,
    nationalIdentification: optional(
      {
        nationalIdentifier: text(35),
        nationalIdentifierType: fc.constantFrom("CCPT", "MISC", "RAID", "LEIX"),
        countryOfIssue: anyCountry,
        registrationAuthority: fc.constant("RA000553"),
      },
      ...(["nationalIdentifier", "nationalIdentifierType"] as const),
    ),
  },
  ...(["name", "customerIdentification"] as const),
);

const legalPerson = optional(
  {
    name: optional(
      {
        nameIdentifier: legalNames(text(100)),
        localNameIdentifier: legalNames(anyLocal),
        phoneticNameIdentifier: legalNames(anyLocal),
      },
      "nameIdentifier",
    ),
    geographicAddress: addresses,
    customerIdentification: text(50),
    countryOfRegistration: anyCountry,
    nationalIdentification: fc.oneof(
      fc.record({ nationalIdentifierType: fc.constant("LEIX"), nationalIdentifier: lei }),
      fc.constant({ nationalIdentifierType: "LEIX", nationalIdentifier: "3M5E1GQKGL17HI8CPN20" }),
      fc.record({
        nationalIdentifierType: fc.constantFrom("RAID", "TXID", "MISC"),
        nationalIdentifier: text(35),
        registrationAuthority: fc.constant("RA000585"),
      }),
    ),
  },
  ...(["name", "customerIdentification"] as const),
);

/** Draws payloads with names of 2023, also with elements that our fields cannot contain. */
export function anyPayload(): fc.Arbitrary<object> {
  const accountNumber = fc.array(text(100), { minLength: 1, maxLength: 3 });
  const person = fc.oneof(
    optional({ naturalPerson, accountNumber }, "naturalPerson"),
    optional({ legalPerson, accountNumber }, "legalPerson"),
  );
  const persons = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(person) },
    { weight: 1, arbitrary: fc.array(person, { minLength: 2, maxLength: 3 }) },
  );
  return optional(
    {
      originator: fc.record({ originatorPerson: persons }),
      beneficiary: fc.record({ beneficiaryPerson: persons }),
      originatingVASP: optional({ originatingVASP: fc.record({ legalPerson }) }),
      beneficiaryVASP: fc.record({ beneficiaryVASP: person }),
      transferPath: fc.record({
        transferPath: fc.tuple(fc.record({ intermediaryVASP: person, sequence: fc.constant(0) })),
      }),
      payloadMetadata: fc.record({
        payloadVersion: fc.constant("101.2023"),
        transliterationMethod: fc.constant(["hani"]),
      }),
    },
    ...(["originator", "beneficiary"] as const),
  );
}
