/** Parses accounts (§2.2–2.6). */

import { accountReader } from "../../generated/account.reader.js";
import { checkParseOptions, parseInput } from "../input/parse-input.js";
import type { ParseContext, ParseOptions } from "../input/types.js";
import type { Result } from "../result.js";
import type { AccountInput } from "./account.js";

/**
 * Parses an account by every rule of §2.2–2.6. `accounts.create` also rejects a date of birth after today.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the account as a plain copy with its default `account_category`, or every issue in the order of the input. The
 *   copy has required properties and defaults first, then the others, in the order of the specification
 * @throws ComplianceError `invalid_input` for invalid or misspelt options
 * @example
 * const parsed = parseAccount({ reference_id: "A-1", account_type: "entity", entity: { … }, customer_id: "C-7" });
 */
export function parseAccount(input: unknown, options?: ParseOptions): Result<AccountInput> {
  checkParseOptions("parseAccount", options);
  return parseAccountOn(input, options);
}

/** {@link parseAccount} with a clock. */
export function parseAccountOn(input: unknown, context?: ParseContext): Result<AccountInput> {
  // The rules check which object and codes belong to which account_type, so the value has the type.
  return parseInput(accountReader, input, context) as Result<AccountInput>;
}
