/** `handler`: receives inquiries, resolutions and confirmations. What is refused stores nothing. */
import { dataDigest } from "../domain/audit/canonical.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { type BodyFault, readJsonBody } from "../http/body.js";
import { isEncoded, isJsonType } from "../http/negotiation.js";
import type { JsonObject } from "../ivms101/message.js";
import { writeTravelReason } from "../ivms101/reasons.js";
import { parseTrpResponse } from "../ivms101/trp-response.js";
import type { RecordedExchange } from "../operations/exchanges.js";
import { answerEvent, hasFineTexts, isBound } from "./deliver.js";
import { inquiryId, type ReadInquiry, readInquiry, receivedDraft } from "./messages.js";
import type { CheckedPeer, TrpSettings } from "./options.js";
import { answerToInquiry, refusalTo } from "./own-events.js";
import type { PathPurpose, Paths } from "./paths.js";
import type { OwnUrls } from "./urls.js";

/** The most bytes of a received body. */
const MAX_BYTES = 1_048_576;
/** Every implementation answers to the versions of its major number. */
const VERSION = /^3\.\d{1,3}(?:\.\d{1,3})?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const UNSUPPORTED_CURRENCY = 60;

/** An answer. A refusal has a code for programs. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A request whose sender, path and headers are checked. */
interface Received {
  readonly peer: CheckedPeer;
  readonly purpose: PathPurpose;
  /** The account or the transfer of the path. */
  readonly id: string;
  readonly message_id: string;
  readonly text: string;
  readonly value: JsonObject;
}

/** Creates `handler`. The function never rejects. */
export function receiver(settings: TrpSettings, paths: Paths, urls: OwnUrls) {
  return async (request: Request): Promise<Response> => {
    let identifier = "";
    let answer: Answer;
    try {
      identifier = request.headers.get("request-identifier") ?? "";
      const received = await receivedOf(settings, paths, request);
      answer = "status" in received ? received : await handle(settings, urls, received);
    } catch {
      // The error is dropped on purpose: it may contain personal data. The counterparty tries again.
      answer = refused(500, "unavailable");
    }
    const headers = new Headers({ "cache-control": "no-store", "api-version": settings.version });
    if (UUID.test(identifier)) headers.set("request-identifier", identifier);
    if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
    headers.set("content-type", "application/json; charset=utf-8");
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  };
}

function refused(status: number, code: string): Answer {
  return { status, body: { error: code } };
}

async function receivedOf(settings: TrpSettings, paths: Paths, request: Request): Promise<Received | Answer> {
  if (request.method !== "POST") return refused(405, "method_not_allowed");
  const authenticated = await settings.authenticate(request);
  if (typeof authenticated !== "string" || authenticated === "") return refused(401, "unauthenticated");
  const peer = [...settings.peers.values()].find((each) => each.authenticated === authenticated);
  if (peer === undefined) return refused(403, "unknown_counterparty");
  const place = await placeOf(settings, paths, request.url);
  if (place === undefined) return refused(404, "unknown_or_expired_url");
  const refusal = headersRefusal(request.headers);
  if (refusal !== undefined) return refusal;
  const read = await readJsonBody(request, { maxBytes: MAX_BYTES, timeoutMs: settings.bodyTimeoutMs }, ["/amount"]);
  if (!read.ok) return refused(STATUSES[read.fault] ?? 400, read.fault);
  const { value, text } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused(400, "wrong_type");
  const message_id = (request.headers.get("request-identifier") ?? "").toLowerCase();
  // The cast: it is JSON.
  return { peer, ...place, message_id, text, value: value as JsonObject };
}

function headersRefusal(headers: Headers): Answer | undefined {
  if (!VERSION.test(headers.get("api-version") ?? "")) return refused(400, "version_not_supported");
  if (!UUID.test(headers.get("request-identifier") ?? "")) return refused(400, "request_identifier_invalid");
  const isJson = isJsonType(headers.get("content-type") ?? "application/json");
  return isJson && !isEncoded(headers.get("content-encoding")) ? undefined : refused(415, "media_type_not_supported");
}

/** Statuses of bodies that are not read. */
const STATUSES: { readonly [fault in BodyFault]?: number } = { too_large: 413, too_slow: 408 };

