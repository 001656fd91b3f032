/** `transfers.decide`: finds out everything about a transfer, decides, and stores the decision. */

import type { Party } from "../domain/accounts/account.js";
import { hitsBeyond } from "../domain/addresses/hits.js";
import { parseAddressIn, tagOf } from "../domain/chains/parse.js";
import { specifiedChains } from "../domain/chains/registry.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { Issue } from "../domain/issue.js";
import { PARTY_SIDES, type PartySide } from "../domain/jurisdictions/requirements.js";
import { own } from "../domain/own.js";
import { type CountedProofs, countProofs, selfHostedSide } from "../domain/ownership/counting.js";
import { failed, issuesOf, type Result, succeeded } from "../domain/result.js";
import { timeAfter, toDay, toIsoOffset } from "../domain/timestamp.js";
import { isPerformed } from "../domain/transfers/decide.js";
import type { DutyEvidence, KnownAddress, TransferDecision } from "../domain/transfers/decision.js";
import type { DecisionDraft } from "../domain/transfers/decision-request.js";
import { type ExchangeFacts, exchangeFacts } from "../domain/transfers/exchange-facts.js";
import { exchangeReasons } from "../domain/transfers/exchange-reasons.js";
import { isOwn, parseDecision, parseEvidence } from "../domain/transfers/parse-decision.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import {
  accountsOf,
  countsFrom,
  decisionOf,
  isErased,
  isLinked,
  linkedEffectsOf,
  newestOf,
  type TransferRecord,
  type TransferVersion,
} from "../domain/transfers/record.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import { isSameData } from "../ports/rows.js";
import type {
  AddressFacts,
  TransferFacts,
  TransferFactsQuery,
  TransferRepository,
  TransferSideEffects,
} from "../ports/transfers.js";
import { checkedCount, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import { decisionEvent } from "./audit-transfers.js";
import { type DecideDeps, finder, type Next, type Request, type Resolved } from "./decide-findings.js";
import type { CheckedOwnership } from "./ownership-options.js";
import { entriesAt } from "./screen-sides.js";
import {
  decidedAgain,
  foundParts,
  MAX_ROUNDS,
  policyOr,
  toParty,
  transferClosed,
  transferIdTaken,
} from "./transfer-issues.js";
import type { ChangeOptions } from "./types.js";

/** Options of `transfers.decide`. */
export interface DecideOptions extends ChangeOptions {
  /**
   * Duties that you performed about this transfer. Evidence stays with the transfer as long as its content is the same.
   *
   * @default none
   */
  readonly evidence?: readonly DutyEvidence[] | undefined;
  /**
   * Decides only if this is still the newest version. Otherwise nothing is stored, and the issue is `changed_meanwhile`.
   *
   * @default any version
   */
  readonly ifVersion?: number | undefined;
}

/** The options that a decision depends on. */
interface CheckedOptions {
  readonly policy: CheckedPolicy;
  readonly ownership: CheckedOwnership | undefined;
  readonly ifVersion: number | undefined;
  /** The version that this call made, but did not store, because another call overtook it. */
  readonly overtaken: TransferVersion | undefined;
}

/** Creates `transfers.decide`. */
export function decider(deps: DecideDeps) {
  const { policy, ownership, transfers, auditor, hasThresholds } = deps;
  const find = finder(deps);
  return async (input: unknown, options?: DecideOptions): Promise<Result<TransferDecision>> => {
    const kinds = { signal: "signal", evidence: "checked", actor: "checked", ifVersion: "count" } as const;
    const consequence = "The decision may have been stored; repeat the call to find out.";
    const { abort, given, actor = UNNAMED_PROGRAM } = readOptions("transfers.decide", options, kinds, consequence);
    throwIfAborted(abort);
    const checked = policyOr(policy, "transfers.decide");
    const parsed = readRequest(deps, checked, input, given);
    if (!parsed.ok) return parsed;
    const ifVersion = versionIn(given);
    const asked: Request = { ...parsed.value, actor, abort };
    let overtaken: TransferVersion | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { request, found } = await readFacts(deps, asked, round);
      const answer = answerOrNext(request, found, { policy: checked, ownership, ifVersion, overtaken });
      const next = own(answer, "next");
      if (next === undefined) {
        const isDone = round === 0 || (await hasLeft(transfers, found.transfer, request.draft));
        if (!isDone) continue;
        // The cast: it has one of both.
        return answer.result as Result<TransferDecision>;
      }
      const { record, basis } = await find(request, next, checked);
      throwIfAborted(abort);
      const recording = await auditor?.recording(decisionEvent(record, basis));
      const saved = await transfers.save(record, effectsOf(record, found, hasThresholds), recording);
      if (saved === "saved") return succeeded(decisionOf(record, checked.decisionMaxAgeMs));
      overtaken = newestOf(record);
    }
    throw new ComplianceError("storage_unavailable", "Other calls decided the transfer again and again. Retry.");
  };
}

