/** Answers of counsel: they replace a missing tier on their days, and never a tier. */
import { describe, expect, it } from "vitest";
import { type CounselAnswer, type TransferToDecide, unwrap } from "../../../src/index.js";
import { defineJurisdiction, eu, us } from "../../../src/jurisdictions.js";
import { codesOf, decided, deciding, OUTGOING, WITHDRAWAL } from "../../support/decision-samples.js";

/** A withdrawal in the United States, about which their pack has no tier. */
const IN_US = {
  ...WITHDRAWAL,
  originator_vasp_id: "V-US",
  beneficiary_vasp_id: "V-US",
  currency: "USD",
} as const satisfies TransferToDecide;

const ANSWER: CounselAnswer = {
  jurisdiction: "US",
  kind: "withdrawal_to_self_hosted",
  duties: [],
  by: "Counsel LLP",
  note: "No rule is in force",
  from: "2026-01-01",
};

async function decidedWith(answers: readonly CounselAnswer[], transfer: TransferToDecide = IN_US, now?: string) {
  const clock = now === undefined ? {} : { clock: () => new Date(now), rates: undefined, prices: undefined };
  const compliance = await deciding(clock, { ownVasp: transfer.originator_vasp_id, answers, claimedVasp: "accept" });
  return decided(compliance, transfer, {});
}

describe("an answer of counsel", () => {
  it("is missing: the transfer is suspended, with the pack as the source", async () => {
    const decision = await decidedWith([]);
    expect(decision).toMatchObject({ decision: "suspend", answers: [] });
    expect(decision.reasons).toMatchObject([{ code: "requirements_undecided", side: "originator", source: "US" }]);
    expect(decision.requirements?.undecided).toMatchObject([{ reason: "no_tier", jurisdiction: "US" }]);
  });

  it("decides: the decision cites it, and nothing is undecided", async () => {
    const decision = await decidedWith([ANSWER]);
    expect(decision).toMatchObject({ decision: "execute", answers: [ANSWER] });
    expect(decision.requirements).toMatchObject({ status: "decided", undecided: [], duties: [] });
  });

  it("has duties, which are missing with its author, its day and its note", async () => {
    const decision = await decidedWith([{ ...ANSWER, duties: ["ownership_check", "verification"] }]);
    const source = {
      jurisdiction: "US",
      tier: "answer of counsel",
      citation: "Counsel LLP, 2026-01-01: No rule is in force",
    };
    expect(decision.decision).toBe("request_information");
    expect(decision.missing).toEqual([
      { side: "originator", duty: "ownership_check", sources: [source] },
      { side: "originator", duty: "verification", sources: [source] },
    ]);
    expect(decision.reasons[0]?.clause).toBe("US: Counsel LLP, 2026-01-01: No rule is in force");
  });

  it.each<[string, Partial<CounselAnswer>]>([
    ["another kind", { kind: "deposit_from_self_hosted" }],
    ["transfers between VASPs", { kind: "vasp_to_vasp" }],
    ["another jurisdiction", { jurisdiction: "EU" }],
  ])("about %s does not count", async (_, change) => {
    expect((await decidedWith([{ ...ANSWER, ...change }])).decision).toBe("suspend");
  });

  it("is the one of the day", async () => {
    const over = { ...ANSWER, until: "2026-06-30", note: "over", duties: ["verification"] } as const;
    const current = { ...ANSWER, from: "2026-07-01", until: "2026-12-31", note: "current" };
    const later = { ...ANSWER, from: "2027-01-01", note: "later", duties: ["verification"] } as const;
    const decision = await decidedWith([later, over, current]);
    expect(decision.answers).toEqual([current]);
    expect(decision.decision).toBe("execute");
  });
});

describe("two answers, one after the other", () => {
  const before = { ...ANSWER, until: "2026-03-10", note: "before", duties: ["ownership_check"] } as const;
  const after = { ...ANSWER, from: "2026-03-11", note: "after", duties: ["verification", "ownership_check"] } as const;

  it.each([
    ["2026-03-10T12:00:00.000Z", ["before"], "it is the last day of the first everywhere"],
    ["2026-03-11T04:00:00.000Z", ["before", "after"], "it is the day after in the east"],
    ["2026-03-11T09:59:59.999Z", ["before", "after"], "it is the last day of the first in the west"],
    ["2026-03-11T10:00:00.000Z", ["after"], "it is the first day of the second everywhere"],
  ])("at %s: %j, because %s", async (now, notes) => {
    const { decision, answers = [], missing } = await decidedWith([after, before], IN_US, now);
    expect([decision, answers.map(({ note }) => note)]).toEqual(["request_information", notes]);
    const expected = notes.includes("after") ? ["ownership_check", "verification"] : ["ownership_check"];
    expect([...new Set(missing.map((each) => ("duty" in each ? each.duty : "")))].sort()).toEqual(expected);
  });

  it("are none with a day between them", async () => {
    const later = { ...after, from: "2026-03-12" };
    expect((await decidedWith([before, later], IN_US, "2026-03-11T06:00:00.000Z")).decision).toBe("suspend");
    expect((await decidedWith([before, later], IN_US, "2026-03-12T06:00:00.000Z")).decision).toBe("suspend");
    expect((await decidedWith([before, later], IN_US, "2026-03-12T10:00:00.000Z")).decision).not.toBe("suspend");
  });
});

