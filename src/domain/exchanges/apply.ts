/** What an event changes in an exchange. Pure: one event, one exchange, one outcome. */
import type { DurationMs } from "../identifiers/codes.js";
import type { PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import { timeAfter } from "../timestamp.js";
import {
  type Exchange,
  type ExchangeEvent,
  type ExchangeEventKind,
  type ExchangeReason,
  type ExchangeUrls,
  isEnded,
  isOverdue,
  type OutgoingMessage,
  type ReceivedMessage,
  stateAfter,
} from "./exchange.js";

/** An event, with what its message says. */
export interface NewExchangeEvent {
  readonly kind: ExchangeEventKind;
  /** Whether the counterparty sent it. Its digest is then given. */
  readonly from: "own" | "counterparty";
  readonly message_id?: string | undefined;
  /** SHA-256 of a received message. */
  readonly digest?: string | undefined;
  readonly reason?: ExchangeReason | undefined;
  /** The address of an approval. */
  readonly address?: string | undefined;
  /** Whether the transfer has another address than the approval. */
  readonly isOtherAddress?: boolean | undefined;
  readonly urls?: ExchangeUrls | undefined;
  readonly transaction_hash?: string | undefined;
  /** The body of the message: JSON data. Of a received one only that of an inquiry or a correction is stored. */
  readonly body?: unknown;
  /** What an own inquiry, or that the counterparty cannot receive one, is about. */
  readonly asked?: string | undefined;
  /** Forms of the beneficiary's name in a received inquiry. */
  readonly names?: Exchange["names"] | undefined;
  /** Whether a received inquiry violates IVMS101. */
  readonly is_incomplete?: boolean | undefined;
  /** The inquiry that an answer is about. An answer to an inquiry that was corrected meanwhile is impossible. */
  readonly answers?: string | undefined;
}

/** What became of an event. Only "recorded" changes the exchange. */
export type AppliedEvent =
  | { readonly outcome: "recorded"; readonly exchange: Exchange }
  /** The message is there already. */
  | { readonly outcome: "repeated" }
  /** Another message has this identifier. */
  | { readonly outcome: "conflicting" }
  /** No such event in this state. */
  | { readonly outcome: "impossible" }
  /** The deadline is over. `exchange` has expired, with the late answer. */
  | { readonly outcome: "expired"; readonly exchange: Exchange };

/** When something happens, and how long the next message may take. */
export interface EventTime {
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly at: string;
  readonly answerWithinMs: DurationMs;
}

/** What a new exchange is about. */
export interface ExchangeSubject {
  readonly transfer_id: string;
  readonly side: PartySide;
  readonly vasp_id: string;
  readonly account: string | null;
}

/** Returns an exchange before its first event. */
export function newExchange(subject: ExchangeSubject, at: string): Exchange {
  return {
    ...subject,
    state: "none",
    started_at: at,
    deadline: null,
    due: null,
    events: [],
    inquiries: [],
    outgoing: null,
    is_tried: false,
    received: [],
    urls: {},
    address: null,
    transaction_hash: null,
    alarm: null,
    asked: null,
    names: [],
    is_incomplete: false,
    revision: 0,
  };
}

/** Kinds of answers of the counterparty. */
const ANSWERS: readonly ExchangeEventKind[] = ["acknowledgement", "approval", "rejection", "repair_request"];

/** Applies an event. An exchange whose deadline is over expires first. */
export function applyEvent(stored: Exchange, event: NewExchangeEvent, time: EventTime): AppliedEvent {
  const known = repetitionOf(stored, event);
  if (known !== undefined) return { outcome: known };
  const answers = own(event, "answers");
  const isOutdated = answers !== undefined && stored.inquiries.at(-1)?.message_id !== answers;
  if (isOutdated) return { outcome: "impossible" };
  const current = expiredAt(stored, time);
  const isLate = current.state === "expired" && event.from === "counterparty" && ANSWERS.includes(event.kind);
  if (isLate) return lateAnswer(stored, current, event, time);
  const next = withEvent(current, event, time);
  if (next !== undefined) return { outcome: "recorded", exchange: revised(stored, next) };
  if (current === stored) return { outcome: "impossible" };
  return { outcome: "expired", exchange: revised(stored, current) };
}

/** Returns the exchange after its deadline, if that is over. */
function expiredAt(exchange: Exchange, time: EventTime): Exchange {
  const expired = isOverdue(exchange, time.at) ? withEvent(exchange, { kind: "expiry", from: "own" }, time) : undefined;
  return expired ?? exchange;
}

function lateAnswer(stored: Exchange, current: Exchange, event: NewExchangeEvent, time: EventTime): AppliedEvent {
  const late = own(event, "reason");
  const isCounted = current.events.some(({ kind }) => kind === "late_answer");
  const given = { kind: "late_answer", from: "own", message_id: own(event, "message_id"), reason: late } as const;
  const next = isCounted ? undefined : withEvent(current, given, time);
  if (next === undefined && current === stored) return { outcome: "impossible" };
  return { outcome: "expired", exchange: revised(stored, next ?? current) };
}

function revised(stored: Exchange, next: Exchange): Exchange {
  return { ...next, revision: stored.revision + 1 };
}

/** Some implementations, such as Envoy, send the transaction with the identifier of the inquiry. */
function isAfter(kind: ExchangeEventKind): boolean {
  return kind === "confirmation" || kind === "cancellation";
}

/** Whether the event, or one with the same identifier, is stored. */
function repetitionOf(stored: Exchange, event: NewExchangeEvent): "repeated" | "conflicting" | undefined {
  const [message_id, digest] = [own(event, "message_id"), own(event, "digest")];
  const isSame = (each: ReceivedMessage) =>
    each.message_id === message_id && isAfter(each.kind) === isAfter(event.kind);
  const before = stored.received.find(isSame);
  if (before !== undefined && digest !== undefined) return before.digest === digest ? "repeated" : "conflicting";
  const hash = own(event, "transaction_hash");
  if (event.kind === "confirmation" && stored.transaction_hash !== null) {
    return stored.transaction_hash === hash ? "repeated" : "conflicting";
  }
  // A further approval with the same address says nothing new, also after the end.
  const isApproval = event.kind === "approval" && event.from === "counterparty" && stored.address !== null;
  const isKnown = isApproval && stored.address === own(event, "address");
  return isKnown ? "repeated" : undefined;
}

/** So that a counterparty cannot make a record grow without end. */
const MAX_APPROVALS = 20;

/** Returns the exchange after an event; undefined for an impossible one. */
function withEvent(exchange: Exchange, event: NewExchangeEvent, time: EventTime): Exchange | undefined {
  const { kind } = event;
  // A further approval with another address must be seen.
  const isFurther = kind === "approval" && exchange.state === "accepted" && event.from === "counterparty";
  const isOther = isFurther && exchange.events.filter((each) => each.kind === "approval").length < MAX_APPROVALS;
  const state = isOther ? "accepted" : stateAfter(exchange, kind);
  if (state === undefined) return undefined;
  const changed: Exchange = {
    ...exchange,
    state,
    events: [...exchange.events, eventOf(event, time.at)],
    received: receivedWith(exchange, event),
  };
  if (isOther) return { ...changed, alarm: "other_address" };
  const deadline = isEnded(changed) || state === "none" ? null : timeAfter(time.at, time.answerWithinMs);
  const next = { ...changed, ...contentOf(exchange, event, time.at), deadline };
  const outgoing = outgoingOf(next, event);
  const is_tried = outgoing === null && exchange.is_tried;
  return { ...next, outgoing, is_tried, due: state === "none" ? null : time.at };
}

function eventOf({ kind, ...rest }: NewExchangeEvent, at: string): ExchangeEvent {
  return { kind, at, message_id: own(rest, "message_id") ?? null, reason: own(rest, "reason") ?? null };
}

function receivedWith({ received }: Exchange, event: NewExchangeEvent): readonly ReceivedMessage[] {
  const [message_id, digest] = [own(event, "message_id"), own(event, "digest")];
  if (message_id === undefined || digest === undefined) return received;
  return [...received, { message_id, kind: event.kind, digest }];
}

/** Returns what the message says. */
function contentOf(exchange: Exchange, event: NewExchangeEvent, at: string): Partial<Exchange> {
  const { kind } = event;
  const [message_id, address, hash] = [own(event, "message_id"), own(event, "address"), own(event, "transaction_hash")];
  const asked = own(event, "asked");
  const isInquiry = (kind === "inquiry" || kind === "correction") && message_id !== undefined;
  const inquiry = isInquiry ? [{ message_id, at, body: own(event, "body") ?? null }] : [];
  return {
    inquiries: [...exchange.inquiries, ...inquiry],
    urls: { ...exchange.urls, ...own(event, "urls") },
    ...(address !== undefined && { address }),
    ...(hash !== undefined && { transaction_hash: hash }),
    ...(asked !== undefined && { asked }),
    ...(own(event, "isOtherAddress") === true && { alarm: "other_address" as const }),
    ...(isInquiry && { names: own(event, "names") ?? [], is_incomplete: own(event, "is_incomplete") ?? false }),
  };
}

/** Kinds of messages by the own events that lead to them. */
const MESSAGES: { readonly [kind in ExchangeEventKind]?: OutgoingMessage["kind"] } = {
  inquiry: "inquiry",
  correction: "inquiry",
  approval: "resolution",
  rejection: "resolution",
  repair_request: "resolution",
  confirmation: "confirmation",
  cancellation: "confirmation",
};

/** Returns the message that an own event leads to, if there is a place for it. What the counterparty says ends a message. */
function outgoingOf({ urls }: Exchange, event: NewExchangeEvent): OutgoingMessage | null {
  const [kind, message_id] = [own(MESSAGES, event.kind), own(event, "message_id")];
  if (event.from === "counterparty" || kind === undefined || message_id === undefined) return null;
  return own(urls, kind) === undefined ? null : { kind, message_id, body: own(event, "body") ?? null, attempts: 0 };
}

/** Returns the exchange after a message was sent, without an event. */
export function withDelivered(exchange: Exchange, at: string): Exchange {
  return { ...withNextLook(exchange, at), outgoing: null, is_tried: true };
}

/** The pauses between attempts: they double from half a minute to an hour. */
function pauseAfter(attempts: number): DurationMs {
  return Math.min(30_000 * 2 ** Math.min(attempts, 10), 3_600_000);
}

/** After so many attempts, which take more than a day, a message is given up. */
const MAX_ATTEMPTS = 36;

/** Returns the exchange after a message could not be sent. */
export function withAttempt(exchange: Exchange, at: string): Exchange {
  if (exchange.outgoing === null) return exchange;
  const attempts = exchange.outgoing.attempts + 1;
  if (attempts >= MAX_ATTEMPTS) return withDelivered(exchange, at);
  const next = timeAfter(at, pauseAfter(attempts - 1));
  // The deadline comes first.
  const due = exchange.deadline !== null && exchange.deadline < next ? exchange.deadline : next;
  const outgoing = { ...exchange.outgoing, attempts };
  return { ...exchange, outgoing, is_tried: true, due, revision: exchange.revision + 1 };
}

/** Returns the exchange that was looked at, to be looked at again. With a clock that is stopped, it is not found twice. */
export function withNextLook(exchange: Exchange, at: string): Exchange {
  return { ...exchange, due: timeAfter(at, 1), revision: exchange.revision + 1 };
}

/** Returns the exchange that is never looked at again, unless an event comes. */
export function withoutLook(exchange: Exchange): Exchange {
  return { ...exchange, due: null, revision: exchange.revision + 1 };
}
