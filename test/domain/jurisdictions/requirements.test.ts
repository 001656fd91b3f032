/** What packs require of a transfer (§2.9 rule 2). */
import { describe, expect, it } from "vitest";
import type { Requirements, RequirementsQuery } from "../../../src/domain/jurisdictions/requirements.js";
import { requirementsFor } from "../../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction } from "../../../src/domain/jurisdictions/types.js";
import type { RateTable } from "../../../src/index.js";
import { ae, br, eu, gi, is, jurisdictions, kr, mn, sg, us } from "../../../src/jurisdictions.js";
import { ecbTable } from "../../support/samples.js";

const at = new Date("2026-11-23T04:00:00Z");

/** The tests of the ages of rates are in query.test.ts. */
const anyAge = { maxRateAgeMs: Number.POSITIVE_INFINITY };

/** Passes a value as callers without types do. */
function untyped<T>(value: unknown): T {
  return value as T;
}

function between(from: string, to: string, amount?: number | string, currency = "EUR"): RequirementsQuery {
  return { originator_country: from, beneficiary_country: to, amount, currency, at };
}

function fieldsOf(requirements: Requirements, side: "originator" | "beneficiary" = "originator") {
  return {
    required: requirements[side].required.map(({ field }) => field),
    one_of: requirements[side].alternatives.map(({ one_of }) => one_of),
  };
}

const reasonsOf = ({ undecided }: Requirements) => undecided.map(({ reason, side }) => `${side} ${reason}`);

