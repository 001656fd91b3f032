/** Parses the requests about decisions. */

import {
  confirmReader,
  decisionReader,
  evidenceReader,
  transferListReader,
  transferReviewReader,
} from "../../generated/decision.reader.js";
import { type AddressContext, parsedOnce } from "../addresses/address.rules.js";
import type { Chain } from "../chains/chain.js";
import { tagOf } from "../chains/parse.js";
import { decimalOf } from "../decimal.js";
import { parseInput } from "../input/parse-input.js";
import type { ParseContext } from "../input/types.js";
import type { Issue } from "../issue.js";
import { PARTY_SIDES, type PartySide } from "../jurisdictions/requirements.js";
import { bare, own } from "../own.js";
import { type Extent, inFuture, parseTimedList } from "../query.js";
import { failed, type Result, succeeded, unwrap } from "../result.js";
import { parseTimestamp } from "../timestamp.js";
import type { DutyEvidence, TransferDirection } from "./decision.js";
import type {
  DecisionDraft,
  DecisionShape,
  TransferConfirmRequest,
  TransferListQuery,
  TransferReviewRequest,
} from "./decision-request.js";
import type { TransferKind } from "./kind.js";
import type { CheckedPolicy } from "./policy.js";
import { kindOf, type SelfHosting } from "./transfer.js";

/** A transfer whose side is stated, with its kind and its direction. */
export interface StatedTransfer {
  readonly draft: DecisionDraft;
  readonly kind: TransferKind;
  readonly direction: TransferDirection;
}

/** Parses a transfer to decide, as far as no directory is needed. */
export function parseDecision(input: unknown, policy: CheckedPolicy, context: ParseContext): Result<StatedTransfer> {
  const addresses = new Map();
  const parsed = parseInput(decisionReader, input, context, addresses);
  if (!parsed.ok) return parsed;
  const draft = normalized(bare(parsed.value), { chains: context.chains, parsed: addresses });
  const flagged = withFlags(draft);
  const kind = kindOf(flagged);
  const direction = directionOf(draft, kind, policy.ownVasp);
  if (direction === undefined) return failed([ownVaspMissing()]);
  const isAsked = own(draft, "beneficiary_travel_address") !== undefined;
  if (isAsked && (direction !== "outgoing" || kind !== "vasp_to_vasp")) return failed([notAsked()]);
  if (direction === "internal" && !isInternalStated(draft, policy)) return failed([otherSideMissing()]);
  return succeeded({ draft: flagged, kind, direction });
}

/** Returns the transfer with canonical addresses, the tags that they contain, and the plain decimal text of its amount. */
function normalized(transfer: DecisionShape, context: AddressContext): DecisionDraft {
  const chain = transfer.chain;
  const amount = decimalOf(transfer.amount).toFixed();
  // The casts: the rules check which properties exclude each other.
  if (chain === undefined) return { ...transfer, amount } as DecisionDraft;
  const sides = PARTY_SIDES.map((side) => {
    const text = own(transfer, `${side}_address`);
    if (text === undefined) return {};
    // The address of a valid transfer.
    const address = unwrap(parsedOnce(chain, text, context));
    const tag = own(transfer, `${side}_tag`) ?? tagOf(address);
    return { [`${side}_address`]: address.canonical, ...(tag !== undefined && { [`${side}_tag`]: tag }) };
  });
  return Object.assign({ ...transfer, amount }, ...sides) as DecisionDraft;
}

/** The kind decides first, then the own VASP. Undefined if it takes no part. */
function directionOf(draft: DecisionDraft, kind: TransferKind, ownVasp: string): TransferDirection | undefined {
  const [isSending, isReceiving] = [draft.originator_vasp_id === ownVasp, draft.beneficiary_vasp_id === ownVasp];
  if (!(isSending || isReceiving)) return undefined;
  if (kind === "withdrawal_to_self_hosted") return "outgoing";
  if (kind === "deposit_from_self_hosted") return "incoming";
  if (isSending && isReceiving) return "internal";
  return isSending ? "outgoing" : "incoming";
}

