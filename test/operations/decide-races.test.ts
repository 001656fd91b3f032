/** Two calls decide one transfer at the same time: nothing that either of them found is lost. */
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import {
  CLEAN,
  codesOf,
  type Deciding,
  decided,
  deciding,
  NOW,
  OFFICER,
  OUTGOING,
  PRICED,
  PRICED_PARTS,
  USD_PRICES,
} from "../support/decision-samples.js";

describe("two calls of one transfer", () => {
  /**
   * The first call waits for its price while `meanwhile` happens. The provider returns one ratio after the other; null is a
   * failure.
   */
  async function overtaken(
    ratios: readonly (number | null)[],
    meanwhile: (compliance: Deciding) => Promise<unknown> = (compliance) => decided(compliance, PRICED),
    slowPrices: object = USD_PRICES,
  ) {
    const left = [...ratios];
    const screen = async () => {
      const risk_ratio = left.shift();
      if (typeof risk_ratio === "number") return [{ ...CLEAN, risk_ratio }];
      throw new Error("down");
    };
    let isWaiting = false;
    const current = async () => {
      if (!isWaiting) return USD_PRICES;
      isWaiting = false;
      await meanwhile(compliance);
      return slowPrices as typeof USD_PRICES;
    };
    const compliance: Deciding = await deciding({
      ...PRICED_PARTS,
      prices: { current },
      riskProviders: { P: { screen } },
    });
    const wait = () => {
      isWaiting = true;
    };
    return { compliance, wait, left };
  }

  it.each([
    ["with the same hit again", 60, [60, 0, 60], "suspend"],
    ["with the same hit again", 100, [100, 0, 100], "reject"],
    ["also if its provider takes it back", 60, [60, 0, 0], "suspend"],
    ["also if its provider takes it back", 100, [100, 0, 0], "reject"],
    ["also if its provider fails then", 100, [100, 0, null], "reject"],
    ["once, if the hit is higher then", 100, [60, 0, 100], "reject"],
  ] as const)("decides again if the slower one found a hit: %s, %i", async (_, ratio, ratios, decision) => {
    const { compliance, wait, left } = await overtaken(ratios);
    wait();
    const last = await decided(compliance, PRICED);
    expect([left, last.decision, last.version]).toEqual([[], decision, 2]);
    const hits = last.screenings.flatMap(({ entries }) => entries).filter(({ risk_ratio }) => risk_ratio > 0);
    expect(hits.map(({ risk_ratio }) => risk_ratio)).toEqual([ratio]);
    const record = await compliance.transfers.retrieve("W-1");
    expect(record?.versions.map((each) => each.decision)).toEqual(["execute", decision]);
  });

  it.each([
    ["the same hit", [60, 60], "suspend"],
    ["a worse one", [60, 100], "reject"],
    ["nothing, as the slower one", [0, 0], "execute"],
    ["nothing, while the provider failed for the slower one", [null, 0], "execute"],
  ] as const)("give one version if the faster one found %s", async (_, ratios, decision) => {
    const { compliance, wait, left } = await overtaken(ratios);
    wait();
    const last = await decided(compliance, PRICED);
    expect([left, last.decision, last.version]).toEqual([[], decision, 1]);
  });

  it("decides again if the faster one is suspended for another reason: an officer sees the hit of the slower one", async () => {
    const { currency: _, ...outgoing } = OUTGOING;
    const draft = { ...outgoing, transfer_id: "W-1", asset: "BTC", amount: "0.0001" } as const;
    const { compliance, wait } = await overtaken([89, 0, 0], (given) => decided(given, draft));
    wait();
    const last = await decided(compliance, draft);
    // The thresholds have no country of the other VASP.
    expect([[...codesOf(last)].sort(), last.version]).toEqual([
      ["evaluation_failed", "risk_suspended", "vasp_unconfirmed"],
      2,
    ]);
    const review = { decision: "execute", note: "VASP confirmed" } as const;
    const { versions } = unwrap(await compliance.transfers.review("W-1", review, { actor: OFFICER }));
    expect(versions.at(-1)?.review?.overridden.map(({ code }) => code)).toContain("risk_suspended");
  });

  it("decides again if an officer permitted a lower hit than that of the slower one", async () => {
    const { compliance, wait } = await overtaken([89, 50, 0], async (given) => {
      expect((await decided(given, PRICED)).decision).toBe("suspend");
      const review = { decision: "execute", note: "50 is known" } as const;
      unwrap(await given.transfers.review("W-1", review, { actor: OFFICER }));
    });
    wait();
    const last = await decided(compliance, PRICED);
    expect([last.decision, codesOf(last), last.version]).toEqual(["suspend", ["risk_suspended"], 2]);
  });

  it("decides again if only the slower one found a duty, at a higher price", async () => {
    const large = { ...PRICED, amount: "0.02" };
    const higher = { ...USD_PRICES, prices: { BTC: "80000" } };
    const { compliance, wait } = await overtaken([0, 0, 0], (given) => decided(given, large), higher);
    wait();
    const last = await decided(compliance, large);
    // At the price of its last round.
    expect([last.decision, last.version]).toEqual(["execute", 2]);
    const record = await compliance.transfers.retrieve("W-1");
    expect(record?.versions.map(({ version }) => version)).toEqual([1, 2]);
  });

  it("give one version if both found the same open duty", async () => {
    const { compliance, wait } = await overtaken([0, 0], (given) => given.transfers.decide(PRICED).then(unwrap));
    wait();
    const last = unwrap(await compliance.transfers.decide(PRICED));
    expect([last.decision, codesOf(last), last.version]).toEqual(["request_information", ["duty_open"], 1]);
  });

  it("give one version if only the faster one has evidence", async () => {
    const { compliance, wait } = await overtaken([0, 0]);
    wait();
    const last = unwrap(await compliance.transfers.decide(PRICED));
    expect([last.decision, last.version]).toEqual(["execute", 1]);
  });

  it.each([
    ["suspend", 60, 2],
    ["execute", null, 1],
  ] as const)("with a review between them: %s after %j", async (decision, ratio, version) => {
    const review = { decision: "execute", note: "I called the customer" } as const;
    const { compliance, wait } = await overtaken([null, ratio, 60], (given) =>
      given.transfers.review("W-1", review, { actor: OFFICER }).then(unwrap),
    );
    // A failed provider may be asked again, so that the second call decides again while the officer reviews the first one.
    expect((await decided(compliance, PRICED)).decision).toBe("suspend");
    wait();
    const last = await decided(compliance, PRICED);
    expect([last.decision, last.version]).toEqual([decision, version]);
  });

  it("count one after the other: what was executed before the second was stored was permitted", async () => {
    const { compliance, wait } = await overtaken([100, 0, 100], async (given) => {
      given.wait(1_000);
      await decided(given, PRICED);
      given.wait(5_000);
    });
    wait();
    expect((await decided(compliance, PRICED)).version).toBe(2);
    const executed_at = new Date(NOW.getTime() + 3_000).toISOString();
    const closed = unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", executed_at }));
    expect(closed.confirmations).toMatchObject([{ version: 1, executed_without_permission: false }]);
  });
});