describe("the requirements of a transfer", () => {
  it("are those of both providers: each follows its own rules, the message meets both", () => {
    const found = requirementsFor(between("DE", "GI", "1100"), [eu, gi]);
    expect(found.status).toBe("decided");
    expect(found.tiers.map(({ jurisdiction, side, reached }) => [jurisdiction, side, reached])).toEqual([
      ["EU", "originator", true],
      ["GI", "beneficiary", true],
    ]);
    const [europe, gibraltar] = [eu.tiers[0]?.originator.one_of, gi.tiers[0]?.originator.one_of];
    expect(fieldsOf(found)).toEqual({ required: ["name", "account_or_wallet"], one_of: [europe, gibraltar] });
    expect(found.originator.required[0]?.sources.map(({ jurisdiction }) => jurisdiction)).toEqual(["EU", "GI"]);
  });

  it("of a duty that has not begun are none, and the tier is shown with the exact comparison", () => {
    const found = requirementsFor(between("DE", "GI", 999.99), [eu, gi]);
    expect(found.tiers[1]).toMatchObject({ reached: false, comparison: "below", converted: "999.99", rate: null });
    expect(fieldsOf(found).one_of).toHaveLength(1);
  });

  it.each([
    ["1500", false, "equal"],
    ["1500.004", true, "above"],
    [1500.01, true, "above"],
    ["1499.99", false, "below"],
  ])("SGD %s against SG, which says above 1,500", (amount, reached, comparison) => {
    const found = requirementsFor(between("SG", "SG", amount, "SGD"), [sg]);
    expect(found.tiers.map((tier) => [tier.reached, tier.comparison])).toEqual([
      [reached, comparison],
      [reached, comparison],
    ]);
    // Below, a smaller set travels.
    expect(fieldsOf(found).one_of).toHaveLength(reached ? 1 : 0);
    expect(fieldsOf(found, "beneficiary").required).toEqual(["name", "account_or_wallet"]);
  });

  it("compare exactly across currencies, and show both rates", () => {
    const rates: RateTable = { ...ecbTable, rates: { ...ecbTable.rates, EUR: "1.00" } };
    const found = requirementsFor(between("US", "US", "2802.428771602055", "EUR"), [us], rates, anyAge);
    expect(found.tiers[0]).toMatchObject({
      reached: false,
      comparison: "below",
      converted: "2999.99",
      rate: { base: "EUR", from: "1.00", to: "1.0705", date: "2024-06-28", source: "European Central Bank" },
    });
    const above = requirementsFor(between("US", "US", "2802.428771602056", "EUR"), [us], rates, anyAge);
    expect(above.tiers[0]).toMatchObject({ reached: true, comparison: "above", converted: "3000.00" });
  });

  it("of a self-hosted wallet are those of the customer's VASP, with the ownership check above the threshold", () => {
    const withdrawal = (amount: string): RequirementsQuery => {
      return { originator_country: "DE", amount, currency: "EUR", kind: "withdrawal_to_self_hosted", at };
    };
    const [below, equal, above] = ["900", "1000", "1000.01"].map((amount) => requirementsFor(withdrawal(amount), [eu]));
    expect([below, equal, above].map((found) => found?.duties.map(({ duty }) => duty))).toEqual([
      ["mitigating_measure"],
      ["mitigating_measure"],
      ["ownership_check", "mitigating_measure"],
    ]);
    // The details are collected at any amount.
    expect(new Set([below, equal, above].map((found) => found && JSON.stringify(fieldsOf(found)))).size).toBe(1);
    expect([below, equal, above].map((found) => found?.status)).toEqual(["decided", "decided", "decided"]);
    const deposit = { ...withdrawal("1100"), originator_country: undefined, beneficiary_country: "FR" };
    const found = requirementsFor({ ...deposit, kind: "deposit_from_self_hosted" }, [eu]);
    expect(found.duties).toMatchObject([
      { duty: "ownership_check", source: { jurisdiction: "EU" } },
      { duty: "mitigating_measure", source: { citation: "Directive (EU) 2015/849 Art. 19a(1)" } },
    ]);
    expect(found.tiers.map(({ side }) => side)).toEqual(["beneficiary", "beneficiary"]);
    expect(requirementsFor({ ...withdrawal("900"), at: new Date("2027-07-12") }, [eu]).duties).toMatchObject([
      { duty: "mitigating_measure", source: { citation: "AMLR Art. 40" } },
    ]);
  });

  it("are undecided where the tier about such transfers has ended", () => {
    const [first, ...others] = eu.tiers.map((tier) => ({ ...tier, effective_from: null }));
    const ended = { ...eu, tiers: [{ ...first, effective_to: "2025-12-31" }, ...others] } as Jurisdiction;
    expect(reasonsOf(requirementsFor(between("DE", "FR", "5000"), [ended]))).toEqual([
      "originator no_tier",
      "beneficiary no_tier",
    ]);
  });

  it("count a pack that is passed twice once", () => {
    const query = between("DE", "US", "5000");
    const count = (packs: Jurisdiction[]) => requirementsFor(query, packs, ecbTable, anyAge);
    expect(count([eu, us, eu])).toEqual(count([eu, us]));
  });

  it("show an amount in a currency without a minor unit with two decimals", () => {
    const tiers = us.tiers.map((tier) => ({ ...tier, currency: "XDR" }));
    const rates = { ...ecbTable, rates: { ...ecbTable.rates, XDR: "0.8" } };
    const { converted } = requirementsFor(between("US", "US", "10"), [{ ...us, tiers }], rates, anyAge).tiers[0] ?? {};
    expect(converted).toBe("8.00");
  });

  it("include verification from the threshold on", () => {
    const duties = (amount: string) => requirementsFor(between("AE", "AE", amount, "AED"), [ae]).duties;
    expect(duties("3499.99")).toEqual([]);
    expect(duties("3500").map(({ duty, side }) => `${side} ${duty}`)).toEqual([
      "originator verification",
      "beneficiary verification",
    ]);
  });

  it("apply every tier of a country: Dubai's, from above 3,500, requires the address too", () => {
    expect(fieldsOf(requirementsFor(between("AE", "AE", "3500", "AED"), [ae])).required).not.toContain("address");
    expect(fieldsOf(requirementsFor(between("AE", "AE", "3500.01", "AED"), [ae])).required).toContain("address");
  });
});

