/** Parses accounts (§2.2–2.6). */

import { parseInput } from "../input/parse-input.js";
import type { InputSchema, ParseContext, ParseOptions } from "../input/types.js";
import { type Result, succeeded } from "../result.js";
import type { AccountInput, Party } from "./account.js";
import { partyClausesAt, partyRulesAt } from "./account.rules.js";
import { type AccountShape, accountShape } from "./account.shape.js";

const accountSchema: InputSchema<AccountShape> = {
  record: "account",
  shape: accountShape,
  nullIsAbsent: false,
  clauses: [["", "2.2"], ...partyClausesAt("")],
  rules: partyRulesAt(""),
};

/**
 * Parses an account by every rule of §2.2–2.6. `accounts.create` also rejects a date of birth after today.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the account as a plain copy with its default `account_category`, or every issue in the order of the input
 * @example
 * const parsed = parseAccount({ reference_id: "A-1", account_type: "entity", entity: { … }, customer_id: "C-7" });
 */
export function parseAccount(input: unknown, options: ParseOptions = {}): Result<AccountInput> {
  return parseAccountOn(input, options);
}

/** {@link parseAccount} with a clock. */
export function parseAccountOn(input: unknown, context: ParseContext): Result<AccountInput> {
  const parsed = parseInput(accountSchema, input, context);
  if (!parsed.ok) return parsed;
  // The rules check which object and codes belong to which account_type, so the value has the type.
  return succeeded(withCategory(parsed.value as AccountInput));
}

/** Returns the party with `account_category`, by default `customer` (§2.2). The input may lack it, whatever its type says. */
export function withCategory<P extends Party>(party: P): P {
  return party.account_category === undefined ? { ...party, account_category: "customer" } : party;
}
