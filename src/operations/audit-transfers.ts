/** Events of the audit trail about transfers and proofs of ownership. */
import type { Actor } from "../domain/actor.js";
import { redactedFindings } from "../domain/audit/findings.js";
import type { AuditContent, AuditDigests, AuditSubject } from "../domain/audit/record.js";
import { recordedPolicy, recordedReason } from "../domain/audit/replay.js";
import { appliedPacks, type StoredRequirements } from "../domain/audit/replay-requirements.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { Issue } from "../domain/issue.js";
import { PARTY_SIDES, type Requirements, type RequirementsQuery } from "../domain/jurisdictions/requirements.js";
import type { Jurisdiction } from "../domain/jurisdictions/types.js";
import { own } from "../domain/own.js";
import type { OwnershipRecord } from "../domain/ownership/proof.js";
import type { AppliedPrice } from "../domain/prices/types.js";
import { withAnswers } from "../domain/transfers/answers.js";
import { decideTransfer, type Findings } from "../domain/transfers/decide.js";
import type { CounselAnswer, TransferReview } from "../domain/transfers/decision.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import { newestOf, type TransferConfirmation, type TransferRecord } from "../domain/transfers/record.js";
import type { Transfer } from "../domain/transfers/transfer.js";
import type { AuditEvent } from "../ports/audit.js";
import { addressSubject } from "./audit-events.js";

function subjectsOf({ transfer_id, accounts }: Pick<TransferRecord, "transfer_id" | "accounts">): AuditSubject[] {
  return [{ kind: "transfer", id: transfer_id }, ...accounts.map((id) => ({ kind: "account", id }) as const)];
}

/** What requirements were found in. */
interface RequirementsBasis {
  readonly query: RequirementsQuery;
  readonly packs: readonly Jurisdiction[];
  readonly answers: readonly CounselAnswer[];
  readonly price: AppliedPrice | undefined;
}

/** What a decision was made on. */
export interface DecisionBasis extends RequirementsBasis {
  readonly findings: Findings;
  /** Before the answers of counsel; undefined if they could not be found out. */
  readonly requirements: Requirements | undefined;
  readonly policy: CheckedPolicy;
}

/** A decision, with everything that it is decided again from. */
export function decisionEvent(record: TransferRecord, basis: DecisionBasis): AuditEvent {
  const { version, decision, direction, kind, value, actor, evidence } = newestOf(record);
  const notes = evidence.map(({ note }) => note).join("\n");
  return {
    event: "transfers.decide",
    actor,
    subjects: subjectsOf(record),
    content: (digests) => ({ version, decision, direction, kind, value, ...decidedAgain(basis, digests) }),
    ...(notes !== "" && { note: notes }),
  };
}

/** What a check was about. */
interface CheckBasis extends Pick<RequirementsBasis, "query" | "packs"> {
  readonly transfer: Transfer;
}

/** A check: the issues, and what the packs require. It has no decision, and no id of a transfer. */
export function checkEvent(
  { transfer, query, packs }: CheckBasis,
  issues: readonly Issue[],
  required: { readonly requirements: Requirements; readonly price?: AppliedPrice } | undefined,
): AuditEvent {
  const accounts = PARTY_SIDES.flatMap((side) => own(transfer, `${side}_account_reference_id`) ?? []);
  return {
    event: "transfers.check",
    actor: UNNAMED_PROGRAM,
    subjects: [...new Set(accounts)].map((id) => ({ kind: "account", id })),
    content: () => ({
      kind: transfer.kind,
      issues: issues.map(({ code, path }) => ({ code, path })),
      ...(required !== undefined && {
        requirements: required.requirements,
        basis: basisOf(required.requirements, { query, packs, answers: [], price: own(required, "price") }),
      }),
    }),
  };
}

/** Returns reasons and findings without personal values. Citations contain the name and the note of counsel. */
function decidedAgain(basis: DecisionBasis, digests: AuditDigests): AuditContent {
  const { findings, requirements: found, policy, query, packs } = basis;
  const { kind = "vasp_to_vasp", at } = query;
  const answers = basis.answers.map((each) => ({ ...each, by: digests.of(each.by), note: digests.of(each.note) }));
  const requirements = found && withAnswers(found, answers, { jurisdictions: packs, kind, at }).requirements;
  const redacted = redactedFindings({ ...findings, ...(requirements !== undefined && { requirements }) }, digests);
  // The cast: what decides is the same.
  const { reasons, missing } = decideTransfer(redacted as unknown as Findings, policy);
  return {
    reasons: reasons.map(recordedReason),
    missing,
    policy: recordedPolicy(policy),
    findings: redacted,
    ...(requirements !== undefined && { basis: basisOf(requirements, { ...basis, answers }) }),
  };
}

