/** Decides a transfer on what was found about it. Pure: the same findings give the same decision. */
import type { RecordedRiskEntry } from "../addresses/address.js";
import { isHit, isScreened, namesVasp } from "../addresses/hits.js";
import type { ComplianceErrorCode } from "../compliance-error.js";
import { alternativesText, citationsOf, missingFields } from "../jurisdictions/missing-fields.js";
import {
  PARTY_SIDES,
  type PartySide,
  type RequiredAlternative,
  type Requirements,
  type Undecided,
} from "../jurisdictions/requirements.js";
import type { TierDuty } from "../jurisdictions/types.js";
import { own } from "../own.js";
import type { CountedProofs } from "../ownership/counting.js";
import type { RuleResult } from "../thresholds/types.js";
import type {
  DecidedParties,
  Decision,
  DecisionReason,
  DutyEvidence,
  KnownAddress,
  MissingItem,
  ScreeningResult,
  TransferDirection,
} from "./decision.js";
import { DECISIONS } from "./decision.js";
import type { DecisionDraft } from "./decision-request.js";
import type { ExchangeFacts } from "./exchange-facts.js";
import { exchangeReasons } from "./exchange-reasons.js";
import type { TransferKind } from "./kind.js";
import type { CheckedPolicy } from "./policy.js";
import { reasonOf } from "./reasons.js";

/** A failure of something outside, without its message: an operator's log has that. */
export interface Failure {
  readonly code: ComplianceErrorCode;
}

/** Returns whether something failed. Only an own property counts. */
export function isFailure(found: object): found is Failure {
  return Object.hasOwn(found, "code");
}

/** The values of a policy that decide. */
export type DecidingPolicy = Pick<
  CheckedPolicy,
  "ownVasp" | "otherAccounts" | "claimedVasp" | "rejectRisk" | "suspendRisk" | "suspendOnBreach" | "exchange"
>;

/** What was found about a transfer. */
export interface Findings extends DecidedParties {
  readonly draft: DecisionDraft;
  readonly direction: TransferDirection;
  readonly kind: TransferKind;
  readonly known: { readonly originator: KnownAddress; readonly beneficiary: KnownAddress };
  /** The sides whose address must be screened, and what came of it. Without a chain there is no result. */
  readonly screened: readonly PartySide[];
  readonly screenings: readonly ScreeningResult[];
  /** With the answers of counsel; or why they could not be found out. */
  readonly requirements: Requirements | Failure;
  readonly evaluations: readonly RuleResult[];
  /** Why rules could not be evaluated. */
  readonly failedRules: readonly Failure[];
  readonly evidence: readonly DutyEvidence[];
  /** Proofs of ownership, and why they do not count. */
  readonly counted: CountedProofs;
  /** The exchange with the counterparty; null without one. */
  readonly exchange: ExchangeFacts | null;
  /** Whether these options of `createCompliance` are set. */
  readonly hasOption: Readonly<Record<"prices" | "rates" | "ownership", boolean>>;
}

/** A decision with its reasons. */
export interface Decided {
  readonly decision: Decision;
  readonly reasons: readonly DecisionReason[];
  readonly missing: readonly MissingItem[];
}

/** Decides: of all reasons the worst counts. Without a reason, the transfer can be executed. */
export function decideTransfer(findings: Findings, policy: DecidingPolicy): Decided {
  const missing = missingOf(findings);
  const reasons = [
    ...PARTY_SIDES.flatMap((side) => addressReasons(side, findings, policy)),
    ...screeningReasons(findings, policy),
    ...requirementReasons(findings),
    ...ruleReasons(findings, policy),
    ...exchangeReasons(findings, own(policy, "exchange")).map(([code, side]) => reasonOf(code, side)),
    ...missing.map((item) => missingReason(item, findings)),
  ];
  const sorted = DECISIONS.flatMap((decision) => reasons.filter((reason) => reason.decision === decision));
  return { decision: sorted[0]?.decision ?? "execute", reasons: sorted, missing };
}

/** Returns whether the side is that of the own VASP. */
function isOwnSide(side: PartySide, direction: TransferDirection): boolean {
  return direction === "internal" || side === (direction === "outgoing" ? "originator" : "beneficiary");
}

