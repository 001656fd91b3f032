/** What a decision takes from the exchange with the counterparty. */
import type { Individual, Party } from "../accounts/account.js";
import { isSameName } from "../accounts/name-forms.js";
import { dataDigest } from "../audit/canonical.js";
import { type Exchange, type ExchangeAlarm, type ExchangeState, isOverdue } from "../exchanges/exchange.js";
import type { PartySide } from "../jurisdictions/requirements.js";
import { bare, own } from "../own.js";

/** What a decision takes from an exchange. It contains no personal value. */
export interface ExchangeFacts {
  /** The side of the own VASP. */
  readonly side: PartySide;
  readonly state: ExchangeState;
  /** Whether it is recorded that the counterparty cannot receive. */
  readonly cannot_receive: boolean;
  readonly alarm: ExchangeAlarm | null;
  /** Approvals after the first one, each with another address. */
  readonly further_approvals: number;
  /** Whether the exchange is with the VASP of the transfer's other side. */
  readonly is_same_vasp: boolean;
  /** Whether the newest received inquiry violates IVMS101. */
  readonly is_incomplete: boolean;
  /** Whether the beneficiary's name in it is that of the stored account; null without a name to compare. */
  readonly is_same_name: boolean | null;
  /** Whether the own inquiry or approval was about this content of the transfer; null without one. */
  readonly is_same_content: boolean | null;
}

/** A decided transfer: what was given, and the parties as they were found. */
interface DecidedContent {
  readonly transfer: {
    readonly originator_vasp_id: string;
    readonly beneficiary_vasp_id: string;
    readonly beneficiary_address?: string;
    readonly beneficiary_travel_address?: string;
    readonly link_key?: string | undefined;
  };
  readonly originator_account: Party;
  readonly beneficiary_account: Party;
}

/**
 * Returns the digest of what an exchange about the transfer is about: the transfer, and the data of its parties. An approval names
 * the address of a travel address, so that is no part of it. Nor are the own customer of a received inquiry, whose name is compared,
 * and the link key, which is not sent.
 */
export function askedContent(
  { transfer, originator_account, beneficiary_account }: DecidedContent,
  side: PartySide,
): string {
  const { link_key: _, beneficiary_address, ...rest } = transfer;
  const isNamed = own(rest, "beneficiary_travel_address") === undefined;
  return dataDigest({
    ...rest,
    ...(isNamed && { beneficiary_address }),
    originator_account: sentPart(originator_account),
    beneficiary_account: side === "originator" ? sentPart(beneficiary_account) : null,
  });
}

/** IVMS101 has neither a nationality nor an e-mail address. */
function sentPart(party: Party): object {
  const { email: _, individual, ...rest } = bare(party as Party & { readonly individual?: Individual });
  if (individual === undefined) return rest;
  const { nationality_country: _nationality, ...sent } = individual;
  return { ...rest, individual: sent };
}

/** Returns what a decision takes from an exchange at that time. One whose deadline is over has expired. */
export function exchangeFacts(
  exchange: Exchange | undefined,
  content: DecidedContent,
  now: string,
): ExchangeFacts | null {
  if (exchange === undefined) return null;
  const { side, vasp_id, alarm, is_incomplete, events, names, asked } = exchange;
  const { transfer, beneficiary_account } = content;
  const counterparty = side === "originator" ? transfer.beneficiary_vasp_id : transfer.originator_vasp_id;
  return {
    side,
    state: isOverdue(exchange, now) ? "expired" : exchange.state,
    cannot_receive: events.some(({ kind }) => kind === "cannot_receive"),
    alarm,
    further_approvals: events.filter(({ kind }) => kind === "approval").slice(1).length,
    is_same_vasp: vasp_id === counterparty,
    is_incomplete,
    is_same_name: names.length === 0 ? null : isSameName(names, beneficiary_account),
    is_same_content: asked === null ? null : asked === askedContent(content, side),
  };
}

/** Codes of the reasons here. */
export type ExchangeReasonCode =
  | "counterparty_host_unbound" // the travel address leads to a host of another VASP.
  | "approved_address_differs" // an approval has another address than the transfer.
  | "exchange_of_other_content" // the exchange is about other content, with another VASP, or of the other side.
  | "beneficiary_address_missing" // the approval names the address.
  | "exchange_missing" // the counterparty has no inquiry about the transfer as it is now.
  | "exchange_open" // the counterparty has not accepted yet.
  | "exchange_rejected" // one of both sides rejected the transfer.
  | "exchange_unanswered" // the exchange ended without an acceptance, or was cancelled.
  | "counterparty_cannot_receive" // the counterparty cannot receive an inquiry.
  | "inquiry_incomplete" // the received inquiry violates IVMS101.
  | "beneficiary_name_differs"; // the received inquiry names the beneficiary otherwise than the account.
