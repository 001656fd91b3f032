/** The VASP record (§2.7). */
import type { EntityNationalIdType } from "../accounts/account.js";
import type { CountryCode } from "../identifiers/codes.js";

/** A virtual-asset service provider (§2.7). */
export interface Vasp {
  /** Unique identifier. */
  readonly vasp_id: string;
  /** Official legal name. */
  readonly name_legal: string;
  /** Trade name. */
  readonly name_business?: string | undefined;
  /** Country, for example `"AT"`. */
  readonly address_country_code?: CountryCode | undefined;
  /** House number. */
  readonly address_street_no?: string | undefined;
  /** Street. */
  readonly address_street_name?: string | undefined;
  /** City. */
  readonly address_city?: string | undefined;
  /** Region, state or province. */
  readonly address_region?: string | undefined;
  /** Postal code. */
  readonly address_postcode?: string | undefined;
  /** Address of the website. */
  readonly website?: string | undefined;
  /** Free text. */
  readonly summary?: string | undefined;
  /** Travel-rule protocols. */
  readonly supported_protocols?: readonly string[] | undefined;
  /** Kind of `national_id`, for example `"LEIX"`. */
  readonly national_id_type_code?: EntityNationalIdType | undefined;
  /** Identification number. Of type LEIX: an LEI with right check digits. */
  readonly national_id?: string | undefined;
  /** Country that issued `national_id`. */
  readonly national_id_issue_country?: CountryCode | undefined;
  /** Code of the registration authority that issued `national_id`, for example `"RA000548"`. */
  readonly national_id_registration_authority?: string | undefined;
}

type OrNull<T> = { readonly [K in keyof T]: T[K] | null };

/** A VASP record as you write it, for `vasps.load`. A null property counts as absent. */
export interface VaspDraft extends OrNull<Omit<Vasp, "vasp_id" | "name_legal">> {
  /** Unique identifier. */
  readonly vasp_id: string;
  /** Official legal name. */
  readonly name_legal: string;
}
