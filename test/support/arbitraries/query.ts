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

/** Draws records with the required properties and some of the others. */
function some<T extends object, Required extends keyof T & string>(
  model: { readonly [K in keyof T]: fc.Arbitrary<NonNullable<T[K]>> },
  required: readonly Required[],
  which: OptionalProperties,
): fc.Arbitrary<Partial<T> & Pick<T, Required>> {
  return recordOf<T>(model as Parameters<typeof recordOf<T>>[0], required, which);
}

export function accountSearch(which: OptionalProperties = "any") {
  const model = {
    search_term: searchText(),
    account_category: fc.constantFrom("customer" as const, "recipient" as const),
    account_type: fc.constantFrom("individual" as const, "entity" as const),
    limit: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  };
  return some(model, ["search_term"], which);
}

const size = fc.integer({ min: 1, max: 1_000 });
const id = fc.oneof(fc.string(), fc.string({ unit: codePoint, minLength: 1_000, maxLength: 1_000 }));
const TIME = "2026-02-03T04:05:06.789+00:00";

/** Cursors are those of the storage in memory. */
export function accountList(which: OptionalProperties = "any") {
  const sort = fc.constantFrom<AccountSort>("created", "-created", "last_modified", "-last_modified");
  return some({ size, cursor: id, sort }, [], which).map(({ cursor, ...given }) => {
    if (cursor === undefined) return given;
    return { ...given, cursor: plainCursors.write(accountListing(given.sort ?? "created"), [TIME, cursor]) };
  });
}

export function vaspSearch() {
  return some({ search_term: searchText(), limit: fc.integer({ min: 1 }) }, ["search_term"], "any");
}

/** §2.7, written out here: what may follow `sort=`. */
const vaspFields = [
  ...["vasp_id", "name_legal", "name_business", "address_country_code", "address_street_no", "address_street_name"],
  ...["address_city", "address_region", "address_postcode", "website", "summary", "supported_protocols"],
  ...["national_id_type_code", "national_id", "national_id_issue_country", "national_id_registration_authority"],
];

export function vaspList(which: OptionalProperties = "any") {
  const page = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.constant(Number.MAX_SAFE_INTEGER));
  const sort = fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...vaspFields)).map((parts) => parts.join(""));
  return some({ page, size, sort }, [], which);
}

export function pageSize() {
  return some({ size }, [], "any");
}

const timestamp = fc.constantFrom(
  ...["2026-11-22", "0001-01-02", "9999-12-31", "2024-02-29T00:00Z", "2026-11-22T08:00:00Z"],
  ...["2026-11-22T08:00:00.123+05:30", "2026-11-22T23:59:59.999999999-23:59"],
);

/** The cursor is one of the storage in memory, with the mark of the conditions. */
export function alertList(which: OptionalProperties = "any") {
  const flags = { delivered: fc.boolean(), reviewed: fc.boolean() };
  const model = { cursor: id, size, transaction_id: text(), ...flags, from: timestamp, to: timestamp };
  return some(model, [], which).map(({ cursor, ...conditions }) => {
    if (cursor === undefined) return conditions;
    const mark = markOf(unwrap(parseAlertList(conditions)));
    return { ...conditions, cursor: `${mark}-${plainCursors.write("alerts", [TIME, cursor])}` };
  });
}

export function alertReview(which: OptionalProperties = "any") {
  const outcome = fc.constantFrom("reported" as const, "dismissed" as const, "escalated" as const);
  return some({ outcome, by: text(), note: text() }, ["outcome", "by"], which);
}