/** Both flags say so, or both addresses are own ones: a missing flag alone says nothing. */
function isInternalStated(draft: DecisionDraft, policy: CheckedPolicy): boolean {
  return PARTY_SIDES.every(
    (side) =>
      own(draft, `${side}_address_is_self_hosted`) === false || isOwn({ draft, direction: "internal" }, side, policy),
  );
}

/** Returns whether policy.ownAddresses has the address of that side. */
export function isOwn(
  { draft, direction }: Pick<StatedTransfer, "draft" | "direction">,
  side: PartySide,
  policy: CheckedPolicy,
): boolean {
  const chain: Chain | undefined = own(draft, "chain");
  if (chain === undefined) return false;
  const [address, tag] = [own(draft, `${side}_address`), own(draft, `${side}_tag`)];
  if (address === undefined) return false;
  // Here an own address permits. A contract at the same address of another chain may belong to someone else.
  if (direction === "internal") return policy.isOwnAddress(chain, address, tag);
  // An address of which a tag is an own one is no self-hosted wallet.
  const isClaimed = own(draft, `${side}_address_is_self_hosted`) === true;
  return policy.mayBeOwnAddress(chain, address, isClaimed ? null : tag);
}

/** Returns the transfer with both flags: a missing one is false. */
function withFlags(draft: DecisionDraft): DecisionDraft & SelfHosting {
  const flags = {
    originator_address_is_self_hosted: own(draft, "originator_address_is_self_hosted") ?? false,
    beneficiary_address_is_self_hosted: own(draft, "beneficiary_address_is_self_hosted") ?? false,
  };
  // The cast: at most one of them is true.
  return { ...draft, ...flags } as DecisionDraft & SelfHosting;
}

function ownVaspMissing(): Issue {
  const message =
    "Neither side has policy.ownVasp as its VASP; correct the vasp_id of your side, or policy.ownVasp if it is not yours.";
  return { code: "own_vasp_missing", path: "/originator_vasp_id", clause: "2.9", message };
}

function notAsked(): Issue {
  const message = "Only a transfer to another VASP can have a travel address; give beneficiary_address.";
  return { code: "not_allowed", path: "/beneficiary_travel_address", clause: "2.9", message };
}

function otherSideMissing(): Issue {
  const message =
    "The other side is not stated: give its vasp_id, or true as its …_is_self_hosted. If both addresses are own ones, give " +
    "false for both, or add them to policy.ownAddresses.";
  return { code: "required", path: "/beneficiary_address_is_self_hosted", clause: "2.9", message };
}

/** Parses evidence. Times get the form of stored times. */
export function parseEvidence(given: unknown, now: string): Result<readonly DutyEvidence[]> {
  const parsed = parseInput(evidenceReader, { evidence: given });
  if (!parsed.ok) return parsed;
  const evidence = parsed.value.evidence.map((each) => ({ ...each, at: storedTime(each.at) }));
  const late = evidence.flatMap(({ at }, index) => (at > now ? [inFuture(`/evidence/${index}/at`)] : []));
  return late.length === 0 ? succeeded(evidence) : failed(late);
}

/** Parses a review. */
export function parseTransferReview(input: unknown): Result<TransferReviewRequest> {
  return parseInput(transferReviewReader, input);
}

/** Parses a confirmation. `executed_at` gets the form of stored times, by default that of now. */
export function parseConfirm(
  input: unknown,
  now: string,
): Result<TransferConfirmRequest & { readonly executed_at: string }> {
  const parsed = parseInput(confirmReader, input);
  if (!parsed.ok) return parsed;
  const given = own(parsed.value, "executed_at");
  const executed_at = given === undefined ? now : storedTime(given);
  return executed_at > now ? failed([inFuture("/executed_at")]) : succeeded({ ...parsed.value, executed_at });
}

/** The cast: the rules accepted the text. */
function storedTime(text: string): string {
  return parseTimestamp(text) as string;
}

/** Parses a transfer list request. */
export function parseTransferList(input: unknown, extent: Extent = "page"): Result<TransferListQuery> {
  return parseTimedList(transferListReader, input, extent);
}
