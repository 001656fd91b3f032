/** Order of VASP listings (§4.8) and texts of VASP searches (§4.6). */

import type { PageQuery } from "../page.js";
import { foldedTexts } from "../ranking.js";
import { compareText } from "../text.js";
import type { Vasp } from "./vasp.js";

/** Properties of a VASP record in the order of §2.7. A listing can be sorted by each. */
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

/** A property of §2.7; `never` if a property of `Vasp` is missing in VASP_FIELDS, so that no use of it compiles. */
type VaspField = keyof Vasp extends (typeof VASP_FIELDS)[number] ? (typeof VASP_FIELDS)[number] : never;

/** Property and direction of a sort. */
export interface VaspSort {
  readonly field: VaspField;
  readonly descending: boolean;
}

/** Page and order of a VASP listing. Without `sort`: by vasp_id. */
export interface VaspListQuery extends PageQuery {
  readonly sort?: VaspSort;
}

/**
 * Returns the records sorted, in a new array. Texts compare by code units, `supported_protocols` element by element. In both
 * directions, ties are sorted by vasp_id ascending and absent values come last (§4.8).
 *
 * @param vasps - the records
 * @param sort - property and direction
 * @returns a new array
 * @example
 * sortVasps(vasps, { field: "name_legal", descending: true });
 */
export function sortVasps(vasps: Iterable<Vasp>, sort: VaspSort = BY_ID): Vasp[] {
  const { field, descending } = sort;
  const keyed = Array.from(vasps, (vasp) => ({ key: sortKey(vasp, field), vasp }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, descending) || compareText(a.vasp.vasp_id, b.vasp.vasp_id));
  return keyed.map(({ vasp }) => vasp);
}

/** Returns the comparison function of {@link sortVasps}. */
export function compareVasps({ field, descending }: VaspSort = BY_ID): (a: Vasp, b: Vasp) => number {
  return (a, b) => compareKeys(sortKey(a, field), sortKey(b, field), descending) || compareText(a.vasp_id, b.vasp_id);
}

const BY_ID: VaspSort = { field: "vasp_id", descending: false };

function sortKey(vasp: Vasp, field: VaspField): string | undefined {
  const value = vasp[field];
  // No text contains NUL, and NUL sorts before every character, so the joined text sorts like the list.
  return value === undefined || typeof value === "string" ? value : value.join("\0");
}

function compareKeys(a: string | undefined, b: string | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return descending ? compareText(b, a) : compareText(a, b);
}

/**
 * Returns the folded texts that a VASP search matches: legal and business name (§4.6).
 *
 * @param vasp - the record
 * @returns each text once
 *
 * @example
 * vaspTextsOf({ vasp_id: "V-1", name_legal: "Züri  Coin AG", name_business: "ZüriCoin" }); // ["zuri coin ag", "zuricoin"]
 */
export function vaspTextsOf(vasp: Vasp): readonly string[] {
  return foldedTexts([vasp.name_legal, vasp.name_business]);
}
