import { describe, expect, it } from "vitest";
import { type Compliance, unwrap } from "../../src/index.js";
import { faultsOf } from "../support/outcomes.js";
import { breaching, byCountry, deliveries, keepingSink, passing, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const alert = {
  alert_id: "THRESHOLD_BY_COUNTRY:SG:EUR:1033.56:TX-1",
  rule_code: "THRESHOLD_BY_COUNTRY",
  transaction_id: "TX-1",
  country: "SG",
  raised_at: "2024-06-28T14:30:05.123+00:00",
  decision: {
    status: "breach",
    comparison: "above",
    amount: "1033.56",
    amount_currency: "EUR",
    country: "SG",
    currency: "SGD",
    threshold: "1500",
    converted: "1500.00",
    rate: { source: "European Central Bank", date: "2024-06-28", base: "EUR", from: "1", to: "1.4513" },
    message: "The amount reaches the travel-rule threshold of 1500 SGD in SG.",
  },
} as const;

async function evaluate(compliance: Compliance, transaction: object): Promise<string | undefined> {
  const evaluated = await compliance.rules.evaluate(untyped({ transaction, rule_codes: byCountry }));
  await deliveries();
  return unwrap(evaluated).results[0]?.status;
}

async function idsOf(compliance: Compliance, query?: unknown): Promise<readonly string[]> {
  return unwrap(await compliance.alerts.list(query)).items.map(({ transaction_id }) => transaction_id);
}

describe("§6 events: the travel rule alert raised by a breach", () => {
  it("is recorded and handed to onAlert, the same, with the decision that explains it", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    expect(await evaluate(compliance, breaching)).toBe("breach");
    expect(taken).toStrictEqual([alert]);
    expect(await compliance.alerts.list()).toStrictEqual({
      ok: true,
      value: {
        items: [{ ...alert, delivered: true, reviews: [] }],
        next_cursor: null,
      },
    });
  });

  it("is not raised by a pass", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    expect(await evaluate(compliance, passing)).toBe("pass");
    expect(taken).toEqual([]);
    expect(await idsOf(compliance)).toEqual([]);
  });

  it("is recorded without onAlert as well", async () => {
    const compliance = sampleCompliance();
    await evaluate(compliance, breaching);
    expect(await idsOf(compliance)).toEqual(["TX-1"]);
  });

  it("is one alert, however often its transaction is evaluated", async () => {
    const { taken, onAlert } = keepingSink();
    const compliance = sampleCompliance({ onAlert });
    for (let time = 0; time < 3; time += 1) expect(await evaluate(compliance, breaching)).toBe("breach");
    expect(taken).toHaveLength(1);
    expect(await idsOf(compliance)).toEqual(["TX-1"]);
  });

  it("is plain data: read back from its JSON it is the same", async () => {
    const { taken, onAlert } = keepingSink();
    await evaluate(sampleCompliance({ onAlert }), breaching);
    expect(JSON.parse(JSON.stringify(taken[0]))).toStrictEqual(alert);
  });

  it("says all of the transaction: who reviews it needs the amount that was paid", async () => {
    const { taken, onAlert } = keepingSink();
    await evaluate(sampleCompliance({ onAlert }), breaching);
    const { transaction_id, country, decision } = taken[0] ?? alert;
    expect({ transaction_id, country, amount: decision.amount, currency: decision.amount_currency }).toEqual(breaching);
  });

  describe("alerts.list", () => {
    async function alarmed(): Promise<Compliance> {
      let minute = 0;
      const clock = (): Date => new Date(Date.parse("2024-06-28T12:00:00Z") + 60_000 * Math.floor(minute / 2));
      const compliance = sampleCompliance({ clock });
      for (const transaction_id of ["D", "C", "B", "A", "E"]) {
        await evaluate(compliance, { ...breaching, transaction_id });
        minute += 1;
      }
      return compliance;
    }

    it("gives the newest first, ties by alert_id", async () => {
      expect(await idsOf(await alarmed())).toEqual(["E", "A", "B", "C", "D"]);
    });

    it("in pages, 50 by default (§8)", async () => {
      const compliance = await alarmed();
      const { next_cursor } = unwrap(await compliance.alerts.list({ size: 2 }));
      expect(await idsOf(compliance, { size: 2, cursor: next_cursor })).toEqual(["B", "C"]);
      expect(await idsOf(compliance, { cursor: next_cursor })).toEqual(["B", "C", "D"]);
      for (let index = 0; index < 46; index += 1) {
        await evaluate(compliance, { ...breaching, transaction_id: `F${index}` });
      }
      const page = unwrap(await compliance.alerts.list());
      expect([page.items.length, page.next_cursor]).toEqual([50, expect.any(String)]);
    });

    it("takes a size within its bounds, and no unknown condition", async () => {
      const { alerts } = sampleCompliance();
      expect(faultsOf(await alerts.list(untyped({ size: 1001, page: 1, sort: "raised_at" })))).toEqual([
        ["out_of_range", "/size", "8"],
        ["unknown_property", "/page", "8"],
        ["unknown_property", "/sort", "8"],
      ]);
      expect(faultsOf(await alerts.list(untyped({ size: "5" })))).toEqual([["wrong_type", "/size", "8"]]);
      expect(faultsOf(await alerts.list(untyped(null)))).toEqual([["wrong_type", "", "8"]]);
    });
  });
});