async function placeOf(
  { basePath, compliance }: TrpSettings,
  paths: Paths,
  url: string,
): Promise<Pick<Received, "purpose" | "id"> | undefined> {
  const { pathname } = new URL(url);
  const [, purpose, token] = /^\/([irc])\/([\w-]{1,4000})$/.exec(pathname.slice(basePath.length)) ?? [];
  if (!pathname.startsWith(basePath) || token === undefined) return undefined;
  // The cast: the expression allows only these.
  const given = purpose as PathPurpose;
  const { now } = await compliance.exchanges.settings();
  const id = await paths.read(given, token, now);
  return id === undefined ? undefined : { purpose: given, id };
}

function handle(settings: TrpSettings, urls: OwnUrls, received: Received): Promise<Answer> {
  return received.purpose === "i" ? inquiry(settings, urls, received) : response(settings, received);
}

/** What an inquiry's answer says: the resolution comes later. */
function pending({ version }: TrpSettings): Answer {
  return { status: 200, body: { version } };
}

async function inquiry(settings: TrpSettings, urls: OwnUrls, received: Received): Promise<Answer> {
  const { peer, text, value, message_id } = received;
  const parsed = readInquiry(text, value, settings, peer);
  if (!parsed.ok) {
    const issues = parsed.issues.map(({ code, path }) => ({ code, path }));
    return { status: 400, body: { error: "inquiry_invalid", issues } };
  }
  const read = parsed.value;
  if (!isBound(settings, peer, read.callback)) return refused(422, "callback_host_not_bound");
  if (read.entry === undefined) return { status: 200, body: { rejected: writeTravelReason(UNSUPPORTED_CURRENCY) } };
  const { exchanges } = settings.compliance;
  const corrects = await correctedExchange(settings, received, read);
  if (corrects === null) return refused(409, "correction_of_unknown_inquiry");
  const transfer_id = corrects ?? inquiryId(peer.vasp_id, message_id);
  const recorded = await exchanges.record({
    transfer_id,
    subject: { side: "beneficiary", vasp_id: peer.vasp_id, account: received.id },
    event: {
      kind: corrects === undefined ? "inquiry" : "correction",
      from: "counterparty",
      ...{ message_id, digest: dataDigest(value), body: value, names: read.names },
      // Without a name there is nothing to compare.
      is_incomplete: read.parties === undefined || read.names.length === 0,
      urls: { resolution: read.callback },
    },
  });
  if (recorded.outcome !== "recorded" && recorded.outcome !== "repeated") return refusalOf(recorded);
  const { exchange } = recorded;
  if (exchange?.account !== received.id) return refused(409, "request_identifier_taken");
  // A repetition of an older inquiry, or one after the answer, changes nothing.
  if (exchange.state !== "review" || exchange.inquiries.at(-1)?.message_id !== message_id) return pending(settings);
  const made = await decided(settings, received, read, transfer_id);
  await recordAnswer(settings, urls, transfer_id, made);
  notify(settings, { transfer_id, vasp_id: peer.vasp_id, is_decided: made === "decided" });
  return pending(settings);
}

/** Returns the transfer of the inquiry that this one corrects. Undefined for a first one; null if it is that of somebody else. */
async function correctedExchange(
  { compliance }: TrpSettings,
  { peer, id }: Received,
  { corrects }: ReadInquiry,
): Promise<string | undefined | null> {
  if (corrects === undefined) return undefined;
  const transfer_id = inquiryId(peer.vasp_id, corrects.toLowerCase());
  const stored = await compliance.exchanges.retrieve(transfer_id);
  return stored?.account === id ? transfer_id : null;
}

/** What became of an inquiry: a transfer, none because of what it says, or none because the account of the path is gone. */
type Made = "decided" | "undecidable" | "unknown_account";

