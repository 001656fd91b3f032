/** Events of the audit trail: what each record contains. No content has a personal value that is not a digest. */
import type { Account } from "../domain/accounts/account.js";
import type { Actor } from "../domain/actor.js";
import type { AddressUpdate } from "../domain/addresses/address.js";
import type { AlertReview, StoredAlert } from "../domain/alerts/alert.js";
import { canonicalJson } from "../domain/audit/canonical.js";
import { redactedEntries } from "../domain/audit/findings.js";
import type { HoldSubject } from "../domain/audit/hold.js";
import type { AuditContent, AuditSubject } from "../domain/audit/record.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import { own } from "../domain/own.js";
import type { AnyTransaction, RuleResult } from "../domain/thresholds/types.js";
import type { AuditEvent, Auditor } from "../ports/audit.js";
import type { AddressRepository } from "../ports/storage.js";

/** An operation that changed something, and who acted. */
interface Change {
  readonly event: string;
  readonly actor: Actor | undefined;
}

function subject(kind: AuditSubject["kind"], id: string): AuditSubject {
  return { kind, id };
}

/** Returns the subject of an address. */
export function addressSubject({ chain, address }: Pick<AddressUpdate, "chain" | "address">): AuditSubject {
  return subject("address", `${chain} ${address}`);
}

/** What has no subject: counts, a VASP of the public register. */
export function plainEvent({ event, actor = UNNAMED_PROGRAM }: Change, content: AuditContent): AuditEvent {
  return { event, actor, subjects: [], content: () => content };
}

/**
 * Runs work that commits several times, between two records: that it begins, and the counts that it returns. So no change is
 * without a record, also if the work fails.
 */
export async function recordCounts<C extends object>(
  auditor: Auditor | undefined,
  change: Change,
  work: () => Promise<C>,
): Promise<C> {
  const append = async (content: object): Promise<void> => {
    await auditor?.append(await auditor.recording(plainEvent(change, { ...content })));
  };
  await append({ begun: true });
  const counts = await work();
  await append(counts);
  return counts;
}

/** The same for work that returns how many records it removed. */
export async function recordRemoval(
  auditor: Auditor | undefined,
  change: Change,
  work: () => Promise<number>,
): Promise<number> {
  const { removed } = await recordCounts(auditor, change, async () => ({ removed: await work() }));
  return removed;
}

/** A stored or removed account. The digest of all its data shows later whether it is the same. */
export function accountEvent(
  { event, actor = UNNAMED_PROGRAM }: Change,
  reference_id: string,
  account?: Account,
): AuditEvent {
  return {
    event,
    actor,
    subjects: [subject("account", reference_id)],
    content: ({ of }) =>
      account === undefined ? {} : { account_type: account.account_type, data: of(canonicalJson(account)) },
  };
}

/** A stored or removed address, with what the update has: a screening, a label, a link. */
function addressEvent(event: string, update: AddressUpdate): AuditEvent {
  const account = own(update, "account_ref_id");
  const screening = own(update, "screening");
  const [is_self_hosted, vasp_id, tag] = [own(update, "is_self_hosted"), own(update, "vasp_id"), own(update, "tag")];
  return {
    event,
    actor: own(update, "actor") ?? UNNAMED_PROGRAM,
    subjects: [addressSubject(update), ...(account === undefined ? [] : [subject("account", account)])],
    content: (digests) => ({
      chain: update.chain,
      address: digests.of(update.address),
      ...(account !== undefined && { account: digests.account(account) }),
      ...(tag !== undefined && { tag: digests.of(tag) }),
      ...(is_self_hosted !== undefined && { is_self_hosted }),
      ...(vasp_id !== undefined && { vasp_id }),
      ...(screening !== undefined && { screening: redactedEntries(screening, update.address, digests) }),
    }),
  };
}

/** Returns the repository that also appends a record for each change of an address. */
export function recordedAddresses(addresses: AddressRepository, auditor: Auditor): AddressRepository {
  const recording = (update: AddressUpdate) => auditor.recording(addressEvent("addresses.save", update));
  return {
    ...addresses,
    save: async (update) => addresses.save(update, await recording(update)),
    update: async (update) => addresses.update(update, await recording(update)),
  };
}

/** The removal of an address. */
export function addressRemovalEvent(
  { event, actor = UNNAMED_PROGRAM }: Change,
  place: Pick<AddressUpdate, "chain" | "address">,
): AuditEvent {
  return { event, actor, subjects: [addressSubject(place)], content: () => ({ chain: place.chain }) };
}

/** The evaluation of one rule. */
export function evaluationEvent(
  { event, actor = UNNAMED_PROGRAM }: Change,
  { transaction_id, country }: AnyTransaction,
  { rule_code, status, decision }: Pick<RuleResult, "rule_code" | "status" | "decision">,
): AuditEvent {
  return {
    event,
    actor,
    subjects: [subject("transfer", transaction_id)],
    content: () => ({ country, evaluations: [{ rule_code, status, decision }] }),
  };
}

/** The review of an alert. */
export function alertReviewEvent({ alert }: StoredAlert, review: AlertReview): AuditEvent {
  const { outcome, by } = review;
  const note = own(review, "note");
  return {
    event: "alerts.review",
    actor: own(review, "actor") ?? UNNAMED_PROGRAM,
    subjects: [subject("transfer", alert.transaction_id)],
    content: ({ of }) => ({ outcome, by: of(by), rule_code: alert.rule_code, country: alert.country }),
    ...(note !== undefined && { note }),
  };
}

/** A hold that is set or released; the reason of a set one is a note. */
export function holdEvent(
  { event, actor = UNNAMED_PROGRAM }: Change,
  about: HoldSubject,
  content: AuditContent,
  note?: string,
): AuditEvent {
  return { event, actor, subjects: [about], content: () => content, note };
}

/** The export of a case, which hands out personal data. */
export function caseEvent(
  { event, actor = UNNAMED_PROGRAM }: Change,
  transfer_id: string,
  { erased, lines }: { readonly erased: boolean; readonly lines: number },
): AuditEvent {
  return { event, actor, subjects: [subject("transfer", transfer_id)], content: () => ({ erased, lines }) };
}
