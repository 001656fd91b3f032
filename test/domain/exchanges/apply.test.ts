import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEvent, type NewExchangeEvent, newExchange } from "../../../src/domain/exchanges/apply.js";
import {
  COMPATIBLE_AT_REST,
  EXCHANGE_EVENT_KINDS,
  EXCHANGE_TRANSITIONS,
  type Exchange,
  type ExchangeEventKind,
  type ExchangeState,
  exchangeEnd,
  isEnded,
} from "../../../src/domain/exchanges/exchange.js";
import { NO_STANDING, withExchange } from "../../../src/domain/exchanges/standing.js";
import { timeAfter } from "../../../src/domain/timestamp.js";
import { runs } from "../../support/runs.js";

const START = "2026-11-29T10:00:00.000+00:00";
const DAY = 86_400_000;
const time = (milliseconds: number) => ({ at: timeAfter(START, milliseconds), answerWithinMs: DAY });

const SIDES = ["originator", "beneficiary"] as const;
// The cast: the keys of the table.
const STATES = Object.keys(COMPATIBLE_AT_REST) as ExchangeState[];
const OWN_OF = {
  originator: ["inquiry", "correction", "confirmation", "cancellation", "expiry", "return", "cannot_receive"],
  beneficiary: ["approval", "rejection", "repair_request", "expiry", "return"],
} as const satisfies Record<(typeof SIDES)[number], readonly ExchangeEventKind[]>;

function exchangeIn(side: (typeof SIDES)[number], state: ExchangeState): Exchange {
  const subject = { transfer_id: "W-1", side, vasp_id: "V-2", account: "A-1" };
  const urls = { inquiry: "https://a", resolution: "https://b", confirmation: "https://c" };
  return { ...newExchange(subject, START), state, urls };
}

function eventOf(side: (typeof SIDES)[number], kind: ExchangeEventKind): NewExchangeEvent {
  const own: readonly ExchangeEventKind[] = OWN_OF[side];
  const message = { message_id: `m ${kind}`, body: { kind } };
  const said = kind === "approval" ? { address: "bc1q" } : kind === "confirmation" ? { transaction_hash: "ab" } : {};
  if (own.includes(kind)) return { kind, from: "own", ...message, ...said };
  return { kind, from: "counterparty", digest: kind, ...message, ...said };
}

describe("an event", () => {
  const cases = SIDES.flatMap((side) =>
    STATES.flatMap((state) => EXCHANGE_EVENT_KINDS.map((kind) => ({ side, state, kind }))),
  );

  it.each(cases)("of the kind $kind of the $side's side in $state follows the table", ({ side, state, kind }) => {
    const stored = exchangeIn(side, state);
    const applied = applyEvent(stored, eventOf(side, kind), time(0));
    const next = EXCHANGE_TRANSITIONS[side][state][kind];
    const isFurtherApproval = side === "originator" && state === "accepted" && kind === "approval";
    const answers = ["acknowledgement", "approval", "rejection", "repair_request"];
    const isLate = state === "expired" && answers.includes(kind) && eventOf(side, kind).from === "counterparty";
    if (isFurtherApproval) {
      expect(applied).toMatchObject({ outcome: "recorded", exchange: { state, alarm: "other_address" } });
    } else if (isLate && side === "originator") {
      expect(applied).toMatchObject({ outcome: "expired", exchange: { state: "expired" } });
    } else if (next === undefined) expect(applied).toEqual({ outcome: "impossible" });
    else {
      expect(applied).toMatchObject({ outcome: "recorded", exchange: { state: next, revision: 1 } });
    }
  });

  it("after the deadline finds the exchange expired; a late answer is counted once", () => {
    const asked = applyEvent(exchangeIn("originator", "none"), eventOf("originator", "inquiry"), time(0));
    if (asked.outcome !== "recorded") throw new Error(asked.outcome);
    const late = applyEvent(asked.exchange, eventOf("originator", "approval"), time(DAY + 1));
    if (late.outcome !== "expired") throw new Error(late.outcome);
    expect(late.exchange.events.map(({ kind }) => kind)).toEqual(["inquiry", "expiry", "late_answer"]);
    expect(late.exchange).toMatchObject({ state: "expired", address: null, outgoing: null });
    expect(exchangeEnd(late.exchange)).toBe(timeAfter(START, DAY + 1));
    const again = applyEvent(late.exchange, eventOf("originator", "rejection"), time(DAY + 2));
    expect(again).toEqual({ outcome: "impossible" });
    expect(withExchange(NO_STANDING, late.exchange)).toMatchObject({ transfers: 1, late: 1, unanswered: 0 });
    // An own event that is impossible then only expires it.
    const cancelled = applyEvent(asked.exchange, eventOf("originator", "cancellation"), time(DAY + 1));
    expect(cancelled).toMatchObject({ outcome: "expired", exchange: { state: "expired" } });
  });

  it("with the identifier of another message is refused, and a repetition changes nothing", () => {
    const received = applyEvent(exchangeIn("beneficiary", "none"), { ...inquiry, digest: "one" }, time(0));
    if (received.outcome !== "recorded") throw new Error(received.outcome);
    expect(applyEvent(received.exchange, { ...inquiry, digest: "one" }, time(1))).toEqual({ outcome: "repeated" });
    expect(applyEvent(received.exchange, { ...inquiry, digest: "two" }, time(1))).toEqual({ outcome: "conflicting" });
  });
});

const inquiry = { kind: "inquiry", from: "counterparty", message_id: "m-1" } as const;

describe("any sequence of events", () => {
  it("keeps the form of an exchange: one end, a deadline until then, a message only with a place for it", () => {
    const side = fc.constantFrom(...SIDES);
    const kinds = fc.array(fc.tuple(fc.constantFrom(...EXCHANGE_EVENT_KINDS), fc.integer({ min: 0, max: 2 * DAY })));
    fc.assert(
      fc.property(side, kinds, (given, events) => {
        let exchange = exchangeIn(given, "none");
        let now = 0;
        for (const [kind, pause] of events) {
          now += pause;
          const applied = applyEvent(exchange, eventOf(given, kind), time(now));
          if (applied.outcome !== "recorded" && applied.outcome !== "expired") continue;
          expect(applied.exchange.revision).toBe(exchange.revision + 1);
          expect(applied.exchange.events.length).toBeGreaterThan(exchange.events.length);
          exchange = applied.exchange;
          expect(exchange.deadline === null).toBe(isEnded(exchange) || exchange.state === "none");
          expect(exchange.events.filter((each) => each.kind === "confirmation").length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
