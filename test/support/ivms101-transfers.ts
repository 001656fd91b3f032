/** Arbitraries of transfers that IVMS101 can express. */
import * as fc from "fast-check";
import type { Transfer } from "../../src/index.js";

const letter = fc.constantFrom(..."abcXYZ019 ");

/** What every checked transfer between two VASPs has beside its parties and VASPs. */
export const betweenVasps = {
  kind: "vasp_to_vasp",
  initiator_vasp_id: "V1",
  addresses_checked: false,
  originator_address: "Address1",
  beneficiary_address: "Address2",
  originator_address_is_self_hosted: false,
  beneficiary_address_is_self_hosted: false,
  originator_vasp_id: "V1",
  beneficiary_vasp_id: "V2",
} as const;

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
