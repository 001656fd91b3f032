/** Rules of VASP records besides their types, in the order of §2.7. */
import { countryRule, leiRule, registrationAuthorityRule } from "../input/rules.js";

export const vaspRules = [
  countryRule("address_country_code", "2.7"),
  leiRule("national_id_type_code", "2.7"),
  countryRule("national_id_issue_country", "2.7"),
  registrationAuthorityRule("national_id_registration_authority", "2.7"),
] as const;
