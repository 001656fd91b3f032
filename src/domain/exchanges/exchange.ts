/** The exchange of a transfer's message with the counterparty: its states, and what leads from one to the next. */
import type { PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";

/** Where an exchange is. It ends in `rejected`, `cancelled`, `expired`, `settled` or `returned`. */
export type ExchangeState =
  /** Nothing was sent: the counterparty cannot receive. */
  | "none"
  /** The inquiry is stored, and may have reached the counterparty. */
  | "sent"
  /** The beneficiary's VASP has the inquiry, and has not decided. */
  | "review"
  /** The beneficiary's VASP asked for a corrected inquiry. */
  | "repair"
  | "accepted"
  | "rejected"
  | "cancelled"
  /** The deadline passed. */
  | "expired"
  /** The transaction is on its chain. */
  | "settled"
  | "returned";

/** What happened in an exchange. */
export type ExchangeEventKind =
  /** The originator's VASP asked. */
  | "inquiry"
  /** The beneficiary's VASP has the inquiry, and answers later. */
  | "acknowledgement"
  | "approval"
  | "rejection"
  /** A rejection that requests a corrected inquiry. */
  | "repair_request"
  /** A corrected inquiry. */
  | "correction"
  /** The originator's VASP names the transaction. */
  | "confirmation"
  | "cancellation"
  | "expiry"
  | "return"
  /** An answer came after the deadline. It changes nothing, and counts for the standing of the counterparty. */
  | "late_answer"
  /** The counterparty has no way to receive an inquiry. */
  | "cannot_receive";

/** All kinds of events. */
export const EXCHANGE_EVENT_KINDS: readonly ExchangeEventKind[] = [
  ...(["inquiry", "acknowledgement", "approval", "rejection", "repair_request", "correction"] as const),
  ...(["confirmation", "cancellation", "expiry", "return", "late_answer", "cannot_receive"] as const),
];

/** The states that each event leads to. What is not in the table is impossible. */
type Transitions = {
  readonly [state in ExchangeState]: { readonly [kind in ExchangeEventKind]?: ExchangeState };
};

/**
 * The transitions of both sides. The beneficiary's VASP expires an exchange by its own deadline, because TRP has no cancellation
 * before an approval. A transaction is a fact, so it is recorded after the deadline, too.
 */
export const EXCHANGE_TRANSITIONS: { readonly [side in PartySide]: Transitions } = {
  originator: {
    none: { inquiry: "sent", cannot_receive: "none" },
    // A further inquiry replaces one that was not acknowledged, such as one to a travel address that is over.
    sent: {
      inquiry: "sent",
      acknowledgement: "review",
      approval: "accepted",
      rejection: "rejected",
      repair_request: "repair",
      cancellation: "cancelled",
      expiry: "expired",
    },
    review: {
      approval: "accepted",
      rejection: "rejected",
      repair_request: "repair",
      cancellation: "cancelled",
      expiry: "expired",
    },
    repair: { correction: "sent", cancellation: "cancelled", expiry: "expired" },
    // The counterparty may reject what it approved, if it does not see that the approval arrived.
    accepted: { confirmation: "settled", cancellation: "cancelled", rejection: "rejected", expiry: "expired" },
    rejected: {},
    cancelled: {},
    expired: { confirmation: "settled", late_answer: "expired" },
    settled: { return: "returned" },
    returned: {},
  },
  beneficiary: {
    none: { inquiry: "review" },
    sent: {},
    review: { approval: "accepted", rejection: "rejected", repair_request: "repair", expiry: "expired" },
    repair: { correction: "review", rejection: "rejected", expiry: "expired" },
    // The own VASP may reject what it approved until the approval is delivered.
    accepted: { confirmation: "settled", cancellation: "cancelled", rejection: "rejected", expiry: "expired" },
    rejected: {},
    cancelled: {},
    expired: { confirmation: "settled", cancellation: "cancelled" },
    settled: { return: "returned" },
    returned: {},
  },
};

/**
 * The states of the beneficiary's side that are compatible with each state of the originator's side. Nothing is on its way
 * then, and all deadlines are over. "none": no inquiry arrived. A message that was lost until it was given up leaves `expired`.
 */
export const COMPATIBLE_AT_REST: { readonly [state in ExchangeState]: readonly ExchangeState[] } = {
  none: ["none"],
  sent: [],
  review: [],
  repair: [],
  accepted: [],
  rejected: ["rejected"],
  cancelled: ["none", "cancelled", "expired", "rejected"],
  expired: ["none", "expired", "rejected"],
  settled: ["none", "settled", "expired", "rejected", "returned"],
  returned: ["settled", "expired", "returned"],
};

/** Why something was rejected or cancelled. `text` is what the counterparty wrote, and can be personal. */
export interface ExchangeReason {
  /** Code of TRISA's table; null for a text without one. */
  readonly code: number | null;
  readonly text: string | null;
}

/** One event of an exchange. */
export interface ExchangeEvent {
  readonly kind: ExchangeEventKind;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly at: string;
  /** Identifier of the message; null for what has none, such as an expiry. */
  readonly message_id: string | null;
  readonly reason: ExchangeReason | null;
}

/** An inquiry with what it said. It has personal data. */
export interface ExchangeInquiry {
  readonly message_id: string;
  readonly at: string;
  /** The body of the message, as it was sent or received. */
  readonly body: unknown;
}

/** A message that is to be sent. Repetitions have the same `message_id`. */
export interface OutgoingMessage {
  readonly kind: "inquiry" | "resolution" | "confirmation";
  readonly message_id: string;
  /** JSON data; it can be personal. */
  readonly body: unknown;
  readonly attempts: number;
}

/** A message that was received, so that a repetition gets the same answer. */
export interface ReceivedMessage {
  readonly message_id: string;
  readonly kind: ExchangeEventKind;
  /** SHA-256 of the message. */
  readonly digest: string;
}

/** Where the messages of an exchange go. */
export interface ExchangeUrls {
  readonly inquiry?: string;
  readonly resolution?: string;
  readonly confirmation?: string;
}

/** What must not go on unseen: a decision about the transfer then suspends. */
export type ExchangeAlarm =
  /** The travel address has a host that is not bound to the VASP of the transfer. */
  | "other_host"
  /** An approval has another address than the transfer. */
  | "other_address";

/** A stored exchange. */
export interface Exchange {
  readonly transfer_id: string;
  /** The side of the own VASP. */
  readonly side: PartySide;
  /** The counterparty. */
  readonly vasp_id: string;
  /** Reference id of the own customer's account; null if the transfer describes the customer. */
  readonly account: string | null;
  readonly state: ExchangeState;
  readonly started_at: string;
  /** When the exchange expires unless the next event comes; null if nothing is awaited. */
  readonly deadline: string | null;
  /** When it is looked at next; null if there is nothing to do. */
  readonly due: string | null;
  /** Oldest first. */
  readonly events: readonly ExchangeEvent[];
  /** Oldest first. */
  readonly inquiries: readonly ExchangeInquiry[];
  readonly outgoing: OutgoingMessage | null;
  /** Whether a message was sent, or tried to be sent. */
  readonly is_tried: boolean;
  readonly received: readonly ReceivedMessage[];
  readonly urls: ExchangeUrls;
  /** The address of the approval; null without one. */
  readonly address: string | null;
  readonly transaction_hash: string | null;
  readonly alarm: ExchangeAlarm | null;
  /** What the own inquiry or approval was about: the digest of the transfer (`askedContent`); null without one. */
  readonly asked: string | null;
  /** Forms of each name of the beneficiary in the newest received inquiry (`nameForms`). */
  readonly names: readonly (readonly string[])[];
  /** Whether the newest received inquiry violates IVMS101, or cannot be decided. */
  readonly is_incomplete: boolean;
  /** Counts the changes of the record from 1. */
  readonly revision: number;
}

const ENDED: readonly ExchangeState[] = ["rejected", "cancelled", "expired", "settled", "returned"];

/** Returns whether nothing more is awaited of the exchange. */
export function isEnded({ state }: Pick<Exchange, "state">): boolean {
  return ENDED.includes(state);
}

/** Returns whether the deadline of an exchange is over at that time. An ended one has none. */
export function isOverdue({ deadline, ...exchange }: Pick<Exchange, "state" | "deadline">, at: string): boolean {
  return deadline !== null && deadline < at && !isEnded(exchange);
}

/** Returns the state after an event; undefined if the event is impossible. */
export function stateAfter({ side, state }: Pick<Exchange, "side" | "state">, kind: ExchangeEventKind) {
  return own(EXCHANGE_TRANSITIONS[side][state], kind);
}

/** Returns when the exchange ended; undefined before. */
export function exchangeEnd(exchange: Exchange): string | undefined {
  return isEnded(exchange) ? exchange.events.at(-1)?.at : undefined;
}
