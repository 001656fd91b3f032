/** What a decision takes from the exchange with the counterparty. */
import type { Party } from "../accounts/account.js";
import { nameForms } from "../accounts/name-forms.js";
import { dataDigest } from "../audit/canonical.js";
import { type Exchange, type ExchangeAlarm, type ExchangeState, isOverdue } from "../exchanges/exchange.js";
import type { PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";

/** What a decision takes from an exchange. It contains no personal value. */
export interface ExchangeFacts {
  /** The side of the own VASP. */
  readonly side: PartySide;
  readonly state: ExchangeState;
  /** Whether it is recorded that the counterparty cannot receive. */
  readonly cannot_receive: boolean;
  readonly alarm: ExchangeAlarm | null;
  /** Whether the newest received inquiry violates IVMS101. */
  readonly is_incomplete: boolean;
  /** Whether the beneficiary's name in it is that of the stored account; null without a name to compare. */
  readonly is_same_name: boolean | null;
  /** Whether the own inquiry was about this content of the transfer; null without one. */
  readonly is_same_content: boolean | null;
}

/** What of a transfer an approval may name. */
interface Destination {
  readonly beneficiary_address?: string;
  readonly beneficiary_tag?: string | undefined;
  readonly beneficiary_travel_address?: string;
}

/**
 * Returns the digest of what an inquiry about the transfer says. An approval names the address of a travel address, so that is no
 * part of it.
 */
export function askedContent(draft: Destination): string {
  const { beneficiary_address, beneficiary_tag, ...rest } = draft;
  const isAsked = own(rest, "beneficiary_travel_address") !== undefined;
  return dataDigest(isAsked ? rest : { ...rest, beneficiary_address, beneficiary_tag });
}

/** Returns what a decision takes from an exchange at that time. One whose deadline is over has expired. */
export function exchangeFacts(
  exchange: Exchange | undefined,
  draft: Destination,
  beneficiary: Party,
  now: string,
): ExchangeFacts | null {
  if (exchange === undefined) return null;
  const { side, alarm, is_incomplete, events, names, asked } = exchange;
  const forms = names.length === 0 ? [] : nameForms(beneficiary);
  return {
    side,
    state: isOverdue(exchange, now) ? "expired" : exchange.state,
    cannot_receive: events.some(({ kind }) => kind === "cannot_receive"),
    alarm,
    is_incomplete,
    is_same_name: names.length === 0 ? null : names.some((name) => forms.includes(name)),
    is_same_content: asked === null ? null : asked === askedContent(draft),
  };
}

/** Codes of the reasons here. */
export type ExchangeReasonCode =
  | "counterparty_host_unbound" // the travel address leads to a host of another VASP.
  | "approved_address_differs" // an approval has another address than the transfer.
  | "exchange_of_other_content" // the inquiry was about other content, or of the other side.
  | "beneficiary_address_missing" // the approval names the address.
  | "exchange_missing" // the counterparty has no inquiry about the transfer as it is now.
  | "exchange_open" // the counterparty has not accepted yet.
  | "exchange_rejected" // the counterparty rejected the transfer.
  | "exchange_unanswered" // the exchange ended without an acceptance.
  | "counterparty_cannot_receive" // the counterparty cannot receive an inquiry.
  | "inquiry_incomplete" // the received inquiry violates IVMS101.
  | "beneficiary_name_differs"; // the received inquiry names the beneficiary otherwise than the account.
