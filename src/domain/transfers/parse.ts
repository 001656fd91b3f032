/** From unknown input to a transfer (§2.9), as far as no directory is needed. */
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
 * Checks a transfer by every field and rule of §2.9 that needs no directory. A party described directly obeys the rules
 * of accounts (§2.2–2.6). With `chain` both addresses must be addresses of it, as `parseAddress` has it; they stay as
 * they are written, for a destination tag may be a part of them. Without it they are text.
 *
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

/** {@link parseTransfer} on a given day. */
export function parseTransferOn(input: unknown, context: ParseContext): Result<TransferInput> {
  const parsed = parseInput(transferSchema, input, context);
  if (!parsed.ok) return parsed;
  // The shape allows for more than the type: what excludes what is in the rules.
  return succeeded(withDefaults(parsed.value as TransferInput));
}

/** The flags and categories that the caller left out (§2.2, §2.9). */
function withDefaults(transfer: TransferInput): TransferInput {
  const { originator_account: originator, beneficiary_account: beneficiary } = transfer;
  return {
    ...transfer,
    ...withFlags(transfer),
    ...(originator && { originator_account: withCategory(originator) }),
    ...(beneficiary && { beneficiary_account: withCategory(beneficiary) }),
    // The spreads lose to the compiler which side is described how; none of them changes that.
  } as TransferInput;
}

/** By its type both flags are there, but their writer may have left them out: false. */
function withFlags(transfer: SelfHosting): SelfHosting {
  const { originator_address_is_self_hosted: originator, beneficiary_address_is_self_hosted: beneficiary } = transfer;
  if (originator) return { originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: false };
  return { originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: beneficiary ?? false };
}
