/** Parses VASP records (§2.7). */

import { vaspReader } from "../../generated/vasp.reader.js";
import { checkParseOptions, parseInput } from "../input/parse-input.js";
import type { ParseOptions } from "../input/types.js";
import type { Result } from "../result.js";
import type { Vasp } from "./vasp.js";

/**
 * Parses a VASP record (§2.7). `vasp_id` and `name_legal` are required. A null property counts as absent.
 *
 * @param input - a value of any type
 * @param options - further country codes to accept
 * @returns the record as a plain copy without null properties, or every issue
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 * @example
 * const parsed = parseVasp({ vasp_id: "V-1", name_legal: "Bitpanda GmbH", address_country_code: "AT", website: null });
 */
export function parseVasp(input: unknown, options?: ParseOptions): Result<Vasp> {
  checkParseOptions("parseVasp", options);
  return parseInput(vaspReader, input, options);
}
