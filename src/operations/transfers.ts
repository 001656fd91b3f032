/** Checks of travel-rule transfers against the directories (§2.9). */

import type { Party } from "../domain/accounts/account.js";
import { type AddressContext, parsedOnce } from "../domain/addresses/address.rules.js";
import type { Chain } from "../domain/chains/chain.js";
import type { Issue } from "../domain/issue.js";
import { PARTY_SIDES, type PartySide, type Requirements } from "../domain/jurisdictions/requirements.js";
import { bare, own } from "../domain/own.js";
import { countProofs, selfHostedSide } from "../domain/ownership/counting.js";
import type { Proof } from "../domain/ownership/proof.js";
import { failed, type Result, succeeded, unwrap } from "../domain/result.js";
import { toDay, toIsoOffset } from "../domain/timestamp.js";
import type { TransferDecision } from "../domain/transfers/decision.js";
import type { TransferToDecide } from "../domain/transfers/decision-request.js";
import { parseTransferOn } from "../domain/transfers/parse.js";
import {
  initiatorOf,
  kindOf,
  type Transfer,
  type TransferDraft,
  type TransferInput,
} from "../domain/transfers/transfer.js";
import type { OwnershipRepository } from "../ports/ownership.js";
import type { AccountRepository, AddressRepository, VaspRepository } from "../ports/storage.js";
import { readOptions, throwIfAborted } from "./abort.js";
import { checkEvent } from "./audit-transfers.js";
import { type DecideOptions, decider } from "./decide.js";
import type { DecideDeps } from "./decide-findings.js";
import { foundParts, toParty } from "./transfer-issues.js";
import { type TransferRecordOperations, transferRecordOperations } from "./transfer-records.js";
import { missingFieldIssues, requirementsQueryOf, requirementsReader } from "./transfer-requirements.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Operations on transfers. */
export interface TransferOperations<C extends string = Chain> extends TransferRecordOperations {
  /**
   * Validates a transfer and resolves its reference ids and VASP ids in the directories (§2.9). Stores nothing.
   *
   * @param input - the transfer; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - a signal that ends waiting for prices and exchange rates
   * @returns The transfer with both parties and VASPs in full, its kind and its initiator; or every issue. `unknown_account`
   *   and `unknown_vasp` are reported once the transfer itself is valid. So is `self_hosted_contradicts`, if an address is
   *   stored with another `is_self_hosted` than the transfer says. Then `field_required_by_jurisdiction`, for each field
   *   that a party lacks by the packs of `jurisdictions`. Read `requirements` too: it may be `undecided`.
   * @throws ComplianceError `rate_stale`, `rate_invalid`, `provider_…` where a threshold needs a rate. `price_…`,
   *   `provider_…` or `not_configured` where one needs the price of an `asset`. `storage_…`, `aborted`.
   */
  check(input: TransferDraft<C>, options?: OperationOptions): Promise<Result<Transfer<C>>>;
  /** Checks a transfer of type `unknown` or `any`, such as a request body (§2.9). */
  check<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): Promise<Result<Transfer<C>>>;
  /**
   * Decides a transfer, and stores the decision. It screens the address of the other side, and compares labels, links and own
   * addresses with what the transfer says. It evaluates the rules (§4.9), and finds what the packs require (§2.9). Only
   * `value.decision === "execute"` permits the transfer, until `valid_until`.
   *
   * The same content under the same `transfer_id` returns the stored decision. It is decided again if the decision is older than
   * `policy.decisionMaxAgeMs`, or if a reason has `retry`. So it is if evidence, fields, labels or links have changed. Other
   * content is decided as a new version.
   *
   * @param input - the transfer; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - evidence of duties that you performed, the actor, and a signal
   * @returns The decision with all reasons; or every issue of the input.
   * @throws ComplianceError `not_configured` without `policy`, `aborted`, `storage_…`, with the `hits` that were not stored. Any
   *   other failure is a reason of `suspend`.
   * @example
   * const decided = await compliance.transfers.decide(withdrawal);
   * if (decided.ok && decided.value.decision === "execute") await send(withdrawal);
   */
  decide(input: TransferToDecide<C>, options?: DecideOptions): Promise<Result<TransferDecision>>;
  /** Decides a transfer of type `unknown` or `any`, such as a request body. */
  decide<T>(...args: UncheckedArgs<T, [options?: DecideOptions]>): Promise<Result<TransferDecision>>;
}

interface Deps extends DecideDeps {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly proofs: OwnershipRepository;
}