function versionIn({ ifVersion }: Partial<DecideOptions>): number | undefined {
  return ifVersion === undefined ? undefined : checkedCount("transfers.decide", "ifVersion", ifVersion);
}

/**
 * Reads what is stored about the transfer, and what the counterparty has approved. A version counts from the round that makes
 * it. Until then, that of the other call did.
 */
async function readFacts(
  { transfers, ownership, chains, clock }: DecideDeps,
  given: Request,
  round: number,
): Promise<{ readonly request: Request; readonly found: TransferFacts }> {
  const asked = round === 0 ? given : { ...given, at: clock() };
  const factsOf = (draft: DecisionDraft): Promise<TransferFacts> =>
    unlessAborted(() => transfers.facts(queryOf(draft, ownership)), asked.abort);
  const found = await factsOf(asked.draft);
  const request = withApproval(asked, found.exchange, chains);
  return { request, found: request === asked ? found : await factsOf(request.draft) };
}

/** Returns the request with the address that the counterparty approved, if the transfer has a travel address. */
function withApproval(request: Request, exchange: Exchange | undefined, chains = specifiedChains): Request {
  const { draft } = request;
  const [chain, address] = [own(draft, "chain"), exchange?.address ?? undefined];
  if (own(draft, "beneficiary_address") !== undefined || chain === undefined || address === undefined) return request;
  const parsed = parseAddressIn(chains, chain, address);
  if (!parsed.ok) return request;
  const tag = own(draft, "beneficiary_tag") ?? tagOf(parsed.value);
  const tagged = tag === undefined ? {} : { beneficiary_tag: tag };
  return { ...request, draft: { ...draft, beneficiary_address: parsed.value.canonical, ...tagged } };
}

/** Parses a call, with the issues of the transfer and of the evidence. */
function readRequest(
  { clock, countries, chains }: DecideDeps,
  policy: CheckedPolicy,
  input: unknown,
  given: Partial<DecideOptions>,
): Result<Omit<Request, "actor" | "abort">> {
  const at = clock();
  const parsed = parseDecision(input, policy, { countries, today: toDay(at), chains });
  // Not `??`: null is no evidence.
  const { evidence: performed = [] } = given;
  const evidence = parseEvidence(performed, toIsoOffset(at));
  if (parsed.ok && evidence.ok) return succeeded({ ...parsed.value, evidence: evidence.value, at });
  return failed(issuesOf([parsed, evidence]));
}

/** Only a self-hosted address needs proofs. */
function queryOf(draft: DecisionDraft, ownership?: CheckedOwnership): TransferFactsQuery {
  const chain = own(draft, "chain");
  const places =
    chain === undefined
      ? []
      : PARTY_SIDES.flatMap((side) => {
          const address = own(draft, `${side}_address`);
          // Only the beneficiary's, which is the last one, can be missing.
          return address === undefined ? [] : [{ chain, address, tag: own(draft, `${side}_tag`) }];
        });
  return {
    transfer_id: draft.transfer_id,
    accounts: accountsOf(draft),
    vasps: [...new Set([draft.originator_vasp_id, draft.beneficiary_vasp_id])],
    addresses: places,
    proofsOf: ownership && selfHostedSide(draft)?.account_ref_id,
  };
}

type Answer =
  | { readonly result: Result<TransferDecision>; readonly next?: undefined }
  | { readonly result?: undefined; readonly next: Next };

