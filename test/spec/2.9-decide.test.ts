/** §2.9: decisions about transfers. Each reason by the least that leads to it. */
import { describe, expect, it } from "vitest";
import { avalanche, base, defaultChains, filecoin, hedera } from "../../src/chains.js";
import { chains, type Policy, type TransferToDecide, unwrap } from "../../src/index.js";
import {
  BOTH,
  codesOf,
  confirmedOutgoing,
  DEPOSIT,
  type DecisionCase,
  decided,
  decidedIn,
  deciding,
  HOT_WALLET,
  INCOMING,
  INTERNAL,
  labelled,
  MEASURE,
  OUTGOING,
  OWN_ADDRESSES,
  THIRD_WALLET,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { faultsOf } from "../support/outcomes.js";
import { individual } from "../support/samples.js";

describe("the direction", () => {
  it.each([
    ["a withdrawal", WITHDRAWAL, "outgoing", "withdrawal_to_self_hosted"],
    ["a deposit", DEPOSIT, "incoming", "deposit_from_self_hosted"],
    ["a transfer to another VASP", OUTGOING, "outgoing", "vasp_to_vasp"],
    ["a transfer from another VASP", INCOMING, "incoming", "vasp_to_vasp"],
    ["a transfer within the own VASP", INTERNAL, "internal", "vasp_to_vasp"],
  ] as const)("of %s", async (_, transfer, direction, kind) => {
    const compliance = await deciding({}, { ownAddresses: [], claimedVasp: "accept" });
    expect(await decided(compliance, transfer, { evidence: BOTH })).toMatchObject({ direction, kind });
  });

  it.each([
    ["a withdrawal", { ...WITHDRAWAL, originator_vasp_id: "V-2", beneficiary_vasp_id: "V-2" }],
    ["a deposit", { ...DEPOSIT, originator_vasp_id: "V-2", beneficiary_vasp_id: "V-2" }],
    ["a transfer between VASPs", { ...OUTGOING, originator_vasp_id: "V-3" }],
  ] as const)("of %s without the own VASP is own_vasp_missing", async (_, transfer) => {
    const { transfers } = await deciding();
    const answer = await transfers.decide(transfer);
    expect(faultsOf(answer)).toEqual([["own_vasp_missing", "/originator_vasp_id", "2.9"]]);
    expect(answer).toMatchObject({
      issues: [{ message: expect.stringContaining("or policy.ownVasp if it is not yours") }],
    });
  });
});

describe("the other side must be stated: a missing flag is never read as hosted", () => {
  const { originator_address_is_self_hosted: _, beneficiary_address_is_self_hosted: _flag, ...unstated } = INTERNAL;
  const missing = [["required", "/beneficiary_address_is_self_hosted", "2.9"]];

  it.each<[string, object, Partial<Policy>, readonly unknown[]]>([
    ["neither flag", {}, {}, missing],
    ["one flag", { originator_address_is_self_hosted: false }, {}, missing],
    ["the other flag", { beneficiary_address_is_self_hosted: false }, {}, missing],
    ["both flags", INTERNAL, {}, []],
    ["two own addresses", {}, { ownAddresses: OWN_ADDRESSES }, []],
    ["one own address", {}, { ownAddresses: OWN_ADDRESSES.slice(1) }, missing],
    [
      "one own address and the other flag",
      { originator_address_is_self_hosted: false },
      { ownAddresses: OWN_ADDRESSES.slice(1) },
      [],
    ],
    ["own addresses without a chain", { chain: undefined }, { ownAddresses: OWN_ADDRESSES }, missing],
  ])("within the own VASP by %s", async (_, flags, policy, expected) => {
    const { transfers } = await deciding({}, policy);
    const result = await transfers.decide({ ...unstated, ...flags } as unknown);
    expect(faultsOf(result)).toEqual(expected);
  });

  it("another VASP states it", async () => {
    const { transfers } = await deciding();
    expect(faultsOf(await transfers.decide(OUTGOING))).toEqual([]);
    expect(faultsOf(await transfers.decide(INCOMING))).toEqual([]);
  });
});

describe("invalid input is a result with issues", () => {
  it.each<[string, object, readonly (readonly [string, string, string])[]]>([
    ["no amount", { amount: undefined }, [["required", "/amount", "2.9"]]],
    ["no unit", { currency: undefined }, [["required", "/currency", "2.9"]]],
    ["two units", { asset: "BTC" }, [["currency_and_asset", "/asset", "2.9"]]],
    ["no id", { transfer_id: undefined }, [["required", "/transfer_id", "2.9"]]],
    ["a blank link key", { link_key: " " }, [["text_blank", "/link_key", "2.9"]]],
    ["a policy inside", { policy: {} }, [["unknown_property", "/policy", "2.9"]]],
    ["another property", { evidence: [] }, [["unknown_property", "/evidence", "2.9"]]],
    ["another recipient", { beneficiary_vasp_id: "V-2" }, [["not_sent_to_itself", "/beneficiary_vasp_id", "2.9"]]],
    [
      "unknown records",
      { originator_account_reference_id: "none", originator_vasp_id: "V-OWN" },
      [["unknown_account", "/originator_account_reference_id", "2.9"]],
    ],
  ])("of a transfer: %s", async (_, change, expected) => {
    const { transfers } = await deciding();
    const result = await transfers.decide({ ...WITHDRAWAL, ...change } as unknown);
    expect(faultsOf(result)).toEqual(expected);
    expect(unwrap(await transfers.list()).items).toEqual([]);
  });

  it("of references: every unknown one", async () => {
    const { transfers, vasps } = await deciding();
    await vasps.remove("V-OWN");
    const unknown = { ...OUTGOING, originator_account_reference_id: "none", beneficiary_vasp_id: "V-none" };
    expect(faultsOf(await transfers.decide(unknown))).toEqual([
      ["unknown_account", "/originator_account_reference_id", "2.9"],
      ["unknown_vasp", "/originator_vasp_id", "2.9"],
      ["unknown_vasp", "/beneficiary_vasp_id", "2.9"],
    ]);
  });

  it.each<[string, unknown, readonly (readonly [string, string, string])[]]>([
    ["no list", {}, [["wrong_type", "/evidence", "2.9"]]],
    ["null", null, [["wrong_type", "/evidence", "2.9"]]],
    ["another duty", [{ ...MEASURE[0], duty: "none" }], [["not_allowed", "/evidence/0/duty", "2.9"]]],
    ["another side", [{ ...MEASURE[0], side: "own" }], [["not_allowed", "/evidence/0/side", "2.9"]]],
    ["no note", [MEASURE[0], { ...MEASURE[0], note: "" }], [["text_blank", "/evidence/1/note", "2.9"]]],
    ["no time", [{ ...MEASURE[0], at: "soon" }], [["not_a_timestamp", "/evidence/0/at", "2.9"]]],
    ["a later time", [{ ...MEASURE[0], at: "2026-12-01T12:00:00.001Z" }], [["out_of_range", "/evidence/0/at", "2.9"]]],
  ])("of evidence: %s", async (_, evidence, expected) => {
    const { transfers } = await deciding();
    // Callers without types pass anything.
    expect(faultsOf(await transfers.decide(WITHDRAWAL, { evidence } as never))).toEqual(expected);
  });

  it("of both at once", async () => {
    const { transfers } = await deciding();
    const evidence = [{ ...MEASURE[0], at: "soon" }];
    const result = await transfers.decide({ ...WITHDRAWAL, amount: -1 }, { evidence });
    expect(faultsOf(result)).toEqual([
      ["amount_negative", "/amount", "2.9"],
      ["not_a_timestamp", "/evidence/0/at", "2.9"],
    ]);
  });

  it("with the countries and the day of the operation", async () => {
    const { transfers } = await deciding();
    const { originator_account_reference_id: _, beneficiary_account_reference_id: _id, ...rest } = WITHDRAWAL;
    const party = { ...individual, individual: { ...individual.individual, date_of_birth: "2026-12-02" } };
    const { reference_id: _reference, ...born } = party;
    const result = await transfers.decide({
      ...rest,
      ...{ originator_account: born, beneficiary_account: born, originator_country: "XK" },
    } as unknown);
    expect(faultsOf(result).map(([code, path]) => [code, path])).toEqual([
      ["date_of_birth_in_future", "/originator_account/individual/date_of_birth"],
      ["date_of_birth_in_future", "/beneficiary_account/individual/date_of_birth"],
      ["not_a_country", "/originator_country"],
    ]);
  });
});

const TAGGED = {
  originator_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
  originator_tag: "7",
  beneficiary_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
  beneficiary_tag: "9",
} as const;

describe("execute", () => {
  it.each<[string, DecisionCase]>([
    ["a withdrawal with evidence", {}],
    ["a deposit with evidence", { transfer: DEPOSIT }],
    ["to another VASP that a provider names", confirmedOutgoing],
    ["to another VASP with a label", { transfer: OUTGOING, before: labelled({ vasp_id: "V-2" }) }],
    ["to another VASP that the policy accepts", { transfer: OUTGOING, policy: { claimedVasp: "accept" } }],
    ["from another VASP that a provider names", { transfer: INCOMING, entries: [{ vasp_id: "V-2" }] }],
    ["from another VASP with a label", { transfer: INCOMING, before: labelled({ vasp_id: "V-2" }) }],
    ["within the own VASP, between own addresses", { transfer: INTERNAL, policy: { ownAddresses: OWN_ADDRESSES } }],
    [
      "within the own VASP, between linked addresses that are labelled as hosted",
      {
        transfer: INTERNAL,
        before: async (compliance) => {
          await labelled({ account_ref_id: "A-1", is_self_hosted: false }, HOT_WALLET)(compliance);
          await labelled({ account_ref_id: "A-2", vasp_id: "V-OWN" })(compliance);
        },
      },
    ],
    [
      "within the own VASP, between addresses that are linked with the tags",
      {
        transfer: { ...INTERNAL, chain: "ripple", ...TAGGED },
        before: async ({ addresses }) => {
          const shared = { chain: "ripple", address: TAGGED.originator_address } as const;
          await addresses.create({ ...shared, account_ref_id: "A-1", tag: "7" });
          await addresses.create({ ...shared, account_ref_id: "A-2", tag: "9" });
        },
      },
    ],
    ["a risk below the limits", { entries: [{ risk_ratio: 49 }] }],
    ["a breach that does not suspend", { transfer: { ...WITHDRAWAL, amount: "1000" } }],
    ["a label for the claim", { before: labelled({ is_self_hosted: true }) }],
    ["a link to the account itself", { before: labelled({ account_ref_id: "A-1" }) }],
  ])("%s: no reason, nothing missing, valid for decisionMaxAgeMs", async (_, given) => {
    expect(await decidedIn(given)).toMatchObject({
      ...{ decision: "execute", reasons: [], missing: [], review: null },
      valid_until: "2026-12-01T12:15:00.000+00:00",
    });
  });

  it("says what it was made on", async () => {
    const decision = await decidedIn({
      ...confirmedOutgoing,
      transfer: { ...OUTGOING, amount: "0.001", asset: "BTC", currency: undefined } as never,
    });
    expect(decision.requirements?.status).toBe("decided");
    expect(decision.requirements?.tiers.map(({ jurisdiction, reviewed }) => [jurisdiction, reviewed])).toEqual([
      ["EU", expect.stringMatching(/^2026-/)],
      ["EU", expect.stringMatching(/^2026-/)],
    ]);
    expect(
      decision.evaluations.map(({ rule_code, status, decision: { country } }) => [rule_code, status, country]),
    ).toEqual([
      ["THRESHOLD_BY_COUNTRY", "pass", "DE"],
      ["THRESHOLD_BY_COUNTRY", "pass", "FR"],
    ]);
    expect(decision.value).toMatchObject({
      amount: "60",
      currency: "EUR",
      price: { asset_amount: "0.001", price: "60000" },
    });
    expect(decision.screenings).toMatchObject([{ side: "beneficiary", entries: [{ vasp_id: "V-2" }], failures: [] }]);
  });

  it("has the amount of a currency as its value, and none without a price", async () => {
    expect((await decidedIn({})).value).toEqual({ amount: "10", currency: "EUR" });
    const { currency: _, ...rest } = WITHDRAWAL;
    const inBitcoin = { ...rest, amount: "0.1", asset: "BTC" };
    expect((await decidedIn({ transfer: inBitcoin, options: { prices: undefined } })).value).toBeNull();
    // The rules of a country may need a price where the packs need none.
    const outgoing = { ...OUTGOING, currency: undefined, amount: "0.001", asset: "BTC" } as never;
    expect((await decidedIn({ ...confirmedOutgoing, transfer: outgoing })).value).toMatchObject({ amount: "60" });
  });
});

describe("own addresses", () => {
  const TAGGED = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
  const X_ADDRESS = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu"; // The same with the tag 1.
  const transfer: TransferToDecide = {
    ...WITHDRAWAL,
    chain: "ripple",
    originator_address: "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH",
    beneficiary_address: TAGGED,
  };
  const isClaimed = async (own: { address: string; tag?: string }, changes: object): Promise<boolean> => {
    const ownAddresses = [{ chain: "ripple" as const, ...own }];
    const answer = await decidedIn({
      transfer: { ...transfer, ...changes } as TransferToDecide,
      policy: { ownAddresses },
    });
    return codesOf(answer).includes("own_address_claimed");
  };

  it.each<[string, { address: string; tag?: string }, object, boolean]>([
    ["without a tag: any tag", { address: TAGGED }, {}, true],
    ["without a tag: a tag", { address: TAGGED }, { beneficiary_tag: "9" }, true],
    ["with a tag: that tag", { address: TAGGED, tag: "1" }, { beneficiary_tag: "1" }, true],
    ["with a tag: that of an X-address", { address: TAGGED, tag: "1" }, { beneficiary_address: X_ADDRESS }, true],
    ["with a tag: another one", { address: TAGGED, tag: "1" }, { beneficiary_tag: "2" }, true],
    ["with a tag: none", { address: TAGGED, tag: "1" }, {}, true],
    ["as an X-address: its tag", { address: X_ADDRESS }, { beneficiary_tag: "1" }, true],
    ["as an X-address: another tag", { address: X_ADDRESS }, { beneficiary_tag: "2" }, true],
  ])("%s", async (_, own, changes, expected) => {
    expect(await isClaimed(own, changes)).toBe(expected);
  });

  describe("with Ethereum's form", () => {
    const own = { chain: "ethereum", address: WALLET } as const;
    const policy: Partial<Policy> = { ownAddresses: [own, { ...own, address: HOT_WALLET }], claimedVasp: "accept" };
    const codesOn = async (given: TransferToDecide, chain: string, options = {}): Promise<readonly string[]> =>
      codesOf(await decidedIn({ transfer: { ...given, chain } as TransferToDecide, policy, options }));

    it.each(["ethereum", "polygon", "xdc"])("count against a claim on %s", async (chain) => {
      expect(await codesOn(WITHDRAWAL, chain)).toEqual(["own_address_claimed"]);
      expect(await codesOn(OUTGOING, chain)).toContain("own_address_claimed");
    });

    it.each([base, avalanche, hedera, { ...chains.ethereum, name: "mine" }])(
      "count against a claim on the registered chain $name",
      async (module) => {
        const options = { chains: [...defaultChains, module] };
        expect(await codesOn(WITHDRAWAL, module.name, options)).toEqual(["own_address_claimed"]);
      },
    );

    it("count against a claim of the NEAR account of the same text", async () => {
      const given = { ...WITHDRAWAL, originator_address: "alice.near", asset: "NEAR", currency: undefined };
      const answer = await decidedIn({ transfer: { ...given, chain: "near" } as TransferToDecide, policy });
      expect(codesOf(answer)).toContain("own_address_claimed");
    });

    it("count against a claim on Filecoin, and those of Filecoin against one on Ethereum", async () => {
      const options: object = { chains: [...defaultChains, filecoin] };
      expect(await codesOn(WITHDRAWAL, "filecoin", options)).toEqual(["own_address_claimed"]);
      const ownAddresses = [{ ...own, chain: "filecoin" }] as unknown as Policy["ownAddresses"];
      const answer = await decidedIn({ transfer: WITHDRAWAL, policy: { ...policy, ownAddresses }, options });
      expect(codesOf(answer)).toEqual(["own_address_claimed"]);
    });

    it("make an address known as an own one on their chain only", async () => {
      // Somebody else may have the contract at the same address of another chain.
      const unknown = ["own_address_unknown", "own_address_unknown"];
      expect(await codesOn(INTERNAL, "ethereum")).toEqual([]);
      expect(await codesOn(INTERNAL, "polygon")).toEqual(unknown);
      const {
        originator_address_is_self_hosted: _,
        beneficiary_address_is_self_hosted: _other,
        ...unstated
      } = INTERNAL;
      const compliance = await deciding({}, policy);
      const onPolygon = await compliance.transfers.decide({ ...unstated, chain: "polygon" });
      expect(onPolygon).toMatchObject({ ok: false, issues: [{ code: "required" }] });
    });
  });
});

it("a claim changes no label and no link, also after the transfer was executed", async () => {
  const compliance = await deciding();
  await decided(compliance, WITHDRAWAL);
  unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
  await decided(compliance, { ...OUTGOING, beneficiary_address: THIRD_WALLET });
  for (const address of [WALLET, THIRD_WALLET]) {
    expect(await compliance.addresses.history("ethereum", address)).toMatchObject({
      ...{ is_self_hosted: null, vasp_id: null, links: [] },
    });
  }
  // Another customer names the same address as one of another VASP. Only a label or a provider would contradict.
  const other = { ...OUTGOING, transfer_id: "O-2", originator_account_reference_id: "A-2" };
  expect(codesOf(await decided(compliance, other))).toEqual(["vasp_unconfirmed"]);
});
