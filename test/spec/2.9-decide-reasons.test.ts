/** §2.9: reasons of decisions about transfers. Each by the least that leads to it. */
import { describe, expect, it } from "vitest";
import { ComplianceError, fixedRates, type TransferDecision, type TransferToDecide } from "../../src/index.js";
import { evmMessages } from "../../src/ownership/evm.js";
import {
  BOTH,
  codesOf,
  confirmedOutgoing,
  DAY,
  type Deciding,
  type DecisionCase,
  decidedIn,
  HOT_WALLET,
  INCOMING,
  INTERNAL,
  labelled,
  MEASURE,
  OUTGOING,
  OWN_ADDRESSES,
  RATES,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { individual } from "../support/samples.js";

/** [what, what leads to it, decision, code, further properties of the reason] */
const reasons: readonly [string, DecisionCase, TransferDecision["decision"], string, object][] = [
  [
    "a risk of rejectRisk",
    { entries: [{ risk_ratio: 90 }] },
    "reject",
    "risk_rejected",
    { side: "beneficiary", source: "P", clause: "2.8" },
  ],
  [
    "a risk of suspendRisk",
    { entries: [{ risk_ratio: 50 }] },
    "suspend",
    "risk_suspended",
    { side: "beneficiary", source: "P" },
  ],
  ["a risk below rejectRisk", { entries: [{ risk_ratio: 89 }] }, "suspend", "risk_suspended", {}],
  [
    "an address of another account",
    { before: labelled({ account_ref_id: "A-2" }) },
    "suspend",
    "address_of_other_account",
    { side: "beneficiary", source: "link" },
  ],
  [
    "an address of another account, where otherAccounts says so",
    { before: labelled({ account_ref_id: "A-2" }), policy: { otherAccounts: "reject" } },
    "reject",
    "address_of_other_account",
    { side: "beneficiary", source: "link" },
  ],
  [
    "an own address of another account",
    { before: labelled({ account_ref_id: "A-2" }, HOT_WALLET) },
    "suspend",
    "address_of_other_account",
    { side: "originator" },
  ],
  [
    "a transfer without a chain",
    { transfer: { ...WITHDRAWAL, chain: undefined } },
    "suspend",
    "not_screened",
    { side: "beneficiary", path: "/chain", clause: "4.1" },
  ],
  [
    "an entry of a provider that did not screen",
    { entries: [{ risk_ratio: 100, risk_descriptors: ["not-screened"] }] },
    "suspend",
    "not_screened",
    { side: "beneficiary", clause: "4.1" },
  ],
  [
    "a label against a wallet",
    { before: labelled({ is_self_hosted: false }) },
    "suspend",
    "self_hosted_contradicts",
    { side: "beneficiary", source: "label" },
  ],
  [
    "a provider that names the VASP of a wallet",
    { entries: [{ vasp_id: "V-2" }] },
    "suspend",
    "self_hosted_contradicts",
    { source: "P" },
  ],
  [
    "a provider that names the exchange of a wallet",
    { entries: [{ vasp_name_business: "Aurora" }] },
    "suspend",
    "self_hosted_contradicts",
    { source: "P" },
  ],
  [
    "a label as wallet against a VASP",
    { transfer: OUTGOING, policy: { claimedVasp: "accept" }, before: labelled({ is_self_hosted: true }) },
    "suspend",
    "self_hosted_contradicts",
    { side: "beneficiary", source: "label" },
  ],
  [
    "a label of another VASP",
    { transfer: OUTGOING, policy: { claimedVasp: "accept" }, before: labelled({ vasp_id: "V-3" }) },
    "suspend",
    "vasp_contradicts",
    { side: "beneficiary", source: "label" },
  ],
  [
    "a provider that names another VASP",
    { transfer: OUTGOING, policy: { claimedVasp: "accept" }, entries: [{ vasp_id: "V-3" }] },
    "suspend",
    "vasp_contradicts",
    { source: "P" },
  ],
  [
    "a VASP that only the customer names",
    { transfer: OUTGOING },
    "suspend",
    "vasp_unconfirmed",
    { side: "beneficiary" },
  ],
  ["a VASP that only the sender names", { transfer: INCOMING }, "suspend", "vasp_unconfirmed", { side: "originator" }],
  [
    "an own address as a wallet",
    { policy: { ownAddresses: OWN_ADDRESSES } },
    "suspend",
    "own_address_claimed",
    { side: "beneficiary", source: "own_addresses" },
  ],
  [
    "an own address as one of another VASP",
    { transfer: OUTGOING, policy: { ownAddresses: OWN_ADDRESSES, claimedVasp: "accept" } },
    "suspend",
    "own_address_claimed",
    { side: "beneficiary", source: "own_addresses" },
  ],
  [
    "a transfer within the own VASP to an unknown address",
    { transfer: INTERNAL, policy: { ownAddresses: OWN_ADDRESSES.slice(0, 1) } },
    "suspend",
    "own_address_unknown",
    { side: "beneficiary" },
  ],
  [
    "a breach",
    { transfer: { ...WITHDRAWAL, amount: "1000" }, policy: { suspendOnBreach: true } },
    "suspend",
    "threshold_reached",
    { source: "DE", clause: "4.9" },
  ],
  [
    "a breach of a threshold with a citation",
    {
      transfer: { ...WITHDRAWAL, amount: "1000" },
      policy: { suspendOnBreach: true },
      options: { thresholds: { DE: { amount: "1000", currency: "EUR", citation: "Section 1" } } },
    },
    "suspend",
    "threshold_reached",
    { source: "DE", clause: "Section 1" },
  ],
  [
    "a country without a threshold",
    { options: { thresholds: { US: "3000" } } },
    "suspend",
    "evaluation_failed",
    { failure: "threshold_missing" },
  ],
  [
    "a pack that leaves something open",
    {
      transfer: { ...WITHDRAWAL, originator_vasp_id: "V-US", beneficiary_vasp_id: "V-US" },
      policy: { ownVasp: "V-US" },
    },
    "suspend",
    "requirements_undecided",
    { side: "originator", source: "US" },
  ],
  [
    "a price that a pack needs",
    {
      transfer: { ...WITHDRAWAL, amount: "1", currency: undefined, asset: "BTC" } as never,
      options: { prices: undefined, thresholds: undefined },
    },
    "suspend",
    "requirements_failed",
    { failure: "not_configured" },
  ],
  ["an open duty", { evidence: [] }, "request_information", "duty_open", { side: "originator" }],
  [
    "an open duty after evidence of the other side",
    { evidence: BOTH.slice(1) },
    "request_information",
    "duty_open",
    { side: "originator" },
  ],
];

/** Two sentences for a person, without a value of the transfer. */
const sentence = /^[A-Z][^\n]*[^.\s]\.$/;

describe("each reason", () => {
  it.each(reasons)("%s", async (_, given, decision, code, rest) => {
    const answer = await decidedIn(given);
    expect([answer.decision, codesOf(answer)]).toEqual([decision, [code]]);
    const [reason] = answer.reasons;
    expect(reason).toMatchObject({ code, decision, ...rest });
    for (const text of [reason?.message, reason?.what_to_do]) expect(text).toMatch(sentence);
    for (const value of ["A-1", "A-2", WALLET, HOT_WALLET, "1000"]) {
      expect(`${reason?.message} ${reason?.what_to_do}`).not.toContain(value);
    }
    expect(answer.valid_until).toBeNull();
  });

  it("duty_open: how to prove ownership, if proofs are configured", async () => {
    const transfer = { ...WITHDRAWAL, amount: "1000.01" };
    const ownership = { domain: "exchange.example", methods: [evmMessages], maxAgeMs: DAY };
    const whatToDo = async (options: DecisionCase["options"] = {}) =>
      (await decidedIn({ transfer, evidence: [], options })).reasons.map(({ what_to_do }) => what_to_do);
    const evidence = "Perform the duty, then decide again with evidence.";
    expect(await whatToDo()).toEqual([evidence, evidence]);
    expect(await whatToDo({ ownership })).toEqual([
      "Prove it with ownership.challenge and ownership.verify, or perform the duty and give evidence. Then decide again.",
      evidence,
    ]);
  });

  it("field_missing: each field that a pack requires, with its citation", async () => {
    const before = ({ accounts }: Deciding) => {
      const { address: _, national_id: _id, ...rest } = individual;
      const { individual_name } = individual.individual;
      return accounts.put({ ...rest, reference_id: "A-1", individual: { individual_name } });
    };
    const answer = await decidedIn({ ...confirmedOutgoing, before });
    expect(answer.decision).toBe("request_information");
    expect(new Set(codesOf(answer))).toEqual(new Set(["field_missing"]));
    expect(answer.missing.length).toBe(answer.reasons.length);
    for (const { side, sources } of answer.missing) {
      expect(side).toBe("originator");
      expect(sources[0]).toMatchObject({ jurisdiction: "EU", citation: expect.stringMatching(/^Art\. /) });
    }
    expect(answer.reasons[0]).toMatchObject({ path: "/originator_account", clause: expect.stringMatching(/^EU: /) });
  });

  it("field_missing names the field of a pack that requires one", async () => {
    const transfer = {
      ...OUTGOING,
      ...{ originator_vasp_id: "V-US", beneficiary_vasp_id: "V-OWN", amount: "3000", currency: "USD" },
    };
    const { address: _, ...rest } = individual;
    const answer = await decidedIn({
      transfer,
      policy: { ownVasp: "V-US", claimedVasp: "accept" },
      before: ({ accounts }) => accounts.put({ ...rest, reference_id: "A-1" }),
    });
    expect(answer.reasons).toContainEqual(
      expect.objectContaining({ code: "field_missing", side: "originator", field: "address" }),
    );
    expect(answer.missing).toContainEqual(expect.objectContaining({ side: "originator", field: "address" }));
  });

  it("address_shared: customers share the address by tags", async () => {
    const shared = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
    const transfer: TransferToDecide = {
      ...WITHDRAWAL,
      chain: "ripple",
      originator_address: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH",
      beneficiary_address: shared,
    };
    const link = (account_ref_id: string, tag: string) => (compliance: Deciding) =>
      compliance.addresses.create({ chain: "ripple", address: shared, account_ref_id, tag });
    expect(await decidedIn({ transfer, before: link("A-2", "7") })).toMatchObject({
      decision: "suspend",
      reasons: [{ code: "address_shared", side: "beneficiary", source: "link" }],
    });
    // An address that only the customer has under tags is not shared.
    expect(codesOf(await decidedIn({ transfer, before: link("A-1", "7") }))).toEqual([]);
    // Of so many links only some are read.
    const many = async (compliance: Deciding) => {
      const tags = Array.from({ length: 101 }, (_, index) => `${1_000 + index}`);
      await Promise.all([link("A-2", "999999")(compliance), ...tags.map((tag) => link("A-1", tag)(compliance))]);
    };
    expect(codesOf(await decidedIn({ transfer, before: many }))).toEqual(["address_shared"]);
    // The tag of another customer.
    const tagged = { ...transfer, beneficiary_tag: "7" };
    expect(codesOf(await decidedIn({ transfer: tagged, before: link("A-2", "7") }))).toEqual([
      ...["address_of_other_account", "address_shared"],
    ]);
  });
});

describe("what waiting does not change", () => {
  const inBitcoin = { ...WITHDRAWAL, amount: "1", currency: undefined, asset: "BTC" } as never;
  const inDollars = { ...WITHDRAWAL, currency: "USD" } as const;
  const none = { throws: () => Promise.reject(new ComplianceError("not_configured", "None.")) };
  const afterwards = "A later call decides again once the decision is older than policy.decisionMaxAgeMs.";

  it.each<[string, DecisionCase, readonly string[], string]>([
    [
      "no prices",
      { transfer: inBitcoin, options: { prices: undefined } },
      ["requirements_failed", "evaluation_failed"],
      "Add the option prices of createCompliance.",
    ],
    [
      "neither prices nor rates",
      { transfer: inBitcoin, options: { prices: undefined, rates: undefined } },
      ["requirements_failed", "evaluation_failed"],
      "Add the option prices of createCompliance.",
    ],
    [
      "no rates",
      { transfer: inDollars, options: { rates: undefined } },
      ["requirements_undecided", "evaluation_failed"],
      "Add the option rates of createCompliance.",
    ],
    [
      "prices that are not configured themselves",
      { transfer: inBitcoin, options: { prices: { current: none.throws } } },
      ["requirements_failed", "evaluation_failed"],
      "Correct what failure names.",
    ],
    [
      "a provider that is not configured itself",
      { options: { riskProviders: { P: { screen: none.throws } } } },
      ["screening_failed"],
      "Correct what failure names.",
    ],
    [
      "a country without a threshold",
      { options: { thresholds: { US: "3000" } } },
      ["evaluation_failed"],
      "Correct what failure names.",
    ],
  ])("%s: no retry, and what_to_do says what to correct", async (_, given, codes, what_to_do) => {
    const { reasons } = await decidedIn(given);
    expect([...new Set(codesOf({ reasons }))]).toEqual(codes);
    for (const reason of reasons) {
      expect(reason).not.toHaveProperty("retry");
      expect(reason.what_to_do).toBe(`${what_to_do} ${afterwards}`);
    }
  });

  it("a table without the rate may have it later", async () => {
    const { reasons } = await decidedIn({
      transfer: inDollars,
      options: { rates: fixedRates({ ...RATES, rates: {} }), thresholds: undefined },
    });
    expect(reasons).toMatchObject([{ code: "requirements_undecided", retry: true }]);
  });

  it("without rates, what is undecided for another reason is not about them", async () => {
    const { reasons } = await decidedIn({
      transfer: { ...WITHDRAWAL, originator_vasp_id: "V-US", beneficiary_vasp_id: "V-US" },
      policy: { ownVasp: "V-US" },
      options: { rates: undefined, thresholds: undefined },
    });
    expect(reasons).toMatchObject([{ code: "requirements_undecided" }]);
    expect(reasons[0]?.what_to_do).not.toContain("rates");
  });
});

describe("own_address_unknown: a link to the account of the side makes an address an own one", () => {
  const linked = (label: object) => labelled({ account_ref_id: "A-2", ...label });
  const OWN_SIDE = OWN_ADDRESSES.slice(0, 1);
  const other = { chain: "ripple", address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" } as const;
  const ours = { chain: "ripple", address: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH" } as const;

  it.each<[string, DecisionCase, readonly string[]]>([
    ["not without a label", { before: linked({}) }, ["own_address_unknown"]],
    ["with the label hosted", { before: linked({ is_self_hosted: false }) }, []],
    ["with the own VASP as label", { before: linked({ vasp_id: "V-OWN" }) }, []],
    [
      "not with another VASP as label",
      { before: linked({ vasp_id: "V-2" }) },
      ["own_address_unknown", "vasp_contradicts"],
    ],
    [
      "not with the label self-hosted",
      { before: linked({ is_self_hosted: true }) },
      ["own_address_unknown", "self_hosted_contradicts"],
    ],
    [
      "not under another tag than that of the transfer",
      {
        transfer: {
          ...INTERNAL,
          ...{ chain: "ripple", originator_address: ours.address, beneficiary_address: other.address },
          beneficiary_tag: "7",
        },
        policy: { ownAddresses: [ours] },
        before: ({ addresses }) => addresses.create({ ...other, account_ref_id: "A-2", tag: "9" }),
      },
      ["own_address_unknown"],
    ],
  ])("%s", async (_, given, codes) => {
    const answer = await decidedIn({ transfer: INTERNAL, policy: { ownAddresses: OWN_SIDE }, ...given });
    expect(codesOf(answer)).toEqual(codes);
    expect(answer.screenings.map(({ side }) => side)).toEqual(codes.length === 0 ? [] : ["beneficiary"]);
  });

  it("so a listed wallet of a customer is screened, whatever the transfer says", async () => {
    const given = { transfer: INTERNAL, policy: { ownAddresses: OWN_SIDE }, before: linked({}) };
    const answer = await decidedIn({ ...given, entries: [{ risk_ratio: 100 }] });
    expect([answer.decision, codesOf(answer)]).toEqual(["reject", ["risk_rejected", "own_address_unknown"]]);
    expect(answer.reasons[1]?.what_to_do).toContain("addresses.create with vasp_id");
  });
});

describe("several reasons", () => {
  it("are all listed, the worst first, and the worst decides", async () => {
    const answer = await decidedIn({
      entries: [{ risk_ratio: 95, vasp_id: "V-3" }, { risk_ratio: 55 }],
      evidence: [],
      before: labelled({ account_ref_id: "A-2", is_self_hosted: false }),
    });
    expect(answer.decision).toBe("reject");
    expect(answer.reasons.map(({ code, decision }) => [decision, code])).toEqual([
      ["reject", "risk_rejected"],
      ["suspend", "address_of_other_account"],
      ["suspend", "self_hosted_contradicts"],
      ["suspend", "self_hosted_contradicts"],
      ["suspend", "risk_suspended"],
      ["request_information", "duty_open"],
    ]);
  });

  it("of one duty that several tiers require are one, with all citations", async () => {
    const answer = await decidedIn({
      transfer: { ...WITHDRAWAL, amount: "1000.01" },
      evidence: MEASURE,
    });
    expect(answer.missing).toMatchObject([{ duty: "ownership_check", side: "originator" }]);
  });
});