/** Returns the stored decision or the issues; or what a new decision is made on. */
function answerOrNext(request: Request, found: TransferFacts, options: CheckedOptions): Answer {
  const { policy, ifVersion, overtaken } = options;
  const { draft, at } = request;
  const stored = found.transfer;
  const isChanged = ifVersion !== undefined && (stored && newestOf(stored).version) !== ifVersion;
  if (isChanged) return { result: failed([decidedAgain("/transfer_id")]) };
  const issue = stored && issueOfStored(stored, draft);
  if (issue !== undefined) return { result: failed([issue]) };
  const resolved = resolve(request, found, options);
  if (!resolved.ok) return { result: resolved };
  const newest = stored && newestOf(stored);
  const isSame = newest !== undefined && isSameData(newest.transfer, draft);
  const before = isSame ? newest.evidence : [];
  const added = request.evidence.filter((each) => !before.some((one) => isSameData(one, each)));
  const next = { resolved: resolved.value, stored, evidence: [...before, ...added], overtaken };
  if (stored === undefined || !isSame) return { next };
  // What an officer refused stays refused, as long as the content is the same.
  const isRefused = newest.review?.decision === "reject";
  const isLacking = overtaken !== undefined && lacksFindings(newest, overtaken);
  const isAgain = isLacking || added.length > 0 || mustDecideAgain(newest, resolved.value, { at, policy });
  return isAgain && !isRefused ? { next } : { result: succeeded(decisionOf(stored, policy.decisionMaxAgeMs)) };
}

/**
 * Returns whether this call found something that the version of the other one lacks: a hit, a reason or an open duty. Both called
 * providers, and an officer who reviews the version must see what either of them found. A `reject` needs no more. What did not
 * respond in time is no finding, and evidence performs a duty.
 */
function lacksFindings(stored: TransferVersion, overtaken: TransferVersion): boolean {
  const { decision, screenings, reasons, missing } = stored;
  if (decision === "reject") return false;
  return (
    overtaken.screenings.some((each) => hitsBeyond(each.entries, entriesAt(screenings, each)).length > 0) ||
    overtaken.reasons.some(
      (reason) =>
        reason.code !== "duty_open" &&
        own(reason, "retry") !== true &&
        !reasons.some((each) => isSameData(each, reason)),
    ) ||
    overtaken.missing.some((item) => {
      const [duty, { side }] = [own(item, "duty"), item];
      const isOpen = missing.some((each) => own(each, "duty") === duty && each.side === side);
      return duty !== undefined && !isOpen && !isPerformed(duty, side, stored);
    })
  );
}

function issueOfStored(stored: TransferRecord, draft: DecisionDraft): Issue | undefined {
  if (stored.state !== "open") return transferClosed();
  // An id whose account was erased belongs to its kept transfer, also if the parties are described now.
  const isOfBoth = !isErased(stored) && isSameData(stored.accounts, accountsOf(draft));
  return isOfBoth ? undefined : transferIdTaken();
}

/** A decision is made again when it is too old, when a reason may be over, and when fields, labels or links changed. */
function mustDecideAgain(
  newest: TransferVersion,
  { known, counted, exchange, originator_account, beneficiary_account }: Resolved,
  { at, policy }: { readonly at: Date; readonly policy: CheckedPolicy },
): boolean {
  const from = countsFrom(newest);
  const now = toIsoOffset(at);
  // One from a clock that is far ahead would never be too old. A little ahead is the clock of another machine.
  if (now > timeAfter(from, policy.decisionMaxAgeMs) || from > timeAfter(now, policy.decisionMaxAgeMs)) return true;
  if (newest.review === null && newest.reasons.some(({ retry }) => retry === true)) return true;
  // A proof that does not count changes only the reason of an open duty.
  const isOpen = newest.missing.some((each) => own(each, "duty") === "ownership_check");
  const said = newest.reasons.find((reason) => reason.code === "duty_open" && own(reason, "path") !== undefined);
  if (isOpen && (said && own(said, "path")) !== own(counted, "otherParty")) return true;
  const { proofs, originator_account: originator, beneficiary_account: beneficiary } = newest;
  // Most steps of an exchange change no reason.
  const saidBy = (facts: ExchangeFacts | null) =>
    exchangeReasons({ ...newest, draft: newest.transfer, exchange: facts }, own(policy, "exchange"));
  // A further approval must be seen again, also after a review.
  const before = [
    newest.known,
    proofs,
    saidBy(newest.exchange),
    newest.exchange?.further_approvals,
    originator,
    beneficiary,
  ];
  const found = [
    known,
    counted.proofs,
    saidBy(exchange),
    exchange?.further_approvals,
    originator_account,
    beneficiary_account,
  ];
  return !isSameData(before, found);
}

