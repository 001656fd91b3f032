/** Order of the VASP listing (§4.8). */
import type { PageQuery } from "../page.js";
import type { Vasp } from "./vasp.js";

/** Which page of the VASP listing, in which order. Without `sort`: by vasp_id. */
export interface VaspListQuery extends PageQuery {
  readonly sort?: { readonly field: keyof Vasp; readonly descending: boolean };
}