/** Returns what requirements are decided again from. */
function basisOf(
  requirements: Requirements,
  { query, packs, answers, price }: RequirementsBasis,
): Omit<StoredRequirements, "requirements"> {
  return {
    query: { ...query, at: query.at.toISOString() },
    packs: appliedPacks(requirements, query, packs),
    ...(price !== undefined && { price }),
    ...(answers.length > 0 && { answers }),
  };
}

/** A review of the newest version, and what it overrode. */
export function reviewEvent(record: TransferRecord): AuditEvent {
  const { version, review } = newestOf(record);
  // The cast: the record was just reviewed.
  const { decision, note, actor, overridden } = review as TransferReview;
  return {
    event: "transfers.review",
    actor,
    subjects: subjectsOf(record),
    // Without citations, which may contain the name and the note of counsel.
    content: () => ({
      version,
      decision,
      overridden: overridden.map(({ clause: _, ...each }) => recordedReason(each)),
    }),
    note,
  };
}

/** The newest confirmation. */
export function confirmationEvent(record: TransferRecord): AuditEvent {
  // The cast: the record was just confirmed.
  const confirmation = record.confirmations.at(-1) as TransferConfirmation;
  const note = own(confirmation, "note");
  return {
    event: "transfers.confirm",
    actor: confirmation.actor,
    subjects: subjectsOf(record),
    content: (digests) => confirmationOf(confirmation, digests),
    ...(note !== undefined && { note }),
  };
}

function confirmationOf(
  { outcome, version, executed_at, executed_without_permission, ...rest }: TransferConfirmation,
  digests: AuditDigests,
): AuditContent {
  const hash = own(rest, "transaction_hash");
  return {
    ...{ outcome, version, executed_at, executed_without_permission },
    ...(hash !== undefined && { transaction_hash: digests.of(hash) }),
  };
}

/** A challenge, a try or a proof: what the newest revision of the record has. */
export function ownershipEvent(event: string, actor: Actor, record: OwnershipRecord): AuditEvent {
  const { account_ref_id, chain, method, expires } = record;
  const proof = own(record, "proof");
  const last = record.tries.at(-1);
  return {
    event,
    actor,
    subjects: [{ kind: "account", id: account_ref_id }, addressSubject(record)],
    content: (digests) => ({
      ...{ chain, method, expires, status: proof === undefined ? (last?.status ?? "open") : "proved" },
      challenge: digests.of(record.challenge_id),
      address: digests.of(record.address),
      ...(proof === undefined && last !== undefined && { reason: last.reason }),
      ...(proof !== undefined && { proof: proofOf(proof, digests) }),
    }),
  };
}

function proofOf(proof: NonNullable<OwnershipRecord["proof"]>, digests: AuditDigests): AuditContent {
  const [format, signature, hash] = [own(proof, "format"), own(proof, "signature"), own(proof, "transaction_hash")];
  return {
    proved_at: proof.proved_at,
    ...(format !== undefined && { format }),
    ...(signature !== undefined && { signature: digests.of(signature) }),
    ...(hash !== undefined && { transaction_hash: digests.of(hash) }),
  };
}

/** What happened last in an exchange. Texts of a counterparty can be personal, so a reason is its code. */
export function exchangeEvent({ transfer_id, account, ...exchange }: Exchange, actor: Actor): AuditEvent {
  const { side, vasp_id, state, alarm, is_incomplete, revision, events } = exchange;
  const last = events.at(-1);
  const account_subject = account === null ? [] : [{ kind: "account", id: account } as const];
  const happened = last && { kind: last.kind, at: last.at, code: last.reason?.code ?? null };
  return {
    event: "exchanges.record",
    actor,
    subjects: [{ kind: "transfer", id: transfer_id }, ...account_subject],
    content: () => ({ side, vasp_id, state, alarm, is_incomplete, revision, last: happened ?? null }),
  };
}
