/** The linked sum of decided transfers: what is in it, and what leaves it. */
import { describe, expect, it } from "vitest";
import { type TransferToDecide, unwrap } from "../../src/index.js";
import {
  CLEAN,
  codesOf,
  DAY,
  type Deciding,
  decided,
  deciding,
  OFFICER,
  PRICES,
  RATES,
  WITHDRAWAL,
} from "../support/decision-samples.js";

/** 400 EUR. The threshold of Germany is 1000 EUR. */
function withdrawal(
  number: number,
  changes: { readonly amount?: string; readonly currency?: string; readonly link_key?: string } = {},
): TransferToDecide {
  return { ...WITHDRAWAL, transfer_id: `W-${number}`, amount: "400", link_key: "A-1", ...changes };
}

/** Returns the sum that a decision was made on. */
async function sumOf(compliance: Deciding, transfer: TransferToDecide): Promise<string | undefined> {
  const { evaluations } = await decided(compliance, transfer);
  const linked = evaluations.find((each) => each.rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY");
  return linked?.decision.linked?.converted;
}

/** Returns the amount that each linked transaction adds, by its id. */
async function amountsOf(
  { storage }: Deciding,
  link_key = "A-1",
): Promise<Readonly<Record<string, readonly string[]>>> {
  const from = "0001-01-01T00:00:00.000+00:00";
  const found = await storage.linked.within({ link_key, from, to: "9999-12-31T00:00:00.000+00:00", limit: 100 });
  return Object.fromEntries(
    found.map(({ transaction_id, amounts }) => [transaction_id, amounts.map(({ amount }) => amount)]),
  );
}

async function risky(compliance: Deciding, risk_ratio: number, transfer: TransferToDecide): Promise<string> {
  compliance.screenWith(async () => [{ ...CLEAN, risk_ratio }]);
  const { decision } = await decided(compliance, transfer);
  compliance.screenWith(async () => [CLEAN]);
  return decision;
}

describe("the linked sum", () => {
  it("has each transfer with the link key, and reaches the threshold with the third", async () => {
    const compliance = await deciding({}, { suspendOnBreach: true });
    expect((await decided(compliance, withdrawal(1))).decision).toBe("execute");
    expect((await decided(compliance, withdrawal(2))).decision).toBe("execute");
    const third = await decided(compliance, withdrawal(3));
    expect(third).toMatchObject({
      decision: "suspend",
      reasons: [{ code: "threshold_reached", source: "DE" }],
    });
    expect(third.evaluations.map(({ status }) => status)).toEqual(["pass", "breach"]);
    expect(unwrap(await compliance.alerts.list()).items).toHaveLength(1);
    expect((await decided(compliance, withdrawal(4, { link_key: "A-2" }))).decision).toBe("execute");
  });

  it("is not there without a link key, and no rule without thresholds", async () => {
    const { link_key: _, ...alone } = withdrawal(1);
    const compliance = await deciding();
    expect((await decided(compliance, alone)).evaluations.map(({ rule_code }) => rule_code)).toEqual([
      "THRESHOLD_BY_COUNTRY",
    ]);
    const without = await deciding({ thresholds: undefined });
    expect(await decided(without, withdrawal(1))).toMatchObject({ decision: "execute", evaluations: [] });
    expect(await amountsOf(without)).toEqual({});
  });

  it("has a suspended one, and not a rejected one", async () => {
    const compliance = await deciding();
    expect(await risky(compliance, 60, withdrawal(1))).toBe("suspend");
    expect(await risky(compliance, 95, withdrawal(2))).toBe("reject");
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
  });

  it("has one that is suspended because its price is missing, with the amount of its latest version", async () => {
    let isDown = true;
    const current = async () => (isDown ? Promise.reject(new Error("down")) : PRICES);
    const compliance = await deciding({ prices: { current } }, { suspendOnBreach: true });
    const { currency: _, ...unpriced } = { ...withdrawal(1), amount: "0.01", asset: "BTC" };
    expect((await decided(compliance, unpriced)).decision).toBe("suspend");
    isDown = false;
    expect(codesOf(await decided(compliance, withdrawal(2)))).toEqual(["threshold_reached"]);
    unwrap(await compliance.transfers.confirm("W-2", { outcome: "cancelled" }));
    isDown = true;
    await decided(compliance, { ...unpriced, amount: "0.015" });
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["0.015"] });
    // The price of the other one is needed as well.
    expect(codesOf(await decided(compliance, withdrawal(3)))).toEqual(["evaluation_failed"]);
  });

  it("loses one that an officer rejects, and keeps one that an officer lets pass", async () => {
    const compliance = await deciding();
    for (const [number, decision] of [
      [1, "reject"],
      [2, "execute"],
    ] as const) {
      await risky(compliance, 60, withdrawal(number));
      unwrap(await compliance.transfers.review(`W-${number}`, { decision, note: "seen" }, { actor: OFFICER }));
    }
    expect(await amountsOf(compliance)).toEqual({ "W-2": ["400"] });
  });

  it.each([
    ["executed", { "W-1": ["400"] }],
    ["rejected", {}],
    ["cancelled", {}],
    ["returned", {}],
  ] as const)("has one that was %s: %j", async (outcome, expected) => {
    const compliance = await deciding();
    await decided(compliance, withdrawal(1));
    unwrap(await compliance.transfers.confirm("W-1", { outcome }));
    expect(await amountsOf(compliance)).toEqual(expected);
  });

  it("has the amount of the latest version only", async () => {
    const compliance = await deciding();
    await decided(compliance, withdrawal(1));
    await decided(compliance, withdrawal(1, { amount: "999" }));
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["999"] });
    await decided(compliance, withdrawal(1, { amount: "1" }));
    expect(await sumOf(compliance, withdrawal(2))).toBe("401.00");
  });

  it("loses one whose latest version has another link key, or none", async () => {
    const compliance = await deciding();
    await decided(compliance, withdrawal(1));
    await decided(compliance, withdrawal(1, { link_key: "A-1 at home" }));
    expect([await amountsOf(compliance), await amountsOf(compliance, "A-1 at home")]).toEqual([{}, { "W-1": ["400"] }]);
    const { link_key: _, ...alone } = withdrawal(1);
    await decided(compliance, alone);
    expect(await amountsOf(compliance, "A-1 at home")).toEqual({});
  });

  it("has an amount once, however often it is decided", async () => {
    const compliance = await deciding();
    for (let time = 0; time < 3; time += 1) {
      await decided(compliance, withdrawal(1));
      compliance.wait(900_001);
    }
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
    expect(await sumOf(compliance, withdrawal(2))).toBe("800.00");
  });

  it("does not have one of the day before", async () => {
    const compliance = await deciding();
    await decided(compliance, withdrawal(1));
    compliance.wait(DAY + 1);
    expect(await sumOf(compliance, withdrawal(2))).toBe("400.00");
  });
});

