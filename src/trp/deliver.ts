/** `deliver`: looks at every exchange that is due, and sends what is to be sent. Nothing else sends. */
import { startDeadline } from "../adapters/transport/deadline.js";
import { type HttpResponse, request, timedOut } from "../adapters/transport/request.js";
import { textDigest } from "../domain/audit/canonical.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { NewExchangeEvent } from "../domain/exchanges/apply.js";
import { type Exchange, type ExchangeReason, isEnded, type ReceivedMessage } from "../domain/exchanges/exchange.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { isKey } from "../domain/input/text-rules.js";
import { checkedOptions } from "../domain/options.js";
import { own } from "../domain/own.js";
import { timeAfter, toIsoOffset } from "../domain/timestamp.js";
import { newestOf, type TransferRecord } from "../domain/transfers/record.js";
import { isPrivateHost, urlOrUndefined } from "../ivms101/private-host.js";
import { isRepairReason, readTravelReason } from "../ivms101/reasons.js";
import { parseTrpResponse, type TrpResponse } from "../ivms101/trp-response.js";
import { checkedCount } from "../operations/abort.js";
import type { ExchangeLease } from "../ports/exchanges.js";
import type { CheckedPeer, TrpSettings } from "./options.js";
import { decidedAgain, ownEvent } from "./own-events.js";
import { maySend } from "./send.js";
import type { OwnUrls } from "./urls.js";

/** Options of `deliver`. */
export interface TrpDeliveryOptions {
  /**
   * The most exchanges to look at, 1 or more.
   *
   * @default no limit
   */
  readonly limit?: number | undefined;
  /**
   * After an abort, no further exchange is looked at.
   *
   * @default no signal
   */
  readonly signal?: AbortSignal | undefined;
}

/** A message that was not sent. It is tried again later. */
export interface TrpFailure {
  readonly transfer_id: string;
  /** Of the provider or the storage; it names hosts only. */
  readonly error: ComplianceError;
}

/** Result of `deliver`. */
export interface TrpDelivery {
  /** Exchanges that were looked at. */
  readonly looked: number;
  /** Messages that were sent. */
  readonly sent: number;
  readonly failed: number;
  /** The first 1,000 failures. */
  readonly failures: readonly TrpFailure[];
}

const MAX_FAILURES = 1_000;
/** How much longer than a request a lease lasts: time for the storage. */
const LEASE_MARGIN = 30_000;
/** The most bytes of an answer. */
const MAX_ANSWER = 65_536;

/** Creates `deliver`. */
export function deliverer(settings: TrpSettings, urls: OwnUrls) {
  const { exchanges } = settings.compliance;
  return async (options: TrpDeliveryOptions = {}): Promise<TrpDelivery> => {
    const { limit = Number.POSITIVE_INFINITY, signal } = checkedDelivery(options);
    // The time of the exchanges, so that none is looked at twice.
    const { now: due } = await exchanges.settings();
    const report = { looked: 0, sent: 0, failed: 0, failures: [] as TrpFailure[] };
    while (report.looked < limit && signal?.aborted !== true) {
      const [leased] = await exchanges.lease({ leaseMs: settings.timeoutMs + LEASE_MARGIN, due });
      if (leased === undefined) break;
      count(report, leased, await look(settings, urls, leased).catch(failureOf));
    }
    return report;
  };
}

function checkedDelivery(given: TrpDeliveryOptions): TrpDeliveryOptions {
  const options = checkedOptions("deliver", given, { limit: "count", signal: "signal" } as const, invalidInput);
  const limit = own(options, "limit");
  return limit === undefined ? options : { ...options, limit: checkedCount("deliver", "limit", limit) };
}

