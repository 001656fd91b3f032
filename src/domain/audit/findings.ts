/** What a decision about a transfer was made on, without personal values, so that it can be decided again. */
import type { Party } from "../accounts/account.js";
import type { RiskEntry } from "../addresses/address.js";
import { PARTY_SIDES, type PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import type { Findings } from "../transfers/decide.js";
import type { KnownAddress } from "../transfers/decision.js";
import type { DecisionDraft } from "../transfers/decision-request.js";
import { replacerOf } from "./inside.js";
import type { AuditContent, AuditDigests } from "./record.js";

/**
 * Returns findings with digests in place of ids, addresses and tags. Of parties, evidence and proofs it keeps what decides:
 * which fields there are. Equal values stay equal, so the same function decides on them.
 */
export function redactedFindings(findings: Findings, digests: AuditDigests): AuditContent {
  const { draft, known, screenings, evaluations, evidence, counted, ...rest } = findings;
  return {
    ...rest,
    draft: redactedDraft(draft, digests),
    known: Object.fromEntries(PARTY_SIDES.map((side) => [side, redactedAddress(known[side], digests)])),
    screenings: screenings.map(({ entries, ...each }) => {
      return { ...each, address: digests.of(each.address), entries: redactedEntries(entries, each.address, digests) };
    }),
    // The id of an alert is made of the transaction's.
    evaluations: evaluations.map(({ alert_id: _, ...each }) => each),
    evidence: evidence.map(({ duty, side, at }) => ({ duty, side, at })),
    counted: { ...counted, proofs: counted.proofs.map(({ proved_at }) => ({ proved_at })) },
    ...Object.fromEntries(PARTY_SIDES.map((side) => [`${side}_account`, shapeOf(findings[`${side}_account`])])),
  };
}

/** Returns what a provider found, without the address in its texts: a provider may repeat it. */
export function redactedEntries<T extends RiskEntry>(
  entries: readonly T[],
  address: string,
  { of }: AuditDigests,
): readonly T[] {
  const replaced = replacerOf([address], of);
  const copied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copied);
    return typeof value === "string" ? replaced(value) : value;
  };
  // The cast: only texts differ.
  return entries.map(
    (entry) => Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, copied(value)])) as unknown as T,
  );
}

/** What has no personal value in a transfer. */
const PLAIN = ["chain", "asset", "currency", "amount"] as const;

function redactedDraft(draft: DecisionDraft, digests: AuditDigests): AuditContent {
  const plain = PLAIN.map((name) => [name, own(draft, name)] as const);
  const sides = PARTY_SIDES.flatMap((side) => redactedSide(draft, side, digests));
  return Object.fromEntries([...plain, ...sides].filter(([, value]) => value !== undefined));
}

function redactedSide(draft: DecisionDraft, side: PartySide, digests: AuditDigests): [name: string, value: unknown][] {
  const [account, tag] = [own(draft, `${side}_account_reference_id`), own(draft, `${side}_tag`)];
  const address = own(draft, `${side}_address`);
  return [
    [`${side}_account_reference_id`, account === undefined ? undefined : digests.account(account)],
    [`${side}_address`, address === undefined ? undefined : digests.of(address)],
    [`${side}_tag`, tag === undefined ? undefined : digests.of(tag)],
    [`${side}_vasp_id`, own(draft, `${side}_vasp_id`)],
    [`${side}_address_is_self_hosted`, own(draft, `${side}_address_is_self_hosted`)],
  ];
}

function redactedAddress(known: KnownAddress, digests: AuditDigests): KnownAddress {
  const digestOf = (account: string | null): string | null => (account === null ? null : digests.account(account));
  return {
    ...known,
    tag_account: digestOf(known.tag_account),
    account: digestOf(known.account),
    shared_by: known.shared_by.map((account) => digests.account(account)),
  };
}

/** Returns which fields a party has. */
function shapeOf(party: Party): AuditContent {
  const fields = Object.entries(party).map(([name, value]) => {
    if (name === "account_type") return [name, value];
    return [name, typeof value === "object" && value !== null ? shapeOfFields(value) : true];
  });
  return Object.fromEntries(fields);
}

function shapeOfFields(fields: object): AuditContent {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, true]));
}