/** Returns the sides whose address must be screened: the other one, and own ones that are not known. */
export function screenedSides(
  { draft, direction, known }: Pick<Findings, "draft" | "direction" | "known">,
  policy: DecidingPolicy,
): PartySide[] {
  return PARTY_SIDES.filter((side) =>
    direction === "internal" ? !isKnownAsOwn(side, draft, known[side], policy) : !isOwnSide(side, direction),
  );
}

/**
 * Returns whether an address is known as one of the own VASP: by the policy, or by its link to the account of the side. A
 * link may also lead from the customer's own wallet, so it must have the tag of the transfer, or the address the label hosted.
 */
function isKnownAsOwn(
  side: PartySide,
  draft: DecisionDraft,
  known: KnownAddress,
  { ownVasp }: DecidingPolicy,
): boolean {
  const { is_own, is_self_hosted, vasp_id, tag_account, account } = known;
  if (is_own) return true;
  const party = own(draft, `${side}_account_reference_id`);
  const isOfOther = is_self_hosted === true || (vasp_id !== null && vasp_id !== ownVasp);
  if (party === undefined || isOfOther) return false;
  // The VASP as label is the label hosted, too.
  return tag_account === null ? account === party && is_self_hosted === false : tag_account === party;
}

/** What the directory and the policy say against the claims about one address. */
function addressReasons(side: PartySide, findings: Findings, policy: DecidingPolicy): readonly DecisionReason[] {
  const { draft, direction, known: all } = findings;
  const known = all[side];
  // The address of a travel address is not there before the approval.
  if (own(draft, `${side}_address`) === undefined) return [];
  const isSelfHosted = own(draft, `${side}_address_is_self_hosted`) === true;
  const reasons = isSelfHosted ? selfHostedReasons(side, findings) : hostedReasons(side, findings, policy);
  const isUnknown = direction === "internal" && !isKnownAsOwn(side, draft, known, policy);
  return [
    ...(belongsToOther(side, draft, known) ? [otherAccount(side, policy)] : []),
    ...(isUnknown ? [reasonOf("own_address_unknown", side)] : []),
    ...reasons,
  ];
}

/** Returns whether the address is linked to an account that takes no part on its side. */
function belongsToOther(side: PartySide, draft: DecisionDraft, { tag_account, account }: KnownAddress): boolean {
  const otherSide = side === "originator" ? "beneficiary" : "originator";
  const party = own(draft, `${side}_account_reference_id`) ?? own(draft, `${otherSide}_account_reference_id`);
  return [tag_account, account].some((linked) => linked !== null && linked !== party);
}

function otherAccount(side: PartySide, { otherAccounts }: DecidingPolicy): DecisionReason {
  return { ...reasonOf("address_of_other_account", side), decision: otherAccounts, source: "link" };
}

/** What speaks against the claim that the address is a self-hosted wallet. */
function selfHostedReasons(side: PartySide, { draft, known: all, screenings }: Findings): readonly DecisionReason[] {
  const known = all[side];
  const isLabelled = known.is_self_hosted === false || known.vasp_id !== null;
  const namers = entriesOf(side, screenings).filter(namesVasp);
  const party = own(draft, `${side}_account_reference_id`);
  const isShared = known.has_many_links || known.shared_by.some((account) => account !== party);
  return [
    ...(known.is_own ? [{ ...reasonOf("own_address_claimed", side), source: "own_addresses" }] : []),
    ...(isLabelled ? [{ ...reasonOf("self_hosted_contradicts", side), source: "label" }] : []),
    ...namers.map(({ provider_name }) => ({ ...reasonOf("self_hosted_contradicts", side), source: provider_name })),
    ...(isShared ? [{ ...reasonOf("address_shared", side), source: "link" }] : []),
  ];
}

