/** Stored transfers: every version of the decision, reviews and confirmations. */

import type { Actor } from "../actor.js";
import type { AddressUse } from "../addresses/address.js";
import type { Chain } from "../chains/chain.js";
import type { DurationMs } from "../identifiers/codes.js";
import { PARTY_SIDES } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import { compareText } from "../text.js";
import {
  type LinkedAmount,
  type LinkedUpdate,
  linkedAmountOf,
  withAmounts,
  withoutAmounts,
} from "../thresholds/linked.js";
import type { AnyTransaction } from "../thresholds/types.js";
import { timeAfter } from "../timestamp.js";
import type {
  DecidedParties,
  Decision,
  KnownAddress,
  TransferDecision,
  TransferDirection,
  TransferReview,
} from "./decision.js";
import type { ConfirmedOutcome, DecisionDraft } from "./decision-request.js";
import type { TransferKind } from "./kind.js";

/** `open` until it is confirmed. */
export type TransferState = "open" | ConfirmedOutcome;

/** All states. */
export const TRANSFER_STATES: readonly TransferState[] = ["open", "executed", "rejected", "returned", "cancelled"];

/** One decision as it is stored, with what it was made on. */
export interface TransferVersion extends Omit<TransferDecision, "transfer_id" | "valid_until">, DecidedParties {
  /** Who asked for the decision. */
  readonly actor: Actor;
  /** The transfer, with canonical addresses and its tags. */
  readonly transfer: DecisionDraft;
  /** What the directory said about both addresses. */
  readonly known: { readonly originator: KnownAddress; readonly beneficiary: KnownAddress };
}

/** What happened to a transfer. */
export interface TransferConfirmation {
  readonly outcome: ConfirmedOutcome;
  /**
   * The version that it is about. An execution is about the newest version that was decided by `executed_at`, or the first one
   * if there was none. Any other outcome is about the newest version.
   */
  readonly version: number;
  /** When it happened: ISO 8601 with offset, milliseconds, UTC. */
  readonly executed_at: string;
  /** When it was recorded. */
  readonly confirmed_at: string;
  readonly transaction_hash?: string;
  readonly note?: string;
  readonly actor: Actor;
  /** Whether it was executed although nothing permitted it at that time. */
  readonly executed_without_permission: boolean;
}

/** A stored transfer. */
export interface TransferRecord {
  readonly transfer_id: string;
  readonly state: TransferState;
  /** That of the newest version, or of its review. */
  readonly decision: Decision;
  readonly direction: TransferDirection;
  readonly kind: TransferKind;
  /** When it was first decided: ISO 8601 with offset, milliseconds, UTC. */
  readonly decided_at: string;
  /** Reference ids of its accounts, each once, without those that were erased. */
  readonly accounts: readonly string[];
  /** Whether any confirmation says so. */
  readonly executed_without_permission: boolean;
  /** All decisions, oldest first. */
  readonly versions: readonly TransferVersion[];
  /** Oldest first. */
  readonly confirmations: readonly TransferConfirmation[];
  /** Counts the changes of the record from 1. */
  readonly revision: number;
}

/** Returns the newest version, which every record has. */
export function newestOf({ versions }: TransferRecord): TransferVersion {
  // The cast: a record is created with its first version.
  return versions.at(-1) as TransferVersion;
}

/** Returns the transfer of the newest version, as it is decided again. An approval names the address of a travel address. */
export function draftOf(record: TransferRecord): DecisionDraft {
  const { transfer } = newestOf(record);
  if (own(transfer, "beneficiary_travel_address") === undefined) return transfer;
  const { beneficiary_address: _, ...asked } = transfer;
  return asked;
}

/** Returns what the version came to, after a review what the officer decided. */
function effectiveDecision({ decision, review }: Pick<TransferVersion, "decision" | "review">): Decision {
  return review?.decision ?? decision;
}

