/** Parses transfers without the stored records (§2.9). */
import { checkParseOptions, parseInput } from "../input/parse-input.js";
import type { ParseContext, ParseOptions } from "../input/types.js";
import type { Result } from "../result.js";
import type { TransferInput } from "./transfer.js";
import { transferReader } from "./transfer.reader.js";

/**
 * Parses a transfer by the rules of §2.9 that need no stored records. A party described directly follows the rules of accounts
 * (§2.2–2.6). With `chain`, both addresses must be addresses of it; without it, they must not be secret
 * keys or 64 hex digits. They stay as written, because they may contain a tag.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the transfer as a plain copy with its defaults, or every issue in the order of the input
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 * @example
 * const parsed = parseTransfer({
 *   originator_account_reference_id: "A-1",
 *   beneficiary_account: { account_type: "entity", entity: { … }, customer_id: "C-7" },
 *   originator_address: "bc1q…", beneficiary_address: "bc1p…", chain: "bitcoin",
 *   originator_vasp_id: "V-1", beneficiary_vasp_id: "V-2",
 * });
 */
export function parseTransfer(input: unknown, options?: ParseOptions): Result<TransferInput> {
  checkParseOptions("parseTransfer", options);
  return parseTransferOn(input, options);
}

/** {@link parseTransfer} with a clock. */
export function parseTransferOn(input: unknown, context?: ParseContext): Result<TransferInput> {
  // The rules check which properties exclude each other, so the value has the type.
  return parseInput(transferReader, input, context) as Result<TransferInput>;
}
