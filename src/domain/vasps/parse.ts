/** Parses VASP records (§2.7). */

import { parseInput } from "../input/parse-input.js";
import { countryRule, leiRule, registrationAuthorityRule, rulesAt } from "../input/rules.js";
import type { InputSchema, ParseOptions, Rule } from "../input/types.js";
import type { Result } from "../result.js";
import type { Vasp } from "./vasp.js";
import { vaspShape } from "./vasp.shape.js";

/** In the order of §2.7. */
const vaspRules: readonly Rule<Vasp>[] = [
  countryRule("address_country_code", "2.7"),
  leiRule("national_id_type_code", "2.7"),
  countryRule("national_id_issue_country", "2.7"),
  registrationAuthorityRule("national_id_registration_authority", "2.7"),
];

const vaspSchema: InputSchema<Vasp> = {
  record: "VASP record",
  shape: vaspShape,
  nullIsAbsent: true,
  clauses: [["", "2.7"]],
  rules: [rulesAt("", vaspRules)],
};

/**
 * Parses a VASP record (§2.7). `vasp_id` and `name_legal` are required. A null property counts as absent.
 *
 * @param input - a value of any type
 * @param options - further country codes to accept
 * @returns the record as a plain copy without null properties, or every issue
 * @example
 * const parsed = parseVasp({ vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT", website: null });
 */
export function parseVasp(input: unknown, options: ParseOptions = {}): Result<Vasp> {
  return parseInput(vaspSchema, input, options);
}
