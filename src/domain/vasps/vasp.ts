/** The VASP record (§2.7). */
import type { EntityNationalIdType } from "../accounts/account.js";
import type { CountryCode } from "../identifiers/codes.js";

/** §2.7. Only `vasp_id` and `name_legal` are required; a null in the input means absent. */
export interface Vasp {
  readonly vasp_id: string;
  readonly name_legal: string;
  readonly name_business?: string;
  readonly address_country_code?: CountryCode;
  readonly address_street_no?: string;
  readonly address_street_name?: string;
  readonly address_city?: string;
  readonly address_region?: string;
  readonly address_postcode?: string;
  readonly website?: string;
  readonly summary?: string;
  readonly supported_protocols?: readonly string[];
  readonly national_id_type_code?: EntityNationalIdType;
  readonly national_id?: string;
  readonly national_id_issue_country?: CountryCode;
  readonly national_id_registration_authority?: string;
}
