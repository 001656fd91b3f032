/** What the own side has to say about an exchange, from the decision about its transfer. */
import type { NewExchangeEvent } from "../domain/exchanges/apply.js";
import { type Exchange, isEnded, isOverdue } from "../domain/exchanges/exchange.js";
import { alternativesText } from "../domain/jurisdictions/missing-fields.js";
import { own } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { MissingItem } from "../domain/transfers/decision.js";
import { askedContent } from "../domain/transfers/exchange-facts.js";
import { draftOf, newestOf, type TransferRecord, type TransferVersion } from "../domain/transfers/record.js";
import { writeTravelReason } from "../ivms101/reasons.js";
import type { TrpSettings } from "./options.js";
import type { OwnUrls } from "./urls.js";

/** Codes of TRISA that are written. A rejection has no reason of its own, because a customer must not be warned. */
const REJECTED = 50;
const UNKNOWN_BENEFICIARY = 54;
const UNPARSEABLE_IDENTITY = 151;
const MISSING_FIELDS = 153;
const VALIDATION_ERROR = 155;
const CANCELED = 199;

/** Returns the own event that is due; undefined if there is none. */
export async function ownEvent(
  settings: TrpSettings,
  urls: OwnUrls,
  exchange: Exchange,
  record: TransferRecord | undefined,
): Promise<NewExchangeEvent | undefined> {
  const { now } = await settings.compliance.exchanges.settings();
  const isOver = isOverdue(exchange, toIsoOffset(now));
  if (exchange.side === "originator") return originatorEvent(exchange, record) ?? (isOver ? EXPIRY : undefined);
  if (isOver) return EXPIRY;
  return beneficiaryEvent(settings, urls, exchange, record);
}

const EXPIRY: NewExchangeEvent = { kind: "expiry", from: "own" };

/** Returns the newest transaction of the content that the inquiry was about, or that an officer executed in its place. */
function transactionOf({ asked, vasp_id }: Exchange, { confirmations, versions }: TransferRecord): string | undefined {
  const hashes = confirmations.flatMap((confirmation) => {
    const hash = own(confirmation, "transaction_hash");
    const executed = versions.find(({ version }) => version === confirmation.version);
    if (confirmation.outcome !== "executed" || executed === undefined || hash === undefined) return [];
    const isReviewed = executed.review !== null && executed.transfer.beneficiary_vasp_id === vasp_id;
    return isReviewed || askedContent(executed, "originator") === asked ? [hash] : [];
  });
  return hashes.at(-1);
}

/** A confirmed transfer ends the exchange: a transaction once the counterparty has accepted, or the deadline is over. */
function originatorEvent(exchange: Exchange, record: TransferRecord | undefined): NewExchangeEvent | undefined {
  const { state } = exchange;
  if (record === undefined || record.confirmations.length === 0) return undefined;
  const txid = transactionOf(exchange, record);
  if (txid !== undefined) {
    if (state !== "accepted" && state !== "expired") return undefined;
    const message_id = crypto.randomUUID();
    return { kind: "confirmation", from: "own", message_id, transaction_hash: txid, body: { txid } };
  }
  if (record.state === "executed") return undefined;
  if (isEnded(exchange) || state === "none") return undefined;
  const body = { canceled: writeTravelReason(CANCELED) };
  const reason = { code: CANCELED, text: null };
  return { kind: "cancellation", from: "own", message_id: crypto.randomUUID(), reason, body };
}

async function beneficiaryEvent(
  settings: TrpSettings,
  urls: OwnUrls,
  exchange: Exchange,
  record: TransferRecord | undefined,
): Promise<NewExchangeEvent | undefined> {
  const { state, outgoing } = exchange;
  // An answer that was not delivered can still become a rejection.
  const isAnswered = (state === "accepted" || state === "repair") && outgoing !== null;
  if (isAnswered && record !== undefined && isRejected(record)) return refusal("rejection", REJECTED);
  if (state === "settled") return record?.state === "returned" ? { kind: "return", from: "own" } : undefined;
  if (state !== "review" || isUndecided(exchange, record)) return undefined;
  return answerToInquiry(settings, urls, exchange, record);
}