/** Creates the operations on transfers. */
export function transferOperations(deps: Deps): TransferOperations {
  const { accounts, vasps, addresses, clock, countries, chains, auditor, jurisdictions } = deps;
  const requirementsOf = requirementsReader(deps);

  async function findParty(direct: Party | undefined, reference_id: string | undefined): Promise<Party | undefined> {
    if (reference_id === undefined) return direct;
    const account = await accounts.find(reference_id);
    return account && toParty(account);
  }

  /** Returns the transfer with its references resolved, or an issue for each that is unknown or contradicts. */
  async function resolve(transfer: TransferInput, context: AddressContext): Promise<Result<Transfer>> {
    const { chain } = transfer;
    const [originator_account, beneficiary_account, originator_vasp, beneficiary_vasp, ...contradicted] =
      await Promise.all([
        findParty(transfer.originator_account, transfer.originator_account_reference_id),
        findParty(transfer.beneficiary_account, transfer.beneficiary_account_reference_id),
        vasps.find(transfer.originator_vasp_id),
        vasps.find(transfer.beneficiary_vasp_id),
        ...PARTY_SIDES.map((side) => contradicts(addresses, transfer, side, context)),
      ]);
    const parts = foundParts(
      { originator_account, beneficiary_account, originator_vasp, beneficiary_vasp },
      PARTY_SIDES.filter((_, index) => contradicted[index]).map(selfHostedContradicts),
    );
    if (!parts.ok) return parts;
    const derived = { kind: kindOf(transfer), initiator_vasp_id: initiatorOf(transfer) };
    return succeeded({ ...transfer, ...parts.value, ...derived, addresses_checked: chain !== undefined });
  }

  async function check(input: unknown, options?: OperationOptions): Promise<Result<Transfer>> {
    const { abort } = readOptions("transfers.check", options, { signal: "signal" }, "The transfer was not checked.");
    throwIfAborted(abort);
    const at = clock();
    const context = { chains, parsed: new Map() };
    const parsed = parseTransferOn(input, { countries, today: toDay(at), chains }, context.parsed);
    if (!parsed.ok) return parsed;
    const resolved = await resolve(bare(parsed.value), context);
    if (!resolved.ok) return resolved;
    const transfer = resolved.value;
    const required = await requirementsOf(transfer, at, abort);
    const missing = required === undefined ? [] : missingFieldIssues(transfer, required.requirements);
    const recording = await auditor?.recording(
      checkEvent({ transfer, query: requirementsQueryOf(transfer, at), packs: jurisdictions ?? [] }, missing, required),
    );
    await auditor?.append(recording);
    if (missing.length > 0) return failed(missing);
    if (required === undefined) return resolved;
    const proved = await proofsOf(deps, transfer, required.requirements, { at, ...context });
    // The transfer is an own copy. A further one would take as long as the requirements.
    return succeeded(Object.assign(transfer, required, proved && { proofs: proved }));
  }

  return { check, decide: decider(deps), ...transferRecordOperations(deps) };
}

/** Returns whether the address of that side has another label. Without a chain no record can be found. */
async function contradicts(
  addresses: AddressRepository,
  transfer: TransferInput,
  side: PartySide,
  context: AddressContext,
): Promise<boolean> {
  const { chain } = transfer;
  if (chain === undefined) return false;
  // The address of a valid transfer.
  const { canonical } = unwrap(parsedOnce(chain, transfer[`${side}_address`], context));
  const stored = await addresses.find(chain, canonical);
  const label = stored && own(stored, "is_self_hosted");
  return label !== undefined && label !== transfer[`${side}_address_is_self_hosted`];
}

/** Returns the proofs by which the duty `ownership_check` is performed; undefined where there is no such duty. */
async function proofsOf(
  { ownership, proofs }: Deps,
  transfer: Transfer,
  { duties }: Requirements,
  { at, ...context }: AddressContext & { readonly at: Date },
): Promise<readonly Proof[] | undefined> {
  if (ownership === undefined || !duties.some(({ duty }) => duty === "ownership_check")) return undefined;
  const [selfHosted, chain] = [selfHostedSide(transfer), own(transfer, "chain")];
  if (selfHosted === undefined || chain === undefined) return [];
  // The address of a valid transfer.
  const { canonical } = unwrap(parsedOnce(chain, transfer[`${selfHosted.side}_address`], context));
  const found = await proofs.proofs(chain, canonical, selfHosted.account_ref_id);
  return countProofs(found, transfer, { now: toIsoOffset(at), maxAgeMs: ownership.maxAgeMs }).proofs;
}

function selfHostedContradicts(side: PartySide): Issue {
  const path = `/${side}_address_is_self_hosted`;
  const message =
    `The address of the ${side} is labelled with another is_self_hosted; correct the transfer, or the label with ` +
    "addresses.create.";
  return { code: "self_hosted_contradicts", path, clause: "2.9", message };
}
