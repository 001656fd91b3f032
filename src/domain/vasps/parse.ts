/** From unknown input to a VASP record (§2.7). */
import { isLei } from "../identifiers/lei.js";
import { isRegistrationAuthority } from "../identifiers/registration-authority.js";
import { type Grammar, type ParseOptions, parseBy } from "../input/grammar.js";
import { countryForm, form, type Rule, rulesAt } from "../input/rule.js";
import type { Result } from "../result.js";
import type { Vasp } from "./vasp.js";
import { vaspShape } from "./vasp.shape.js";

/** §2.7, in its order. */
const vaspRules: readonly Rule<Vasp>[] = [
  countryForm("address_country_code", "2.7"),
  {
    code: "not_an_lei",
    rule: "2.7",
    path: "/national_id",
    reads: ["national_id_type_code", "national_id"],
    broken: ({ national_id_type_code, national_id }) =>
      national_id_type_code === "LEIX" && national_id !== undefined && !isLei(national_id),
    message: "national_id of type LEIX must be an LEI: 20 characters with right check digits (ISO 17442).",
  },
  countryForm("national_id_issue_country", "2.7"),
  form(
    "national_id_registration_authority",
    "not_a_registration_authority",
    "2.7",
    isRegistrationAuthority,
    "national_id_registration_authority must be a code of the GLEIF registration authorities list (RA000001 …).",
  ),
];

const vaspGrammar: Grammar = {
  shape: vaspShape,
  arrays: ["supported_protocols"],
  nullIsAbsent: true,
  clauses: [["", "2.7"]],
  rules: [rulesAt("", vaspRules)],
};

/**
 * Checks a VASP record (§2.7). `vasp_id` and `name_legal` are required; null members count as absent and are left out.
 *
 * @example
 * const parsed = parseVasp({ vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT", website: null });
 */
export function parseVasp(input: unknown, options: ParseOptions = {}): Result<Vasp> {
  const parsed = parseBy(vaspGrammar, input, options);
  // The grammar is the description of this type: shape and rules leave nothing else.
  return parsed.ok ? { ok: true, value: parsed.value as Vasp } : parsed;
}