/** Whether the handler has not decided the newest inquiry yet. If it was interrupted, the counterparty sends the inquiry again. */
function isUndecided({ is_incomplete, inquiries }: Exchange, record: TransferRecord | undefined): boolean {
  if (is_incomplete) return false;
  const received = inquiries.at(-1)?.at ?? "";
  return record === undefined || newestOf(record).decided_at < received;
}

/** Returns the answer to a decided inquiry; undefined while an officer decides. Without a record it could not be decided. */
export async function answerToInquiry(
  settings: TrpSettings,
  urls: OwnUrls,
  { is_incomplete }: Exchange,
  record: TransferRecord | undefined,
): Promise<NewExchangeEvent | undefined> {
  if (record === undefined) return refusalTo("undecidable");
  if (isRejected(record)) return refusal("rejection", REJECTED);
  if (is_incomplete) return refusal("repair_request", VALIDATION_ERROR);
  if (record.decision === "request_information") return repairOf(newestOf(record));
  if (record.decision !== "execute") return undefined;
  return approval(settings, urls, record);
}

/** A transfer that ended otherwise than by an execution is not accepted any more. */
function isRejected({ state, decision }: TransferRecord): boolean {
  return state === "open" ? decision === "reject" : state !== "executed";
}

/** What the counterparty has to add. A duty of the own VASP is no reason to ask it. */
function repairOf({ reasons, missing }: TransferVersion): NewExchangeEvent | undefined {
  if (reasons.some(({ code }) => code === "inquiry_incomplete")) return refusal("repair_request", VALIDATION_ERROR);
  const fields = missing.filter(({ side }) => side === "originator").flatMap((item) => fieldsOf(item) ?? []);
  if (fields.length === 0) return undefined;
  return refusal("repair_request", MISSING_FIELDS, `The originator lacks: ${fields.join("; ")}.`);
}

/**
 * Decides an open transfer again, if its decision is too old or something changed. Undefined if that is not possible any more, or
 * if it was decided by somebody else since.
 *
 * @param address - for the deposit
 */
export async function decidedAgain(
  { compliance: { transfers } }: TrpSettings,
  record: TransferRecord | undefined,
  address?: string,
): Promise<TransferRecord | undefined> {
  if (record?.state !== "open") return record;
  const { beneficiary_tag: _, ...untagged } = draftOf(record);
  const draft: unknown = address === undefined ? draftOf(record) : { ...untagged, beneficiary_address: address };
  const decided = await transfers.decide(draft, { ifVersion: newestOf(record).version });
  return decided.ok ? transfers.retrieve(record.transfer_id) : undefined;
}

/** A duty has no fields. */
function fieldsOf(item: MissingItem): string | undefined {
  const alternatives = own(item, "one_of");
  return own(item, "field") ?? (alternatives && alternativesText(alternatives));
}

/** Returns the answer to an inquiry of which no transfer can be made, or whose account is gone. */
export function refusalTo(made: "undecidable" | "unknown_account"): NewExchangeEvent {
  if (made === "unknown_account") return refusal("rejection", UNKNOWN_BENEFICIARY);
  return refusal("repair_request", UNPARSEABLE_IDENTITY);
}

function refusal(kind: "rejection" | "repair_request", code: number, note?: string): NewExchangeEvent {
  const text = writeTravelReason(code, note);
  const reason = { code, text };
  return { kind, from: "own", message_id: crypto.randomUUID(), reason, body: { rejected: text } };
}

/** An approval is about a decision that still permits. */
async function approval(
  settings: TrpSettings,
  urls: OwnUrls,
  record: TransferRecord,
): Promise<NewExchangeEvent | undefined> {
  const {
    transfer_id,
    asset,
    chain,
    amount,
    beneficiary_account_reference_id: account_ref_id,
  } = newestOf(record).transfer;
  if (asset === undefined || chain === undefined || account_ref_id === undefined) return undefined;
  // As the wallet writes it: the text may have a tag.
  const address = await settings.depositAddress({ transfer_id, account_ref_id, asset, chain, amount });
  if ((await decidedAgain(settings, record, address))?.decision !== "execute") return undefined;
  const callback = await urls.confirmation(transfer_id);
  const body = { approved: { address, callback } };
  return { kind: "approval", from: "own", message_id: crypto.randomUUID(), address, body };
}
