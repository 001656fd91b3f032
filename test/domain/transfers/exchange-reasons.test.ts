import { expect, it } from "vitest";
import type { ExchangeFacts } from "../../../src/domain/transfers/exchange-facts.js";
import { exchangeReasons } from "../../../src/domain/transfers/exchange-reasons.js";

const facts: ExchangeFacts = {
  side: "beneficiary",
  state: "review",
  cannot_receive: false,
  alarm: null,
  is_incomplete: false,
  further_approvals: 0,
  is_same_vasp: true,
  is_same_name: true,
  is_same_content: null,
};
const about = { kind: "vasp_to_vasp", draft: { beneficiary_address: "bc1q" } } as const;
const policy = { required: true, answerWithinMs: 1, windowMs: 1, cannotReceive: "suspend" } as const;

it("an exchange of the other side is about another transfer, whatever its state is", () => {
  const incoming = { ...about, direction: "incoming" } as const;
  expect(exchangeReasons({ ...incoming, exchange: facts }, policy)).toEqual([]);
  expect(exchangeReasons({ ...incoming, exchange: { ...facts, side: "originator" } }, policy)).toEqual([
    ["exchange_of_other_content"],
  ]);
  const outgoing = { ...about, direction: "outgoing" } as const;
  expect(exchangeReasons({ ...outgoing, exchange: { ...facts, state: "accepted" } }, policy)).toEqual([
    ["exchange_of_other_content"],
  ]);
});

it("an acceptance without a known content is none", () => {
  const exchange = { ...facts, side: "originator", state: "accepted" } as const;
  expect(exchangeReasons({ ...about, direction: "outgoing", exchange }, undefined)).toEqual([
    ["exchange_of_other_content"],
  ]);
});

it("says nothing about a transfer without another VASP", () => {
  const internal = { ...about, direction: "internal" } as const;
  const selfHosted = { ...about, kind: "withdrawal_to_self_hosted", direction: "outgoing" } as const;
  for (const transfer of [internal, selfHosted]) {
    expect(exchangeReasons({ ...transfer, exchange: null }, policy)).toEqual([]);
    // Under the same transfer_id, it was a transfer to another VASP before.
    expect(exchangeReasons({ ...transfer, exchange: facts }, policy)).toEqual([["exchange_of_other_content"]]);
  }
  expect(exchangeReasons({ ...about, direction: "incoming", exchange: null }, policy)).toEqual([]);
  expect(exchangeReasons({ ...about, direction: "outgoing", exchange: null }, undefined)).toEqual([]);
});

it("an inquiry that was not acknowledged can be replaced, unless something must be seen first", () => {
  const sent = { ...facts, side: "originator", state: "sent", is_same_content: false } as const;
  const outgoing = { ...about, direction: "outgoing" } as const;
  expect(exchangeReasons({ ...outgoing, exchange: sent }, policy)).toEqual([["exchange_missing"]]);
  const alarming = { ...sent, alarm: "other_host" } as const;
  expect(exchangeReasons({ ...outgoing, exchange: alarming }, policy)).toEqual([
    ["exchange_of_other_content"],
    ["counterparty_host_unbound", "beneficiary"],
  ]);
  expect(exchangeReasons({ ...outgoing, exchange: { ...sent, state: "rejected" } }, policy)).toEqual([
    ["exchange_of_other_content"],
    ["exchange_rejected"],
  ]);
});
