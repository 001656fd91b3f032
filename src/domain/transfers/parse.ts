/** Parses transfers without the stored records (§2.9). */
import { partyClausesAt, partyRulesAt } from "../accounts/account.rules.js";
import { withCategory } from "../accounts/parse.js";
import { addressRules } from "../addresses/parse.js";
import { parseInput } from "../input/parse-input.js";
import { rulesAt } from "../input/rules.js";
import type { InputSchema, ParseContext, ParseOptions } from "../input/types.js";
import { type Result, succeeded } from "../result.js";
import type { SelfHosting, TransferInput } from "./transfer.js";
import { transferRules } from "./transfer.rules.js";
import { type TransferShape, transferShape } from "./transfer.shape.js";

const transferSchema: InputSchema<TransferShape> = {
  record: "transfer",
  shape: transferShape,
  nullIsAbsent: false,
  clauses: [["", "2.9"], ...partyClausesAt("/originator_account"), ...partyClausesAt("/beneficiary_account")],
  rules: [
    rulesAt("", transferRules),
    addressRules("2.9", "originator_address", "beneficiary_address"),
    ...partyRulesAt("/originator_account"),
    ...partyRulesAt("/beneficiary_account"),
  ],
};

/**
 * Parses a transfer by the rules of §2.9 that need no stored records. A party described directly follows the rules of accounts
 * (§2.2–2.6). With `chain`, both addresses must be addresses of it. They stay as written, because they may contain a tag.
 *
 * @param input - a value of any type, for example a request body
 * @param options - further country codes to accept
 * @returns the transfer as a plain copy with its defaults, or every issue in the order of the input
 * @example
 * const parsed = parseTransfer({
 *   originator_account_reference_id: "A-1",
 *   beneficiary_account: { account_type: "entity", entity: { … }, customer_id: "C-7" },
 *   originator_address: "bc1q…", beneficiary_address: "bc1p…", chain: "bitcoin",
 *   originator_vasp_id: "V-1", beneficiary_vasp_id: "V-2",
 * });
 */
export function parseTransfer(input: unknown, options: ParseOptions = {}): Result<TransferInput> {
  return parseTransferOn(input, options);
}

/** {@link parseTransfer} with a clock. */
export function parseTransferOn(input: unknown, context: ParseContext): Result<TransferInput> {
  const parsed = parseInput(transferSchema, input, context);
  if (!parsed.ok) return parsed;
  // The rules check which properties exclude each other, so the value has the type.
  return succeeded(withDefaults(parsed.value as TransferInput));
}

/** Adds default flags and categories (§2.2, §2.9). */
function withDefaults(transfer: TransferInput): TransferInput {
  const { originator_account: originator, beneficiary_account: beneficiary } = transfer;
  return {
    ...transfer,
    ...withFlags(transfer),
    ...(originator && { originator_account: withCategory(originator) }),
    ...(beneficiary && { beneficiary_account: withCategory(beneficiary) }),
    // The compiler cannot follow the union through the spreads.
  } as TransferInput;
}

/** Returns both flags, by default false. The input may lack them, whatever its type says. */
function withFlags(transfer: SelfHosting): SelfHosting {
  const { originator_address_is_self_hosted: originator, beneficiary_address_is_self_hosted: beneficiary } = transfer;
  if (originator) return { originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: false };
  return { originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: beneficiary ?? false };
}
