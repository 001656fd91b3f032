/** Tiers that require more only across the border: those of the United Kingdom (reg. 64C). */
import { describe, expect, it } from "vitest";
import type { RequirementsQuery } from "../../../src/domain/jurisdictions/requirements.js";
import { requirementsFor } from "../../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction } from "../../../src/domain/jurisdictions/types.js";
import { eu, gb, gg, jurisdictions } from "../../../src/jurisdictions.js";

const at = new Date("2026-11-23T12:00:00Z");

function about(query: Partial<RequirementsQuery>, packs: readonly Jurisdiction[] = [gb]) {
  const { tiers, undecided, originator } = requirementsFor({ amount: "800", currency: "GBP", at, ...query }, packs);
  return {
    reached: tiers.filter(({ jurisdiction }) => jurisdiction === "GB").map(({ reached }) => reached),
    undecided: undecided.map(({ reason, side, tier }) => `${side} ${reason}${tier === null ? "" : " of a tier"}`),
    extra: originator.alternatives.filter(({ sources }) => sources.some(({ jurisdiction }) => jurisdiction === "GB"))
      .length,
    required: originator.required.map(({ field }) => field),
  };
}

describe("the extra item of the originator in the United Kingdom", () => {
  it("is required if a provider of another country takes part, on either side", () => {
    const abroad = { reached: [true], undecided: [], extra: 1, required: ["name", "account_or_wallet"] };
    expect(about({ originator_country: "GB", beneficiary_country: "DE" }, [gb, eu])).toEqual(abroad);
    expect(about({ originator_country: "DE", beneficiary_country: "GB" }, [gb, eu])).toEqual(abroad);
    // Guernsey is not part of the United Kingdom.
    expect(about({ originator_country: "GB", beneficiary_country: "GG" }, [gb, gg])).toEqual(abroad);
    expect(about({ originator_country: "GB", beneficiary_country: "DE", amount: "799.99" }, [gb, eu])).toEqual({
      ...abroad,
      reached: [false],
      extra: 0,
    });
  });

  it("is not required between two providers of the country, and then no amount is needed", () => {
    const inside = { reached: [false, false], undecided: [], extra: 0, required: ["name", "account_or_wallet"] };
    const both = { originator_country: "GB", beneficiary_country: "GB" };
    expect(about(both)).toEqual(inside);
    expect(about({ ...both, amount: undefined })).toEqual(inside);
    expect(about({ ...both, currency: "USD" })).toEqual(inside);
  });

  it("is undecided if the country of the other provider is unknown, and the amount reaches the threshold", () => {
    expect(about({ originator_country: "GB" })).toEqual({
      reached: [null],
      undecided: ["originator cross_border_unknown of a tier", "beneficiary country_unknown"],
      extra: 0,
      required: ["name", "account_or_wallet"],
    });
    expect(about({ originator_country: "GB", amount: "799.99" })).toMatchObject({
      reached: [false],
      undecided: ["beneficiary country_unknown"],
    });
    expect(about({ originator_country: "GB", amount: undefined })).toMatchObject({
      reached: [null],
      undecided: [
        "originator amount_missing of a tier",
        "originator cross_border_unknown of a tier",
        "beneficiary country_unknown",
      ],
    });
  });

  it("is marked in both tiers of the data, and in no other pack", () => {
    const marked = jurisdictions.flatMap(({ code, tiers }) =>
      tiers.flatMap((tier) => (tier.cross_border_only ? code : [])),
    );
    expect(marked).toEqual(["GB", "GB"]);
  });
});

describe("a tier of a caller that counts across the border only", () => {
  it("needs an amount inside the country, if data travels from an amount on", () => {
    const tiers = gb.tiers.map((tier) => ({ ...tier, data_from: "100" }));
    const both = { originator_country: "GB", beneficiary_country: "GB" };
    const own = [{ ...gb, tiers }];
    expect(about({ ...both, amount: undefined }, own).undecided).toEqual([
      "originator amount_missing of a tier",
      "beneficiary amount_missing of a tier",
    ]);
    expect(about({ ...both, amount: "99.99" }, own)).toMatchObject({ undecided: [], required: [] });
    expect(about({ ...both, amount: "100" }, own)).toMatchObject({ required: ["name", "account_or_wallet"] });
  });

  it("counts the members of a union as one jurisdiction", () => {
    const own = { ...gb, code: "EU", members: ["DE", "FR"] };
    const found = (beneficiary_country: string) =>
      requirementsFor({ originator_country: "DE", beneficiary_country, amount: "800", currency: "GBP", at }, [own, gg]);
    expect(found("FR").tiers.map(({ reached }) => reached)).toEqual([false, false]);
    expect(found("GG").tiers[0]?.reached).toBe(true);
  });

  it("never counts for a self-hosted wallet, which has no provider", () => {
    const tiers = gb.tiers.map((tier) => ({ ...tier, scope: "any", covers_self_hosted: true }) as const);
    const query = { originator_country: "GB", kind: "withdrawal_to_self_hosted" } as const;
    expect(about(query, [{ ...gb, tiers }])).toMatchObject({ reached: [false], undecided: [], extra: 0 });
  });
});