/** Returns from when the decision of the version counts. */
export function countsFrom({ decided_at, review }: Pick<TransferVersion, "decided_at" | "review">): string {
  return review?.reviewed_at ?? decided_at;
}

/** Returns the decision that callers get. */
export function decisionOf(record: TransferRecord, maxAgeMs: DurationMs): TransferDecision {
  const version = newestOf(record);
  const {
    actor: _,
    transfer: _transfer,
    known: _known,
    originator_account: _o,
    beneficiary_account: _b,
    ...rest
  } = version;
  const decision = effectiveDecision(version);
  const valid_until =
    decision === "execute" && record.state === "open" ? timeAfter(countsFrom(version), maxAgeMs) : null;
  return { transfer_id: record.transfer_id, ...rest, decision, valid_until };
}

/** Returns the record with a further version. */
export function withVersion(
  stored: TransferRecord | undefined,
  transfer_id: string,
  version: TransferVersion,
): TransferRecord {
  const { direction, kind, decided_at } = version;
  return {
    transfer_id,
    state: "open",
    decision: effectiveDecision(version),
    direction,
    kind,
    decided_at: stored?.decided_at ?? decided_at,
    accounts: stored?.accounts ?? accountsOf(version.transfer),
    executed_without_permission: false,
    versions: [...(stored?.versions ?? []), version],
    confirmations: [],
    revision: (stored?.revision ?? 0) + 1,
  };
}

/** Returns the record after a review of its newest version. */
export function withReview(stored: TransferRecord, review: TransferReview): TransferRecord {
  const reviewed = { ...newestOf(stored), review };
  const versions = [...stored.versions.slice(0, -1), reviewed];
  return { ...stored, decision: effectiveDecision(reviewed), versions, revision: stored.revision + 1 };
}

/** Returns the record after a confirmation. */
export function withConfirmation(stored: TransferRecord, confirmation: TransferConfirmation): TransferRecord {
  return {
    ...stored,
    state: confirmation.outcome,
    executed_without_permission: stored.executed_without_permission || confirmation.executed_without_permission,
    confirmations: [...stored.confirmations, confirmation],
    revision: stored.revision + 1,
  };
}

/** Returns the version that an execution at that time is about: the newest that was there, or the first one. */
export function versionAt({ versions }: TransferRecord, executed_at: string): TransferVersion {
  // All times have one form, so their texts order by time. The cast: a record is created with its first version.
  return (versions.filter(({ decided_at }) => decided_at <= executed_at).at(-1) ?? versions[0]) as TransferVersion;
}

/** Returns whether the version or its review permitted the execution at that time. One permission allows one execution. */
export function isPermittedAt(
  version: TransferVersion,
  { state }: TransferRecord,
  executed_at: string,
  maxAgeMs: DurationMs,
): boolean {
  if (state !== "open" || effectiveDecision(version) !== "execute") return false;
  const from = countsFrom(version);
  return from <= executed_at && executed_at <= timeAfter(from, maxAgeMs);
}

/** Returns when the transfer ended: with its last confirmation, or with a rejection. Undefined while it is open. */
export function endOf(record: TransferRecord): string | undefined {
  const last = record.confirmations.at(-1);
  if (last !== undefined) return last.confirmed_at;
  if (record.decision !== "reject") return undefined;
  const newest = newestOf(record);
  // A rejection of the same content by an officer may be older than the version.
  return [newest.decided_at, countsFrom(newest)].sort().at(-1);
}

/** Returns the reference ids that a transfer names, each once. */
export function accountsOf(transfer: DecisionDraft): readonly string[] {
  const given = [own(transfer, "originator_account_reference_id"), own(transfer, "beneficiary_account_reference_id")];
  return [...new Set(given.filter((id) => id !== undefined))];
}

