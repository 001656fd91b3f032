/** What a decision takes from the exchange with the counterparty. */
import type { Party } from "../accounts/account.js";
import { nameForms } from "../accounts/name-forms.js";
import { type Exchange, type ExchangeAlarm, type ExchangeState, isEnded } from "../exchanges/exchange.js";

/** What a decision takes from an exchange. It contains no personal value. */
export interface ExchangeFacts {
  readonly state: ExchangeState;
  /** Whether it is recorded that the counterparty cannot receive. */
  readonly cannot_receive: boolean;
  readonly alarm: ExchangeAlarm | null;
  /** Whether the newest received inquiry violates IVMS101. */
  readonly is_incomplete: boolean;
  /** Whether the beneficiary's name in it is that of the stored account; null without a name to compare. */
  readonly is_same_name: boolean | null;
}

/** Returns what a decision takes from an exchange at that time. One whose deadline is over has expired. */
export function exchangeFacts(exchange: Exchange | undefined, beneficiary: Party, now: string): ExchangeFacts | null {
  if (exchange === undefined) return null;
  const { deadline, alarm, is_incomplete, events, names } = exchange;
  const isOver = deadline !== null && deadline < now && !isEnded(exchange);
  const forms = names.length === 0 ? [] : nameForms(beneficiary);
  return {
    state: isOver ? "expired" : exchange.state,
    cannot_receive: events.some(({ kind }) => kind === "cannot_receive"),
    alarm,
    is_incomplete,
    is_same_name: names.length === 0 ? null : names.some((name) => forms.includes(name)),
  };
}

/** Codes of the reasons here. */
export type ExchangeReasonCode =
  | "counterparty_host_unbound" // the travel address leads to a host of another VASP.
  | "approved_address_differs" // an approval has another address than the transfer.
  | "beneficiary_address_missing" // the approval names the address.
  | "exchange_missing" // no inquiry was sent, and policy.exchange requires an acceptance.
  | "exchange_open" // the counterparty has not accepted yet.
  | "exchange_rejected" // the counterparty rejected the transfer.
  | "exchange_unanswered" // the exchange ended without an acceptance.
  | "counterparty_cannot_receive" // the counterparty cannot receive an inquiry.
  | "inquiry_incomplete" // the received inquiry violates IVMS101.
  | "beneficiary_name_differs"; // the received inquiry names the beneficiary otherwise than the account.