/** Returns what the transfer refers to, or an issue for each reference that is unknown. */
function resolve(request: Request, found: TransferFacts, { policy, ownership }: CheckedOptions): Result<Resolved> {
  const { draft, at } = request;
  const { accounts: ids, vasps: vaspIds } = queryOf(draft);
  const partyOf = (side: PartySide): Party | undefined => {
    const id = own(draft, `${side}_account_reference_id`);
    // The cast: the reader made the party of a valid transfer.
    if (id === undefined) return own(draft, `${side}_account`) as Party | undefined;
    const account = found.accounts[ids.indexOf(id)];
    return account && toParty(account);
  };
  const vaspOf = (side: PartySide): Vasp | undefined => found.vasps[vaspIds.indexOf(draft[`${side}_vasp_id`])];
  const parts = foundParts({
    originator_account: partyOf("originator"),
    beneficiary_account: partyOf("beneficiary"),
    originator_vasp: vaspOf("originator"),
    beneficiary_vasp: vaspOf("beneficiary"),
  });
  if (!parts.ok) return parts;
  const known = {
    originator: knownOf(found.addresses.at(0), isOwn(request, "originator", policy)),
    beneficiary: knownOf(found.addresses.at(1), isOwn(request, "beneficiary", policy)),
  };
  const { originator_account, beneficiary_account } = parts.value;
  const described = { ...draft, originator_account, beneficiary_account };
  const content = { transfer: draft, originator_account, beneficiary_account };
  const exchange = exchangeFacts(found.exchange, content, toIsoOffset(at));
  return succeeded({ ...parts.value, known, counted: proofsIn(described, found, at, ownership), exchange });
}

function proofsIn(
  transfer: Parameters<typeof countProofs>[1],
  { addresses }: TransferFacts,
  at: Date,
  ownership: CheckedOwnership | undefined,
): CountedProofs {
  const selfHosted = selfHostedSide(transfer);
  if (ownership === undefined || selfHosted === undefined) return { proofs: [] };
  const found = addresses.at(PARTY_SIDES.indexOf(selfHosted.side))?.proofs ?? [];
  return countProofs(found, transfer, { now: toIsoOffset(at), maxAgeMs: ownership.maxAgeMs });
}

function knownOf(facts: AddressFacts | undefined, is_own: boolean): KnownAddress {
  const stored = facts?.stored;
  return {
    is_own,
    is_self_hosted: (stored && own(stored, "is_self_hosted")) ?? null,
    vasp_id: (stored && own(stored, "vasp_id")) ?? null,
    tag_account: facts?.tag_account ?? null,
    account: (stored && own(stored, "account_ref_id")) ?? null,
    shared_by: facts?.shared_by ?? [],
    has_many_links: facts?.has_many_links ?? false,
  };
}

/**
 * What is stored and removed with the record. An evaluated sum has stored its amount already. One that could not be evaluated has
 * not, but the transfer may be executed after a review. So it counts from now on.
 */
function effectsOf(record: TransferRecord, found: TransferFacts, hasThresholds: boolean): TransferSideEffects {
  const { accounts } = found;
  const { linked, unlink } = linkedEffectsOf(record);
  const isSummed = newestOf(record).evaluations.some(({ rule_code }) => rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY");
  const changed = isSummed ? linked.filter(({ removed }) => removed.length > 0) : linked;
  // All of them were found, or there would be no record.
  const read = accounts.filter((account) => account !== undefined);
  return {
    accounts: read.map(({ reference_id, created }) => ({ reference_id, created })),
    linked: hasThresholds ? changed : [],
    unlink,
  };
}

/**
 * Removes the linked transaction that an earlier round stored, if the transfer counts under another link key or not at all. It is
 * a change of the record, because a concurrent change may let it count again.
 *
 * @returns whether nothing was changed meanwhile
 */
async function hasLeft(
  transfers: TransferRepository,
  stored: TransferRecord | undefined,
  draft: DecisionDraft,
): Promise<boolean> {
  const link_key = own(draft, "link_key");
  if (stored === undefined || link_key === undefined || isLinked(stored, link_key)) return true;
  const saved = await transfers.save({ ...stored, revision: stored.revision + 1 }, { unlink: [link_key] });
  return saved === "saved";
}
