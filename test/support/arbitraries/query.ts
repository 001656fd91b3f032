/** Queries (§4.5, §4.6, §4.8). */
import fc from "fast-check";
import { type OptionalProperties, recordOf } from "../../../src/testing/arbitraries/account.js";
import { searchText } from "../../../src/testing/arbitraries/text.js";

export interface GivenAccountSearch {
  readonly search_term: string;
  readonly account_category?: "customer" | "recipient";
  readonly account_type?: "individual" | "entity";
  readonly limit?: number;
}

export function accountSearch(which: OptionalProperties = "any"): fc.Arbitrary<GivenAccountSearch> {
  const model = {
    search_term: searchText(),
    account_category: fc.constantFrom("customer" as const, "recipient" as const),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
    limit: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  };
  return recordOf<GivenAccountSearch>(model, ["search_term"], which);
}

export function vaspSearch(): fc.Arbitrary<{ readonly search_term: string }> {
  return fc.record({ search_term: searchText() });
}

export interface GivenPage {
  readonly page?: number;
  readonly size?: number;
}

export interface GivenVaspList extends GivenPage {
  readonly sort?: string;
}

const page = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.constant(Number.MAX_SAFE_INTEGER));
const size = fc.integer({ min: 1, max: 1_000 });

/** §2.7, written out here: what may follow `sort=`. */
const vaspFields = [
  "vasp_id",
  "name_legal",
  "name_business",
  "address_country_code",
  "address_street_no",
  "address_street_name",
  "address_city",
  "address_region",
  "address_postcode",
  "website",
  "summary",
  "supported_protocols",
  "national_id_type_code",
  "national_id",
  "national_id_issue_country",
  "national_id_registration_authority",
] as const;

export function vaspList(which: OptionalProperties = "any"): fc.Arbitrary<GivenVaspList> {
  const sort = fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...vaspFields)).map(([sign, field]) => sign + field);
  return recordOf<GivenVaspList>({ page, size, sort }, [], which);
}

export function pageQuery(which: OptionalProperties = "any"): fc.Arbitrary<GivenPage> {
  return recordOf<GivenPage>({ page, size }, [], which);
}
