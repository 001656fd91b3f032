/** Order of VASP listings (§4.8) and texts of VASP searches (§4.6). */

import { own } from "../own.js";
import type { PageQuery } from "../page.js";
import { foldedTexts } from "../ranking.js";
import type { Vasp } from "./vasp.js";

/** The compiler requires every property. */
const fields: Readonly<Record<keyof Vasp, true>> = {
  vasp_id: true,
  name_legal: true,
  name_business: true,
  address_country_code: true,
  address_street_no: true,
  address_street_name: true,
  address_city: true,
  address_region: true,
  address_postcode: true,
  website: true,
  summary: true,
  supported_protocols: true,
  national_id_type_code: true,
  national_id: true,
  national_id_issue_country: true,
  national_id_registration_authority: true,
};

/** Properties of a VASP record in the order of §2.7. A listing can be sorted by each. */
// The cast: the keys of an object literal are those of its type.
export const VASP_FIELDS = Object.keys(fields) as readonly (keyof Vasp)[];

/** Property and direction of a sort. */
export interface VaspSort {
  readonly field: keyof Vasp;
  /** Whether the order is descending. */
  readonly descending: boolean;
}

/** Page and order of a VASP listing. Without `sort`: by vasp_id. */
export interface VaspListQuery extends PageQuery {
  readonly sort?: VaspSort;
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
  return foldedTexts([vasp.name_legal, own(vasp, "name_business")]);
}