describe("undecided requirements", () => {
  it("name a missing country and a missing pack", () => {
    expect(reasonsOf(requirementsFor({ at }, [eu]))).toEqual([
      "originator country_unknown",
      "beneficiary country_unknown",
    ]);
    expect(reasonsOf(requirementsFor(between("DE", "ZW", "1"), [eu]))).toEqual(["beneficiary pack_missing"]);
  });

  it("name a missing amount, but not where every amount counts", () => {
    const found = requirementsFor({ originator_country: "DE", beneficiary_country: "SG", at }, [eu, sg]);
    expect(found.undecided).toMatchObject([{ reason: "amount_missing", side: "beneficiary", jurisdiction: "SG" }]);
    // What is due at every amount stays due.
    expect(fieldsOf(found).one_of).toEqual([eu.tiers[0]?.originator.one_of]);
    expect(found.tiers[1]).toMatchObject({ reached: null, comparison: null });
    expect(reasonsOf(requirementsFor({ ...between("US", "US"), amount: "1", currency: undefined }, [us]))).toHaveLength(
      2,
    );
  });

  it("name a missing, disputed or invalid rate", () => {
    const reasons = (rates?: RateTable) =>
      reasonsOf(requirementsFor(between("US", "DE", "1", "CHF"), [us, eu], rates, anyAge));
    expect(reasons()).toEqual(["originator rate_missing"]);
    expect(reasons({ ...ecbTable, rates: {} })).toEqual(["originator rate_missing"]);
    const values = [{ source: "a", date: "2024-06-28", base: "EUR", value: "1" }];
    expect(reasons({ ...ecbTable, disputed: { USD: values } })).toEqual(["originator rate_disputed"]);
    expect(reasons({ ...ecbTable, disputed: { CHF: values } })).toEqual(["originator rate_disputed"]);
    expect(reasons({ ...ecbTable, disputed: { GBP: values } })).toEqual([]);
    for (const rates of [
      { USD: "0", CHF: "1" },
      { USD: "1", CHF: "x" },
      { USD: "1", CHF: "1", EUR: "2" },
    ]) {
      expect(reasons({ ...ecbTable, rates })).toEqual(["originator rate_invalid"]);
    }
    expect(reasons({ ...ecbTable, rates: untyped({ USD: 1, CHF: "1" }) })).toEqual(["originator rate_invalid"]);
  });

  it("name weak and announced tiers, which are listed", () => {
    const found = requirementsFor(between("MN", "IS", "1"), [mn, is]);
    expect(reasonsOf(found)).toEqual(["originator weak", "beneficiary announced"]);
    expect(found.listed.map(({ jurisdiction, doubt }) => [jurisdiction, doubt])).toEqual([
      ["MN", "weak"],
      ["IS", "announced"],
    ]);
    expect(found.tiers).toEqual([]);
  });

  it("do not follow from an announced tier beside one that decides, but from one that was not reviewed", () => {
    const today = requirementsFor(between("KR", "KR", "1000000", "KRW"), [kr]);
    expect([today.status, today.listed.length]).toEqual(["decided", 2]);
    const tiers = kr.tiers.map((tier) => ({ ...tier, effective_to: null, confidence: "secondary" }) as const);
    const later = { ...between("KR", "KR", "1", "KRW"), at: new Date("2027-02-19") };
    expect(reasonsOf(requirementsFor(later, [{ ...kr, tiers }]))).toEqual([
      "originator not_reviewed",
      "beneficiary not_reviewed",
    ]);
    expect(requirementsFor(later, [kr])).toMatchObject({
      status: "decided",
      tiers: [{ reached: true }, { reached: true }],
    });
  });

  it("end when the caller allows the tier by name; one of unknown amount applies to every amount", () => {
    const allowed = {
      ...br,
      tiers: br.tiers.map((tier) => ({ ...tier, threshold: null })),
      allowed_tiers: ["virtual asset operations"],
    };
    expect(requirementsFor(between("BR", "BR"), [allowed])).toMatchObject({
      status: "decided",
      tiers: [{ reached: true }, {}],
    });
  });

  it("contain no value of the transfer", () => {
    const query = { originator_country: "QZ", beneficiary_country: "SG", amount: "1500.7391", currency: "EUR", at };
    const { undecided } = requirementsFor(query, [sg]);
    expect(undecided).toHaveLength(2);
    expect(JSON.stringify(undecided)).not.toMatch(/QZ|7391/);
  });
});

describe("invalid packs", () => {
  it.each([
    ["no packs", undefined],
    ["an object", { eu }],
    ["an empty pack", [{}]],
  ])("are an error of the configuration: %s", (_, packs) => {
    const call = () => requirementsFor(between("US", "US", "1", "USD"), untyped<Jurisdiction[]>(packs));
    expect(call).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

describe("every pack", () => {
  it("decides or says why not, today and in 2028, for every kind", () => {
    for (const pack of jurisdictions) {
      for (const day of ["2026-11-23", "2028-01-01"]) {
        const code = pack.members?.[0] ?? pack.code;
        const rates = { ...ecbTable, date: day };
        const found = requirementsFor({ ...between(code, code, "10000"), at: new Date(day) }, [pack], rates);
        expect(found.tiers.length + found.undecided.length).toBeGreaterThan(0);
      }
    }
  });
});
