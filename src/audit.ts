/** Entry point `vaspkit/audit`: a tamper-evident trail of decisions and changes, its verification and its replay. */
export { type AuditTrailOptions, auditTrail } from "./adapters/audit/trail.js";
export type {
  AuditCase,
  CaseAddress,
  CaseContents,
  CaseHead,
  CaseLine,
  CaseRecord,
} from "./domain/audit/case.js";
export type { AuditHold, AuditHoldRequest, HoldSubject } from "./domain/audit/hold.js";
export {
  type ConsistencyStatement,
  consistencyProof,
  type InclusionStatement,
  inclusionProof,
  merkleRoot,
  verifyConsistency,
  verifyInclusion,
} from "./domain/audit/merkle.js";
export type { ChainProver, ShownRecord } from "./domain/audit/prover.js";
export type {
  AuditContent,
  AuditDigests,
  AuditHead,
  AuditPlace,
  AuditRecord,
  AuditSubject,
  SealedRecord,
} from "./domain/audit/record.js";
export { recordOfLine } from "./domain/audit/record.js";
export { type AuditReplay, type ReplayedPart, replay } from "./domain/audit/replay.js";
export {
  type AuditFault,
  type AuditFaultReason,
  type AuditVerification,
  type AuditVerificationOptions,
  type VerifiedTrail,
  verifyAudit,
} from "./domain/audit/verify.js";
export {
  type AuditExportOptions,
  type AuditImport,
  type AuditImportOptions,
  type AuditProgress,
  exportAudit,
  type ImportedTrail,
  importAudit,
  type OpenLines,
} from "./operations/audit-files.js";
export type { AuditContext, AuditEvent, Auditor, AuditRecording, AuditTrail, OpenRecord } from "./ports/audit.js";