describe("an execution counts, whatever was decided", () => {
  it("after a rejection", async () => {
    const compliance = await deciding();
    await risky(compliance, 95, withdrawal(1));
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
  });

  it.each(["rejected", "cancelled", "returned"] as const)(
    "after it was %s, at the time of the decision",
    async (outcome) => {
      const compliance = await deciding();
      await decided(compliance, withdrawal(1));
      unwrap(await compliance.transfers.confirm("W-1", { outcome }));
      expect(await amountsOf(compliance)).toEqual({});
      compliance.wait(1000);
      unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
      expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
      expect(await sumOf(compliance, withdrawal(2))).toBe("800.00");
    },
  );

  it("after the rule failed", async () => {
    let isDown = true;
    const rates = { current: async () => (isDown ? Promise.reject(new Error("down")) : RATES) };
    const compliance = await deciding({ rates });
    const inDollars = withdrawal(1, { currency: "USD" });
    expect(await decided(compliance, inDollars)).toMatchObject({ decision: "suspend" });
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
    isDown = false;
    // 400 USD are 320 EUR.
    expect(await sumOf(compliance, withdrawal(2))).toBe("720.00");
  });

  it("once, and is not stored without a link key", async () => {
    const compliance = await deciding();
    await risky(compliance, 95, withdrawal(1));
    for (const note of ["one", "two"]) {
      unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed", note }));
    }
    expect(await amountsOf(compliance)).toEqual({ "W-1": ["400"] });
    const { link_key: _, ...alone } = withdrawal(2);
    await risky(compliance, 95, alone);
    unwrap(await compliance.transfers.confirm("W-2", { outcome: "executed" }));
    expect(Object.keys(await amountsOf(compliance))).toEqual(["W-1"]);
  });
});