describe("its days are those of the jurisdiction, both included", () => {
  // The zones of the pack reach from 4 hours behind UTC in New York (in summer time) to 10 hours in Honolulu.
  const days = { ...ANSWER, from: "2026-03-10", until: "2026-03-12" };

  it.each([
    ["2026-03-10T03:59:59.999Z", false, "it is the day before everywhere"],
    ["2026-03-10T09:59:59.999Z", false, "it is the day before in the west"],
    ["2026-03-10T10:00:00.000Z", true, "it is the first day everywhere"],
    ["2026-03-11T12:00:00.000Z", true, "it is a day between"],
    ["2026-03-13T03:59:59.999Z", true, "it is the last day everywhere"],
    ["2026-03-13T04:00:00.000Z", false, "it is the day after in the east"],
    ["2026-03-14T12:00:00.000Z", false, "it is over"],
  ])("at %s: %j, because %s", async (now, counts) => {
    expect((await decidedWith([days], IN_US, now)).answers).toHaveLength(counts ? 1 : 0);
  });

  it.each([
    ["2026-03-09T22:59:59.999Z", false],
    ["2026-03-09T23:00:00.000Z", true],
    ["2026-03-12T22:59:59.999Z", true],
    ["2026-03-12T23:00:00.000Z", false],
  ])("in one zone, an hour ahead of UTC, at %s: %j", async (now, counts) => {
    const paris = unwrap(defineJurisdiction({ ...us, zones: ["Europe/Paris"] }));
    const compliance = await deciding(
      { clock: () => new Date(now), jurisdictions: [paris], rates: undefined, prices: undefined },
      { ownVasp: "V-US", answers: [days] },
    );
    expect((await decided(compliance, IN_US, {})).answers).toHaveLength(counts ? 1 : 0);
  });

  it("have no end without until", async () => {
    expect((await decidedWith([ANSWER], IN_US, "2100-01-01T12:00:00Z")).answers).toHaveLength(1);
  });
});

describe("an answer never overrides", () => {
  it("a tier", async () => {
    const answers = [{ ...ANSWER, jurisdiction: "EU", duties: [] }];
    const decision = await decidedWith(answers, WITHDRAWAL);
    expect(decision.answers).toEqual([]);
    expect(decision.missing).toMatchObject([{ duty: "mitigating_measure", sources: [{ jurisdiction: "EU" }] }]);
  });

  it.each<[string, Partial<TransferToDecide>, string]>([
    ["a country without a pack", { beneficiary_country: "BR" }, "pack_missing"],
    ["an unknown rate", { currency: "CHF", beneficiary_country: "US" }, "rate_missing"],
  ])("another doubt: %s", async (_, change, reason) => {
    const answers = (["US", "EU"] as const).map((jurisdiction) => ({
      ...ANSWER,
      ...{ jurisdiction, kind: "vasp_to_vasp" as const },
    }));
    // The cast: the compiler cannot see which variant of a transfer it is.
    const decision = await decidedWith(answers, { ...OUTGOING, ...change } as TransferToDecide);
    expect(decision.requirements?.undecided.map((each) => each.reason)).toContain(reason);
    expect(codesOf(decision)).toContain("requirements_undecided");
    expect(decision.answers).toEqual([]);
  });

  it("what else is undecided, while it decides its own part", async () => {
    const packs = [unwrap(defineJurisdiction({ ...us, tiers: [] }))];
    const answer: CounselAnswer = { ...ANSWER, kind: "vasp_to_vasp" };
    const policy = { ownVasp: "V-US", answers: [answer], claimedVasp: "accept" } as const;
    const compliance = await deciding({ jurisdictions: packs }, policy);
    const decision = await decided(compliance, { ...OUTGOING, originator_vasp_id: "V-US" }, {});
    expect(decision.answers).toEqual([answer]);
    expect(decision.requirements).toMatchObject({ status: "undecided", undecided: [{ reason: "pack_missing" }] });
    expect(codesOf(decision)).toEqual(["requirements_undecided"]);
  });

  it("the tier of the other country", async () => {
    const packs = [eu, us];
    const compliance = await deciding({ jurisdictions: packs }, { answers: [ANSWER], claimedVasp: "accept" });
    const decision = await decided(compliance, { ...OUTGOING, beneficiary_vasp_id: "V-US" }, {});
    expect(decision.requirements?.tiers.map(({ jurisdiction }) => jurisdiction)).toEqual(["EU", "US"]);
  });
});