/** What speaks against the claim that the VASP of the side has the address, and whether anything speaks for it. */
function hostedReasons(
  side: PartySide,
  { draft, direction, known: all, screenings }: Findings,
  { claimedVasp }: DecidingPolicy,
): readonly DecisionReason[] {
  const known = all[side];
  const claimed = draft[`${side}_vasp_id`];
  const isOurs = isOwnSide(side, direction);
  const named = entriesOf(side, screenings).flatMap((entry) => {
    const vasp_id = own(entry, "vasp_id");
    return vasp_id === undefined ? [] : [{ vasp_id, source: entry.provider_name }];
  });
  const others = [...(known.vasp_id === null ? [] : [{ vasp_id: known.vasp_id, source: "label" }]), ...named];
  const isConfirmed = others.some(({ vasp_id }) => vasp_id === claimed);
  return [
    ...(known.is_own && !isOurs ? [{ ...reasonOf("own_address_claimed", side), source: "own_addresses" }] : []),
    ...(known.is_self_hosted === true ? [{ ...reasonOf("self_hosted_contradicts", side), source: "label" }] : []),
    ...others
      .filter(({ vasp_id }) => vasp_id !== claimed)
      .map(({ source }) => ({ ...reasonOf("vasp_contradicts", side), source })),
    ...(isOurs || isConfirmed || claimedVasp === "accept" ? [] : [reasonOf("vasp_unconfirmed", side)]),
  ];
}

function entriesOf(side: PartySide, screenings: readonly ScreeningResult[]): readonly RecordedRiskEntry[] {
  return screenings.filter((screening) => screening.side === side).flatMap(({ entries }) => entries);
}

/** A hit counts also if another provider failed. */
function screeningReasons(
  { draft, screened, screenings }: Findings,
  { rejectRisk, suspendRisk }: DecidingPolicy,
): readonly DecisionReason[] {
  return screened.flatMap((side): readonly DecisionReason[] => {
    if (own(draft, `${side}_address`) === undefined) return [];
    const screening = screenings.find((each) => each.side === side);
    if (screening === undefined) return [{ ...reasonOf("not_screened", side), path: "/chain" }];
    const { entries, failures } = screening;
    const hits = entries.filter(isHit).flatMap((entry): readonly DecisionReason[] => {
      if (entry.risk_ratio < suspendRisk) return [];
      const code = entry.risk_ratio >= rejectRisk ? "risk_rejected" : "risk_suspended";
      return [{ ...reasonOf(code, side), source: entry.provider_name }];
    });
    const failed = failures.map(({ provider_name, code }) => ({
      ...withFailure(reasonOf("screening_failed", side), code),
      source: provider_name,
    }));
    const isAnswered = failures.length > 0 || (entries.length > 0 && entries.every(isScreened));
    return [...hits, ...failed, ...(isAnswered ? [] : [reasonOf("not_screened", side)])];
  });
}

/** What the packs leave open. */
function requirementReasons(findings: Findings): readonly DecisionReason[] {
  const { requirements, hasOption } = findings;
  if (isFailure(requirements)) {
    return [withFailure(reasonOf("requirements_failed"), requirements.code, optionToAdd(findings))];
  }
  return requirements.undecided.map((undecided) => {
    const { side, reason, message } = undecided;
    const counsel = reason === "no_tier" ? " Or add what counsel answered to policy.answers." : "";
    const found = {
      ...reasonOf("requirements_undecided", side),
      what_to_do: `${message}${counsel}`,
      ...citedBy(undecided, requirements),
    };
    if (!isOfRates(undecided)) return found;
    return hasOption.rates ? { ...found, retry: true as const } : { ...found, what_to_do: correct("rates") };
  });
}

function citedBy(
  { jurisdiction, tier }: Undecided,
  { tiers, listed }: Requirements,
): Pick<DecisionReason, "clause" | "source"> {
  if (jurisdiction === null) return {};
  const found = [...tiers, ...listed].find((each) => each.jurisdiction === jurisdiction && each.tier.name === tier);
  return { source: jurisdiction, ...(found !== undefined && { clause: `${jurisdiction}: ${found.tier.citation}` }) };
}

/** Whether another table of rates may decide it. */
function isOfRates({ reason }: Undecided): boolean {
  return reason.startsWith("rate_");
}

function ruleReasons(findings: Findings, { suspendOnBreach }: DecidingPolicy): readonly DecisionReason[] {
  const { evaluations, failedRules } = findings;
  const option = optionToAdd(findings);
  const failed = failedRules.map(({ code }) => withFailure(reasonOf("evaluation_failed"), code, option));
  const breaches = suspendOnBreach ? evaluations.filter(({ status }) => status === "breach") : [];
  const reached = breaches.map(({ decision }) => {
    const citation = own(decision, "citation");
    const reason = { ...reasonOf("threshold_reached"), source: decision.country };
    return citation === undefined ? reason : { ...reason, clause: citation };
  });
  return [...failed, ...reached];
}

