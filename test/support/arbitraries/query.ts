/** Queries (§4.5, §4.6, §4.8). */
import fc from "fast-check";
import { type AccountSort, accountListing } from "../../../src/domain/accounts/list.js";
import { plainCursors } from "../../../src/domain/cursor.js";
import { parseAlertList } from "../../../src/domain/query.js";
import { unwrap } from "../../../src/domain/result.js";
import { markOf } from "../../../src/operations/alerts.js";
import { type OptionalProperties, recordOf } from "../../../src/testing/arbitraries/account.js";
import { searchText, text } from "../../../src/testing/arbitraries/text.js";
import { codePoint } from "./code-point.js";

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

export interface GivenAccountList {
  readonly size?: number;
  readonly cursor?: string;
  readonly sort?: AccountSort;
}

/** Cursors are those of the storage in memory. */
export function accountList(which: OptionalProperties = "any"): fc.Arbitrary<GivenAccountList> {
  const order = fc.constantFrom<AccountSort>("created", "-created", "last_modified", "-last_modified");
  const id = fc.oneof(fc.string(), fc.string({ unit: codePoint, minLength: 1_000, maxLength: 1_000 }));
  const model = { size, cursor: fc.tuple(order, id), sort: order };
  return recordOf<Pick<GivenAccountList, "size" | "sort"> & { readonly cursor?: readonly [AccountSort, string] }>(
    model,
    [],
    which,
  ).map(({ cursor, ...given }) => {
    if (cursor === undefined) return given;
    const position = ["2026-02-03T04:05:06.789+00:00", cursor[1]];
    return { ...given, cursor: plainCursors.write(accountListing(given.sort ?? "created"), position) };
  });
}

export function vaspSearch(): fc.Arbitrary<{ readonly search_term: string; readonly limit?: number }> {
  return fc.record({ search_term: searchText(), limit: fc.integer({ min: 1 }) }, { requiredKeys: ["search_term"] });
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

export interface GivenAlertList extends GivenPage {
  readonly cursor?: string;
  readonly transaction_id?: string;
  readonly delivered?: boolean;
  readonly reviewed?: boolean;
  readonly from?: string;
  readonly to?: string;
}

const timestamp = fc.constantFrom(
  ...["2026-11-22", "0001-01-02", "9999-12-31", "2024-02-29T00:00Z", "2026-11-22T08:00:00Z"],
  ...["2026-11-22T08:00:00.123+05:30", "2026-11-22T23:59:59.999999999-23:59"],
);

/** With a number of the page or a cursor, which is one of the storage in memory. */
export function alertList(which: OptionalProperties = "any"): fc.Arbitrary<GivenAlertList> {
  const id = fc.oneof(fc.string(), fc.string({ unit: codePoint, minLength: 1_000, maxLength: 1_000 }));
  const cursor = id.map((each) => plainCursors.write("alerts", ["2026-02-03T04:05:06.789+00:00", each]));
  const flags = { delivered: fc.boolean(), reviewed: fc.boolean() };
  const conditions = { size, transaction_id: text(), ...flags, from: timestamp, to: timestamp };
  return fc.oneof(
    recordOf<Omit<GivenAlertList, "cursor">>({ page, ...conditions }, [], which),
    recordOf<Omit<GivenAlertList, "page">>({ cursor, ...conditions }, [], which).map(withMark),
  );
}

/** Adds page, total and mark to the cursor of the storage. */
function withMark({ cursor, ...conditions }: Omit<GivenAlertList, "page">): GivenAlertList {
  if (cursor === undefined) return conditions;
  return { ...conditions, cursor: `2-7-${markOf(unwrap(parseAlertList(conditions)))}-${cursor}` };
}

export interface GivenAlertReview {
  readonly outcome: "reported" | "dismissed" | "escalated";
  readonly by: string;
  readonly note?: string;
}

export function alertReview(which: OptionalProperties = "any"): fc.Arbitrary<GivenAlertReview> {
  const outcome = fc.constantFrom("reported" as const, "dismissed" as const, "escalated" as const);
  return recordOf<GivenAlertReview>({ outcome, by: text(), note: text() }, ["outcome", "by"], which);
}