/** Decides the received transfer, unless that was done. */
async function decided(
  { compliance, depositAddress }: TrpSettings,
  { peer, id: account_ref_id }: Received,
  read: ReadInquiry,
  transfer_id: string,
): Promise<Made> {
  const { entry, amount, parties } = read;
  const stored = await compliance.transfers.retrieve(transfer_id);
  if (entry === undefined || parties === undefined) return stored === undefined ? "undecidable" : "decided";
  const { asset, chain } = entry;
  const address = await depositAddress({ transfer_id, account_ref_id, asset, chain, amount });
  const { ownVasp } = await compliance.exchanges.settings();
  const draft = receivedDraft(read, { transfer_id, ownVasp, vasp_id: peer.vasp_id, account_ref_id, address });
  const result = await compliance.transfers.decide(draft);
  if (!result.ok && result.issues.some(({ code }) => code === "unknown_account")) return "unknown_account";
  if (!result.ok) checkOwnPart(result.issues);
  // A closed transfer is rejected.
  return result.ok || (stored !== undefined && stored.state !== "open") ? "decided" : "undecidable";
}

/**
 * Throws if the issue is about what the own side adds: the address for the deposit. The counterparty cannot correct it, and sends
 * the inquiry again.
 */
function checkOwnPart(issues: readonly Issue[]): void {
  const own = issues.find(({ path }) => path.startsWith("/beneficiary_"));
  if (own === undefined) return;
  const message = `A received inquiry cannot be decided: ${own.code} at ${own.path}. Check depositAddress.`;
  throw new ComplianceError("configuration_invalid", message);
}

/** Records the answer to an inquiry that was decided just now. `deliver` sends it, and finds those that come later. */
async function recordAnswer(settings: TrpSettings, urls: OwnUrls, transfer_id: string, made: Made): Promise<void> {
  const { exchanges, transfers } = settings.compliance;
  const [exchange, record] = [await exchanges.retrieve(transfer_id), await transfers.retrieve(transfer_id)];
  if (exchange?.state !== "review") return;
  const event = made === "decided" ? await answerToInquiry(settings, urls, exchange, record) : refusalTo(made);
  if (event !== undefined) await exchanges.record({ transfer_id, event });
}

function notify({ onInquiry }: TrpSettings, inquiry: Parameters<NonNullable<TrpSettings["onInquiry"]>>[0]): void {
  if (onInquiry !== undefined) new Promise((resolve) => resolve(onInquiry(inquiry))).catch(() => undefined);
}

/** The path of a resolution names the inquiry, so that the answer to one that was corrected meanwhile does not count. */
function placeOfResponse(purpose: PathPurpose, id: string) {
  if (purpose !== "r") return { transfer_id: id, answers: {} };
  const end = id.indexOf(" ");
  return { transfer_id: id.slice(end + 1), answers: { answers: id.slice(0, end) } };
}

/** A resolution, or a confirmation. */
async function response(
  settings: TrpSettings,
  { peer, purpose, id, message_id, text, value }: Received,
): Promise<Answer> {
  const { exchanges } = settings.compliance;
  const { transfer_id, answers } = placeOfResponse(purpose, id);
  const stored = await exchanges.retrieve(transfer_id);
  const side = purpose === "r" ? "originator" : "beneficiary";
  if (stored?.vasp_id !== peer.vasp_id || stored.side !== side) return refused(404, "unknown_or_expired_url");
  const parsed = parseTrpResponse(text, purpose === "r" ? "resolution" : "confirmation");
  if (!parsed.ok) {
    const issues = parsed.issues.map(({ code, path }) => ({ code, path }));
    return { status: 400, body: { error: "response_invalid", issues } };
  }
  if (!hasFineTexts(parsed.value)) return refused(400, "response_invalid");
  const event = answerEvent(settings, peer, parsed.value, { message_id, digest: dataDigest(value) });
  if (event === undefined) return refused(422, "callback_host_not_bound");
  const recorded = await exchanges.record({ transfer_id, event: { ...event, ...answers } });
  const isDone = recorded.outcome === "recorded" || recorded.outcome === "repeated";
  return isDone ? { status: 204, body: undefined } : refusalOf(recorded);
}

function refusalOf({ outcome, exchange }: RecordedExchange): Answer {
  const isOver = outcome === "impossible" && exchange?.state === "expired";
  if (isOver || outcome === "expired" || outcome === "unknown") return refused(404, "unknown_or_expired_url");
  return refused(409, outcome === "conflicting" ? "request_identifier_taken" : "not_possible_now");
}