/** The fields that parties lack, and the duties of the own VASP without evidence. */
function missingOf(findings: Findings): readonly MissingItem[] {
  const { requirements, direction, evidence, counted } = findings;
  if (isFailure(requirements)) return [];
  const fields = PARTY_SIDES.flatMap((side): readonly MissingItem[] => {
    const { required, alternatives } = missingFields(findings[`${side}_account`], requirements[side]);
    return [
      ...required.map(({ field, sources }) => ({ side, field, sources })),
      ...alternatives.map(({ one_of, sources }) => ({ side, one_of, sources })),
    ];
  });
  const duties = new Map<string, MissingItem>();
  for (const { duty, side, source } of requirements.duties) {
    if (isPerformed(duty, side, { evidence, proofs: counted.proofs }) || !isOwnSide(side, direction)) continue;
    const key = `${side} ${duty}`;
    duties.set(key, { side, duty, sources: [...(duties.get(key)?.sources ?? []), source] });
  }
  return [...fields, ...duties.values()];
}

/** Returns whether evidence says that a duty was performed, or a proof performs it. */
export function isPerformed(
  duty: TierDuty,
  side: PartySide,
  { evidence, proofs }: { readonly evidence: readonly DutyEvidence[]; readonly proofs: CountedProofs["proofs"] },
): boolean {
  if (duty === "ownership_check" && proofs.length > 0) return true;
  return evidence.some((each) => each.duty === duty && each.side === side);
}

const PROVE =
  "Prove it with ownership.challenge and ownership.verify, or perform the duty and give evidence. Then decide again.";

function missingReason(item: MissingItem, { counted, hasOption }: Findings): DecisionReason {
  const { side, sources } = item;
  const clause = citationsOf(sources);
  const duty = own(item, "duty");
  if (duty !== undefined) {
    const message = `The duty ${duty} of the ${side}'s VASP is open`;
    const reason = { ...reasonOf("duty_open", side), message: `${message}.`, clause };
    if (duty !== "ownership_check") return reason;
    const path = own(counted, "otherParty");
    if (path === undefined) return hasOption.ownership ? { ...reason, what_to_do: PROVE } : reason;
    return { ...reason, message: `${message}: ${OTHER_PARTY.found}`, what_to_do: OTHER_PARTY.what_to_do, path };
  }
  const field = own(item, "field");
  // The cast: an item has a field, alternatives or a duty.
  const lacking = field ?? alternativesText(own(item, "one_of") as RequiredAlternative["one_of"]);
  const message = `The ${side} lacks ${lacking}, which a pack requires.`;
  const place = { ...(field !== undefined && { field }), path: `/${side}_account` };
  return { ...reasonOf("field_missing", side), message, clause, ...place };
}

/** Why a proof of the customer does not perform the duty ownership_check. */
const OTHER_PARTY = {
  found: "the customer proved the wallet, but the transfer names another party as its holder.",
  what_to_do:
    "If the wallet is the customer's, name the customer's account on its side. Otherwise perform the duty, then decide again " +
    "with evidence.",
};

const PASSING = /^(?:provider|rate|price|list)_/;

/**
 * A failure that may be over later makes the reason one to decide about again.
 *
 * @param option - what to add after `not_configured`
 */
function withFailure(reason: DecisionReason, failure: ComplianceErrorCode, option?: string): DecisionReason {
  if (PASSING.test(failure)) return { ...reason, failure, retry: true };
  return { ...reason, failure, what_to_do: correct(failure === "not_configured" ? option : undefined) };
}

/** What to do about a reason that waiting does not change. */
function correct(option?: string): string {
  const first = option === undefined ? "Correct what failure names." : `Add the option ${option} of createCompliance.`;
  return `${first} A later call decides again once the decision is older than policy.decisionMaxAgeMs.`;
}

/** Returns the option that a value in money lacks. A price is requested first. */
function optionToAdd({ draft, hasOption }: Findings): "prices" | "rates" | undefined {
  if (own(draft, "asset") !== undefined && !hasOption.prices) return "prices";
  return hasOption.rates ? undefined : "rates";
}
