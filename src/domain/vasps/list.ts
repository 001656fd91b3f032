/** Order of the VASP listing (§4.8). */
import type { PageQuery } from "../page.js";
import { compareText } from "../text.js";
import type { Vasp } from "./vasp.js";

/** The fields of §2.7, in its order: whatever a listing can be sorted by. */
export const VASP_FIELDS = [
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
] as const satisfies readonly (keyof Vasp)[];

/** A field of §2.7. It is `never`, and nothing that uses it compiles, when a field of `Vasp` is missing above. */
type VaspField = keyof Vasp extends (typeof VASP_FIELDS)[number] ? (typeof VASP_FIELDS)[number] : never;

/** By which field, and which way. */
export interface VaspSort {
  readonly field: VaspField;
  readonly descending: boolean;
}

/** Which page of the VASP listing, in which order. Without `sort`: by vasp_id. */
export interface VaspListQuery extends PageQuery {
  readonly sort?: VaspSort;
}

/**
 * The records in the order asked for, in an array of its own. Texts compare by code units; `supported_protocols` as its
 * elements one after another. Ties by vasp_id ascending and absent values last, both in either direction (§4.8).
 *
 * @example
 * sortVasps(vasps, { field: "name_legal", descending: true });
 */
export function sortVasps(vasps: Iterable<Vasp>, { field, descending }: VaspSort = BY_ID): Vasp[] {
  const keyed = Array.from(vasps, (vasp) => ({ key: sortKey(vasp, field), vasp }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, descending) || compareText(a.vasp.vasp_id, b.vasp.vasp_id));
  return keyed.map(({ vasp }) => vasp);
}

/** The order of {@link sortVasps}. */
export function compareVasps({ field, descending }: VaspSort = BY_ID): (a: Vasp, b: Vasp) => number {
  return (a, b) => compareKeys(sortKey(a, field), sortKey(b, field), descending) || compareText(a.vasp_id, b.vasp_id);
}

const BY_ID: VaspSort = { field: "vasp_id", descending: false };

function sortKey(vasp: Vasp, field: VaspField): string | undefined {
  const value = vasp[field];
  // NUL is below every character that a text can hold (design, strings), so the joined text orders like the list.
  return value === undefined || typeof value === "string" ? value : value.join("\0");
}

function compareKeys(a: string | undefined, b: string | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return descending ? compareText(b, a) : compareText(a, b);
}