function invalidInput(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/** The counts of a delivery that runs. */
interface Report {
  looked: number;
  sent: number;
  failed: number;
  readonly failures: TrpFailure[];
}

function count(report: Report, { exchange }: ExchangeLease, outcome: "sent" | "quiet" | ComplianceError): void {
  report.looked += 1;
  if (outcome === "sent") report.sent += 1;
  if (!(outcome instanceof ComplianceError)) return;
  report.failed += 1;
  const { transfer_id } = exchange;
  if (report.failures.length < MAX_FAILURES) report.failures.push({ transfer_id, error: outcome });
}

function failureOf(thrown: unknown): ComplianceError {
  if (thrown instanceof ComplianceError) return thrown;
  // Without its cause, which may contain a URL or personal data.
  return new ComplianceError("provider_unavailable", "The exchange could not be looked at. It is tried again.");
}

/** Looks at one exchange: expires it, derives the own event from the transfer, and sends the message. */
async function look(
  settings: TrpSettings,
  urls: OwnUrls,
  { exchange: leased, lease }: ExchangeLease,
): Promise<"sent" | "quiet" | ComplianceError> {
  const { exchanges, transfers } = settings.compliance;
  const { transfer_id } = leased;
  const record = await transfers.retrieve(transfer_id);
  let current = leased;
  const event = await ownEvent(settings, urls, current, record);
  if (event !== undefined) {
    const recorded = await exchanges.record({ transfer_id, event });
    current = recorded.exchange ?? current;
  }
  const { outgoing } = current;
  if (outgoing === null) {
    const isOver = isEnded(current) && (record === undefined || record.state !== "open" || !mayChange(current));
    await exchanges.progress({ transfer_id, lease, outcome: isOver ? "done" : "waiting" });
    return "quiet";
  }
  if (!(await mayDeliver(settings, current, record))) {
    await exchanges.progress({ transfer_id, lease, outcome: "waiting" });
    return "quiet";
  }
  const { message_id } = outgoing;
  try {
    await send(settings, current);
  } catch (thrown) {
    await exchanges.progress({ transfer_id, lease, message_id, outcome: "failed" });
    return failureOf(thrown);
  }
  await exchanges.progress({ transfer_id, lease, message_id, outcome: "delivered" });
  return "sent";
}

/** Whether a message may still be sent. Of an inquiry and an approval, what is decided now counts. */
async function mayDeliver(
  settings: TrpSettings,
  exchange: Exchange,
  record: TransferRecord | undefined,
): Promise<boolean> {
  const { outgoing, state, is_incomplete } = exchange;
  const isInquiry = outgoing?.kind === "inquiry";
  if (!isInquiry && state === "repair")
    return record === undefined || is_incomplete || record.decision === "request_information";
  if (!isInquiry && (outgoing?.kind !== "resolution" || state !== "accepted")) return true;
  const may = (found: TransferRecord | undefined) => (isInquiry ? maySend(exchange, found) : mayApprove(found));
  const { now } = await settings.compliance.exchanges.settings();
  if (!may(record) && !isWorthAgain(record, now)) return false;
  return may(await decidedAgain(settings, record));
}

/** While a provider is down, a transfer is decided again after each of these pauses, and not at each look. */
const RETRY_PAUSE: DurationMs = 600_000;

function isWorthAgain(record: TransferRecord | undefined, now: Date): boolean {
  if (record === undefined) return false;
  const { reasons, decided_at } = newestOf(record);
  return reasons.some(({ retry }) => retry === true) && timeAfter(decided_at, RETRY_PAUSE) < toIsoOffset(now);
}

function mayApprove(record: TransferRecord | undefined): boolean {
  return record?.decision === "execute" && (record.state === "open" || record.state === "executed");
}

/** Whether an ended exchange can still change: a transaction after the deadline, or a return. */
function mayChange({ side, state }: Exchange): boolean {
  return (side === "originator" && state === "expired") || (side === "beneficiary" && state === "settled");
}

/** Sends the message of an exchange, and records the answer to an inquiry. */
async function send(settings: TrpSettings, exchange: Exchange): Promise<void> {
  const { outgoing, vasp_id, urls, transfer_id } = exchange;
  const peer = settings.peers.get(vasp_id);
  const target = outgoing === null ? undefined : own(urls, outgoing.kind);
  if (outgoing === null || target === undefined) return;
  if (peer === undefined || !isBound(settings, peer, target)) {
    throw new ComplianceError(
      "not_configured",
      "The host of the message is not bound to its VASP in the option peers.",
    );
  }
  const { message_id, body, kind } = outgoing;
  const answer = await post(settings, peer, { url: target, message_id, body });
  if (kind !== "inquiry") return;
  const parsed = parseTrpResponse(answer.text, "answer");
  if (!(parsed.ok && hasFineTexts(parsed.value))) throw unreadable(target);
  const identity = { message_id: `answer to ${message_id}`, digest: textDigest(answer.text) };
  const said = answerEvent(settings, peer, parsed.value, identity);
  if (said === undefined) {
    const subject = { side: exchange.side, vasp_id, account: exchange.account };
    await settings.compliance.exchanges.raise({ transfer_id, subject, alarm: "other_host" });
    return;
  }
  await settings.compliance.exchanges.record({ transfer_id, event: { ...said, answers: message_id } });
}

/** Returns whether a URL leads to a host of the VASP. */
export function isBound({ allowPrivateHosts }: TrpSettings, { hosts }: CheckedPeer, text: string): boolean {
  const url = urlOrUndefined(text);
  if (url === undefined || url.protocol !== "https:" || !hosts.has(url.host)) return false;
  return allowPrivateHosts || !isPrivateHost(url.hostname);
}

interface Post {
  readonly url: string;
  readonly message_id: string;
  readonly body: unknown;
}

async function post(settings: TrpSettings, peer: CheckedPeer, { url, message_id, body }: Post): Promise<HttpResponse> {
  const { fetch, timeoutMs } = settings;
  const target = new URL(url);
  const deadline = startDeadline(timeoutMs, timedOut(target.host, timeoutMs, "timeoutMs"));
  const headers = () => ({
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "api-version": peer.profile.version,
    "request-identifier": message_id,
  });
  // The next look repeats it.
  const spec = { url: target, method: "POST", headers, body: JSON.stringify(body), isIdempotent: false } as const;
  try {
    const limits = { maxBytes: MAX_ANSWER, fetch };
    const acceptedStatuses = [204, ...Object.keys(REFUSALS).map(Number)];
    const response = await request({ ...spec, acceptedStatuses }, limits, deadline);
    const refusal = own(REFUSALS, response.status);
    if (refusal === undefined) return response;
    const [code, advice] = refusal;
    throw new ComplianceError(code, `${target.host} refused the message with status ${response.status}. ${advice}`);
  } finally {
    deadline.end();
  }
}

const UNKNOWN_CLIENT = [
  "provider_unauthorized",
  "Ask the VASP whether your certificate is that of your VASP there.",
] as const;
const UNKNOWN_URL = [
  "provider_rejected",
  "The URL is unknown there, or over. For an inquiry, get another travel address and call send with it.",
] as const;
const UNREAD = ["provider_rejected", "Ask the VASP why, and which version of TRP it has."] as const;

/** What statuses of the counterparty mean. */
const REFUSALS: Readonly<Record<number, readonly ["provider_rejected" | "provider_unauthorized", string]>> = {
  ...{ 400: UNREAD, 409: UNREAD, 413: UNREAD, 415: UNREAD, 422: UNREAD },
  ...{ 401: UNKNOWN_CLIENT, 403: UNKNOWN_CLIENT, 404: UNKNOWN_URL, 410: UNKNOWN_URL },
};

function unreadable(url: string): ComplianceError {
  const message = `${new URL(url).host} returned what is no answer of TRP. Ask the VASP which version of TRP it has.`;
  return new ComplianceError("provider_unreadable", message);
}

/** Returns whether the address or the transaction can be stored: no control characters, no half of a surrogate pair. */
export function hasFineTexts(response: TrpResponse): boolean {
  if (response.kind === "approved") return isKey(response.address);
  return response.kind !== "confirmed" || isKey(response.txid);
}

/** The identifier of a received message, and its digest. */
type ReceivedIdentity = Pick<ReceivedMessage, "message_id" | "digest">;

/** Returns the event of a response; undefined if its URL has a host that is not bound to the VASP. */
export function answerEvent(
  settings: TrpSettings,
  peer: CheckedPeer,
  response: TrpResponse,
  identity: ReceivedIdentity,
): NewExchangeEvent | undefined {
  const received = { from: "counterparty", ...identity } as const;
  switch (response.kind) {
    case "pending":
      return { kind: "acknowledgement", ...received };
    case "approved": {
      const { address, callback } = response;
      if (!isBound(settings, peer, callback)) return undefined;
      return { kind: "approval", ...received, address, urls: { confirmation: callback } };
    }
    case "rejected": {
      const reason = readTravelReason(response.reason);
      const kind = isRepairReason(reason) ? "repair_request" : "rejection";
      return { kind, ...received, reason: recorded(reason) };
    }
    case "confirmed":
      return { kind: "confirmation", ...received, transaction_hash: response.txid };
    default:
      return { kind: "cancellation", ...received, reason: recorded(readTravelReason(response.reason)) };
  }
}

function recorded({ code, text }: ExchangeReason): ExchangeReason {
  return { code, text };
}
