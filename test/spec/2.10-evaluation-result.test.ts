import { describe, expect, it } from "vitest";
import { createThresholdEngine, unwrap } from "../../src/index.js";
import { breaching, byCountry, ecbTable, passing, sampleCompliance, thresholds } from "../support/samples.js";

describe("§2.10 rule evaluation result", () => {
  const compliance = sampleCompliance();
  const engine = createThresholdEngine({ thresholds, rates: ecbTable });

  it("echoes transaction_id, says when, and has one entry per evaluated rule", async () => {
    const evaluated = await compliance.rules.evaluate({ transaction: breaching, rule_codes: byCountry });
    expect(evaluated).toStrictEqual({
      ok: true,
      value: {
        transaction_id: "TX-1",
        evaluated_at: "2024-06-28T14:30:05.123",
        results: [
          {
            rule_code: "THRESHOLD_BY_COUNTRY",
            status: "breach",
            message: "The amount reaches the travel-rule threshold of 1500 SGD in SG.",
            // Additions to the specification.
            decision: engine.evaluate(breaching),
            alert_id: "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-1",
          },
        ],
      },
    });
  });

  it("has the status pass below the threshold", async () => {
    const evaluated = await compliance.rules.evaluate({ transaction: passing, rule_codes: byCountry });
    expect(unwrap(evaluated).results).toStrictEqual([
      {
        rule_code: "THRESHOLD_BY_COUNTRY",
        status: "pass",
        message: "The amount is below the travel-rule threshold of 1500 SGD in SG.",
        decision: engine.evaluate(passing),
      },
    ]);
  });

  it("echoes any transaction_id as given", async () => {
    for (const transaction_id of [" 7 ", "ключ/1", "__proto__", "x".repeat(1000)]) {
      const transaction = { ...passing, transaction_id };
      const evaluated = await compliance.rules.evaluate({ transaction, rule_codes: byCountry });
      expect(unwrap(evaluated).transaction_id).toBe(transaction_id);
    }
  });

  it.each([
    ["2024-06-28T14:30:05.123Z", "2024-06-28T14:30:05.123"],
    ["2024-06-28T14:30:05+08:00", "2024-06-28T06:30:05.000"],
    ["2024-07-01T00:00:00.999-11:00", "2024-07-01T11:00:00.999"],
  ])("evaluated_at is ISO 8601 without offset, in UTC with milliseconds: %s", async (time, evaluated_at) => {
    const at = sampleCompliance({ clock: () => new Date(time) });
    const evaluated = await at.rules.evaluate({ transaction: passing, rule_codes: byCountry });
    expect(unwrap(evaluated).evaluated_at).toBe(evaluated_at);
  });

  describe("message", () => {
    const messageOf = async (country: string, amount: string): Promise<string | undefined> => {
      const transaction = { transaction_id: "TX-2", amount, currency: "EUR", country };
      return unwrap(await compliance.rules.evaluate({ transaction, rule_codes: byCountry })).results[0]?.message;
    };

    it.each([
      ["US", "3000 USD"],
      ["SG", "1500 SGD"],
      ["GB", "846.38 GBP"],
      ["JP", "171940 JPY"],
      ["FR", "1000 EUR"],
    ])("names the threshold (amount and currency code) and the country: %s", async (country, threshold) => {
      for (const amount of ["0", "99999"]) {
        const message = await messageOf(country, amount);
        expect(message).toContain(threshold);
        expect(message).toContain(`in ${country}.`);
      }
    });

    it("has the same words for the same facts, whatever the amount", async () => {
      expect(await messageOf("US", "3500")).toBe(await messageOf("US", "7200.55"));
      expect(await messageOf("US", "0")).toBe(await messageOf("US", "100"));
      expect(await messageOf("US", "3500")).not.toBe(await messageOf("US", "100"));
    });
  });
});
