/** What operations on transfers share: the stored parts of a transfer, issues about them, and the error of a missing policy. */
import type { Account, Party } from "../domain/accounts/account.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import type { PartySide } from "../domain/jurisdictions/requirements.js";
import { own } from "../domain/own.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import type { CheckedPolicy, ExchangePolicy } from "../domain/transfers/policy.js";
import type { Vasp } from "../domain/vasps/vasp.js";

/** @throws ComplianceError `not_configured` */
export function policyOr(policy: CheckedPolicy | undefined, operation: string): CheckedPolicy {
  if (policy !== undefined) return policy;
  throw new ComplianceError("not_configured", `${operation} needs the option policy of createCompliance. Add it.`);
}

/** @throws ComplianceError `not_configured` */
export function exchangePolicyOr(policy: CheckedPolicy | undefined, operation: string): ExchangePolicy {
  const exchange = own(policyOr(policy, operation), "exchange");
  if (exchange !== undefined) return exchange;
  throw new ComplianceError("not_configured", `${operation} needs exchange in the option policy. Add it.`);
}

/** Both parties and both VASPs of a transfer. */
export interface TransferParts {
  readonly originator_account: Party;
  readonly beneficiary_account: Party;
  readonly originator_vasp: Vasp;
  readonly beneficiary_vasp: Vasp;
}

/**
 * Returns the parts of a transfer, or an issue for each that was not found.
 *
 * @param contradictions - further issues, which come between those of parties and VASPs
 */
export function foundParts(
  found: { readonly [Part in keyof TransferParts]: TransferParts[Part] | undefined },
  contradictions: readonly Issue[] = [],
): Result<TransferParts> {
  const { originator_account, beneficiary_account, originator_vasp, beneficiary_vasp } = found;
  const issues = [
    ...(originator_account ? [] : [unknownAccount("originator")]),
    ...(beneficiary_account ? [] : [unknownAccount("beneficiary")]),
    ...contradictions,
    ...(originator_vasp ? [] : [unknownVasp("originator")]),
    ...(beneficiary_vasp ? [] : [unknownVasp("beneficiary")]),
  ];
  // The cast: without an issue, everything was found.
  return issues.length > 0 ? failed(issues) : succeeded(found as TransferParts);
}

/** Removes what only a stored account has. */
export function toParty({ reference_id: _, created: _created, last_modified: _modified, ...party }: Account): Party {
  return party;
}

/** The newest version is not the one that the caller has read. */
export function decidedAgain(path: string): Issue {
  const message = "The transfer was decided again since; read its newest version, and call with that one.";
  return { code: "changed_meanwhile", path, clause: "2.9", message };
}

function unknownAccount(side: PartySide): Issue {
  const path = `/${side}_account_reference_id`;
  const message = `No stored account has the ${side}'s reference id; create the account first, or describe the party directly.`;
  return { code: "unknown_account", path, clause: "2.9", message };
}

function unknownVasp(side: PartySide): Issue {
  const path = `/${side}_vasp_id`;
  const message = `No VASP of the directory has the ${side}'s vasp_id; load it first with vasps.load.`;
  return { code: "unknown_vasp", path, clause: "2.9", message };
}

/** How often a change is made again because another call changed the same transfer meanwhile. */
export const MAX_ROUNDS = 8;

/** The error after {@link MAX_ROUNDS}. */
export function alwaysChanged(): ComplianceError {
  return new ComplianceError("storage_unavailable", "Other calls changed the transfer again and again. Retry.");
}

export function transferClosed(): Issue {
  const message = "The transfer is confirmed, so nothing about it can be decided any more; use another transfer_id.";
  return { code: "transfer_closed", path: "/transfer_id", clause: "2.9", message };
}

export function transferIdTaken(): Issue {
  const message = "transfer_id belongs to a stored transfer of other accounts; choose another one.";
  return { code: "transfer_id_taken", path: "/transfer_id", clause: "2.9", message };
}

/** The issue of a `transfer_id` that no stored transfer has. */
export function unknownTransfer(): Issue {
  const message = "No stored transfer has this transfer_id; use one that transfers.decide decided.";
  return { code: "unknown_transfer", path: "", clause: "2.9", message };
}
