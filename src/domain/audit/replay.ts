/** Decides again what a record of the audit trail says, from the record alone. */
import { ComplianceError, readSafely } from "../compliance-error.js";
import { own } from "../own.js";
import type { RuleResult } from "../thresholds/types.js";
import { type Decided, type DecidingPolicy, decideTransfer, type Findings, isFailure } from "../transfers/decide.js";
import type { DecisionReason } from "../transfers/decision.js";
import { canonicalJson } from "./canonical.js";
import type { AuditContent, AuditRecord } from "./record.js";
import { replayedDecision } from "./replay-evaluation.js";
import { replayedRequirements, type StoredRequirements } from "./replay-requirements.js";

/** A part of a record that is decided again. */
export type ReplayedPart = "evaluations" | "requirements" | "decision";

/** What a replay found. */
export interface AuditReplay {
  /** Whether every part agrees. Also true if the record has none. */
  readonly agrees: boolean;
  /** The parts that were decided again. */
  readonly parts: readonly ReplayedPart[];
  /** Those that came to something else. */
  readonly differing: readonly ReplayedPart[];
}

/** What a record has of a decision about a transfer. */
interface RecordedDecision extends Pick<Decided, "decision" | "missing"> {
  readonly reasons: readonly RecordedReason[];
  /** The values of the policy that decide. */
  readonly policy: DecidingPolicy;
  readonly findings: AuditContent;
}

/** A reason without its texts, which may be other ones in another version. */
export type RecordedReason = Omit<DecisionReason, "message" | "what_to_do">;

/** Returns the values of a policy that decide. The compiler compares them with what `decideTransfer` takes. */
export function recordedPolicy({
  ownVasp,
  otherAccounts,
  claimedVasp,
  rejectRisk,
  suspendRisk,
  suspendOnBreach,
  ...policy
}: DecidingPolicy): DecidingPolicy {
  const exchange = own(policy, "exchange");
  const plain = { ownVasp, otherAccounts, claimedVasp, rejectRisk, suspendRisk, suspendOnBreach };
  return exchange === undefined ? plain : { ...plain, exchange };
}

/**
 * Decides again what a record says: each evaluation of a rule, the requirements of the packs, and the decision about a
 * transfer. The record has everything for it, also tiers of packs that have changed since.
 *
 * @param record - a record of the trail, whose hash you verified
 * @returns which parts were decided again, and which differ; a malformed part differs
 * @throws ComplianceError `invalid_input` for what is no record
 * @example
 * const { agrees } = replay(record);
 */
export function replay(record: Pick<AuditRecord, "content">): AuditReplay {
  return readSafely(
    () => replayed(record),
    () => new ComplianceError("invalid_input", "replay takes a record of the audit trail, as recordOfLine returns it."),
  );
}

function replayed({ content }: Pick<AuditRecord, "content">): AuditReplay {
  const found = Object.entries(PARTS).flatMap(([part, agreesIn]) => {
    const agrees = agreesIn(content);
    // The cast: the keys of an object literal are those of its type.
    return agrees === undefined ? [] : [{ part: part as ReplayedPart, agrees }];
  });
  const differing = found.filter(({ agrees }) => !agrees).map(({ part }) => part);
  return { agrees: differing.length === 0, parts: found.map(({ part }) => part), differing };
}

/** Whether each part agrees; undefined without the part. */
const PARTS: Readonly<Record<ReplayedPart, (content: AuditContent) => boolean | undefined>> = {
  evaluations: (content) => {
    const evaluations = own(content, "evaluations") ?? own(findingsOf(content), "evaluations");
    return evaluations === undefined ? undefined : Array.isArray(evaluations) && evaluations.every(isSameEvaluation);
  },
  requirements: (content) => {
    const basis = own(content, "basis");
    const requirements = own(content, "requirements") ?? own(findingsOf(content), "requirements");
    if (basis === undefined || requirements === undefined || isFailure(Object(requirements))) return undefined;
    // The casts: `replayedRequirements` accepts anything.
    const replayed = replayedRequirements({ ...Object(basis), requirements } as StoredRequirements);
    return isSame(replayed, requirements);
  },
  decision: (content) => {
    if (own(content, "findings") === undefined) return undefined;
    const { decision, reasons, missing, policy, findings } = content as unknown as RecordedDecision;
    try {
      // The casts: what is read of them is checked by the comparison.
      const decided = decideTransfer(findings as unknown as Findings, policy);
      return isSame({ ...decided, reasons: decided.reasons.map(recordedReason) }, { decision, reasons, missing });
    } catch {
      // A record of another origin may have anything.
      return false;
    }
  },
};

function findingsOf(content: AuditContent): AuditContent {
  return Object(own(content, "findings") ?? {});
}

function isSameEvaluation(result: RuleResult): boolean {
  return isSame(replayedDecision(result), Object(result).decision);
}

/** Returns a reason as records have it. */
export function recordedReason({ message: _, what_to_do: _what, ...reason }: DecisionReason): RecordedReason {
  return reason;
}

function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}
