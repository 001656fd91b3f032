/** What packs say about transfers with self-hosted wallets: "nothing is required" only where a tier says so. */
import { describe, expect, it } from "vitest";
import { defineJurisdiction } from "../../../src/domain/jurisdictions/define.js";
import type { RequirementsQuery } from "../../../src/domain/jurisdictions/requirements.js";
import { requirementsFor } from "../../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction, JurisdictionTier } from "../../../src/domain/jurisdictions/types.js";
import { unwrap } from "../../../src/index.js";
import { ae, ch, gb, id, jurisdictions, kz, th } from "../../../src/jurisdictions.js";

const at = new Date("2026-11-23T12:00:00Z");
const kinds = ["withdrawal_to_self_hosted", "deposit_from_self_hosted"] as const;

function about(pack: Jurisdiction, kind: (typeof kinds)[number], amount: string, currency: string): RequirementsQuery {
  const country = pack.members?.at(0) ?? pack.code;
  return { originator_country: country, beneficiary_country: country, kind, amount, currency, at };
}

/** Without the code under test: the data, as a reader of the document understands it. */
function isInForceAboutSelfHosted(tier: JurisdictionTier): boolean {
  const { scope, status, effective_from: from, effective_to: to, confidence, threshold, data_from, effect } = tier;
  const isNow = status === "in_force" && (from ?? "") <= "2026-11-23" && (to ?? "9999") >= "2026-11-23";
  const isKnown = confidence !== "weak" && threshold !== null && data_from !== null && effect !== "unknown";
  return scope === "self_hosted" && isNow && isKnown;
}

/** Below and above every threshold of the pack, in the currency of each. */
function amountsOf(pack: Jurisdiction): readonly (readonly [amount: string, currency: string])[] {
  return pack.tiers.flatMap(({ threshold, currency }) =>
    ["0.01", threshold ?? "1000", `${threshold ?? "1000"}.01`, "100000000"].map(
      (amount) => [amount, currency] as const,
    ),
  );
}

describe("a transfer with a self-hosted wallet", () => {
  it.each(jurisdictions.map((pack) => ({ code: pack.code, pack })))(
    "is decided in $code only if a tier about self-hosted wallets is in force",
    ({ pack }) => {
      const isAnswered = pack.tiers.some(isInForceAboutSelfHosted);
      for (const kind of kinds) {
        for (const [amount, currency] of amountsOf(pack)) {
          const found = requirementsFor(about(pack, kind, amount, currency), [pack]);
          expect(found.status).toBe(isAnswered ? "decided" : "undecided");
          expect(found.undecided.some(({ reason }) => reason === "no_tier")).toBe(!isAnswered);
        }
      }
    },
  );

  it("is decided in the EU, and by tiers of their own in BR, CH, ID, LI and NO", () => {
    const answered = jurisdictions.filter(({ tiers }) => tiers.some(isInForceAboutSelfHosted));
    expect(answered.map(({ code }) => code)).toEqual(["BR", "CH", "EU", "ID", "LI", "NO"]);
    for (const pack of [ch, id]) {
      const { duties } = requirementsFor(about(pack, "withdrawal_to_self_hosted", "1", "USD"), [pack]);
      expect(duties.map(({ duty }) => duty)).toEqual(["ownership_check"]);
    }
  });

  it("still needs the fields of tiers about any transfer, and says that more may be required", () => {
    const found = requirementsFor(about(ae, "withdrawal_to_self_hosted", "3501", "AED"), [ae]);
    expect(found.tiers.map(({ tier }) => tier.name)).toEqual(["Dubai rulebook"]);
    expect(found.originator.required.map(({ field }) => field)).toContain("address");
    expect(found.undecided).toMatchObject([{ reason: "no_tier", side: "originator", jurisdiction: "AE", tier: null }]);
    const nothing = requirementsFor(about(gb, "withdrawal_to_self_hosted", "900", "GBP"), [gb]);
    expect(nothing).toMatchObject({ tiers: [], originator: { required: [], alternatives: [] } });
  });

  it("is undecided for both reasons where the only tier is announced, and says nothing about such wallets", () => {
    const { undecided } = requirementsFor(about(th, "withdrawal_to_self_hosted", "1", "THB"), [th]);
    expect(undecided.map(({ reason }) => reason)).toEqual(["announced", "no_tier"]);
  });

  it("is undecided for one reason where the tier that covers such wallets is doubtful", () => {
    const tiers = kz.tiers.map((tier) => ({ ...tier, covers_self_hosted: true, confidence: "weak" }) as const);
    const { undecided } = requirementsFor(about(kz, "withdrawal_to_self_hosted", "1", "USD"), [{ ...kz, tiers }]);
    expect(undecided.map(({ reason }) => reason)).toEqual(["weak"]);
  });

  it("is decided by a pack of the caller whose tier of any scope covers self-hosted wallets", () => {
    const tiers = kz.tiers.map((tier) => ({ ...tier, covers_self_hosted: true }));
    const own = unwrap(defineJurisdiction({ ...kz, tiers }));
    for (const kind of kinds) {
      expect(requirementsFor(about(own, kind, "1", "USD"), [own])).toMatchObject({ status: "decided", duties: [] });
      // The pack of the package stays undecided beside it.
      expect(requirementsFor(about(own, kind, "1", "USD"), [own, kz]).status).toBe("undecided");
    }
  });
});
