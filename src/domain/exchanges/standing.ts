/** What became of the exchanges with a counterparty. */
import type { Exchange, ExchangeEventKind } from "./exchange.js";

/** Counts of the exchanges with a counterparty. One exchange can count in several. */
export interface VaspStanding {
  /** Exchanges that began. */
  readonly transfers: number;
  /** Inquiries of the counterparty that lacked or violated something. */
  readonly incomplete: number;
  /** Rejected by either side. */
  readonly rejected: number;
  /** Answered by the counterparty after the deadline. */
  readonly late: number;
  /** Inquiries and approvals to which the counterparty never replied. */
  readonly unanswered: number;
}

/** The standing without an exchange. */
export const NO_STANDING: VaspStanding = { transfers: 0, incomplete: 0, rejected: 0, late: 0, unanswered: 0 };

/** Returns the counts with one more exchange. */
export function withExchange(standing: VaspStanding, exchange: Exchange): VaspStanding {
  const { side, events } = exchange;
  const has = (kind: ExchangeEventKind): boolean => events.some((event) => event.kind === kind);
  const isLate = has("late_answer");
  return {
    transfers: standing.transfers + 1,
    incomplete: standing.incomplete + Number(side === "beneficiary" && has("repair_request")),
    rejected: standing.rejected + Number(has("rejection")),
    late: standing.late + Number(isLate),
    unanswered: standing.unanswered + Number(!isLate && isUnanswered(exchange)),
  };
}

/** Whether the counterparty had the next message to send. What was never tried to be sent, it cannot answer. */
function isUnanswered({ side, state, events, is_tried }: Exchange): boolean {
  const own = side === "originator" ? ["inquiry", "correction", "acknowledgement"] : ["approval", "repair_request"];
  const last = events.findLast(({ kind }) => kind !== "expiry")?.kind;
  const hasIt = is_tried || last === "acknowledgement";
  return state === "expired" && hasIt && last !== undefined && own.includes(last);
}
