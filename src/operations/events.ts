/** Events of the option `observe`. No event contains a value of an input or a record. */
import type { Chain } from "../domain/chains/chain.js";
import type { ComplianceErrorCode } from "../domain/compliance-error.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import type { IssueCode } from "../domain/issue.js";
import type { AuditRepository } from "../ports/audit.js";
import type { ExchangeRepository } from "../ports/exchanges.js";
import type { HoldRepository } from "../ports/holds.js";
import type { OwnershipRepository } from "../ports/ownership.js";
import type {
  AccountRepository,
  AddressRepository,
  AlertRepository,
  LinkedTransactionRepository,
  VaspRepository,
} from "../ports/storage.js";
import type { TransferRepository } from "../ports/transfers.js";
import type { AccountOperations } from "./accounts.js";
import type { AddressOperations } from "./addresses.js";
import type { AlertOperations } from "./alerts.js";
import type { AuditOperations } from "./audit.js";
import type { ExchangeOperations } from "./exchanges.js";
import type { OwnershipOperations } from "./ownership.js";
import type { RuleOperations } from "./rules.js";
import type { TransferOperations } from "./transfers.js";
import type { VaspOperations } from "./vasps.js";

/** The operations of `Compliance`, in groups. */
export interface OperationGroups<C extends string = Chain> {
  /** The directory of accounts. */
  readonly accounts: AccountOperations;
  /** The directory of VASPs. */
  readonly vasps: VaspOperations;
  /** Blockchain addresses: screened, stored, linked to accounts. */
  readonly addresses: AddressOperations<C>;
  /** Travel-rule thresholds. */
  readonly rules: RuleOperations;
  /** Travel-rule transfers. */
  readonly transfers: TransferOperations<C>;
  /** Exchanges of messages with counterparties. */
  readonly exchanges: ExchangeOperations;
  /** Proofs that customers control addresses. */
  readonly ownership: OwnershipOperations<C>;
  /** Alerts of rules. */
  readonly alerts: AlertOperations;
  /** The audit trail. */
  readonly audit: AuditOperations;
}

/** Name of an operation: `"accounts.create"`, `"close"`. */
export type OperationName =
  | { readonly [G in keyof OperationGroups]: `${G}.${keyof OperationGroups[G] & string}` }[keyof OperationGroups]
  | "compact"
  | "close";

/** Code of a failure. `"unexpected"`: an error that is not a `ComplianceError`. */
export type FailureCode = ComplianceErrorCode | "unexpected";

/** Names of counts. */
export type CountName =
  | "results" // records, items or rule results in the answer; 1 for one record, 0 for none.
  | "total" // records on all pages.
  | "breaches" // rule results with the status `breach`.
  | "loaded"
  | "replaced"
  | "added"
  | "unchanged"
  | "removed"
  | "held" // transfers that stay because of holds.
  | "rejected"
  | "executedWithoutPermission" // 1 if a transfer was executed although nothing permitted it.
  | "delivered"
  | "failed" // alerts whose delivery failed, or addresses whose screening failed.
  | "screened"
  | "skipped"
  | "unsupported"
  | "newlyListed"
  | "noLongerListed";

/** Counts of an answer. Only those that the operation has are there. */
export type EventCounts = Readonly<Partial<Record<CountName, number>>>;

/** How an operation ended. */
export type OperationOutcome =
  | { readonly outcome: "ok"; readonly counts: EventCounts }
  /** The input has issues: their codes, each once. */
  | { readonly outcome: "issues"; readonly issues: readonly IssueCode[] }
  /** `counts` are of the results that the error carries; absent if it carries none. */
  | { readonly outcome: "error"; readonly code: FailureCode; readonly counts?: EventCounts };

/** One call of an operation. Sent before its caller receives the answer. */
export type OperationEvent = OperationOutcome & {
  readonly kind: "operation";
  readonly name: OperationName;
  /** Time from the call to the answer. For an async iterable, from the first item to the last. */
  readonly durationMs: DurationMs;
};

/** How a call of a part of yours ended. */
export type PartOutcome = { readonly outcome: "ok" } | { readonly outcome: "error"; readonly code: FailureCode };

/** Option of `createCompliance` whose part was called. */
type PartName = "riskProviders" | "balances" | "rates" | "prices" | "thresholds" | "onAlert";

/** One request to a part: a risk provider, a source, or the receiver of alerts. */
export type ProviderEvent<C extends string = Chain> = PartOutcome & {
  readonly kind: "provider";
  readonly part: PartName;
  /** The key in `riskProviders`; undefined for other parts. */
  readonly name: string | undefined;
  /** The chain of the address; undefined for parts without one. */
  readonly chain: C | undefined;
  readonly durationMs: DurationMs;
  /**
   * HTTP requests sent, retries included. Undefined for a cached answer, a part without HTTP, and a part of your own that
   * does not call `onAttempt`.
   */
  readonly attempts: number | undefined;
};

/** Repositories of a storage. */
interface Repositories {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly addresses: AddressRepository;
  readonly alerts: AlertRepository;
  readonly linked: LinkedTransactionRepository;
  readonly transfers: TransferRepository;
  readonly ownership: OwnershipRepository;
  readonly audit: AuditRepository;
  readonly holds: HoldRepository;
  readonly exchanges: ExchangeRepository;
}

/** Name of a repository. */
export type RepositoryName = keyof Repositories;

/** One write to the storage. */
export type StorageEvent = PartOutcome & {
  readonly kind: "storage";
  readonly repository: RepositoryName;
  /** Method of the repository: `"insert"`, `"save"`. */
  readonly method: { readonly [R in RepositoryName]: keyof Repositories[R] }[RepositoryName];
  readonly durationMs: DurationMs;
};

/** An event of the option `observe`. `kind` and `outcome` decide its form. */
export type ComplianceEvent<C extends string = Chain> = OperationEvent | ProviderEvent<C> | StorageEvent;

/** Receives events. See the option `observe` of `createCompliance`. */
export type ComplianceObserver = (event: ComplianceEvent) => void;
