/** From unknown input to an account or a party (§2.2–2.6). */

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
 * Checks an account by every rule of §2.2–2.6 and gives it back as a plain copy with `account_category` filled in.
 * All issues come at once, in the order of the input. A date of birth after today is the operation's to reject: it has a clock.
 *
 * @example
 * const parsed = parseAccount({ reference_id: "A-1", account_type: "entity", entity: { … }, customer_id: "C-7" });
 */
export function parseAccount(input: unknown, options: ParseOptions = {}): Result<AccountInput> {
  return parseAccountOn(input, options);
}

/** {@link parseAccount} on a given day. */
export function parseAccountOn(input: unknown, context: ParseContext): Result<AccountInput> {
  const parsed = parseInput(accountSchema, input, context);
  if (!parsed.ok) return parsed;
  // The shape allows for more than the type: which object and which codes belong to which account_type is in the rules.
  return succeeded(withCategory(parsed.value as AccountInput));
}

/** §2.2: `account_category` defaults to `customer`. By its type it is there already, but its writer may have left it out. */
export function withCategory<P extends Party>(party: P): P {
  return party.account_category === undefined ? { ...party, account_category: "customer" } : party;
}
