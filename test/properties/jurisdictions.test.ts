/** Properties of the requirements of a transfer (§2.9 rule 2), over all packs. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  PartyRequirements,
  Requirements,
  RequirementsQuery,
} from "../../src/domain/jurisdictions/requirements.js";
import { requirementsFor } from "../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction } from "../../src/domain/jurisdictions/types.js";
import { jurisdictions } from "../../src/jurisdictions.js";
import { ecbTable } from "../support/samples.js";

const codes = jurisdictions.flatMap(({ code, members }) => members ?? [code]);
const country = fc.option(fc.constantFrom(...codes), { nil: undefined });
const day = fc.date({ min: new Date("2019-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
const money = fc.option(
  fc.record({
    amount: fc.constantFrom("0", "500", "999.99", "1000", "1000.01", "3000", "1000000"),
    currency: fc.constantFrom("EUR", "USD", "GBP", "KRW", "SGD", "TRY"),
  }),
  { nil: undefined },
);
const query = fc
  .record({
    originator_country: country,
    beneficiary_country: country,
    kind: fc.constantFrom("vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted"),
    at: day,
    money,
  })
  .map(({ money: given, ...rest }) => ({ ...rest, ...given }));

/** Rates of the day of the transfer. */
function requirementsOf(given: RequirementsQuery, packs: readonly Jurisdiction[]): Requirements {
  return requirementsFor(given, packs, { ...ecbTable, date: dayAfter(given.at, 0) });
}

const texts = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));

/** Equal for the same groups of fields: two packs may list them in another order. */
const alternatives = ({ alternatives: all }: PartyRequirements): string[] =>
  all.map(({ one_of }) => texts(one_of.map((group) => [...group].sort())).sort()).map((groups) => groups.join("|"));

function dayAfter(at: Date, hours: number): string {
  return new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, "YYYY-MM-DD".length);
}

describe("packs", () => {
  it("that are added never require less", () => {
    fc.assert(
      fc.property(query, fc.subarray([...jurisdictions]), fc.subarray([...jurisdictions]), (given, few, more) => {
        const before = requirementsOf(given, few);
        const after = requirementsOf(given, [...few, ...more]);
        for (const side of ["originator", "beneficiary"] as const) {
          const fields = after[side].required.map(({ field }) => field);
          for (const { field } of before[side].required) expect(fields).toContain(field);
          expect(alternatives(after[side])).toEqual(expect.arrayContaining(alternatives(before[side])));
        }
        expect(texts(after.duties)).toEqual(expect.arrayContaining(texts(before.duties)));
      }),
    );
  });

  it("never apply a tier after its last day, or an announced one before its first", () => {
    fc.assert(
      fc.property(query, (given) => {
        // No zone of a pack is further from UTC.
        const [earliest = "", latest = ""] = [-11, 14].map((hours) => dayAfter(given.at, hours));
        for (const { tier } of requirementsOf(given, jurisdictions).tiers) {
          expect(tier.effective_to === null || earliest <= tier.effective_to).toBe(true);
          expect(tier.status !== "announced" || (tier.effective_from ?? "9") <= latest).toBe(true);
          expect(tier.confidence).not.toBe("weak");
        }
      }),
    );
  });

  it("leave nothing silent: an answer without tiers is undecided", () => {
    fc.assert(
      fc.property(query, (given) => {
        const { tiers, status, undecided } = requirementsOf(given, jurisdictions);
        expect(status).toBe(undecided.length === 0 ? "decided" : "undecided");
        if (tiers.length === 0) expect(status).toBe("undecided");
      }),
    );
  });
});