/** Returns the link keys under which the transfer may be stored as a linked transaction. */
export function linkKeysOf({ versions }: TransferRecord): readonly string[] {
  const keys = versions.map(({ transfer }) => own(transfer, "link_key"));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** Returns the versions that were executed, in the order of their confirmations. */
export function executedVersions({ versions, confirmations }: TransferRecord): readonly TransferVersion[] {
  const executed = confirmations.filter(({ outcome }) => outcome === "executed").map(({ version }) => version);
  return [...new Set(executed)].flatMap((number) => versions.filter(({ version }) => version === number));
}

/** What a stored transfer changes in the sums of its link keys. */
interface LinkedEffects {
  /** For each link key under which it counts. */
  readonly linked: readonly LinkedUpdate[];
  /** All its other link keys. */
  readonly unlink: readonly string[];
}

/**
 * Returns what a stored transfer changes in the sums of its link keys. Amounts of its versions that do not count leave. Those that
 * other evaluations added stay. Its time is that of its newest decision with the link key, or of an execution if that is later.
 */
export function linkedEffectsOf(record: TransferRecord): LinkedEffects {
  const { transfer_id: transaction_id, versions, confirmations } = record;
  const counting = countingVersions(record);
  const linked: LinkedUpdate[] = [];
  const unlink: string[] = [];
  for (const link_key of linkKeysOf(record)) {
    const isOf = ({ transfer }: TransferVersion): boolean => own(transfer, "link_key") === link_key;
    const amounts = amountsOf(counting.filter(isOf));
    const all = versions.filter(isOf);
    const executions = confirmations.filter(
      (each) => each.outcome === "executed" && all.some(({ version }) => version === each.version),
    );
    const times = [...all.map(countsFrom), ...executions.map(({ executed_at }) => executed_at)].sort(compareText);
    // The cast: a link key is that of a version.
    const time = times.at(-1) as string;
    if (amounts.length === 0) unlink.push(link_key);
    else linked.push({ link_key, transaction_id, time, amounts, removed: withoutAmounts(amountsOf(all), amounts) });
  }
  return { linked, unlink };
}

/** Returns whether a stored transfer counts towards the sum of a link key. */
export function isLinked(record: TransferRecord, link_key: string): boolean {
  return countingVersions(record).some(({ transfer }) => own(transfer, "link_key") === link_key);
}

/** Returns whether an account of the transfer was erased. */
export function isErased(record: TransferRecord): boolean {
  return accountsOf(newestOf(record).transfer).length > record.accounts.length;
}

/** Returns the versions whose amounts count: those that were executed, or the newest one while it may still be. */
function countingVersions(record: TransferRecord): readonly TransferVersion[] {
  const newest = newestOf(record);
  // What was erased does not come back.
  if (isErased(record)) return [];
  const executed = executedVersions(record);
  if (executed.length > 0) return executed;
  return record.state === "open" && record.decision !== "reject" ? [newest] : [];
}

/** Returns the amounts of the versions, each once. The cast: a transfer to decide has the properties of an amount. */
function amountsOf(versions: readonly TransferVersion[]): readonly LinkedAmount[] {
  const amounts = versions.map(({ transfer }) => linkedAmountOf(transfer as unknown as AnyTransaction));
  return withAmounts([], amounts);
}

/** Returns the uses of addresses by an execution of that version, with their places. */
export function usesOf(
  { transfer_id, accounts }: TransferRecord,
  { transfer }: TransferVersion,
  at: string,
): readonly (AddressUse & AddressPlaceOfUse)[] {
  const chain: Chain | undefined = own(transfer, "chain");
  if (chain === undefined) return [];
  return PARTY_SIDES.flatMap((side) => {
    const address = own(transfer, `${side}_address`);
    if (address === undefined) return [];
    // An account that was erased is not there, also if another one has its id now.
    const account_ref_id = accounts.find((id) => id === own(transfer, `${side}_account_reference_id`)) ?? null;
    return [{ transfer_id, side, account_ref_id, at, chain, address }];
  });
}

/** Where an address was used. */
export interface AddressPlaceOfUse {
  readonly chain: Chain;
  readonly address: string;
}
