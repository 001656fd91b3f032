/** Decisions about drawn transfers agree with a model of their table, and each reason is reached. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/audit.js";
import { type TransferDecision, unwrap } from "../../src/index.js";
import { type Drawn, drawn } from "../support/decision-model/drawn.js";
import { DECISIONS, type ModelDecision, modelDecision } from "../support/decision-model/model.js";
import { decideDrawn, isIdentified } from "../support/decision-model/world.js";
import { isFullRun, runs } from "../support/runs.js";

/** What a decision says, besides its texts. */
function outcomeOf({ decision, reasons, missing }: TransferDecision): ModelDecision {
  return {
    decision,
    reasons: reasons.map(({ message: _, what_to_do: _what, clause: _clause, path: _path, ...reason }) => reason),
    missing: missing.map(({ sources, ...item }) => ({
      ...item,
      jurisdictions: sources.map(({ jurisdiction }) => jurisdiction),
    })),
  };
}

const sorted = (items: readonly object[]): readonly string[] =>
  items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();

/** Parties must be identified where §2.2.1 says so: the originator, if it is described. */
const decidable = drawn.filter(
  ({ parties: { originator } }) => originator.reference !== null || isIdentified(originator),
);

/** How many decisions have a reason with the code. */
const counts = new Map<string, number>();
let total = 0;

function count(keys: Iterable<string>): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}

const CODES = [
  ...["risk_rejected", "risk_suspended", "address_of_other_account", "not_screened", "screening_failed"],
  ...["requirements_undecided", "requirements_failed", "evaluation_failed", "threshold_reached"],
  ...["self_hosted_contradicts", "vasp_contradicts", "vasp_unconfirmed", "own_address_claimed"],
  ...["own_address_unknown", "address_shared", "field_missing", "duty_open"],
];

const RUNS = runs(5_000, 1 / 10);

describe("decisions about drawn transfers", () => {
  it("agree with the model in the decision, the reasons and what is missing, and so does their replay", async () => {
    const property = fc.asyncProperty(decidable, async (given: Drawn) => {
      const { decided: answer, records } = await decideDrawn(given);
      const decided = unwrap(answer);
      const [actual, expected] = [outcomeOf(decided), modelDecision(given)];
      expect({ ...actual, reasons: sorted(actual.reasons), missing: sorted(actual.missing) }).toEqual({
        ...expected,
        reasons: sorted(expected.reasons),
        missing: sorted(expected.missing),
      });
      const ranks = decided.reasons.map(({ decision }) => DECISIONS.indexOf(decision));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(decided.valid_until === null).toBe(decided.decision !== "execute");
      const [stored] = records.filter(({ record }) => record.event === "transfers.decide");
      const replayed = stored && replay(stored.record);
      expect([replayed?.differing, replayed?.parts.includes("decision")]).toEqual([[], true]);
      total += 1;
      count(new Set([...actual.reasons.map(({ code }) => code), actual.decision]));
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 1_200_000);

  it("are each of the four, and reach the presence and the absence of each reason", () => {
    expect(total).toBeGreaterThanOrEqual(RUNS);
    // A small sample has a few of each.
    const least = isFullRun ? RUNS / 200 : 1;
    for (const key of [...DECISIONS, ...CODES]) {
      const present = counts.get(key) ?? 0;
      expect.soft(present, `${key} is present`).toBeGreaterThanOrEqual(least);
      expect.soft(total - present, `${key} is absent`).toBeGreaterThanOrEqual(least);
    }
    expect([...counts.keys()].sort()).toEqual([...DECISIONS, ...CODES].sort());
  });
});
