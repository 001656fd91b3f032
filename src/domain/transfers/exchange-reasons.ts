/** What the exchange with the counterparty says about a transfer. */
import type { ExchangeAlarm, ExchangeState } from "../exchanges/exchange.js";
import type { PartySide } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import type { DecisionReason, TransferDirection } from "./decision.js";
import type { DecisionDraft } from "./decision-request.js";
import type { ExchangeFacts, ExchangeReasonCode } from "./exchange-facts.js";
import type { TransferKind } from "./kind.js";
import type { ExchangePolicy } from "./policy.js";

/** What a decision about the exchange depends on. */
interface ExchangeFindings {
  readonly exchange: ExchangeFacts | null;
  readonly direction: TransferDirection;
  readonly kind: TransferKind;
  readonly draft: Pick<DecisionDraft, "beneficiary_address">;
}

/** Decision, message and what to do of each code. */
export const EXCHANGE_TEXTS: Readonly<
  Record<ExchangeReasonCode, readonly [DecisionReason["decision"], string, string, string]>
> = {
  counterparty_host_unbound: [
    "suspend",
    "The travel address has a host that is not bound to the VASP of the transfer.",
    "Find out who gave the travel address. Add the host to the option peers only if the VASP confirms it; then use a new transfer_id.",
    "2.9",
  ],
  approved_address_differs: [
    "suspend",
    "The counterparty approved another address than that of the transfer.",
    "Ask the counterparty which address is right; confirm this transfer as cancelled, and use a new transfer_id.",
    "2.9",
  ],
  beneficiary_address_missing: [
    "request_information",
    "The transfer has a travel address, and its VASP has not named the address yet.",
    "Send the inquiry to the travel address; the approval names the address and decides the transfer again.",
    "2.9",
  ],
  exchange_of_other_content: [
    "suspend",
    "The exchange under this transfer_id is about other content than the transfer, or with another VASP.",
    "Decide the content that the inquiry was about; or confirm this transfer as cancelled, and use a new transfer_id.",
    "2.9",
  ],
  exchange_missing: [
    "request_information",
    "The counterparty has no inquiry about the transfer as it is now.",
    "Send the inquiry; then deliver it and decide again.",
    "2.9",
  ],
  exchange_open: [
    "request_information",
    "The counterparty has not accepted the transfer yet.",
    "Wait for the answer, which decides the transfer again; after a request for repair send the corrected inquiry.",
    "2.9",
  ],
  exchange_rejected: [
    "suspend",
    "One of both VASPs rejected the transfer.",
    "Read the reason in the exchange; let an officer decide.",
    "2.9",
  ],
  exchange_unanswered: [
    "suspend",
    "The exchange was cancelled, or ended without an acceptance of the counterparty.",
    "Let an officer decide; or confirm this transfer as cancelled, and use a new transfer_id.",
    "2.9",
  ],
  counterparty_cannot_receive: [
    "suspend",
    "The counterparty cannot receive an inquiry, and policy.exchange suspends such transfers.",
    "Let an officer decide.",
    "2.9",
  ],
  inquiry_incomplete: [
    "request_information",
    "The received inquiry violates IVMS101.",
    "deliver requests a corrected inquiry, which decides the transfer again.",
    "2.9",
  ],
  beneficiary_name_differs: [
    "suspend",
    "The received inquiry names the beneficiary otherwise than the stored account.",
    "Compare both names; let an officer decide.",
    "2.9",
  ],
};

/** A reason here, and the side that it is about. */
export type ExchangeReason = readonly [code: ExchangeReasonCode, side?: PartySide];

/** Returns what the exchange says against the transfer. */
export function exchangeReasons(
  { exchange, direction, kind, draft }: ExchangeFindings,
  policy: ExchangePolicy | undefined,
): readonly ExchangeReason[] {
  const isBetween = kind === "vasp_to_vasp" && direction !== "internal";
  if (exchange !== null && !(isBetween && isAbout(exchange, direction))) return [["exchange_of_other_content"]];
  if (!isBetween) return [];
  if (direction === "incoming") return exchange === null ? [] : incomingReasons(exchange);
  const isOther = exchange !== null && isOfOther(exchange);
  const alarms: readonly ExchangeReason[] = exchange?.alarm == null ? [] : [[ALARMS[exchange.alarm], "beneficiary"]];
  const isUnnamed = own(draft, "beneficiary_address") === undefined;
  const unnamed: readonly ExchangeReason[] = isUnnamed ? [["beneficiary_address_missing", "beneficiary"]] : [];
  if (!isOther) return [...alarms, ...unnamed, ...outgoingReasons(exchange, policy)];
  if (isReplaceable(exchange)) return [...unnamed, ["exchange_missing"]];
  // With all others: what comes meanwhile must be seen.
  const refused: readonly ExchangeReason[] = exchange.state === "rejected" ? [["exchange_rejected"]] : [];
  return [["exchange_of_other_content"], ...alarms, ...unnamed, ...refused];
}

/** Whether an exchange is of that side, and with the VASP of the other one. */
function isAbout({ side, is_same_vasp }: ExchangeFacts, direction: TransferDirection): boolean {
  return is_same_vasp && side === (direction === "outgoing" ? "originator" : "beneficiary");
}

/** While a correction is requested, the content is meant to change. Without an inquiry there is no content yet. */
function isOfOther({ state, is_same_content }: ExchangeFacts): boolean {
  if (state === "repair" || is_same_content === true) return false;
  return is_same_content === false || state !== "none";
}

/** A further inquiry replaces one that was not acknowledged. */
function isReplaceable({ state, alarm }: ExchangeFacts): boolean {
  return (state === "sent" || state === "none") && alarm === null;
}

const ALARMS: Readonly<Record<ExchangeAlarm, ExchangeReasonCode>> = {
  other_host: "counterparty_host_unbound",
  other_address: "approved_address_differs",
};

/** Coins may come although an exchange was rejected or cancelled, or may not be what was approved. */
function incomingReasons({ state, is_incomplete, is_same_name, is_same_content }: ExchangeFacts) {
  const reasons: readonly ExchangeReason[] = [
    ...(is_same_content === false ? ([["exchange_of_other_content"]] as const) : []),
    ...(state === "rejected" ? ([["exchange_rejected"]] as const) : []),
    ...(state === "cancelled" ? ([["exchange_unanswered"]] as const) : []),
    ...(is_incomplete ? ([["inquiry_incomplete"]] as const) : []),
    ...(is_same_name === false ? ([["beneficiary_name_differs", "beneficiary"]] as const) : []),
  ];
  return reasons;
}

/** What an exchange in that state leads to if an acceptance is required. */
const STATES: { readonly [state in ExchangeState]: ExchangeReasonCode | null } = {
  none: "exchange_missing",
  sent: "exchange_open",
  review: "exchange_open",
  repair: "exchange_open",
  accepted: null,
  rejected: "exchange_rejected",
  cancelled: "exchange_unanswered",
  expired: "exchange_unanswered",
  settled: null,
  returned: null,
};

function outgoingReasons(
  exchange: ExchangeFacts | null,
  policy: ExchangePolicy | undefined,
): readonly ExchangeReason[] {
  // A refusal counts, also where no acceptance is required.
  if (exchange?.state === "rejected") return [["exchange_rejected"]];
  if (policy?.required !== true) return [];
  if (exchange?.cannot_receive && exchange.state === "none") {
    return policy.cannotReceive === "suspend" ? [["counterparty_cannot_receive"]] : [];
  }
  const code = STATES[exchange?.state ?? "none"];
  return code === null ? [] : [[code]];
}
