/** From unknown input to a transfer (§2.9), as far as no directory is needed. */
import { partyClausesAt, partyRulesAt } from "../accounts/account.rules.js";
import { withCategory } from "../accounts/parse.js";
import { type Grammar, type ParseContext, type ParseOptions, parseBy } from "../input/grammar.js";
import { rulesAt } from "../input/rule.js";
import type { Result } from "../result.js";
import type { TransferInput } from "./transfer.js";
import { transferRules } from "./transfer.rules.js";
import { transferShape } from "./transfer.shape.js";

const transferGrammar: Grammar = {
  shape: transferShape,
  arrays: [],
  nullIsAbsent: false,
  clauses: [["", "2.9"], ...partyClausesAt("/originator_account"), ...partyClausesAt("/beneficiary_account")],
  rules: [rulesAt("", transferRules), ...partyRulesAt("/originator_account"), ...partyRulesAt("/beneficiary_account")],
};

/**
 * Checks a transfer by every field and rule of §2.9 that needs no directory. A party described directly obeys the rules
 * of accounts (§2.2–2.6). Addresses are checked as text only.
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
  const parsed = parseBy(transferGrammar, input, context);
  if (!parsed.ok) return parsed;
  // The grammar is the description of this type: shape and rules leave nothing else.
  return { ok: true, value: withDefaults(parsed.value as TransferInput) };
}

/** The flags and categories that the caller left out (§2.2, §2.9). */
function withDefaults(transfer: TransferInput): TransferInput {
  return {
    // The spread comes last: it has the flags where the caller gave them.
    ...{ originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: false },
    ...transfer,
    ...(transfer.originator_account && { originator_account: withCategory(transfer.originator_account) }),
    ...(transfer.beneficiary_account && { beneficiary_account: withCategory(transfer.beneficiary_account) }),
  } as TransferInput;
}
